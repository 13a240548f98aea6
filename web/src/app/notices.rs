//! What the reader must know about the workspace as a whole: another tab owns it, or part of it could not be read.

use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::components::focus::find_again;
use crate::components::{Button, ButtonKind, Confirm};
use crate::session::{Owner, use_session};
use crate::storage::{KeptAside, ask_to_take_over, offer_download};
use crate::views::figures;

/// The notices, above the workspace; nothing as long as all is well.
#[component]
pub fn Notices() -> impl IntoView {
    let session = use_session();
    // Asked here, outside of the notice that goes.
    let asking = RwSignal::new(false);
    let doomed = RwSignal::new(None::<u32>);
    let ask = move |number| {
        doomed.set(Some(number));
        asking.set(true);
    };
    let discard = move |()| {
        if let Some(number) = doomed.get_untracked() {
            spawn_local(async move {
                session.discard_kept(number).await;
                find_again();
            });
        }
    };
    let owner = move || match session.owner().get() {
        Owner::Here => None,
        Owner::Elsewhere => Some("Another tab owns this workspace; what you do here is kept in memory only."),
        Owner::TakenOver => Some("Another tab has taken this workspace over; what you do here is kept in memory only."),
    };
    view! {
        <div class="notices" aria-live="polite">
            {move || owner().map(|words| view! { <OwnerNotice words /> })}
            <For each=move || session.kept_aside().get() key=|kept| kept.number let:kept>
                <KeptNotice kept on_discard=ask />
            </For>
        </div>
        <Confirm open=asking title="Discard what was kept aside?" action="Discard it" on_confirm=discard>
            <p>"Its bytes are deleted from this browser. This cannot be undone."</p>
        </Confirm>
    }
}

#[component]
fn OwnerNotice(words: &'static str) -> impl IntoView {
    view! {
        <div class="notice">
            <p>{words}</p>
            <Button kind=ButtonKind::Primary on_press=move |()| ask_to_take_over()>"Take over and reload"</Button>
        </div>
    }
}

#[component]
fn KeptNotice(kept: KeptAside, #[prop(into)] on_discard: Callback<u32>) -> impl IntoView {
    let number = kept.number;
    let size = figures::bytes(kept.bytes.len() as u64);
    let words =
        format!("A stored workspace ({size}) was kept aside: {}. Download it before you discard it.", kept.reason);
    let bytes = StoredValue::new(kept.bytes);
    let download = move |()| {
        let name = format!("workspace-{number}.hashrange");
        bytes.with_value(|bytes| offer_download(&name, "application/octet-stream", bytes));
    };
    view! {
        <div class="notice">
            <p>{words}</p>
            <Button on_press=download>"Download"</Button>
            <Button kind=ButtonKind::Quiet on_press=move |()| on_discard.run(number)>"Discard"</Button>
        </div>
    }
}
