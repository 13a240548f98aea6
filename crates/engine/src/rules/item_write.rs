//! A write of one item as a request describes it.
//!
//! Must not know its table, nor the parameters of a request.

use hashrange_expression::{Condition, Update};
use hashrange_values::{Item, Text};
use hashrange_wire::ReturnValuesOnConditionCheckFailure;

use crate::rules::read::foreseen::Verdict;

/// A write of one item, with its condition.
pub(crate) struct ItemWrite {
    /// The table, as the request names it: name or ARN.
    pub(crate) table_name: Text,
    pub(crate) action: Action,
    /// The condition that the current item must satisfy.
    pub(crate) condition: Option<Condition>,
    /// What the condition says about an item, if it was evaluated before.
    pub(crate) foreseen: Option<Verdict>,
    /// Whether a failed condition returns the item.
    pub(crate) on_failure: Option<ReturnValuesOnConditionCheckFailure>,
}

/// The action on the item.
pub(crate) enum Action {
    /// Replaces the item.
    Put(Item),
    /// Puts this item if no item has its key; only for statements.
    Insert(Item),
    /// Changes the item with this key, and creates it if it does not exist.
    Update { key: Item, update: Option<Update> },
    /// Deletes the item with this key.
    Delete { key: Item },
    /// Leaves the item with this key unchanged. Within a transaction, its condition must hold.
    ConditionCheck { key: Item },
}

impl Action {
    /// The primary key, or the item that contains it.
    pub(crate) fn key(&self) -> &Item {
        match self {
            Self::Put(item) | Self::Insert(item) => item,
            Self::Update { key, .. } | Self::Delete { key } | Self::ConditionCheck { key } => key,
        }
    }
}
