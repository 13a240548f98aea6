//! What the writes of one item have in common.

use std::sync::Arc;

use hashrange_values::Item;

use super::closed_set::closed_set;
use super::{ConsumedCapacity, ItemCollectionMetrics};

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
