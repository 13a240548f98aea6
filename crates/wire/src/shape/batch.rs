//! The batches: BatchGetItem and BatchWriteItem. Their members stand for themselves, some may be left for later.

use std::collections::BTreeMap;
use std::sync::Arc;

use hashrange_values::{Item, Text};

use super::{
    ConsumedCapacity, ExpressionAttributeNames, ItemCollectionMetrics, ReturnConsumedCapacity,
    ReturnItemCollectionMetrics,
};

/// BatchGetItem: reads items by their primary keys, from any number of tables.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BatchGetItemRequest {
    /// What to read, by table name or ARN.
    pub request_items: BTreeMap<String, KeysAndAttributes>,
    /// How much of the cost to report.
    pub return_consumed_capacity: Option<ReturnConsumedCapacity>,
}

/// What to read from one table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct KeysAndAttributes {
    /// The primary keys.
    pub keys: Vec<Item>,
    /// Strongly consistent when true.
    pub consistent_read: Option<bool>,
    /// Attributes to answer with; all without it.
    pub projection_expression: Option<String>,
    /// Name placeholders of the projection.
    pub expression_attribute_names: Option<ExpressionAttributeNames>,
    /// Attributes to answer with, in the way before expressions.
    pub attributes_to_get: Option<Vec<Text>>,
}

/// Answer to BatchGetItem.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BatchGetItemResponse {
    /// The items found, by table as the caller named it.
    pub responses: BTreeMap<String, Vec<Arc<Item>>>,
    /// What was not read because the answer would have become too large.
    pub unprocessed_keys: BTreeMap<String, KeysAndAttributes>,
    /// What the reads cost, a member for each table.
    pub consumed_capacity: Option<Vec<ConsumedCapacity>>,
}

/// BatchWriteItem: puts and deletes items, in any number of tables, each on its own.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BatchWriteItemRequest {
    /// What to write, by table name or ARN.
    pub request_items: BTreeMap<String, Vec<WriteRequest>>,
    /// How much of the cost to report.
    pub return_consumed_capacity: Option<ReturnConsumedCapacity>,
    /// Whether to report the item collections' sizes.
    pub return_item_collection_metrics: Option<ReturnItemCollectionMetrics>,
}

/// A write within a batch.
#[derive(Clone, Debug, PartialEq)]
pub enum WriteRequest {
    /// Write this item in place of any with its key.
    Put(Item),
    /// Remove the item with this key.
    Delete(Item),
}

/// Answer to BatchWriteItem.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BatchWriteItemResponse {
    /// What was not written for want of throughput.
    pub unprocessed_items: BTreeMap<String, Vec<WriteRequest>>,
    /// Sizes of the item collections written to, by table as the caller named it.
    pub item_collection_metrics: BTreeMap<String, Vec<ItemCollectionMetrics>>,
    /// What the writes cost, a member for each table.
    pub consumed_capacity: Option<Vec<ConsumedCapacity>>,
}
