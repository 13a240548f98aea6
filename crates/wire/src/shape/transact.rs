//! The actions of a TransactWriteItems.

use hashrange_values::{Item, Map};

use super::{ExpressionAttributeNames, ReturnValuesOnConditionCheckFailure};

/// An action of a transaction.
#[derive(Clone, Debug, PartialEq)]
pub struct TransactWrite {
    /// Table to write to.
    pub table_name: String,
    /// The action.
    pub action: TransactAction,
    /// The condition that the existing item must satisfy, otherwise the transaction fails.
    pub condition_expression: Option<String>,
    /// Name placeholders.
    pub expression_attribute_names: Option<ExpressionAttributeNames>,
    /// Value placeholders, names with their leading `:`.
    pub expression_attribute_values: Option<Map>,
    /// Whether a failed condition returns the item.
    pub return_values_on_condition_check_failure: Option<ReturnValuesOnConditionCheckFailure>,
}

/// The action of a transaction.
#[derive(Clone, Debug, PartialEq)]
pub enum TransactAction {
    /// Checks the required condition and changes nothing.
    ConditionCheck {
        /// The primary key.
        key: Item,
    },
    /// Writes an item, and replaces an existing item with the same key.
    Put {
        /// The item, keys included.
        item: Item,
    },
    /// Deletes the item.
    Delete {
        /// The primary key.
        key: Item,
    },
    /// Changes the item, and creates it if it does not exist.
    Update {
        /// The primary key.
        key: Item,
        /// The changes.
        update_expression: String,
    },
}
