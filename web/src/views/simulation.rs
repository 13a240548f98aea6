//! Views that need a simulation: over a connection, the reason why they are empty.
//!
//! Must not know any of these views.

use hashrange_words::t;
use leptos::prelude::*;

use crate::components::EmptyState;
use crate::memo::Memo;
use crate::session::{Session, use_session};

/// What the sum of a request's capacity units needs.
pub fn cost() -> &'static str {
    t!("An endpoint reports the capacity units of a request, not how they add up.")
}
/// What a second run of a request needs.
pub fn what_if() -> &'static str {
    t!("What if runs the request again in a second engine, with one change.")
}

/// The figures of a table or an index that describe the mirror of a connection, and not the endpoint.
fn of_mirror() -> [&'static str; 3] {
    [t!("Entries (DescribeTable)"), t!("Last increase"), t!("Last decrease")]
}

/// Lines of facts without those that a connection does not know. Reactive.
#[must_use]
pub fn known_facts(session: Session, mut facts: Vec<(&'static str, String)>) -> Vec<(&'static str, String)> {
    if session.workspace().get().is_remote() {
        facts.retain(|(word, _)| !of_mirror().contains(word));
    }
    facts
}

/// Its children in a simulation. Over a connection, what the simulation would show.
#[component]
pub fn OfSimulation(
    /// What needs a simulation, in a sentence.
    about: &'static str,
    children: ChildrenFn,
) -> impl IntoView {
    let session = use_session();
    let remote = Memo::new(move |_| session.workspace().get().is_remote());
    let children = StoredValue::new(children);
    move || {
        if remote.get() {
            let text = t!("{about} Copy the tables into a workspace to see it there.", about);
            view! { <EmptyState title=t!("Only in a simulation") text=text /> }.into_any()
        } else {
            children.with_value(|children| children())
        }
    }
}
