//! Shared parts of writes of one item.

use std::sync::Arc;

use hashrange_values::Item;

use super::closed_set::closed_set;
use super::{ConsumedCapacity, ItemCollectionMetrics};

closed_set! {
    /// The image of the item that a write returns.
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
    /// Whether a failed condition returns the item that failed it.
    ReturnValuesOnConditionCheckFailure {
        /// The current item.
        AllOld = "ALL_OLD",
        /// Nothing.
        None = "NONE",
    }
}

/// Response to PutItem, UpdateItem and DeleteItem.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WriteItemResponse {
    /// The requested image, if there is one.
    pub attributes: Option<Arc<Item>>,
    /// The capacity that the write consumed.
    pub consumed_capacity: Option<Box<ConsumedCapacity>>,
    /// Size of the item collection written to.
    pub item_collection_metrics: Option<ItemCollectionMetrics>,
}
