//! A question before something that cannot be taken back.

use leptos::prelude::*;

use super::{Button, ButtonKind, Dialog};

/// Asks, and calls `on_confirm` for a yes. Cancel comes first.
#[component]
pub fn Confirm(
    /// Whether the question is asked.
    open: RwSignal<bool>,
    /// The question.
    #[prop(into)]
    title: Signal<String>,
    /// What will happen.
    #[prop(into)]
    message: Signal<String>,
    /// The words for yes; say what is done.
    #[prop(into)]
    confirm: Signal<String>,
    /// Whether yes destroys something.
    #[prop(optional)]
    danger: bool,
    /// Called for a yes.
    #[prop(into)]
    on_confirm: Callback<()>,
) -> impl IntoView {
    let kind = if danger { ButtonKind::Danger } else { ButtonKind::Primary };
    view! {
        <Dialog open title>
            <p class="dialog-text">{message}</p>
            <div class="dialog-actions">
                <Button on_press=move |()| open.set(false)>"Cancel"</Button>
                <Button
                    kind
                    on_press=move |()| {
                        open.set(false);
                        on_confirm.run(());
                    }
                >
                    {confirm}
                </Button>
            </div>
        </Dialog>
    }
}
