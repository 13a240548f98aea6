//! BatchGetItem: reads items by their keys.

use std::sync::Arc;

use hashrange_values::{Item, Text, to_map};
use litemap::LiteMap;

use super::body::{Asked, members, read_node, write};
use super::body_member::Value;
use super::step::Step;
use super::told::told;
use crate::constraint::{
    CONSISTENT_READ, EXPRESSION_NAMES, Kind, Member, PROJECTION, RETURN_CONSUMED_CAPACITY, Rule, Structure, VALUES,
};
use crate::json::request::members::{attributes, by_name, list, refusal, sorted};
use crate::json::{Node, Writer, write_map};
use crate::reader::Reader;
use crate::rejection::Rejection;
use crate::shape::{ConsumedCapacity, ExpressionAttributeNames, ReturnConsumedCapacity};

/// The maximum number of keys in a BatchGetItem, over all its tables (documented: limits-batches).
const MOST_KEYS: usize = 100;

members! {
    /// BatchGetItem: reads items by their primary keys, from any number of tables.
    BatchGetItemRequest = BATCH_GET_ITEM {
        /// The items to read, by table name or ARN.
        "RequestItems" request_items: LiteMap<String, KeysAndAttributes>,
        /// How much of the cost to report.
        "ReturnConsumedCapacity" return_consumed_capacity: Option<ReturnConsumedCapacity>,
    }
}

members! {
    /// The items to read from one table.
    KeysAndAttributes {
        /// The primary keys.
        "Keys" keys: Vec<Item>,
        /// Top-level attributes to return (legacy).
        "AttributesToGet" attributes_to_get: Option<Vec<Text>>,
        /// Attributes to return; all without it.
        "ProjectionExpression" projection_expression: Option<String>,
        /// Name placeholders of the projection.
        "ExpressionAttributeNames" expression_attribute_names: Option<ExpressionAttributeNames>,
        /// Strongly consistent when true.
        "ConsistentRead" consistent_read: Option<bool>,
    }
}

/// Response to BatchGetItem.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BatchGetItemResponse {
    /// The items found, by table name or ARN as sent.
    pub responses: LiteMap<String, Vec<Arc<Item>>>,
    /// The keys that were not read because the response would be too large.
    pub unprocessed_keys: LiteMap<String, KeysAndAttributes>,
    /// The capacity that the reads consumed, one entry for each table.
    pub consumed_capacity: Option<Vec<ConsumedCapacity>>,
}

static KEYS_AND_ATTRIBUTES: Structure = Structure {
    class: "KeysAndAttributes",
    members: &[
        Member::required("Keys", Kind::List(&VALUES)).with(&[Rule::LengthUnnamed(1, 100)]),
        Member::optional("AttributesToGet", Kind::List(&Kind::Text)).with(&[Rule::MinLength(1), Rule::MaxLength(255)]),
        CONSISTENT_READ,
        PROJECTION,
        EXPRESSION_NAMES,
    ],
};

static BATCH_GET_ITEM: Asked = Asked::of("BatchGetItemInput")
    .members(&[
        Member::required(
            "RequestItems",
            Kind::Map {
                class: "com.amazonaws.dynamodb.v20120810.KeysAndAttributes",
                of: &Kind::Structure(&KEYS_AND_ATTRIBUTES),
            },
        )
        .with(&[Rule::LengthUnnamed(1, usize::MAX), Rule::TableNames { as_json: true }]),
        RETURN_CONSUMED_CAPACITY,
    ])
    .then(&[Step::Read("RequestItems")]);

static ORDER_OF_TABLE: [Step; 4] = [
    Step::Use {
        expressions: &["ProjectionExpression"],
        legacy: &[],
    },
    Step::Distinct,
    Step::Read("Keys"),
    Step::Read("ExpressionAttributeNames"),
];

