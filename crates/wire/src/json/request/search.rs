//! The members of a SearchVectors, as they are judged before anything else.
//!
//! SearchVectors is the one operation whose bodies the service reads with other code: what is missing or of another kind
//! is told in that reader's words, with a line and a column (observed).

use hashrange_values::AttributeValue;

use super::members::{list, refusal, value_refusal, wrong_kind};
use crate::json::tape::{Node, Token};
use crate::json::value::{Located, ValueFault, read_value};
use crate::json::writer::Writer;
use crate::reader::Reader;
use crate::rejection::{Rejection, SerializationError, SerializationReason};

/// What the reader of SearchVectors expects a member to be.
#[derive(Clone, Copy)]
enum Expected {
    Text,
    Whole,
    Sequence,
    Map,
}

/// The members, whether they must be there, and what they must be.
const MEMBERS: [(&str, bool, Expected); 9] = [
    ("TableName", true, Expected::Text),
    ("IndexName", true, Expected::Text),
    ("SearchVector", true, Expected::Sequence),
    ("TopK", true, Expected::Whole),
    ("SearchConditionExpression", false, Expected::Text),
    ("ProjectionExpression", false, Expected::Text),
    ("ExpressionAttributeNames", false, Expected::Map),
    ("ExpressionAttributeValues", false, Expected::Map),
    ("ReturnConsumedCapacity", false, Expected::Text),
];

/// Refuses members of another kind in the order of the body, then members that are missing.
pub(super) fn check_members(body: &[u8], root: Node<'_>) -> Result<(), Rejection> {
    for (name, node) in root.members() {
        let Some((_, required, expected)) = MEMBERS.into_iter().find(|(known, ..)| *known == name) else { continue };
        if !(expected.fits(node) || (node.is_null() && !required)) {
            let place = place(body, node.offset() + length(node));
            let text = format!("invalid type: {}, expected {} at {place}", found(node), expected.name());
            let reason = SerializationReason::Type(text);
            return Err(SerializationError { reason, path: name.to_owned(), offset: node.offset() }.into());
        }
    }
    match MEMBERS.into_iter().find(|(name, required, _)| *required && root.member(name).is_none()) {
        Some((name, ..)) => {
            let end = body.iter().rposition(|byte| *byte == b'}').map_or(body.len(), |last| last + 1);
            Err(refusal(format!("missing field `{name}` at {}", place(body, end))))
        }
        None => Ok(()),
    }
}

impl Expected {
    fn fits(self, node: Node<'_>) -> bool {
        match self {
            Self::Text => node.text().is_some(),
            Self::Whole => matches!(node.token(), Token::Number(digits) if digits.parse::<i32>().is_ok()),
            Self::Sequence => node.is_list(),
            Self::Map => node.is_object(),
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Text => "a string",
            Self::Whole => "i32",
            Self::Sequence => "a sequence",
            Self::Map => "a map",
        }
    }
}

/// The vector searched for.
pub(crate) fn vector(reader: Reader, node: Node<'_>) -> Result<Vec<AttributeValue>, Rejection> {
    list(node, |element| {
        if !element.is_object() {
            return Err(wrong_kind(element));
        }
        match read_value(element, 0) {
            // Something that is no number is refused with the other values, once the index is known (observed).
            Err(Located { fault: ValueFault::NotNumeric(_), .. }) => Ok(AttributeValue::Null),
            read => read.map_err(|located| value_refusal(reader, located)),
        }
    })
}

/// Line and column of the byte before this offset, both from 1.
fn place(body: &[u8], offset: usize) -> String {
    let before = body.get(..offset).unwrap_or(body);
    let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
    let column = before.iter().rev().take_while(|byte| **byte != b'\n').count();
    format!("line {line} column {column}")
}

/// Bytes that reader has passed when it refuses a node: a scalar as it is written, the bracket of anything larger.
fn length(node: Node<'_>) -> usize {
    match node.token() {
        Token::Null | Token::True => "null".len(),
        Token::False => "false".len(),
        Token::Number(digits) => digits.len(),
        Token::Text(text) => text.len() + "\"\"".len(),
        Token::List | Token::Object => 1,
    }
}

/// What a node is, as that reader names it. Only `null` and fractions are observed.
fn found(node: Node<'_>) -> String {
    match node.token() {
        Token::Number(digits) if digits.contains(['.', 'e', 'E']) => format!("floating point `{digits}`"),
        Token::Number(digits) => format!("integer `{digits}`"),
        Token::True => "boolean `true`".to_owned(),
        Token::False => "boolean `false`".to_owned(),
        Token::Text(_) => {
            let mut out = Writer::compact();
            out.string(node.text().unwrap_or_default());
            format!("string {}", out.finish())
        }
        _ if node.is_list() => "sequence".to_owned(),
        _ if node.is_object() => "map".to_owned(),
        _ => "null".to_owned(),
    }
}
