//! ExecuteStatement: executes a statement that reads items or writes one.

use std::sync::Arc;

use hashrange_values::{AttributeValue, Item};

use super::body::{Asked, members};
use super::told::told;
use crate::constraint::{
    CONSISTENT_READ, Kind, Member, NEXT_TOKEN, PARAMETERS, RETURN_CONSUMED_CAPACITY, RETURN_ON_FAILURE, Rule, STATEMENT,
};
use crate::shape::{ConsumedCapacity, ReturnConsumedCapacity, ReturnValuesOnConditionCheckFailure};

members! {
    /// ExecuteStatement: executes a statement that reads items or writes one.
    ExecuteStatementRequest = EXECUTE_STATEMENT {
        /// The statement.
        "Statement" statement: String,
        /// The values for its `?` placeholders.
        "Parameters" parameters: Option<Vec<AttributeValue>>,
        /// Strongly consistent when true.
        "ConsistentRead" consistent_read: Option<bool>,
        /// The token from an earlier response to the same statement.
        "NextToken" next_token: Option<String>,
        /// The maximum number of items to read.
        "Limit" limit: Option<u32>,
        /// Whether a failed condition returns the item.
        "ReturnValuesOnConditionCheckFailure" return_values_on_condition_check_failure: Option<ReturnValuesOnConditionCheckFailure>,
        /// How much of the cost to report.
        "ReturnConsumedCapacity" return_consumed_capacity: Option<ReturnConsumedCapacity>,
    }
}

/// Response to ExecuteStatement.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ExecuteStatementResponse {
    /// The items that were read, or the requested image of a write.
    pub items: Vec<Arc<Item>>,
    /// The token for the next page.
    pub next_token: Option<String>,
    /// The key of the last item read, if there is more to read.
    pub last_evaluated_key: Option<Item>,
    /// The capacity that the statement consumed.
    pub consumed_capacity: Option<Box<ConsumedCapacity>>,
}

static EXECUTE_STATEMENT: Asked = Asked::of("ExecuteStatementInput").members(&[
    STATEMENT,
    PARAMETERS,
    CONSISTENT_READ,
    NEXT_TOKEN.with(&[Rule::MinLength(1), Rule::MaxLength(32_768)]),
    RETURN_CONSUMED_CAPACITY,
    Member::optional("Limit", Kind::Integer).with(&[Rule::AtLeast(1)]),
    RETURN_ON_FAILURE,
]);

told! {
    answer ExecuteStatementResponse {
        "Items" items,
        "NextToken" next_token,
        "LastEvaluatedKey" last_evaluated_key,
        "ConsumedCapacity" consumed_capacity,
    }
}
