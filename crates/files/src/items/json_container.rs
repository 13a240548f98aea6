//! Finds the items in JSON that contains them: requests, responses, stream records, and files of batches.
//!
//! An item always has a scalar attribute, its key. So an object of lists or objects only, or with the members of a
//! request, a response or a record, contains items. Must not know how an item is read.

use std::ops::Range;

use hashrange_values::AttributeType;

use super::fault::RowFault;
use super::json_text::{end_of_value, member_of, members};

/// An item of a container: where it begins and ends in the text, or why there is none. A fault has the place of its
/// record.
pub(super) type Contained = (Range<usize>, Result<(), RowFault>);

/// Members of PutItem requests and GetItem responses beside the item.
const BESIDE_ITEM: [&[u8]; 12] = [
    b"TableName",
    b"Item",
    b"ConsumedCapacity",
    b"ConditionExpression",
    b"ExpressionAttributeNames",
    b"ExpressionAttributeValues",
    b"ReturnValues",
    b"ReturnConsumedCapacity",
    b"ReturnItemCollectionMetrics",
    b"ReturnValuesOnConditionCheckFailure",
    b"ItemCollectionMetrics",
    b"Expected",
];
/// Members of responses beside the list of items.
const BESIDE_ITEMS: [&[u8]; 6] = [
    b"Items",
    b"Count",
    b"ScannedCount",
    b"LastEvaluatedKey",
    b"ConsumedCapacity",
    b"NextToken",
];
/// Members of events and of responses beside the list of records.
const BESIDE_RECORDS: [&[u8]; 4] = [
    b"Records",
    b"NextShardIterator",
    b"MillisBehindLatest",
    b"ResponseMetadata",
];
/// Members of batch requests and responses that contain tables.
const OF_TABLES: [&[u8]; 3] = [b"RequestItems", b"Responses", b"UnprocessedItems"];
/// Members of which every container has one, unless it has lists only.
const SIGNS: [&[u8]; 7] = [
    b"Item",
    b"Items",
    b"Keys",
    b"Records",
    b"dynamodb",
    b"PutRequest",
    b"DeleteRequest",
];
/// Members of a record of changes beside its images.
const OF_RECORD: [&[u8]; 3] = [b"SequenceNumber", b"Metadata", b"ApproximateCreationDateTime"];

/// The items that a JSON value contains; `None` if it is an item itself, or anything else.
pub(super) fn contained(value: &[u8]) -> Option<Vec<Contained>> {
    if value.first() != Some(&b'{') || is_described(value) {
        return None;
    }
    // Most values are items: one pass over their names decides that.
    let (mut is_named, mut are_lists) = (false, true);
    for (name, at) in members(value) {
        is_named |= SIGNS.contains(&name) || OF_TABLES.contains(&name);
        are_lists &= opens(value, at, b'[');
    }
    if !is_named && !are_lists {
        return None;
    }
    let readers = [in_request, in_record, in_list, in_batch];
    readers.into_iter().find_map(|read| {
        let mut found = Vec::new();
        read(value, 0, &mut found).then_some(found)
    })
}

/// Whether every member looks like an attribute value in DynamoDB JSON.
fn is_described(value: &[u8]) -> bool {
    let is_value = |start: usize| {
        let inner = slice(value, start);
        let mut parts = members(inner);
        let described = parts.next().is_some_and(|(name, at)| {
            let kind = std::str::from_utf8(name).ok().and_then(AttributeType::from_descriptor);
            let opens = match kind {
                Some(AttributeType::S | AttributeType::N | AttributeType::B) => &b"\""[..],
                Some(AttributeType::M) => b"{",
                Some(AttributeType::Bool | AttributeType::Null) => b"tfn",
                Some(_) => b"[",
                None => b"",
            };
            inner.get(at).is_some_and(|byte| opens.contains(byte))
        });
        described && parts.next().is_none()
    };
    members(value).all(|(_, at)| is_value(at))
}

fn slice(value: &[u8], start: usize) -> &[u8] {
    let end = end_of_value(value.get(start..).unwrap_or(&[]), 0).map_or(value.len(), |length| start + length);
    value.get(start..end).unwrap_or(&[])
}

fn range(value: &[u8], start: usize, base: usize) -> Range<usize> {
    base + start..base + start + slice(value, start).len()
}

fn opens(value: &[u8], at: usize, byte: u8) -> bool {
    value.get(at) == Some(&byte)
}

fn only(value: &[u8], known: &[&[u8]]) -> bool {
    members(value).all(|(name, _)| known.contains(&name))
}

/// A PutItem request, a GetItem response, or one request of a batch.
fn in_request(value: &[u8], base: usize, found: &mut Vec<Contained>) -> bool {
    if let Some(put) = member_of(value, b"PutRequest").filter(|_| only(value, &[b"PutRequest"])) {
        let item = member_of(slice(value, put), b"Item").filter(|at| opens(slice(value, put), *at, b'{'));
        found.extend(item.map(|at| (range(value, put + at, base), Ok(()))));
        return item.is_some();
    }
    if member_of(value, b"DeleteRequest").is_some() && only(value, &[b"DeleteRequest"]) {
        found.push((base..base + value.len(), Err(RowFault::Deletes)));
        return true;
    }
    let item = member_of(value, b"Item").filter(|at| opens(value, *at, b'{'));
    let item = item.filter(|_| members(value).count() > 1 && only(value, &BESIDE_ITEM));
    found.extend(item.map(|at| (range(value, at, base), Ok(()))));
    item.is_some()
}

