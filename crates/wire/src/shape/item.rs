//! The single-item operations: PutItem, GetItem, UpdateItem, DeleteItem.

use std::sync::Arc;

use hashrange_values::{Item, Map, Text};

use super::closed_set::closed_set;
use super::{
    AttributeUpdates, ConditionalOperator, ConsumedCapacity, Expected, ExpressionAttributeNames, ItemCollectionMetrics,
    ReturnConsumedCapacity, ReturnItemCollectionMetrics,
};

closed_set! {
    /// Which image of the item a write answers with.
    ReturnValues {
        /// Every attribute after the update.
        AllNew = "ALL_NEW",
        /// The updated attributes before the update.
        UpdatedOld = "UPDATED_OLD",
        /// Every attribute before the write.
        AllOld = "ALL_OLD",
        /// Nothing.
        None = "NONE",
        /// The updated attributes after the update.
        UpdatedNew = "UPDATED_NEW",
    }
}

closed_set! {
    /// Whether a failed condition answers with the item that failed it.
    ReturnValuesOnConditionCheckFailure {
        /// The item as it stands.
        AllOld = "ALL_OLD",
        /// Nothing.
        None = "NONE",
    }
}

/// PutItem: writes a whole item, replacing any with the same key.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PutItemRequest {
    /// Table to write to.
    pub table_name: String,
    /// The item, keys included.
    pub item: Item,
    /// Must hold for the existing item, or nothing is written.
    pub condition_expression: Option<String>,
    /// Name placeholders of the condition.
    pub expression_attribute_names: Option<ExpressionAttributeNames>,
    /// Value placeholders of the condition, names with their leading `:`.
    pub expression_attribute_values: Option<Map>,
    /// What must hold, attribute by attribute (legacy).
    pub expected: Option<Expected>,
    /// How the members of `expected` are joined (legacy).
    pub conditional_operator: Option<ConditionalOperator>,
    /// `NONE` or `ALL_OLD`.
    pub return_values: Option<ReturnValues>,
    /// How much of the cost to report.
    pub return_consumed_capacity: Option<ReturnConsumedCapacity>,
    /// Whether to report the item collection's size.
    pub return_item_collection_metrics: Option<ReturnItemCollectionMetrics>,
    /// Whether a failed condition answers with the item.
    pub return_values_on_condition_check_failure: Option<ReturnValuesOnConditionCheckFailure>,
}

/// Answer to PutItem, UpdateItem and DeleteItem.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WriteItemResponse {
    /// The image asked for, when there is one.
    pub attributes: Option<Arc<Item>>,
    /// What the write cost.
    pub consumed_capacity: Option<ConsumedCapacity>,
    /// Size of the item collection written to.
    pub item_collection_metrics: Option<ItemCollectionMetrics>,
}

/// Answer to PutItem.
pub type PutItemResponse = WriteItemResponse;
/// Answer to UpdateItem.
pub type UpdateItemResponse = WriteItemResponse;
/// Answer to DeleteItem.
pub type DeleteItemResponse = WriteItemResponse;

/// GetItem: reads one item by its full primary key.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GetItemRequest {
    /// Table to read from.
    pub table_name: String,
    /// The primary key.
    pub key: Item,
    /// Strongly consistent when true.
    pub consistent_read: Option<bool>,
    /// Attributes to answer with; all without it.
    pub projection_expression: Option<String>,
    /// Top-level attributes to answer with (legacy).
    pub attributes_to_get: Option<Vec<Text>>,
    /// Name placeholders of the projection.
    pub expression_attribute_names: Option<ExpressionAttributeNames>,
    /// How much of the cost to report.
    pub return_consumed_capacity: Option<ReturnConsumedCapacity>,
}

/// Answer to GetItem.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GetItemResponse {
    /// The item, when there is one.
    pub item: Option<Arc<Item>>,
    /// What the read cost.
    pub consumed_capacity: Option<ConsumedCapacity>,
}

/// UpdateItem: changes attributes of one item, creating it when it is not there.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct UpdateItemRequest {
    /// Table to write to.
    pub table_name: String,
    /// The primary key.
    pub key: Item,
    /// What to change; without it the item is only created if absent.
    pub update_expression: Option<String>,
    /// Must hold for the existing item, or nothing is written.
    pub condition_expression: Option<String>,
    /// Name placeholders.
    pub expression_attribute_names: Option<ExpressionAttributeNames>,
    /// Value placeholders, names with their leading `:`.
    pub expression_attribute_values: Option<Map>,
    /// What to change, attribute by attribute (legacy).
    pub attribute_updates: Option<AttributeUpdates>,
    /// What must hold, attribute by attribute (legacy).
    pub expected: Option<Expected>,
    /// How the members of `expected` are joined (legacy).
    pub conditional_operator: Option<ConditionalOperator>,
    /// Which image to answer with.
    pub return_values: Option<ReturnValues>,
    /// How much of the cost to report.
    pub return_consumed_capacity: Option<ReturnConsumedCapacity>,
    /// Whether to report the item collection's size.
    pub return_item_collection_metrics: Option<ReturnItemCollectionMetrics>,
    /// Whether a failed condition answers with the item.
    pub return_values_on_condition_check_failure: Option<ReturnValuesOnConditionCheckFailure>,
}

/// DeleteItem: removes one item by its full primary key.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DeleteItemRequest {
    /// Table to delete from.
    pub table_name: String,
    /// The primary key.
    pub key: Item,
    /// Must hold for the existing item, or nothing is deleted.
    pub condition_expression: Option<String>,
    /// Name placeholders of the condition.
    pub expression_attribute_names: Option<ExpressionAttributeNames>,
    /// Value placeholders of the condition, names with their leading `:`.
    pub expression_attribute_values: Option<Map>,
    /// What must hold, attribute by attribute (legacy).
    pub expected: Option<Expected>,
    /// How the members of `expected` are joined (legacy).
    pub conditional_operator: Option<ConditionalOperator>,
    /// `NONE` or `ALL_OLD`.
    pub return_values: Option<ReturnValues>,
    /// How much of the cost to report.
    pub return_consumed_capacity: Option<ReturnConsumedCapacity>,
    /// Whether to report the item collection's size.
    pub return_item_collection_metrics: Option<ReturnItemCollectionMetrics>,
    /// Whether a failed condition answers with the item.
    pub return_values_on_condition_check_failure: Option<ReturnValuesOnConditionCheckFailure>,
}
