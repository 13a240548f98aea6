//! The inspector: everything about the subject that is looked at, and a request followed from the client to the stream.
//!
//! Without one it lists the newest requests, so that each can be followed. Must not know how the stage draws.

use hashrange_protocol::trial::Happened;
use hashrange_protocol::{JourneyAsk, Outcome, Passing};
use leptos::prelude::*;

use super::desk::{StageDesk, use_stage};
use super::details::details;
use super::journey::followed;
use crate::components::Each;
use crate::session::{use_reading, use_selection, use_session};
use crate::stage::{Subject, facts, words};
use crate::views::trial::Why;

/// Requests that are listed.
const LISTED: usize = 10;

/// What is known of the subject that is looked at.
#[component]
pub fn StageInspector() -> impl IntoView {
    let (desk, selection) = (use_stage(), use_selection());
    let journey = use_reading(move || {
        let number =
            desk.chosen.with(|chosen| if let Some(Subject::Request(number)) = chosen { Some(*number) } else { None });
        Some(JourneyAsk { table: selection.table.get()?, number: number? })
    });
    let title =
        move || desk.chosen.with(|chosen| chosen.as_ref().map_or_else(|| "Newest requests".to_owned(), words::subject));
    let close = move |_| desk.chosen.set(None);
    let known = Memo::new(move |_| {
        let subject = desk.chosen.get();
        desk.with(|stage| subject.map(|subject| facts::facts(stage, &subject)).unwrap_or_default()).unwrap_or_default()
    });
    let lines = move || {
        known.with(|facts| {
            facts.iter().map(|(name, told)| view! { <dt>{*name}</dt><dd>{told.clone()}</dd> }).collect_view()
        })
    };
    let stops = move || journey.with(|journey| journey.iter().flatten().map(followed).collect_view());
    // Another subject has reasons of its own.
    let why = move || {
        desk.chosen.track();
        view! { <Why of=Signal::derive(move || throttled(desk)) /> }
    };
    let chosen = move || desk.chosen.with(Option::is_some);
    // What is shown is older than the service until every reading has come.
    let settled = use_session().is_settled();
    view! {
        <section class="stage-inspector" aria-label="Inspector" aria-busy=move || (!settled.get()).to_string()>
            <header class="stage-inspector-head">
                <h2 class="stage-inspector-title">{title}</h2>
                <Show when=chosen>
                    <button type="button" class="stage-close" aria-label="Back to the newest requests" on:click=close>"×"</button>
                </Show>
            </header>
            <dl class="live-facts">{lines}</dl>
            {stops}
            {why}
            {details(desk)}
            <Show when=move || !chosen()><Newest desk /></Show>
        </section>
    }
}

/// The newest requests, each of which can be followed. The newest stands first.
#[component]
fn Newest(
    /// What is looked at.
    desk: StageDesk,
) -> impl IntoView {
    let list = Memo::new(move |_| {
        desk.with(|stage| stage.passing.iter().rev().take(LISTED).map(line).collect::<Vec<_>>()).unwrap_or_default()
    });
    let none = move || {
        list.with(Vec::is_empty)
            .then(|| view! { <p class="live-note">"No request yet. Send one, or start a load."</p> })
    };
    view! {
        {none}
        <ul class="stage-requests" aria-label="Newest requests">
            <Each each=move || list.get() key=|line| line.clone() children=move |(number, _, bad, text): (u64, u16, bool, String)| view! {
                <li>
                    <button type="button" class="stage-request" class:stage-request-bad=bad on:click=move |_| desk.chosen.set(Some(Subject::Request(number)))>
                        {text}
                    </button>
                </li>
            } />
        </ul>
    }
}

/// What was throttled of the subject that is looked at: the request itself, or the newest one of a partition or of the whole table.
fn throttled(desk: StageDesk) -> Option<Happened> {
    let subject = desk.chosen.get()?;
    let is_about = |passing: &Passing| match (&subject, &passing.outcome) {
        (Subject::Request(number), Outcome::Throttled { .. }) => passing.number == *number,
        (Subject::Partition { index, number }, Outcome::Throttled { index: of, partition, .. }) => {
            of == index && partition.or(passing.partition) == Some(*number)
        }
        (Subject::Table | Subject::Requests, Outcome::Throttled { .. }) => true,
        _ => false,
    };
    let number = desk.with(|stage| stage.passing.iter().rev().find(|passing| is_about(passing)).map(|it| it.number));
    number.flatten().map(Happened::Event)
}

fn line(passing: &Passing) -> (u64, u16, bool, String) {
    let bad = passing.outcome != Outcome::Answered;
    let told = if bad { format!("× {}", words::outcome(&passing.outcome)) } else { words::cost(passing) };
    (passing.number, passing.member, bad, format!("{}: {told}", words::request(passing)))
}
