//! A question before something that cannot be taken back.

use leptos::prelude::*;

use super::{Button, ButtonKind, Dialog};

/// Asks, and calls `on_confirm` for a yes. What will happen is said by the children. Cancel comes first.
#[component]
pub fn Confirm(
    /// Whether the question is asked.
    open: RwSignal<bool>,
    /// The question.
    #[prop(into)]
    title: Signal<String>,
    /// The words for yes; say what is done.
    #[prop(into)]
    action: Signal<String>,
    /// Called for a yes.
    #[prop(into)]
    on_confirm: Callback<()>,
    children: ChildrenFn,
) -> impl IntoView {
    let children = StoredValue::new(children);
    view! {
        <Dialog open title>
            <div class="dialog-text">{children.with_value(|children| children())}</div>
            <div class="dialog-actions">
                <Button on_press=move |()| open.set(false)>"Cancel"</Button>
                <Button
                    kind=ButtonKind::Danger
                    on_press=move |()| {
                        open.set(false);
                        on_confirm.run(());
                    }
                >
                    {action}
                </Button>
            </div>
        </Dialog>
    }
}
