//! Views that need a simulation: over a connection, the reason why they are empty.
//!
//! Must not know any of these views.

use leptos::prelude::*;

use crate::components::EmptyState;
use crate::memo::Memo;
use crate::session::{Session, use_session};

/// What the sum of a request's capacity units needs.
pub const COST: &str = "An endpoint reports the capacity units of a request, not how they add up.";
/// What a second run of a request needs.
pub const WHAT_IF: &str = "What if runs the request again in a second engine, with one change.";

/// The figures of a table or an index that describe the mirror of a connection, and not the endpoint.
const OF_MIRROR: [&str; 3] = ["Entries (DescribeTable)", "Last increase", "Last decrease"];

/// Lines of facts without those that a connection does not know. Reactive.
#[must_use]
pub fn known_facts(session: Session, mut facts: Vec<(&'static str, String)>) -> Vec<(&'static str, String)> {
    if session.workspace().get().is_remote() {
        facts.retain(|(word, _)| !OF_MIRROR.contains(word));
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
            let text = format!("{about} Copy the tables into a workspace to see it there.");
            view! { <EmptyState title="Only in a simulation" text=text /> }.into_any()
        } else {
            children.with_value(|children| children())
        }
    }
}
