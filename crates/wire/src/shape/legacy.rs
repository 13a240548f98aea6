//! The legacy parameters: conditions and updates, attribute by attribute.
//!
//! Owns their shapes. `legacy.rs` has the rules beyond their shape.

use hashrange_values::AttributeValue;

use super::ByName;
use super::closed_set::closed_set;

closed_set! {
    /// How an attribute is compared.
    ComparisonOperator {
        /// The attribute is equal to one of the values.
        In = "IN",
        /// The attribute does not exist. This is independent of values of type NULL.
        Null = "NULL",
        /// The attribute is between two values, both included.
        Between = "BETWEEN",
        /// Less than the value.
        Lt = "LT",
        /// The attribute exists and does not contain the value as part or element.
        NotContains = "NOT_CONTAINS",
        /// Equal to the value.
        Eq = "EQ",
        /// Greater than the value.
        Gt = "GT",
        /// The attribute exists.
        NotNull = "NOT_NULL",
        /// Not equal to the value, or absent.
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
    /// The action on an attribute. The order of the words is that of DynamoDB Local.
    AttributeAction {
        /// Adds to a number, adds elements to a set, or appends to a list.
        Add = "ADD",
        /// Deletes elements of a set, or the attribute.
        Delete = "DELETE",
        /// Stores the value.
        Put = "PUT",
    }
}

/// A condition on one attribute: a member of `KeyConditions`, `QueryFilter` or `ScanFilter`.
#[derive(Clone, Debug, PartialEq)]
pub struct Condition {
    /// The values to compare with. Absent is the same as empty.
    pub attribute_value_list: Option<Vec<AttributeValue>>,
    /// How to compare.
    pub comparison_operator: ComparisonOperator,
}

/// Conditions by attribute.
pub type Conditions = ByName<Condition>;

/// A condition on one attribute of the existing item of a write: a member of `Expected`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ExpectedAttributeValue {
    /// The value that the attribute must have.
    pub value: Option<AttributeValue>,
    /// False for an attribute that must not exist.
    pub exists: Option<bool>,
    /// How to compare. Equality by default.
    pub comparison_operator: Option<ComparisonOperator>,
    /// The values to compare with.
    pub attribute_value_list: Option<Vec<AttributeValue>>,
}

/// `Expected`: conditions by attribute.
pub type Expected = ByName<ExpectedAttributeValue>;

/// The change of one attribute: a member of `AttributeUpdates`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AttributeValueUpdate {
    /// The value to store, add or remove.
    pub value: Option<AttributeValue>,
    /// The action; `PUT` by default.
    pub action: Option<AttributeAction>,
}

/// `AttributeUpdates`: changes by attribute.
pub type AttributeUpdates = ByName<AttributeValueUpdate>;