impl Value for LiteMap<String, KeysAndAttributes> {
    fn read(reader: Reader, _: &str, node: Node<'_>) -> Result<Self, Rejection> {
        let tables = sorted(node)?;
        let keys = |node: &Node<'_>| node.member("Keys").map_or(0, |keys| keys.elements().count());
        if tables.values().map(keys).sum::<usize>() > MOST_KEYS {
            return Err(refusal("Too many items requested for the BatchGetItem call"));
        }
        check_one_way(&tables)?;
        by_name(tables, |node| {
            let mut wanted = KeysAndAttributes::default();
            read_node(&mut wanted, &KEYS_AND_ATTRIBUTES, &ORDER_OF_TABLE, reader, node)?;
            Ok(wanted)
        })
    }

    fn write(&self, out: &mut Writer, name: &'static str) {
        out.key(name);
        out.object(|out| {
            for (table, wanted) in self {
                out.key(table);
                out.object(|out| write(out, wanted));
            }
        });
    }
}

/// The keys to read.
impl Value for Vec<Item> {
    fn read(reader: Reader, _: &str, node: Node<'_>) -> Result<Self, Rejection> {
        let mut keys = list(node, |key| attributes(reader, Some(key)))?;
        drop_restated(node, &mut keys);
        Ok(keys)
    }

    fn write(&self, out: &mut Writer, name: &'static str) {
        out.key(name);
        out.list(|out| {
            for key in self {
                out.element();
                write_map(out, key);
            }
        });
    }
}

/// Refuses a request with both `AttributesToGet` and `ProjectionExpression`, even on different tables
/// (observed: legacy-mixing-seen).
fn check_one_way(tables: &LiteMap<&str, Node<'_>>) -> Result<(), Rejection> {
    let any = |name: &str| tables.values().any(|node| node.member(name).is_some());
    if any("AttributesToGet") && any("ProjectionExpression") {
        let text = "Can not use both expression and non-expression parameters in the same request: Non-expression \
                    parameters: {AttributesToGet} Expression parameters: {ProjectionExpression}";
        return Err(refusal(text));
    }
    Ok(())
}

/// Drops keys that repeat an earlier key with other digits for the same number. They are not duplicates, and are read
/// once (observed: batch-get-restated; in writes they are duplicates). They are dropped even if the request also has
/// real duplicates (inferred: batch-get-restated-beside).
fn drop_restated(nodes: Node<'_>, keys: &mut Vec<Item>) {
    // Only an unusually written number can repeat a key. Without one, there is nothing to drop.
    if nodes.elements().all(|key| numbers(key).all(|(_, text)| is_usual(text))) {
        return;
    }
    let digits: Vec<LiteMap<&str, &str>> = nodes.elements().map(|key| to_map(numbers(key))).collect();
    let is_restated = |at: usize| {
        let earlier = keys
            .iter()
            .zip(&digits)
            .take(at)
            .filter(|(key, _)| Some(*key) == keys.get(at));
        let mut alike = earlier
            .map(|(_, of_earlier)| Some(of_earlier) == digits.get(at))
            .peekable();
        alike.peek().is_some() && !alike.any(|same_digits| same_digits)
    };
    let restated: Vec<bool> = (0..keys.len()).map(is_restated).collect();
    let mut restated = restated.into_iter();
    keys.retain(|_| restated.next() != Some(true));
}

/// The names and digits of the numbers in a key, as written in the request.
fn numbers(key: Node<'_>) -> impl Iterator<Item = (&str, &str)> {
    key.members()
        .filter_map(|(name, value)| Some((name, value.member("N")?.text()?)))
}

/// Whether a number is an integer in its shortest form.
fn is_usual(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text).as_bytes();
    match digits {
        [b'0'] => digits.len() == text.len(),
        [b'1'..=b'9', rest @ ..] => rest.iter().all(u8::is_ascii_digit),
        _ => false,
    }
}

told! {
    answer BatchGetItemResponse {
        "Responses" responses,
        "UnprocessedKeys" unprocessed_keys,
        "ConsumedCapacity" consumed_capacity,
    }
}
