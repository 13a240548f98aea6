//! The parts of a list of requests: a request with its kind, table, members and outcome; a table with what applies to its
//! requests; and what applies to the whole body.
//!
//! Must not know the other parts. One function builds every part and one every field, because each view is code of its own.

use hashrange_wire::Operation;
use hashrange_words::t;
use leptos::prelude::*;

use super::lists::{Lists, Owner};
use super::token::new_token;
use crate::components::{Button, ButtonKind, element_id};
use crate::derived::{MaybeProp, Signal};
use crate::state::request_list::{
    FieldKind, OF_TABLE, RowKind, field_kind, kinds, of_request, of_row, read_field, written_field,
};
use crate::views::fields::{Field, Select, options};

/// The name of the member that makes a transaction idempotent.
const TOKEN: &str = "ClientRequestToken";
/// What a button of a row does, and its sign.
fn acts() -> [(&'static str, &'static str); 3] {
    [(t!("Move up"), "↑"), (t!("Move down"), "↓"), (t!("Remove"), "×")]
}

/// A part of the list: what has it, and its table if it is of one.
pub type Part = (Owner, Option<RowKind>, String);

/// The view of a part.
#[must_use]
pub fn part(lists: Lists, operation: Operation, (owner, kind, table): Part) -> AnyView {
    let (title, place, names, head) = match (owner, kind) {
        (Owner::Row(place), Some(kind)) => {
            let title = t!("Request {place}", place = place + 1);
            let head = row_head(lists, operation, (place, kind, table));
            (title, place, of_row(operation, kind), head)
        }
        (Owner::Body, _) => {
            let names = of_request(operation);
            let head = body_head(lists, names);
            (t!("All requests").to_owned(), usize::MAX, names, head)
        }
        _ => (t!("All keys of {table}", table), usize::MAX, OF_TABLE, Vec::new()),
    };
    let (name, outcome_of) = (title.clone(), t!("Outcome of {title}", title));
    let id = (place != usize::MAX).then(|| format!("list-row-{place}"));
    let fields: Vec<AnyView> = names.iter().map(|name| field(lists, owner, name)).collect();
    let outcome = move || {
        let outcome = lists.answer.with(|answer| answer.outcomes.get(place).cloned());
        outcome.unwrap_or_default()
    };
    view! {
        <section class="list-row" role="group" id=id aria-label=name>
            <header class="list-row-head">
                <b>{title}</b>
                {head}
            </header>
            <div class="list-fields">{fields}</div>
            <pre
                class="list-outcome"
                class:list-wrong=move || outcome().is_bad
                tabindex="0"
                role="region"
                aria-label=outcome_of
                hidden=move || outcome().text.is_empty()
            >
                {move || outcome().text}
            </pre>
        </section>
    }
    .into_any()
}

fn body_head(lists: Lists, names: &[&str]) -> Vec<AnyView> {
    if !names.contains(&TOKEN) {
        return Vec::new();
    }
    let renew = move |()| lists.set(Owner::Body, TOKEN, new_token().map(|token| token.as_str().into()));
    vec![view! { <Button on_press=renew>{t!("New token")}</Button> }.into_any()]
}

/// The kind, the table and the buttons of a request.
fn row_head(lists: Lists, operation: Operation, (place, kind, table): (usize, RowKind, String)) -> Vec<AnyView> {
    let number = place + 1;
    let kinds = options(kinds(operation).iter().map(|kind| kind.word()));
    let tables = untrack(|| lists.tables(&table));
    let choices = [
        (t!("Kind"), kinds, kind.word().to_owned()),
        (t!("Table"), tables, table),
    ];
    let choices = choices.into_iter().enumerate().map(|(at, (word, options, value))| {
        let label = t!("{word} of request {number}", word, number);
        let turn = move |word: String| lists.turn(place, at, &word);
        view! { <Select label options value=Signal::stored(value) on_change=turn /> }.into_any()
    });
    let buttons = acts().into_iter().enumerate().map(|(at, (act, sign))| {
        let label = format!("{act} request {number}");
        view! { <Button kind=ButtonKind::Quiet label on_press=move |()| lists.act(place, at)>{sign}</Button> }
            .into_any()
    });
    choices.chain(buttons).collect()
}

/// The field of a member: a choice of words, or text that grows with its lines.
fn field(lists: Lists, owner: Owner, name: &'static str) -> AnyView {
    let id = element_id("member");
    let kind = field_kind(name);
    // Text is shown as it was typed while the body says the same.
    let typed = StoredValue::new(String::new());
    let text = Signal::derive(move || {
        let (value, typed) = (lists.value(owner, name), typed.get_value());
        let says_the_same = written_field(kind, read_field(name, &typed).0.as_ref()) == value;
        if says_the_same && !matches!(kind, FieldKind::Words(_)) {
            typed
        } else {
            value
        }
    });
    let write = Callback::new(move |text: String| {
        let value = read_field(name, &text).0;
        typed.set_value(text);
        lists.set(owner, name, value);
    });
    let error = MaybeProp::derive(move || text.with(|text| read_field(name, text).1));
    let control = if let FieldKind::Words(words) = kind {
        let options = options(words.iter().copied());
        view! { <Select id=id.clone() options value=text on_change=write /> }.into_any()
    } else {
        view! {
            <textarea
                class="input input-text"
                id=id.clone()
                rows="1"
                autocomplete="off"
                spellcheck="false"
                aria-describedby=format!("{id}-error")
                aria-invalid=move || error.get().is_some().then_some("true")
                prop:value=move || text.get()
                on:input=move |event| write.run(event_target_value(&event))
            ></textarea>
        }
        .into_any()
    };
    view! { <Field id label=name error>{control}</Field> }.into_any()
}
