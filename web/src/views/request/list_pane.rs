//! A batch or a transaction as a list: what applies to all its requests, the requests, and what can be added.
//!
//! Must not know how a request is sent, nor the fields of a part.

use hashrange_wire::Operation;
use hashrange_words::t;
use leptos::prelude::*;

use super::list_row::{Part, part};
use super::lists::{Lists, Owner};
use crate::components::{Button, Each};
use crate::derived::Signal;
use crate::signal::RwSignal;
use crate::state::request_list::{RequestList, is_batch, most};
use crate::views::fields::Select;

/// The list.
#[component]
pub fn ListPane(
    /// The requests.
    lists: Lists,
    /// The operation of the body.
    operation: Operation,
    /// The table in front.
    table: Signal<Option<String>>,
) -> impl IntoView {
    let parts = move || lists.with(parts).unwrap_or_default();
    // What to add: a known request by its name, or a new one.
    let chosen = RwSignal::new(String::new());
    let add = move |()| lists.add(&chosen.get_untracked(), table.get_untracked());
    let again = is_batch(operation).then(|| {
        let disabled = Signal::derive(move || lists.answer.with(|answer| answer.again.is_none()));
        let send = move |()| lists.send_again(table.get_untracked().as_deref());
        view! { <Button disabled on_press=send>{t!("Send the unprocessed ones")}</Button> }
    });
    view! {
        <section class="pane list-pane" aria-label=t!("Body as a list")>
            <p class="view-note">
                {t!("Keys, items and values are DynamoDB JSON. Plain JSON becomes DynamoDB JSON. Ctrl+Enter sends the request.")}
            </p>
            <p class="list-standing" role="status">{move || standing(lists, operation, table)}</p>
            <Each each=parts key=Part::clone let:one>
                {part(lists, operation, one)}
            </Each>
            <div class="list-foot">
                <Select
                    label=t!("Request to add")
                    options=Signal::derive(move || lists.addable(operation))
                    value=chosen
                    on_change=move |name: String| chosen.set(name)
                />
                <Button on_press=add>{t!("Add")}</Button>
                {again}
            </div>
        </section>
    }
}

/// The parts of a list: what applies to all requests, what applies to those of a table, and the requests.
fn parts(list: &RequestList) -> Vec<Part> {
    let mut parts = vec![(Owner::Body, None, String::new())];
    if list.operation == Operation::BatchGetItem {
        for (place, (table, _)) in list.tables.iter().enumerate() {
            parts.push((Owner::Table(place), None, table.clone()));
        }
    }
    for (place, row) in list.rows.iter().enumerate() {
        parts.push((Owner::Row(place), Some(row.kind), row.table.clone()));
    }
    parts
}

/// How many requests there are, how many are allowed, what is wrong with them, and what the latest response says about them
/// together.
fn standing(lists: Lists, operation: Operation, table: Signal<Option<String>>) -> String {
    let count = lists.with(|list| list.rows.len()).unwrap_or_default();
    let (most, name) = (most(operation), operation.name());
    let words = t!("{number, plural, one {# request} other {# requests}}", number = count);
    let mut words = match count {
        0 => t!("No requests. {name} needs at least 1.", name),
        _ if count > most => t!("{words}. {name} takes at most {most}.", words, name, most),
        _ => t!("{words} of at most {most}.", words, most),
    };
    lists.answer.with(|answer| {
        if answer.is_old {
            words.push_str(&format!(
                " {}",
                t!("The requests changed since the response: send them to see their outcomes.")
            ));
        } else if answer.again.is_some() {
            let failed = answer.outcomes.iter().filter(|outcome| outcome.is_bad);
            let failed = t!(
                "{number, plural, one {# request} other {# requests}}",
                number = failed.count()
            );
            words.push_str(&format!(" {}", t!("DynamoDB did not process {failed}.", failed)));
        }
    });
    let refused = lists.editor.draft(table).with(|draft| draft.as_ref()?.refused.clone());
    if let Some((exception, message)) = refused {
        words.push_str(&format!(" {exception}: {message}"));
    }
    words
}
