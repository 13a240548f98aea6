//! The bar above a connection: where requests go, a warning that they are real, the switch for writes, and how much is
//! loaded.
//!
//! Must not know how requests are sent.

use hashrange_protocol::WorkspaceCommand;
use hashrange_protocol::call::{Call, CallResult, RemoteFacts};
use hashrange_words::count;
use hashrange_words::t;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::components::{Button, Toasts, Tone, use_toasts};
use crate::derived::Signal;
use crate::effect::effect;
use crate::memo::Memo;
use crate::session::{Selection, Session, use_selection, use_session};
use crate::signal::RwSignal;
use crate::views::fields::Checkbox;

hashrange_late::late!(page:
    /// The banner of a connection.
    pub fn remote_banner() -> AnyView { view! { <RemoteBanner /> }.into_any() }
);

/// The bar.
#[component]
pub fn RemoteBanner() -> impl IntoView {
    let (session, selection) = (use_session(), use_selection());
    let connection = Connection {
        session,
        toasts: use_toasts(),
        known: RwSignal::new(RemoteFacts::default()),
        busy: RwSignal::new(false),
    };
    let Connection { known, busy, .. } = connection;
    connection.run(Call::RemoteFacts);
    connection.load_first_pages(selection);
    connection.follow_changes();
    let of_table = Memo::new(move |_| {
        let table = selection.table.get()?;
        known.with(|known| known.loaded.iter().find(|(name, ..)| *name == table).cloned())
    });
    let loaded = move || {
        let Some((table, items, all)) = of_table.get() else {
            return String::new();
        };
        let refused = known.with(|known| {
            let found = known.refused.iter().find(|(name, _)| *name == table);
            found.map_or(0, |(_, refused)| *refused)
        });
        loaded_words(items, all, refused)
    };
    let more = Signal::derive(move || of_table.get().is_none_or(|(_, _, all)| all) || busy.get());
    let load = move |()| {
        if let Some((table, ..)) = of_table.get_untracked() {
            connection.run(Call::LoadMore { table });
        }
    };
    view! {
        <section class="remote-banner" aria-label=t!("Connection")>
            <p><strong>{move || known.with(warning)}</strong></p>
            <Checkbox
                label=t!("Send writes")
                checked=Signal::derive(move || known.with(|known| known.writes))
                on_change=move |wanted| connection.run(Call::AllowWrites(wanted))
            />
            <p role="status">{loaded}</p>
            <Button disabled=more on_press=load>{t!("Load more items")}</Button>
            <Button on_press=move |()| session.run_workspace_command(WorkspaceCommand::Back)>{t!("Disconnect")}</Button>
        </section>
    }
}

/// What the page knows of the connection in front.
#[derive(Clone, Copy)]
struct Connection {
    session: Session,
    toasts: Toasts,
    known: RwSignal<RemoteFacts>,
    busy: RwSignal<bool>,
}

impl Connection {
    /// Runs a call that returns the new facts.
    fn run(self, call: Call) {
        self.busy.set(true);
        spawn_local(async move {
            let done = self.session.run(call).await;
            self.busy.try_set(false);
            match done {
                Some(CallResult::Remote(facts)) => drop(self.known.try_set(facts)),
                Some(CallResult::Refused(words)) => self.toasts.say(Tone::Bad, words),
                _ => {}
            }
        });
    }

    /// Reads the facts again when a request has changed the tables.
    fn follow_changes(self) {
        effect(move || {
            self.session.tables().track();
            spawn_local(async move {
                if let Some(CallResult::Remote(facts)) = self.session.run(Call::RemoteFacts).await {
                    self.known.try_set(facts);
                }
            });
        });
    }

    /// Loads the first page of a table when it is first selected.
    fn load_first_pages(self, selection: Selection) {
        effect(move || {
            let Some(table) = selection.table.get() else { return };
            let fresh = self.known.with(|known| {
                known
                    .loaded
                    .iter()
                    .any(|(name, items, all)| *name == table && *items == 0 && !all)
            });
            if fresh && !self.busy.get_untracked() {
                self.run(Call::LoadMore { table });
            }
        });
    }
}

/// How much of a table is loaded, and how many of its items the simulation refuses.
fn loaded_words(items: u64, all: bool, refused: u64) -> String {
    let items = count(items);
    let loaded = match (all, refused) {
        (true, 0) => t!("All {items} items are loaded.", items),
        (true, _) => t!("{items} items are loaded.", items),
        (false, _) => t!("The first {items} items are loaded.", items),
    };
    if refused == 0 {
        return loaded;
    }
    t!(
        "{loaded} Items that are missing here: {refused}. An index key has the wrong type or is empty.",
        loaded,
        refused
    )
}

/// Where requests go, and a warning that they are real.
fn warning(known: &RemoteFacts) -> String {
    let cost = if known.is_aws { " and cost money" } else { "" };
    let left = if known.left_out > 0 {
        format!(
            " {}",
            t!("{left_out} more tables are not shown.", left_out = known.left_out)
        )
    } else {
        String::new()
    };
    t!(
        "Requests to {endpoint} ({region}) are real{cost}.{left}",
        endpoint = known.endpoint,
        region = known.region,
        cost,
        left
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_items_are_counted_and_never_part_of_all() {
        assert_eq!(loaded_words(7, true, 0), "All 7 items are loaded.");
        assert_eq!(loaded_words(1_000, false, 0), "The first 1,000 items are loaded.");
        let words = "7 items are loaded. Items that are missing here: 2. An index key has the wrong type or is empty.";
        assert_eq!(loaded_words(7, true, 2), words);
    }
}
