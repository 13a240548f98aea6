//! The bar above a connection: where requests go, that they are real, the switch for writes, and how much is loaded.
//!
//! Must not know how requests are sent.

use hashrange_protocol::WorkspaceCommand;
use hashrange_protocol::errand::{Done, Errand, RemoteFacts};
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::components::{Button, Tone, use_toasts};
use crate::session::{use_selection, use_session};
use crate::views::fields::Checkbox;

/// The bar.
#[component]
pub fn RemoteBanner() -> impl IntoView {
    let (session, selection, toasts) = (use_session(), use_selection(), use_toasts());
    let known = RwSignal::new(RemoteFacts::default());
    let busy = RwSignal::new(false);
    let run = move |errand: Errand| {
        busy.set(true);
        spawn_local(async move {
            let done = session.run(errand).await;
            busy.try_set(false);
            match done {
                Some(Done::Remote(facts)) => drop(known.try_set(facts)),
                Some(Done::Refused(words)) => toasts.say(Tone::Bad, words),
                _ => {}
            }
        });
    };
    run(Errand::RemoteFacts);
    // A table that is looked at for the first time is loaded as far as one page.
    Effect::new(move || {
        let Some(table) = selection.table.get() else { return };
        let fresh =
            known.with(|known| known.loaded.iter().any(|(name, items, all)| *name == table && *items == 0 && !all));
        if fresh && !busy.get_untracked() {
            run(Errand::LoadMore { table });
        }
    });
    let of_table = Memo::new(move |_| {
        let table = selection.table.get()?;
        known.with(|known| known.loaded.iter().find(|(name, ..)| *name == table).cloned())
    });
    let loaded = move || match of_table.get() {
        Some((_, items, true)) => format!("All {items} items are loaded."),
        Some((_, items, false)) => format!("The first {items} items are loaded."),
        None => String::new(),
    };
    let more = Signal::derive(move || of_table.get().is_none_or(|(_, _, all)| all) || busy.get());
    let load = move |()| {
        if let Some((table, ..)) = of_table.get_untracked() {
            run(Errand::LoadMore { table });
        }
    };
    let words = move || {
        known.with(|known| {
            let cost = if known.is_aws { " and cost money" } else { "" };
            let left = if known.left_out > 0 {
                format!(" {} more tables are not shown.", known.left_out)
            } else {
                String::new()
            };
            format!("Requests to {} ({}) are real{cost}.{left}", known.endpoint, known.region)
        })
    };
    view! {
        <section class="remote-banner" aria-label="Connection">
            <p><strong>{words}</strong></p>
            <Checkbox
                label="Send writes"
                checked=Signal::derive(move || known.with(|known| known.writes))
                on_change=move |wanted| run(Errand::AllowWrites(wanted))
            />
            <p role="status">{loaded}</p>
            <Button disabled=more on_press=load>"Load more items"</Button>
            <Button on_press=move |()| session.shelve(WorkspaceCommand::Back)>"Disconnect"</Button>
        </section>
    }
}
