//! The members of SearchVectors, which are checked first.
//!
//! SearchVectors is the only operation whose bodies the service reads with different code. Texts for missing members
//! and members of another kind have that reader's form, with a line and a column (observed: search-reader).

use hashrange_values::AttributeValue;

use super::members::{list, refusal, value_refusal, wrong_kind};
use crate::json::tape::{Node, Token};
use crate::json::value::{Located, ValueFault, read_value};
use crate::json::writer::Writer;
use crate::reader::Reader;
use crate::rejection::{Rejection, SerializationError, SerializationReason};

/// The kind that the reader of SearchVectors expects of a member.
#[derive(Clone, Copy)]
enum ExpectedKind {
    Text,
    Whole,
    Sequence,
    Map,
}

/// The members, whether each is required, and the kind of each.
const MEMBERS: [(&str, bool, ExpectedKind); 9] = [
    ("TableName", true, ExpectedKind::Text),
    ("IndexName", true, ExpectedKind::Text),
    ("SearchVector", true, ExpectedKind::Sequence),
    ("TopK", true, ExpectedKind::Whole),
    ("SearchConditionExpression", false, ExpectedKind::Text),
    ("ProjectionExpression", false, ExpectedKind::Text),
    ("ExpressionAttributeNames", false, ExpectedKind::Map),
    ("ExpressionAttributeValues", false, ExpectedKind::Map),
    ("ReturnConsumedCapacity", false, ExpectedKind::Text),
];

/// Refuses members of another kind in the order of the body, then missing members.
pub(super) fn check_members(body: &[u8], root: Node<'_>) -> Result<(), Rejection> {
    for (name, node) in root.members() {
        let Some((_, required, expected)) = MEMBERS.into_iter().find(|(known, ..)| *known == name) else {
            continue;
        };
        if !(expected.fits(node) || (node.is_null() && !required)) {
            let place = place(body, node.offset() + length(node));
            let text = format!("invalid type: {}, expected {} at {place}", found(node), expected.name());
            let reason = SerializationReason::Type(text);
            return Err(SerializationError {
                reason,
                path: name.to_owned(),
                offset: node.offset(),
            }
            .into());
        }
    }
    match MEMBERS
        .into_iter()
        .find(|(name, required, _)| *required && root.member(name).is_none())
    {
        Some((name, ..)) => {
            let end = body
                .iter()
                .rposition(|byte| *byte == b'}')
                .map_or(body.len(), |last| last + 1);
            Err(refusal(format!("missing field `{name}` at {}", place(body, end))))
        }
        None => Ok(()),
    }
}

impl ExpectedKind {
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

/// Reads the search vector.
pub(crate) fn vector(reader: Reader, node: Node<'_>) -> Result<Vec<AttributeValue>, Rejection> {
    list(node, |element| {
        if !element.is_object() {
            return Err(wrong_kind(element));
        }
        match read_value(element, 0) {
            // Elements that are not numbers are refused later, with the other values, once the index is known
            // (observed: search-reader).
            Err(Located {
                fault: ValueFault::NotNumeric(_),
                ..
            }) => Ok(AttributeValue::Null),
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

/// The number of bytes that the reader has read when it refuses a node: a complete scalar, or the opening bracket of a
/// container.
fn length(node: Node<'_>) -> usize {
    match node.token() {
        Token::Null | Token::True => "null".len(),
        Token::False => "false".len(),
        Token::Number(digits) => digits.len(),
        Token::Text(text) => text.len() + "\"\"".len(),
        Token::List | Token::Object => 1,
    }
}

/// The kind of a node in that reader's notation. Only `null` and fractions are observed: search-reader.
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
