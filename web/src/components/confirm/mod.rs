//! A confirmation before an irreversible action.

use hashrange_words::t;
use leptos::prelude::*;

use super::{Button, ButtonKind, Dialog};

use crate::derived::Signal;
use crate::signal::RwSignal;

/// Asks for confirmation, and calls `on_confirm` after a yes. The children describe the consequences. Cancel comes
/// first.
#[component]
pub fn Confirm(
    /// Whether the question is shown.
    open: RwSignal<bool>,
    /// The question.
    #[prop(into)]
    title: Signal<String>,
    /// The label of the confirmation. It names the action.
    #[prop(into)]
    action: Signal<String>,
    /// Called after a yes.
    #[prop(into)]
    on_confirm: Callback<()>,
    children: ChildrenFn,
) -> impl IntoView {
    let children = StoredValue::new(children);
    view! {
        <Dialog open title>
            <div class="dialog-text">{children.with_value(|children| children())}</div>
            <div class="dialog-actions">
                <Button on_press=move |()| open.set(false)>{t!("Cancel")}</Button>
                <Button
                    kind=ButtonKind::Danger
                    on_press=move |()| {
                        open.set(false);
                        on_confirm.run(());
                    }
                >
                    {move || action.get()}
                </Button>
            </div>
        </Dialog>
    }
}
