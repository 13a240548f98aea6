//! BatchGetItem and BatchWriteItem, from their members.

use std::collections::BTreeMap;

use hashrange_values::Item;

use super::item::{capacity, metrics};
use super::legacy::{attributes_to_get, check_attributes};
use super::members::{attributes, elements, fields, members, refusal, string, truth, wrong_kind};
use super::parameters::Parameters;
use crate::json::tape::Node;
use crate::json::value::ValueFault;
use crate::reader::Reader;
use crate::rejection::Rejection;
use crate::shape::{BatchGetItemRequest, BatchWriteItemRequest, KeysAndAttributes, WriteRequest};

/// Most keys of a BatchGetItem, over all its tables (documented).
const MOST_KEYS: usize = 100;
/// Most writes of a BatchWriteItem, over all its tables (documented).
const MOST_WRITES: usize = 25;

#[inline(never)]
pub(super) fn batch_get_item(reader: Reader, root: Node<'_>) -> Result<BatchGetItemRequest, Rejection> {
    let mut request = BatchGetItemRequest::default();
    let mut tables = BTreeMap::new();
    for (name, node) in fields(root) {
        match name {
            "RequestItems" => tables.extend(members(node)?),
            "ReturnConsumedCapacity" => request.return_consumed_capacity = Some(capacity(node)?),
            _ => {}
        }
    }
    let keys = |node: &Node<'_>| node.member("Keys").map_or(0, |keys| keys.elements().count());
    if tables.values().map(keys).sum::<usize>() > MOST_KEYS {
        return Err(refusal("Too many items requested for the BatchGetItem call"));
    }
    check_one_way(&tables)?;
    for (table, node) in tables {
        request.request_items.insert(table.to_owned(), keys_and_attributes(reader, node)?);
    }
    Ok(request)
}

/// All tables ask for attributes in the way before expressions, or all with expressions (observed).
fn check_one_way(tables: &BTreeMap<&str, Node<'_>>) -> Result<(), Rejection> {
    let any = |name: &str| tables.values().any(|node| node.member(name).is_some());
    if any("AttributesToGet") && any("ProjectionExpression") {
        let text = "Can not use both expression and non-expression parameters in the same request: Non-expression \
                    parameters: {AttributesToGet} Expression parameters: {ProjectionExpression}";
        return Err(refusal(text));
    }
    Ok(())
}

fn keys_and_attributes(reader: Reader, node: Node<'_>) -> Result<KeysAndAttributes, Rejection> {
    let mut wanted = KeysAndAttributes::default();
    let (mut keys, mut names) = (None, None);
    for (name, node) in fields(node) {
        match name {
            "Keys" => keys = Some(node),
            "ConsistentRead" => wanted.consistent_read = Some(truth(node)?),
            "ProjectionExpression" => wanted.projection_expression = Some(string(node)?),
            "ExpressionAttributeNames" => names = Some(node),
            "AttributesToGet" => wanted.attributes_to_get = Some(attributes_to_get(node)?),
            _ => {}
        }
    }
    let projection = wanted.projection_expression.is_some();
    let parameters = Parameters { reader, names, values: None, expressions: &[], projection, legacy: &[] };
    parameters.check_use()?;
    check_attributes(wanted.attributes_to_get.as_deref())?;
    if let Some(keys) = keys {
        let key = |key| attributes(reader, Some(key));
        wanted.keys = elements(keys)?.map(key).collect::<Result<_, _>>()?;
        drop_restated(keys, &mut wanted.keys);
    }
    wanted.expression_attribute_names = parameters.read_names()?;
    Ok(wanted)
}

/// Drops keys that say an earlier one over again in other digits: they are no duplicates, and are read once (observed; of
/// writes they are duplicates). That they are dropped beside real duplicates too is inferred.
fn drop_restated(nodes: Node<'_>, keys: &mut Vec<Item>) {
    // Restating takes a number that is not written as most are; without one there is nothing to drop.
    if nodes.elements().all(|key| numbers(key).all(|(_, text)| is_usual(text))) {
        return;
    }
    let of_key = |key| {
        let mut of_key: BTreeMap<&str, &str> = BTreeMap::new();
        of_key.extend(numbers(key));
        of_key
    };
    let digits: Vec<BTreeMap<&str, &str>> = nodes.elements().map(of_key).collect();
    let is_restated = |at: usize| {
        let earlier = keys.iter().zip(&digits).take(at).filter(|(key, _)| Some(*key) == keys.get(at));
        let mut alike = earlier.map(|(_, of_earlier)| Some(of_earlier) == digits.get(at)).peekable();
        alike.peek().is_some() && !alike.any(|same_digits| same_digits)
    };
    let restated: Vec<bool> = (0..keys.len()).map(is_restated).collect();
    let mut restated = restated.into_iter();
    keys.retain(|_| restated.next() != Some(true));
}

/// The numbers of a key, as they are written.
fn numbers(key: Node<'_>) -> impl Iterator<Item = (&str, &str)> {
    key.members().filter_map(|(name, value)| Some((name, value.member("N")?.text()?)))
}

/// Whether a number is whole and written in the one way that takes no more characters than it must.
fn is_usual(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text).as_bytes();
    match digits {
        [b'0'] => digits.len() == text.len(),
        [b'1'..=b'9', rest @ ..] => rest.iter().all(u8::is_ascii_digit),
        _ => false,
    }
}

#[inline(never)]
pub(super) fn batch_write_item(reader: Reader, root: Node<'_>) -> Result<BatchWriteItemRequest, Rejection> {
    let mut request = BatchWriteItemRequest::default();
    let mut tables: BTreeMap<&str, Node<'_>> = BTreeMap::new();
    for (name, node) in fields(root) {
        match name {
            "RequestItems" => tables.extend(members(node)?),
            "ReturnConsumedCapacity" => request.return_consumed_capacity = Some(capacity(node)?),
            "ReturnItemCollectionMetrics" => request.return_item_collection_metrics = Some(metrics(node)?),
            _ => {}
        }
    }
    if tables.is_empty() {
        return Err(refusal("The requestItems parameter is required for BatchWriteItem"));
    }
    if tables.values().map(|writes| writes.elements().count()).sum::<usize>() > MOST_WRITES {
        return Err(refusal("Too many items requested for the BatchWriteItem call"));
    }
    for (table, node) in tables {
        let writes = elements(node)?.map(|node| write_request(reader, node)).collect::<Result<_, _>>()?;
        request.request_items.insert(table.to_owned(), writes);
    }
    Ok(request)
}

fn write_request(reader: Reader, node: Node<'_>) -> Result<WriteRequest, Rejection> {
    let map = |node: Node<'_>, name: &str| -> Result<Item, Rejection> { attributes(reader, node.member(name)) };
    match (node.member("PutRequest"), node.member("DeleteRequest")) {
        (Some(put), None) => Ok(WriteRequest::Put(map(put, "Item")?)),
        (None, Some(delete)) => Ok(WriteRequest::Delete(map(delete, "Key")?)),
        (None, None) if !node.is_object() => Err(wrong_kind(node)),
        // The words are those of a value with several types (observed).
        _ => Err(refusal(ValueFault::MoreThanOne.to_string())),
    }
}