/// A record of a stream, of a function's event, or of an incremental export.
fn in_record(value: &[u8], base: usize, found: &mut Vec<Contained>) -> bool {
    if let Some(inner) = member_of(value, b"dynamodb").filter(|at| opens(value, *at, b'{')) {
        return member_of(value, b"eventName").is_some() && in_change(slice(value, inner), base + inner, found);
    }
    in_change(value, base, found)
}

/// The change that a record describes.
fn in_change(value: &[u8], base: usize, found: &mut Vec<Contained>) -> bool {
    let has = |name: &&[u8]| member_of(value, name).is_some();
    let is_object = |name: &[u8]| member_of(value, name).filter(|at| opens(value, *at, b'{'));
    let image = is_object(b"NewImage");
    if is_object(b"Keys").is_none() || !(image.is_some() || OF_RECORD.iter().any(has)) {
        return false;
    }
    let whole = base..base + value.len();
    found.push(match image {
        Some(at) => (range(value, at, base), Ok(())),
        // Only a record with keys alone can be of a put.
        None if has(&&b"OldImage"[..]) || !has(&&b"SequenceNumber"[..]) => (whole, Err(RowFault::Deletes)),
        None => (whole, Err(RowFault::NoImage)),
    });
    true
}

/// A response with a list of items, or an event with a list of records.
fn in_list(value: &[u8], _: usize, found: &mut Vec<Contained>) -> bool {
    let list = |name| member_of(value, name).filter(|at| opens(value, *at, b'['));
    if let Some(items) = list(b"Items") {
        let is_only = members(value).count() == 1;
        let is_response = member_of(value, b"Count").is_some() || only(value, &BESIDE_ITEMS);
        let is_list = is_response && (!is_only || elements(value, items).iter().all(|at| opens(value, at.start, b'{')));
        if is_list {
            found.extend(elements(value, items).into_iter().map(|item| (item, Ok(()))));
        }
        return is_list;
    }
    let Some(records) = list(b"Records") else { return false };
    let mut unknown = 0;
    for record in elements(value, records) {
        let text = value.get(record.clone()).unwrap_or(&[]);
        if !in_record(text, record.start, found) {
            unknown += 1;
            found.push((record, Err(RowFault::NoRequest)));
        }
    }
    // An item can have a list of this name too.
    unknown < found.len() && (unknown == 0 || only(value, &BESIDE_RECORDS))
}

/// The elements of the list at this place.
fn elements(value: &[u8], list: usize) -> Vec<Range<usize>> {
    let (mut at, mut found) = (list + 1, Vec::new());
    loop {
        let blanks = value.get(at..).unwrap_or(&[]);
        at += blanks.iter().take_while(|byte| b" \t\r\n,".contains(byte)).count();
        match value.get(at) {
            None | Some(b']' | b'}') => return found,
            Some(_) => {}
        }
        let element = range(value, at, 0);
        at = element.end.max(at + 1);
        found.push(element);
    }
}

/// A BatchWriteItem request, a BatchGetItem response, or its tables alone.
fn in_batch(value: &[u8], _: usize, found: &mut Vec<Contained>) -> bool {
    let tables = OF_TABLES.iter().find_map(|name| member_of(value, name));
    let tables = tables.filter(|at| opens(value, *at, b'{'));
    let of_response = member_of(value, b"Responses").is_some();
    let (inner, base) = tables.map_or((value, 0), |at| (slice(value, at), at));
    let mut first: Option<&[u8]> = None;
    let mut unknown = 0;
    for (table, list) in members(inner) {
        let is_list = opens(inner, list, b'[');
        if !is_list && tables.is_none() {
            return false;
        }
        let is_first = *first.get_or_insert(table) == table;
        // What is no list is one element, which is unknown.
        let requests = if is_list {
            elements(inner, list)
        } else {
            vec![range(inner, list, 0)]
        };
        for element in requests {
            let text = inner.get(element.clone()).unwrap_or(&[]);
            let before = found.len();
            let (start, end) = (base + element.start, base + element.end);
            if of_response && is_list && text.first() == Some(&b'{') {
                found.push((start..end, Ok(())));
            } else if !is_list || !in_request(text, start, found) {
                unknown += 1;
                found.push((start..end, Err(RowFault::NoRequest)));
            }
            let other = || RowFault::OtherTable(String::from_utf8_lossy(table).into_owned());
            let puts = found.get_mut(before..).unwrap_or_default();
            puts.iter_mut()
                .filter(|(_, put)| !is_first && put.is_ok())
                .for_each(|(_, put)| *put = Err(other()));
        }
    }
    unknown < found.len()
}
