//! A write of one item as a request asks for it.
//!
//! Must not know its table, nor how a request spells its parameters.

use hashrange_expression::{Condition, Update};
use hashrange_values::{Item, Text};
use hashrange_wire::ReturnValuesOnConditionCheckFailure;

/// A write of one item.
pub(crate) struct ItemWrite {
    /// The table, as the request names it: name or ARN.
    pub(crate) table_name: Text,
    pub(crate) action: Action,
    /// Must hold for the item as it stands.
    pub(crate) condition: Option<Condition>,
    /// Whether a failed condition answers with the item.
    pub(crate) on_failure: Option<ReturnValuesOnConditionCheckFailure>,
}

/// What to do with the item.
pub(crate) enum Action {
    /// Put this one in its place.
    Put(Item),
    /// Put this one where none is; only statements do.
    Insert(Item),
    /// Change the item with this key; create it when it is not there.
    Update { key: Item, update: Option<Update> },
    /// Remove the item with this key.
    Delete { key: Item },
    /// Leave the item with this key as it is: within a transaction, its condition must hold.
    ConditionCheck { key: Item },
}

impl Action {
    /// The primary key, or the item that holds it.
    pub(crate) fn key(&self) -> &Item {
        match self {
            Self::Put(item) | Self::Insert(item) => item,
            Self::Update { key, .. } | Self::Delete { key } | Self::ConditionCheck { key } => key,
        }
    }
}
