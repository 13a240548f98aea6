//! The parameters from the time before expressions: conditions and updates said attribute by attribute.
//!
//! Owns their shapes. What they must satisfy beyond their shape is in `legacy.rs`.

use std::collections::BTreeMap;

use hashrange_values::{AttributeValue, Text};

use super::closed_set::closed_set;

closed_set! {
    /// How an attribute is compared.
    ComparisonOperator {
        /// Equal to one of the values.
        In = "IN",
        /// The attribute is not there. Nothing to do with values of type NULL.
        Null = "NULL",
        /// Between two values, both included.
        Between = "BETWEEN",
        /// Less than the value.
        Lt = "LT",
        /// The attribute is there, and without the value as part or element.
        NotContains = "NOT_CONTAINS",
        /// Equal to the value.
        Eq = "EQ",
        /// Greater than the value.
        Gt = "GT",
        /// The attribute is there.
        NotNull = "NOT_NULL",
        /// Not equal to the value, or not there.
        Ne = "NE",
        /// Less than the value or equal to it.
        Le = "LE",
        /// A string or binary that starts with the value.
        BeginsWith = "BEGINS_WITH",
        /// Greater than the value or equal to it.
        Ge = "GE",
        /// A string or binary with the value as a part, or a set or list with it as an element.
        Contains = "CONTAINS",
    }
}

closed_set! {
    /// How several conditions are joined.
    ConditionalOperator {
        /// One of them must hold.
        Or = "OR",
        /// All of them must hold.
        And = "AND",
    }
}

closed_set! {
    /// What is done to an attribute. The order of the words is the one of the service's own local edition.
    AttributeAction {
        /// Adds to a number, unites with a set, appends to a list.
        Add = "ADD",
        /// Takes elements out of a set, or the attribute away.
        Delete = "DELETE",
        /// Stores the value.
        Put = "PUT",
    }
}

/// A condition on one attribute: a member of `KeyConditions`, `QueryFilter` or `ScanFilter`.
#[derive(Clone, Debug, PartialEq)]
pub struct Condition {
    /// The values to compare with; left out is as good as none.
    pub attribute_value_list: Option<Vec<AttributeValue>>,
    /// How to compare.
    pub comparison_operator: ComparisonOperator,
}

/// Conditions by attribute.
pub type Conditions = BTreeMap<Text, Condition>;

/// A condition on one attribute of the item a write meets: a member of `Expected`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ExpectedAttributeValue {
    /// The value the attribute must have.
    pub value: Option<AttributeValue>,
    /// False for an attribute that must not be there.
    pub exists: Option<bool>,
    /// How to compare; equality without it.
    pub comparison_operator: Option<ComparisonOperator>,
    /// The values to compare with.
    pub attribute_value_list: Option<Vec<AttributeValue>>,
}

/// `Expected`: conditions by attribute.
pub type Expected = BTreeMap<Text, ExpectedAttributeValue>;

/// What is done to one attribute: a member of `AttributeUpdates`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AttributeValueUpdate {
    /// What to store, add or take out.
    pub value: Option<AttributeValue>,
    /// What to do; `PUT` without it.
    pub action: Option<AttributeAction>,
}

/// `AttributeUpdates`: changes by attribute.
pub type AttributeUpdates = BTreeMap<Text, AttributeValueUpdate>;
