//! The members of a row, of a table in a batch and of the whole body: which there are, and their values as text.
//!
//! Must not know rows.

use hashrange_values::AttributeType;
use hashrange_wire::{JsonContent, JsonTree, Operation, item_from_json, item_from_plain_json, item_to_json};

use super::members::Members;
use super::row_kind::RowKind;

const CONDITION: &str = "ConditionExpression";
const NAMES: &str = "ExpressionAttributeNames";
const VALUES: &str = "ExpressionAttributeValues";
const ON_FAILURE: &str = "ReturnValuesOnConditionCheckFailure";
const PROJECTION: &str = "ProjectionExpression";
/// The only member that is true or false, and not text.
const CONSISTENT: &str = "ConsistentRead";
const CAPACITY: &str = "ReturnConsumedCapacity";

/// What applies to all requests of a table in BatchGetItem.
pub const OF_TABLE: &[&str] = &[PROJECTION, NAMES, CONSISTENT];

/// The members of a body beside its requests.
#[must_use]
pub fn of_request(operation: Operation) -> &'static [&'static str] {
    match operation {
        Operation::TransactWriteItems => &["ClientRequestToken", CAPACITY, "ReturnItemCollectionMetrics"],
        Operation::BatchWriteItem => &[CAPACITY, "ReturnItemCollectionMetrics"],
        _ => &[CAPACITY],
    }
}

/// The members of a row.
#[must_use]
pub fn of_row(operation: Operation, kind: RowKind) -> &'static [&'static str] {
    match (operation, kind) {
        (Operation::BatchWriteItem, RowKind::Put) => &["Item"],
        (Operation::BatchGetItem | Operation::BatchWriteItem, _) => &["Key"],
        (_, RowKind::Get) => &["Key", PROJECTION, NAMES],
        (_, RowKind::Put) => &["Item", CONDITION, NAMES, VALUES, ON_FAILURE],
        (_, RowKind::Update) => &["Key", "UpdateExpression", CONDITION, NAMES, VALUES, ON_FAILURE],
        (_, RowKind::Delete | RowKind::ConditionCheck) => &["Key", CONDITION, NAMES, VALUES, ON_FAILURE],
    }
}

/// How a member is entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldKind {
    /// Text.
    Text,
    /// Attribute values by name, as JSON.
    Values,
    /// Names by placeholder, as JSON.
    Names,
    /// One of these words. The first is the default.
    Words(&'static [&'static str]),
}

/// How the member with this name is entered.
#[must_use]
pub fn field_kind(name: &str) -> FieldKind {
    match name {
        "Key" | "Item" | VALUES => FieldKind::Values,
        NAMES => FieldKind::Names,
        ON_FAILURE => FieldKind::Words(&["NONE", "ALL_OLD"]),
        CAPACITY => FieldKind::Words(&["NONE", "TOTAL", "INDEXES"]),
        "ReturnItemCollectionMetrics" => FieldKind::Words(&["NONE", "SIZE"]),
        CONSISTENT => FieldKind::Words(&["false", "true"]),
        _ => FieldKind::Text,
    }
}

/// Members that the list shows.
///
/// # Errors
/// The name of a member that it does not show: another one, one that is there twice, or one with a value of another kind.
#[inline(never)]
pub(super) fn known(members: Members, allowed: &[&str]) -> Result<Members, String> {
    for (at, (name, value)) in members.iter().enumerate() {
        let is_first = members.iter().take(at).all(|(other, _)| other != name);
        let fits = match (field_kind(name), &value.content) {
            (FieldKind::Values | FieldKind::Names, JsonContent::Text(text)) => object_of(text).is_none(),
            (FieldKind::Values | FieldKind::Names, content) => !matches!(content, JsonContent::Null),
            (FieldKind::Text, JsonContent::Text(_)) => true,
            (FieldKind::Words(_), JsonContent::Bool(_)) => name == CONSISTENT,
            (FieldKind::Words(words), JsonContent::Text(word)) => name != CONSISTENT && words.contains(&word.as_str()),
            _ => false,
        };
        if !(is_first && fits && allowed.contains(&name.as_str())) {
            return Err(name.clone());
        }
    }
    Ok(members)
}

/// A value as the text of its field.
#[must_use]
pub fn written_field(kind: FieldKind, value: Option<&JsonTree>) -> String {
    match (kind, value) {
        (FieldKind::Words([first, ..]), None) => (*first).to_owned(),
        (_, None) => String::new(),
        (_, Some(value)) => value.text().map_or_else(|| value.to_json(), str::to_owned),
    }
}

/// The value of a field's text, and what is wrong with it. No text is no member; but a request has its key or item.
///
/// A field of JSON has an object. Other text is a string of the body, right or wrong, so that nothing is lost and the
/// service can say what it says. Attribute values in plain JSON become DynamoDB JSON.
pub fn read_field(name: &str, text: &str) -> (Option<JsonTree>, Option<String>) {
    let kind = field_kind(name);
    if let FieldKind::Text | FieldKind::Words(_) = kind {
        let is_default = matches!(kind, FieldKind::Words([first, ..]) if *first == text);
        let value = match name {
            CONSISTENT => JsonTree::from(true),
            _ => JsonTree::from(text),
        };
        return (Some(value).filter(|_| !text.is_empty() && !is_default), None);
    }
    if text.is_empty() {
        let needed = matches!(name, "Key" | "Item");
        return (needed.then(|| JsonContent::Object(Vec::new()).into()), None);
    }
    let fault = if kind == FieldKind::Names {
        let is_names = |tree: &JsonTree| tree.members().iter().all(|(_, value)| value.text().is_some());
        let words = "Enter an object of names, such as {\"#s\": \"Status\"}.";
        (!object_of(text).as_ref().is_some_and(is_names)).then(|| words.to_owned())
    } else {
        item_from_json(text).err().map(|error| error.to_string())
    };
    let Some(tree) = object_of(text) else {
        return (Some(JsonTree::from(text)), fault);
    };
    if kind == FieldKind::Values
        && is_plain(&tree)
        && let Ok(item) = item_from_plain_json(text, None)
    {
        return (object_of(&item_to_json(&item)), None);
    }
    (Some(tree), fault)
}

/// The object that a text is.
#[inline(never)]
fn object_of(text: &str) -> Option<JsonTree> {
    let tree = JsonTree::parse(text).ok()?;
    matches!(tree.content, JsonContent::Object(_)).then_some(tree)
}

/// Whether an object has values without types, and none with a type.
fn is_plain(tree: &JsonTree) -> bool {
    let is_typed = |value: &JsonTree| match value.members() {
        [(name, _)] => AttributeType::from_descriptor(name).is_some(),
        _ => false,
    };
    let values = || tree.members().iter().map(|(_, value)| value);
    let is_bare = |value: &JsonTree| !matches!(value.content, JsonContent::Object(_));
    values().any(is_bare) && !values().any(is_typed)
}
