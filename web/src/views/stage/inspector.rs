//! The inspector: everything about the selected subject, and a request followed from the client to the stream.
//!
//! Without a selection it lists the latest requests, so that each can be followed. Must not know how the stage draws.

use hashrange_protocol::trial::Happened;
use hashrange_protocol::{JourneyQuestion, Outcome, Passing};
use hashrange_words::t;
use leptos::prelude::*;

use super::context::{StageContext, use_stage};
use super::details::details;
use super::journey::followed;
use crate::components::{Each, When};
use crate::derived::Signal;
use crate::memo::Memo;
use crate::session::{use_reading, use_selection, use_session};
use crate::stage::{Subject, facts, words};
use crate::views::trial::Why;

/// The maximum number of listed requests.
const LISTED: usize = 10;

/// The facts about the selected subject.
#[component]
pub fn StageInspector() -> impl IntoView {
    let (context, selection) = (use_stage(), use_selection());
    let journey = use_reading(move || {
        let number = context.chosen.with(|chosen| {
            if let Some(Subject::Request(number)) = chosen {
                Some(*number)
            } else {
                None
            }
        });
        Some(JourneyQuestion {
            table: selection.table.get()?,
            number: number?,
        })
    });
    let title = move || {
        context.chosen.with(|chosen| {
            chosen
                .as_ref()
                .map_or_else(|| t!("Latest requests").to_owned(), words::subject)
        })
    };
    let close = move |_| context.chosen.set(None);
    let known = Memo::new(move |_| {
        let subject = context.chosen.get();
        context
            .with(|stage| subject.map(|subject| facts::facts(stage, &subject)).unwrap_or_default())
            .unwrap_or_default()
    });
    let lines = move || {
        known.with(|facts| {
            facts
                .iter()
                .map(|(name, reported)| view! { <dt>{*name}</dt><dd>{reported.clone()}</dd> })
                .collect_view()
        })
    };
    let stops = move || journey.with(|journey| journey.iter().flatten().map(followed).collect_view());
    // Another subject has its own reasons.
    let why = move || {
        context.chosen.track();
        view! { <Why of=Signal::derive(move || throttled(context)) /> }
    };
    let chosen = move || context.chosen.with(Option::is_some);
    // The page is out of date until every reading has arrived.
    let settled = use_session().is_settled();
    view! {
        <section
            class="stage-inspector"
            aria-label=t!("Inspector")
            hidden=move || selection.table.with(Option::is_none)
            aria-busy=move || (!settled.get()).to_string()
        >
            <header class="stage-inspector-head">
                <h2 class="stage-inspector-title">{title}</h2>
                <When holds=chosen>
                    <button type="button" class="stage-close" aria-label=t!("Back to the latest requests") on:click=close>"×"</button>
                </When>
            </header>
            <dl class="live-facts">{lines}</dl>
            {stops}
            {why}
            {details(context)}
            <When holds=move || !chosen()><LatestRequests context /></When>
        </section>
    }
}

/// The latest requests, latest first. Each can be followed.
#[component]
fn LatestRequests(
    /// The selected subject.
    context: StageContext,
) -> impl IntoView {
    let list = Memo::new(move |_| {
        context
            .with(|stage| stage.passing.iter().rev().take(LISTED).map(line).collect::<Vec<_>>())
            .unwrap_or_default()
    });
    let none = move || {
        list.with(Vec::is_empty)
            .then(|| view! { <p class="live-note">{t!("No request yet. Send one, or start a load.")}</p> })
    };
    view! {
        {none}
        <ul class="stage-requests" aria-label=t!("Latest requests")>
            <Each each=move || list.get() key=|line| line.clone() children=move |(number, _, bad, text): (u64, u16, bool, String)| view! {
                <li>
                    <button type="button" class="stage-request" class:stage-request-bad=bad on:click=move |_| context.chosen.set(Some(Subject::Request(number)))>
                        {text}
                    </button>
                </li>
            } />
        </ul>
    }
}

/// The throttled request of the selected subject: the request itself, or the latest one of a partition or of the whole
/// table.
fn throttled(context: StageContext) -> Option<Happened> {
    let subject = context.chosen.get()?;
    let is_about = |passing: &Passing| match (&subject, &passing.outcome) {
        (Subject::Request(number), Outcome::Throttled { .. }) => passing.number == *number,
        (
            Subject::Partition { index, number },
            Outcome::Throttled {
                index: of, partition, ..
            },
        ) => of == index && partition.or(passing.partition) == Some(*number),
        (Subject::Table | Subject::Requests, Outcome::Throttled { .. }) => true,
        _ => false,
    };
    let number = context.with(|stage| {
        stage
            .passing
            .iter()
            .rev()
            .find(|passing| is_about(passing))
            .map(|it| it.number)
    });
    number.flatten().map(Happened::Event)
}

fn line(passing: &Passing) -> (u64, u16, bool, String) {
    let bad = passing.outcome != Outcome::Answered;
    let reported = if bad {
        format!("× {}", words::outcome(&passing.outcome))
    } else {
        words::cost(passing)
    };
    (
        passing.number,
        passing.member,
        bad,
        format!("{}: {reported}", words::request(passing)),
    )
}
