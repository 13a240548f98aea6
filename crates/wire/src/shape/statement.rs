//! The statements: ExecuteStatement, BatchExecuteStatement and ExecuteTransaction.

use std::sync::Arc;

use hashrange_values::{AttributeValue, Item};

use super::{ConsumedCapacity, ReturnConsumedCapacity, ReturnValuesOnConditionCheckFailure};
use crate::error::ServiceError;

/// ExecuteStatement: reads items, or writes one, as a statement says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ExecuteStatementRequest {
    /// The statement.
    pub statement: String,
    /// The values its question marks stand for.
    pub parameters: Option<Vec<AttributeValue>>,
    /// Strongly consistent when true.
    pub consistent_read: Option<bool>,
    /// Where to go on, from an earlier answer to the same statement.
    pub next_token: Option<String>,
    /// How much of the cost to report.
    pub return_consumed_capacity: Option<ReturnConsumedCapacity>,
    /// Items to read at most.
    pub limit: Option<u32>,
    /// Whether a failed condition answers with the item.
    pub return_values_on_condition_check_failure: Option<ReturnValuesOnConditionCheckFailure>,
}

/// Answer to ExecuteStatement.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ExecuteStatementResponse {
    /// The items read, or the image a write was asked for.
    pub items: Vec<Arc<Item>>,
    /// Where to go on.
    pub next_token: Option<String>,
    /// The key of the last item read, when there is more to read.
    pub last_evaluated_key: Option<Item>,
    /// What the statement cost.
    pub consumed_capacity: Option<ConsumedCapacity>,
}

/// BatchExecuteStatement: reads items one by one, or writes them, each on its own.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BatchExecuteStatementRequest {
    /// The statements.
    pub statements: Vec<BatchStatement>,
    /// How much of the cost to report.
    pub return_consumed_capacity: Option<ReturnConsumedCapacity>,
}

/// A statement of a batch.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BatchStatement {
    /// The statement.
    pub statement: String,
    /// The values its question marks stand for.
    pub parameters: Option<Vec<AttributeValue>>,
    /// Why the parameters sent are none; they are left out then. Refuses this statement only (observed).
    pub parameter_fault: Option<String>,
    /// Strongly consistent when true.
    pub consistent_read: Option<bool>,
    /// Taken, and without effect in a batch (observed).
    pub return_values_on_condition_check_failure: Option<ReturnValuesOnConditionCheckFailure>,
}

/// Answer to BatchExecuteStatement.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BatchExecuteStatementResponse {
    /// One for each statement, in order.
    pub responses: Vec<BatchStatementResponse>,
    /// What the statements cost, a member for each table.
    pub consumed_capacity: Option<Vec<ConsumedCapacity>>,
}

/// What became of a statement of a batch.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BatchStatementResponse {
    /// Why it was refused.
    pub error: Option<ServiceError>,
    /// The table, as the statement names it; not for one that was refused before it was tried (observed).
    pub table_name: Option<String>,
    /// The item read, or the image a write was asked for.
    pub item: Option<Arc<Item>>,
}

/// ExecuteTransaction: reads items, or writes them, all at one moment or not at all.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ExecuteTransactionRequest {
    /// The statements.
    pub transact_statements: Vec<TransactStatement>,
    /// Makes a transaction that writes idempotent for ten minutes.
    pub client_request_token: Option<String>,
    /// How much of the cost to report.
    pub return_consumed_capacity: Option<ReturnConsumedCapacity>,
}

/// A statement of a transaction.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TransactStatement {
    /// The statement.
    pub statement: String,
    /// The values its question marks stand for.
    pub parameters: Option<Vec<AttributeValue>>,
    /// Whether a failed condition answers with the item.
    pub return_values_on_condition_check_failure: Option<ReturnValuesOnConditionCheckFailure>,
}

/// Answer to ExecuteTransaction.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ExecuteTransactionResponse {
    /// One for each read, in order, `None` where there is no item; empty for a transaction that writes (observed).
    pub responses: Vec<Option<Arc<Item>>>,
    /// What the statements cost, a member for each table.
    pub consumed_capacity: Option<Vec<ConsumedCapacity>>,
}
