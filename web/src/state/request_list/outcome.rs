//! What a response says about each request of a list: the reason why a transaction was canceled, the item that was read,
//! or that a batch did not process the request.
//!
//! Must not know how a request was sent, nor how an outcome is shown.

use hashrange_values::Item;
use hashrange_wire::{JsonTree, Operation, item_from_json};
use hashrange_words::t;

use super::members::{get, object};
use super::row_kind::RowKind;
use super::{ListRow, RequestList};

/// The outcome of a request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Whether the request failed, or was not processed.
    pub is_bad: bool,
    /// The outcome in words, or the code and message of a failure; below it the item that the response has for the
    /// request, as DynamoDB JSON.
    pub text: String,
}

#[inline(never)]
fn outcome(is_bad: bool, words: &str, item: Option<&JsonTree>) -> Outcome {
    let mut text = words.to_owned();
    if let Some(item) = item {
        text.push('\n');
        text.push_str(&item.to_json_pretty());
    }
    Outcome { is_bad, text }
}

/// The outcome of each request. Empty if the response says nothing about single requests.
#[must_use]
pub fn outcomes(list: &RequestList, status: u16, answer: &JsonTree) -> Vec<Outcome> {
    let reasons = elements(answer.member("CancellationReasons"));
    if status != 200 {
        return reasons.iter().map(reason).collect();
    }
    let responses = elements(answer.member("Responses"));
    let of_row = |(at, row): (usize, &ListRow)| match list.operation {
        Operation::TransactGetItems => found(row, responses.get(at).and_then(|response| response.member("Item"))),
        Operation::BatchGetItem => of_key(row, answer),
        Operation::BatchWriteItem => of_write(row, answer),
        _ => succeeded(row),
    };
    list.rows.iter().enumerate().map(of_row).collect()
}

/// A cancellation reason (documented: transactions-api).
fn reason(reason: &JsonTree) -> Outcome {
    let text = |name| reason.member(name).and_then(JsonTree::text).unwrap_or_default();
    match text("Code") {
        "None" => outcome(
            false,
            t!("None: this request has no error, but the transaction was canceled."),
            None,
        ),
        code => outcome(true, &[code, ": ", text("Message")].concat(), reason.member("Item")),
    }
}

fn succeeded(row: &ListRow) -> Outcome {
    let words = match row.kind {
        RowKind::Put => t!("Item written."),
        RowKind::Update => t!("Item updated."),
        RowKind::Delete => t!("Item deleted, if there was one."),
        _ => t!("Condition is true."),
    };
    outcome(false, words, None)
}

fn found(row: &ListRow, item: Option<&JsonTree>) -> Outcome {
    let projects = get(&row.members, "ProjectionExpression").is_some();
    let words = match item {
        Some(_) => t!("Item returned."),
        None if projects => t!("No such item, or none of the attributes."),
        None => t!("No such item."),
    };
    outcome(false, words, item)
}

/// The outcome of a key of BatchGetItem. The items come in any order, so that their keys decide.
fn of_key(row: &ListRow, answer: &JsonTree) -> Outcome {
    let key = get(&row.members, "Key").and_then(read);
    let unprocessed = answer.member("UnprocessedKeys").and_then(|it| it.member(&row.table));
    let keys = unprocessed.and_then(|it| it.member("Keys"));
    if elements(keys).iter().any(|other| read(other) == key) {
        return not_processed();
    }
    let items = elements(answer.member("Responses").and_then(|it| it.member(&row.table)));
    let is_it = |item: &&JsonTree| {
        let (Some(key), Some(item)) = (&key, read(item)) else {
            return false;
        };
        key.iter().all(|(name, value)| item.get(name) == Some(value))
    };
    let item = items.iter().find(is_it);
    let lacks_key = |item: &JsonTree| {
        let names = key.iter().flat_map(Item::iter);
        names.into_iter().any(|(name, _)| item.member(name).is_none())
    };
    if item.is_none() && items.iter().any(lacks_key) {
        let words = t!("The returned items lack the key, so they cannot be told apart. See the response.");
        return outcome(false, words, None);
    }
    found(row, item)
}

fn of_write(row: &ListRow, answer: &JsonTree) -> Outcome {
    let word = row.kind.word();
    let target = row.kind.target();
    let own = get(&row.members, target).and_then(read);
    let unprocessed = answer.member("UnprocessedItems").and_then(|it| it.member(&row.table));
    let is_it = |write: &JsonTree| {
        let request = write.member(&format!("{word}Request"));
        request.is_some_and(|request| request.member(target).and_then(read) == own)
    };
    if elements(unprocessed).iter().any(is_it) {
        not_processed()
    } else {
        succeeded(row)
    }
}

fn not_processed() -> Outcome {
    outcome(
        true,
        t!("Unprocessed: DynamoDB did not process this request. Send it again."),
        None,
    )
}

/// The body that sends what a batch did not process again, if there is anything.
#[must_use]
pub fn unprocessed(list: &RequestList, answer: &JsonTree) -> Option<String> {
    let member = match list.operation {
        Operation::BatchGetItem => "UnprocessedKeys",
        _ => "UnprocessedItems",
    };
    let requests = answer
        .member(member)
        .filter(|requests| !requests.members().is_empty())?;
    let mut body = vec![("RequestItems".to_owned(), requests.clone())];
    body.extend(list.others.iter().cloned());
    Some(object(body).to_json_pretty())
}

fn elements(list: Option<&JsonTree>) -> &[JsonTree] {
    list.map(JsonTree::elements).unwrap_or_default()
}

/// Attribute values by name.
fn read(tree: &JsonTree) -> Option<Item> {
    item_from_json(&tree.to_json()).ok()
}
