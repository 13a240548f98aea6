//! The service's texts about conditions, updates and attribute lists of the legacy parameters.

use hashrange_values::Text;

use crate::shape::{AttributeAction, ComparisonOperator};

/// An invalid legacy parameter. Texts are observed: legacy-messages.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LegacyError {
    /// `Value` together with `AttributeValueList`.
    #[error(
        "One or more parameter values were invalid: Value and AttributeValueList cannot be used together for Attribute: {0}"
    )]
    ValueWithList(Text),
    /// `Exists` together with `ComparisonOperator`.
    #[error(
        "One or more parameter values were invalid: Exists and ComparisonOperator cannot be used together for Attribute: {0}"
    )]
    ExistsWithOperator(Text),
    /// A comparison operator without a value.
    #[error(
        "One or more parameter values were invalid: Value or AttributeValueList must be used with ComparisonOperator: {operator} for Attribute: {name}"
    )]
    OperatorWithoutValue {
        /// The operator.
        operator: ComparisonOperator,
        /// The attribute.
        name: Text,
    },
    /// `AttributeValueList` without a comparison operator.
    #[error(
        "One or more parameter values were invalid: AttributeValueList can only be used with a ComparisonOperator for Attribute: {0}"
    )]
    ListWithoutOperator(Text),
    /// An attribute that must exist, without its value.
    #[error(
        "One or more parameter values were invalid: Value must be provided when Exists is {} for Attribute: {name}",
        if *said { "true" } else { "null" }
    )]
    ExistsWithoutValue {
        /// Whether the request specified `Exists`.
        said: bool,
        /// The attribute.
        name: Text,
    },
    /// An attribute that must not exist, with a value.
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
    /// A value of a type that the operator does not support.
    #[error(
        "One or more parameter values were invalid: ComparisonOperator {operator} is not valid for {kind} AttributeValue type"
    )]
    ArgumentType {
        /// The operator.
        operator: ComparisonOperator,
        /// The type descriptor.
        kind: &'static str,
    },
    /// The bounds of `BETWEEN` in descending order.
    #[error("The BETWEEN condition was provided a range where the lower bound is greater than the upper bound")]
    BetweenOrder,
    /// `ConditionalOperator` without conditions to join.
    #[error("ConditionalOperator cannot be used without Filter or Expected")]
    OperatorAlone,
    /// `ConditionalOperator` with only one condition.
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
    /// A value of a type that `ADD` or `DELETE` does not support.
    #[error("One or more parameter values were invalid: {action} action {} the type {kind}", match action {
        AttributeAction::Delete => "with value is not supported for",
        _ => "is not supported for",
    })]
    ActionType {
        /// `ADD` or `DELETE`.
        action: AttributeAction,
        /// The type descriptor.
        kind: &'static str,
    },
}
