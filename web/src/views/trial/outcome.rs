//! An outcome: the result of a change in a sentence, both sides as a table, and remarks.

use hashrange_protocol::LoadSecond;
use hashrange_protocol::trial::Outcome;
use hashrange_words::t;
use leptos::prelude::*;

use crate::components::ModelTag;
use crate::state::trial::{Compared, compared};
use crate::views::second_bars::{bars, busiest};

/// What AWS does not document about a trial.
fn model() -> &'static str {
    t!(
        "AWS documents how long changes of a table take, not how a load would have run; in a trial, changes take no time"
    )
}

/// Both sides of an outcome, side by side.
#[component]
pub fn OutcomeTable(
    /// The outcome.
    outcome: Outcome,
) -> impl IntoView {
    let rows = compared(&outcome).into_iter().map(row).collect_view();
    let notes = outcome
        .notes
        .iter()
        .map(|note| view! { <p class="view-note">{note.sentence()}</p> })
        .collect_view();
    let charts = charts(&outcome);
    view! {
        <p class="trial-sentence">{outcome.sentence}</p>
        <table class="trial-table">
            <caption class="visually-hidden">{t!("As it was, and with the change")}</caption>
            <thead>
                <tr>
                    <th scope="col"></th>
                    <th scope="col">{t!("As it was")}</th>
                    <th scope="col">{t!("With the change")}</th>
                    <th scope="col">{t!("Difference")}</th>
                </tr>
            </thead>
            <tbody>{rows}</tbody>
        </table>
        {charts}
        {notes}
        <p class="view-note">{t!("Both sides ran in a second engine; your tables did not change.")} " " <ModelTag reason=model() /></p>
    }
}

/// Both sides of a load second by second, on the same scales. `None` for a request.
fn charts(outcome: &Outcome) -> Option<impl IntoView + use<>> {
    let sides = [
        (t!("As it was"), &outcome.without.seconds),
        (t!("With the change"), &outcome.with.seconds),
    ];
    let most = sides.iter().map(|(_, seconds)| busiest(seconds)).max().unwrap_or(0);
    let longest = sides.iter().map(|(_, seconds)| seconds.len()).max().unwrap_or(0);
    let chart = |(title, seconds): (&'static str, &Vec<LoadSecond>)| {
        view! {
            <figure class="trial-side">
                <figcaption>{title}</figcaption>
                <svg class="workload-chart" viewBox="0 0 240 48" preserveAspectRatio="none" role="img" aria-label=t!("{title}, second by second", title)>
                    {bars(seconds, most, longest)}
                </svg>
            </figure>
        }
    };
    (longest > 1).then(|| {
        let words = t!("{longest, plural, one {# second} other {# seconds}} on one clock, up to {most, plural, one {# request} other {# requests}} a second; filled: succeeded, outlined: throttled", longest, most = u64::from(most));
        view! {
            <div class="trial-sides">{sides.map(chart).collect_view()}</div>
            <p class="view-note">{words}</p>
        }
    })
}

fn row(row: Compared) -> impl IntoView {
    view! {
        <tr>
            <th scope="row">{row.label}</th>
            <td class="num">{row.without}</td>
            <td class="num">{row.with}</td>
            <td class="num">{row.difference}</td>
        </tr>
    }
}
