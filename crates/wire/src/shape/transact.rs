//! The transactions: TransactGetItems and TransactWriteItems. All of their members happen, or none.

use std::collections::BTreeMap;
use std::sync::Arc;

use hashrange_values::{Item, Map};

use super::{
    ConsumedCapacity, ExpressionAttributeNames, ItemCollectionMetrics, ReturnConsumedCapacity,
    ReturnItemCollectionMetrics, ReturnValuesOnConditionCheckFailure,
};

/// TransactGetItems: reads items as they are at one moment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TransactGetItemsRequest {
    /// The reads, in the order of the answer.
    pub transact_items: Vec<TransactGet>,
    /// How much of the cost to report.
    pub return_consumed_capacity: Option<ReturnConsumedCapacity>,
}

/// A read within a transaction.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TransactGet {
    /// Table to read from.
    pub table_name: String,
    /// The primary key.
    pub key: Item,
    /// Attributes to answer with; all without it.
    pub projection_expression: Option<String>,
    /// Name placeholders of the projection.
    pub expression_attribute_names: Option<ExpressionAttributeNames>,
}

/// Answer to TransactGetItems.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TransactGetItemsResponse {
    /// One for each read, in order; `None` where there is no item, or nothing of it was asked for.
    pub responses: Vec<Option<Arc<Item>>>,
    /// What the reads cost, a member for each table.
    pub consumed_capacity: Option<Vec<ConsumedCapacity>>,
}

/// TransactWriteItems: writes items at one moment, if all of its conditions hold.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TransactWriteItemsRequest {
    /// The actions.
    pub transact_items: Vec<TransactWrite>,
    /// Makes the request idempotent for ten minutes.
    pub client_request_token: Option<String>,
    /// How much of the cost to report.
    pub return_consumed_capacity: Option<ReturnConsumedCapacity>,
    /// Whether to report the item collections' sizes.
    pub return_item_collection_metrics: Option<ReturnItemCollectionMetrics>,
}

/// An action of a transaction.
#[derive(Clone, Debug, PartialEq)]
pub struct TransactWrite {
    /// Table to write to.
    pub table_name: String,
    /// What to do there.
    pub action: TransactAction,
    /// Must hold for the existing item, or the transaction does not happen.
    pub condition_expression: Option<String>,
    /// Name placeholders.
    pub expression_attribute_names: Option<ExpressionAttributeNames>,
    /// Value placeholders, names with their leading `:`.
    pub expression_attribute_values: Option<Map>,
    /// Whether a failed condition answers with the item.
    pub return_values_on_condition_check_failure: Option<ReturnValuesOnConditionCheckFailure>,
}

/// What an action of a transaction does.
#[derive(Clone, Debug, PartialEq)]
pub enum TransactAction {
    /// Checks the condition, which it must have, and changes nothing.
    ConditionCheck {
        /// The primary key.
        key: Item,
    },
    /// Writes an item in place of any with its key.
    Put {
        /// The item, keys included.
        item: Item,
    },
    /// Removes the item.
    Delete {
        /// The primary key.
        key: Item,
    },
    /// Changes the item, creating it when it is not there.
    Update {
        /// The primary key.
        key: Item,
        /// What to change.
        update_expression: String,
    },
}

/// Answer to TransactWriteItems.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TransactWriteItemsResponse {
    /// What the actions cost, a member for each table.
    pub consumed_capacity: Option<Vec<ConsumedCapacity>>,
    /// Sizes of the item collections written to, by table as the caller named it.
    pub item_collection_metrics: BTreeMap<String, Vec<ItemCollectionMetrics>>,
}
