//! What the service says of conditions, updates and attribute lists from the time before expressions.

use hashrange_values::Text;

use crate::shape::{AttributeAction, ComparisonOperator};

/// A parameter without an expression that contradicts itself. Texts are observed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LegacyError {
    /// `Value` beside `AttributeValueList`.
    #[error(
        "One or more parameter values were invalid: Value and AttributeValueList cannot be used together for Attribute: {0}"
    )]
    ValueWithList(Text),
    /// `Exists` beside `ComparisonOperator`.
    #[error(
        "One or more parameter values were invalid: Exists and ComparisonOperator cannot be used together for Attribute: {0}"
    )]
    ExistsWithOperator(Text),
    /// An operator that compares, and nothing to compare with.
    #[error(
        "One or more parameter values were invalid: Value or AttributeValueList must be used with ComparisonOperator: {operator} for Attribute: {name}"
    )]
    OperatorWithoutValue {
        /// The operator.
        operator: ComparisonOperator,
        /// The attribute.
        name: Text,
    },
    /// `AttributeValueList` alone.
    #[error(
        "One or more parameter values were invalid: AttributeValueList can only be used with a ComparisonOperator for Attribute: {0}"
    )]
    ListWithoutOperator(Text),
    /// An attribute that must be there, without its value.
    #[error(
        "One or more parameter values were invalid: Value must be provided when Exists is {} for Attribute: {name}",
        if *said { "true" } else { "null" }
    )]
    ExistsWithoutValue {
        /// Whether `Exists` was said at all.
        said: bool,
        /// The attribute.
        name: Text,
    },
    /// An attribute that must not be there, with its value.
    #[error("One or more parameter values were invalid: Value cannot be used when Exists is false for Attribute: {0}")]
    ValueWithoutExistence(Text),
    /// Too few or too many values for the operator.
    #[error("One or more parameter values were invalid: Invalid number of argument(s) for the {0} ComparisonOperator")]
    ArgumentCount(ComparisonOperator),
    /// Values of different types.
    #[error(
        "One or more parameter values were invalid: AttributeValues inside AttributeValueList must be of same type"
    )]
    ArgumentTypes,
    /// A value of a type the operator never takes.
    #[error(
        "One or more parameter values were invalid: ComparisonOperator {operator} is not valid for {kind} AttributeValue type"
    )]
    ArgumentType {
        /// The operator.
        operator: ComparisonOperator,
        /// The descriptor of the type.
        kind: &'static str,
    },
    /// The bounds of `BETWEEN` in descending order.
    #[error("The BETWEEN condition was provided a range where the lower bound is greater than the upper bound")]
    BetweenOrder,
    /// `ConditionalOperator` without conditions to join.
    #[error("ConditionalOperator cannot be used without Filter or Expected")]
    OperatorAlone,
    /// `ConditionalOperator` with one condition.
    #[error("ConditionalOperator can only be used when Filter or Expected has two or more elements")]
    OperatorOfOne,
    /// An attribute twice in `AttributesToGet`.
    #[error("One or more parameter values were invalid: Duplicate value in attribute name: {0}")]
    DuplicateAttribute(Text),
    /// An action that needs a value, without one.
    #[error(
        "One or more parameter values were invalid: Only DELETE action is allowed when no attribute value is specified"
    )]
    UpdateWithoutValue,
    /// A value of a type that cannot be added, or taken out of anything.
    #[error("One or more parameter values were invalid: {action} action {} the type {kind}", match action {
        AttributeAction::Delete => "with value is not supported for",
        _ => "is not supported for",
    })]
    ActionType {
        /// `ADD` or `DELETE`.
        action: AttributeAction,
        /// The descriptor of the type.
        kind: &'static str,
    },
}
