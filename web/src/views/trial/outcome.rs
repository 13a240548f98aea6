//! An outcome: what came of a change in a sentence, both sides as a table, and what needs saying beside them.

use hashrange_protocol::trial::Outcome;
use leptos::prelude::*;

use crate::components::ModelTag;
use crate::state::trial::{Compared, compared};

/// What AWS does not document of a trial.
const MODEL: &str = "AWS documents how long changes of a table take, not what a load would have met; in a trial each change takes no time";

/// Both sides of an outcome beside each other.
#[component]
pub fn OutcomeTable(
    /// The outcome.
    outcome: Outcome,
) -> impl IntoView {
    let rows = compared(&outcome).into_iter().map(row).collect_view();
    let notes = outcome.notes.iter().map(|note| view! { <p class="view-note">{note.sentence()}</p> }).collect_view();
    view! {
        <p class="trial-sentence">{outcome.sentence}</p>
        <table class="trial-table">
            <caption class="visually-hidden">"As it was, and with the change"</caption>
            <thead>
                <tr>
                    <th scope="col"></th>
                    <th scope="col">"As it was"</th>
                    <th scope="col">"With the change"</th>
                    <th scope="col">"Difference"</th>
                </tr>
            </thead>
            <tbody>{rows}</tbody>
        </table>
        {notes}
        <p class="view-note">"Both sides ran in a second engine; your tables are as they were. " <ModelTag reason=MODEL /></p>
    }
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
