//! The actions of a TransactWriteItems.

use hashrange_values::{Item, Map};

use super::{ExpressionAttributeNames, ReturnValuesOnConditionCheckFailure};

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
