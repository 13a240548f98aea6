//! The bin: deleted workspaces, stored for thirty days.

use hashrange_protocol::{Card, WorkspaceCommand};
use hashrange_time::Timestamp;
use hashrange_words::t;
use leptos::prelude::*;

use crate::components::{Button, ButtonKind, Confirm, Each, When};
use crate::derived::Signal;
use crate::memo::Memo;
use crate::session::use_session;
use crate::signal::RwSignal;
use crate::state::figures;

/// The bin, if it is not empty.
#[component]
pub fn Bin() -> impl IntoView {
    let session = use_session();
    let cards = Memo::new(move |_| {
        session.workspaces().with(|cards| {
            cards
                .iter()
                .filter(|card| card.deleted.is_some())
                .cloned()
                .collect::<Vec<Card>>()
        })
    });
    let asking = RwSignal::new(false);
    let doomed = RwSignal::new(None::<Card>);
    let row = move |card: Card| {
        let at = Timestamp::from_millis(card.deleted.unwrap_or_default());
        let words = t!(
            "{card}, deleted {at} UTC",
            card = card.name,
            at = figures::moment(at, 0)
        );
        let id = card.id;
        view! {
            <li class="workspace-row">
                <p class="workspace-facts">{words}</p>
                <div class="workspace-ways">
                    <Button on_press=move |()| session.run_workspace_command(WorkspaceCommand::Restore(id))>{t!("Restore")}</Button>
                    <Button
                        kind=ButtonKind::Quiet
                        on_press=move |()| {
                            doomed.set(Some(card.clone()));
                            asking.set(true);
                        }
                    >
                        {t!("Delete permanently…")}
                    </Button>
                </div>
            </li>
        }
    };
    let erase = move |()| {
        if let Some(card) = doomed.get_untracked() {
            session.run_workspace_command(WorkspaceCommand::Erase(card.id));
        }
    };
    view! {
        <When holds=move || cards.with(|cards| !cards.is_empty())>
            <details class="workspaces-bin">
                <summary>{move || format!("Bin, {}", cards.with(Vec::len))}</summary>
                <p class="view-note">{t!("Deleted workspaces stay here for 30 days.")}</p>
                <ul class="workspaces-list">
                    <Each each=move || cards.get() key=|card| card.id let:card>{row(card)}</Each>
                </ul>
            </details>
        </When>
        <Confirm
            open=asking
            title=Signal::derive(move || {
                t!("Delete {card} permanently?", card = doomed.with(|card| card.as_ref().map(|card| card.name.clone()).unwrap_or_default()))
            })
            action=t!("Delete permanently")
            on_confirm=erase
        >
            <p>{t!("Its tables, items and history are deleted from this browser. This cannot be undone.")}</p>
        </Confirm>
    }
}
