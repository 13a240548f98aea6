//! BatchWriteItem: puts and deletes items, in any number of tables, independently of each other.

use hashrange_values::Item;
use litemap::LiteMap;

use super::body::{Asked, members};
use super::body_member::Value;
use super::step::Step;
use super::told::told;
use crate::constraint::{KEY, Kind, Member, RETURN_CONSUMED_CAPACITY, RETURN_METRICS, Rule, Structure, VALUES};
use crate::json::request::members::{attributes, by_name, list, refusal, sorted, wrong_kind};
use crate::json::{Node, ValueFault, Writer, write_map};
use crate::reader::Reader;
use crate::rejection::Rejection;
use crate::shape::{ConsumedCapacity, ItemCollectionMetrics, ReturnConsumedCapacity, ReturnItemCollectionMetrics};

/// The maximum number of writes in a BatchWriteItem, over all its tables (documented: limits-batches).
const MOST_WRITES: usize = 25;

members! {
    /// BatchWriteItem: puts and deletes items, in any number of tables, independently of each other.
    BatchWriteItemRequest = BATCH_WRITE_ITEM {
        /// The writes, by table name or ARN.
        "RequestItems" request_items: LiteMap<String, Vec<WriteRequest>>,
        /// How much of the cost to report.
        "ReturnConsumedCapacity" return_consumed_capacity: Option<ReturnConsumedCapacity>,
        /// Whether to report the item collections' sizes.
        "ReturnItemCollectionMetrics" return_item_collection_metrics: Option<ReturnItemCollectionMetrics>,
    }
}

/// A write within a batch.
#[derive(Clone, Debug, PartialEq)]
pub enum WriteRequest {
    /// Writes this item, and replaces an existing item with the same key.
    Put(Item),
    /// Deletes the item with this key.
    Delete(Item),
}

/// Response to BatchWriteItem.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BatchWriteItemResponse {
    /// The writes that did not happen because throughput ran out.
    pub unprocessed_items: LiteMap<String, Vec<WriteRequest>>,
    /// Sizes of the item collections written to, by table as the caller named it.
    pub item_collection_metrics: LiteMap<String, Vec<ItemCollectionMetrics>>,
    /// The capacity that the writes consumed, one entry for each table.
    pub consumed_capacity: Option<Vec<ConsumedCapacity>>,
}

impl Value for LiteMap<String, Vec<WriteRequest>> {
    fn read(reader: Reader, _: &str, node: Node<'_>) -> Result<Self, Rejection> {
        let tables = sorted(node)?;
        if tables.is_empty() && !reader.is_of_responses {
            return Err(refusal("The requestItems parameter is required for BatchWriteItem"));
        }
        if tables.values().map(|writes| writes.elements().count()).sum::<usize>() > MOST_WRITES {
            return Err(refusal("Too many items requested for the BatchWriteItem call"));
        }
        by_name(tables, |writes| list(writes, |node| write_request(reader, node)))
    }

    fn write(&self, out: &mut Writer, name: &'static str) {
        out.key(name);
        out.object(|out| {
            for (table, writes) in self {
                out.key(table);
                out.list(|out| {
                    for write in writes {
                        out.element();
                        out.object(|out| write_action(out, write));
                    }
                });
            }
        });
    }
}

fn write_request(reader: Reader, node: Node<'_>) -> Result<WriteRequest, Rejection> {
    let map = |node: Node<'_>, name: &str| -> Result<Item, Rejection> { attributes(reader, node.member(name)) };
    match (node.member("PutRequest"), node.member("DeleteRequest")) {
        (Some(put), None) => Ok(WriteRequest::Put(map(put, "Item")?)),
        (None, Some(delete)) => Ok(WriteRequest::Delete(map(delete, "Key")?)),
        (None, None) if !node.is_object() => Err(wrong_kind(node)),
        // The error text is that of a value with several types (observed: batch-write-two-kinds).
        _ => Err(refusal(ValueFault::MoreThanOne.to_string())),
    }
}

fn write_action(out: &mut Writer, write: &WriteRequest) {
    let (name, member, map) = match write {
        WriteRequest::Put(item) => ("PutRequest", "Item", item),
        WriteRequest::Delete(key) => ("DeleteRequest", "Key", key),
    };
    out.key(name);
    out.object(|out| {
        out.key(member);
        write_map(out, map);
    });
}

static WRITE_REQUEST: Structure = Structure {
    class: "WriteRequest",
    members: &[
        Member::optional("DeleteRequest", Kind::Structure(&DELETE_REQUEST)),
        Member::optional("PutRequest", Kind::Structure(&PUT_REQUEST)),
    ],
};
static PUT_REQUEST: Structure = Structure {
    class: "PutRequest",
    members: &[Member::required("Item", VALUES)],
};
static DELETE_REQUEST: Structure = Structure {
    class: "DeleteRequest",
    members: &[KEY],
};
static WRITE_REQUESTS: Kind = Kind::List(&Kind::Structure(&WRITE_REQUEST));

static BATCH_WRITE_ITEM: Asked = Asked::of("BatchWriteItemInput")
    .members(&[
        RETURN_CONSUMED_CAPACITY,
        RETURN_METRICS,
        Member::required(
            "RequestItems",
            Kind::Map {
                class: "java.util.List<com.amazonaws.dynamodb.v20120810.WriteRequest>",
                of: &WRITE_REQUESTS,
            },
        )
        .with(&[Rule::EachEntryLength(1, 25), Rule::TableNames { as_json: false }]),
    ])
    .then(&[Step::Read("RequestItems")]);

told! {
    answer BatchWriteItemResponse {
        "UnprocessedItems" unprocessed_items,
        "ItemCollectionMetrics" item_collection_metrics => is_empty,
        "ConsumedCapacity" consumed_capacity,
    }
}
