//! ExecuteTransaction: executes statements atomically.

use std::sync::Arc;

use hashrange_values::{AttributeValue, Item};

use super::body::{Asked, members};
use super::told::told;
use crate::constraint::{
    Kind, MEMBERS_OF_TRANSACTION, Member, PARAMETERS, RETURN_CONSUMED_CAPACITY, RETURN_ON_FAILURE, Rule, STATEMENT,
    Structure,
};
use crate::shape::{ConsumedCapacity, ReturnConsumedCapacity, ReturnValuesOnConditionCheckFailure};

members! {
    /// ExecuteTransaction: executes statements atomically.
    ExecuteTransactionRequest = EXECUTE_TRANSACTION {
        /// The statements.
        "TransactStatements" transact_statements: Vec<TransactStatement>,
        /// Makes a transaction that writes idempotent for ten minutes.
        "ClientRequestToken" client_request_token: Option<String>,
        /// How much of the cost to report.
        "ReturnConsumedCapacity" return_consumed_capacity: Option<ReturnConsumedCapacity>,
    }
}

members! {
    /// A statement of a transaction.
    TransactStatement in lines TRANSACT_STATEMENT {
        /// The statement.
        "Statement" statement: String,
        /// The values for its `?` placeholders.
        "Parameters" parameters: Option<Vec<AttributeValue>>,
        /// Whether a failed condition returns the item.
        "ReturnValuesOnConditionCheckFailure" return_values_on_condition_check_failure: Option<ReturnValuesOnConditionCheckFailure>,
    }
}

/// Response to ExecuteTransaction.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ExecuteTransactionResponse {
    /// One result for each read, in order. `None` if no item exists. Empty for a transaction that writes
    /// (observed: statement-transactions).
    pub responses: Vec<Option<Arc<Item>>>,
    /// The capacity that the statements consumed, one entry for each table.
    pub consumed_capacity: Option<Vec<ConsumedCapacity>>,
}

static TRANSACT_STATEMENT: Structure = Structure {
    class: "ParameterizedStatement",
    members: &[STATEMENT, PARAMETERS, RETURN_ON_FAILURE],
};

static EXECUTE_TRANSACTION: Asked = Asked::of("ExecuteTransactionInput").members(&[
    Member::required("TransactStatements", Kind::List(&Kind::Structure(&TRANSACT_STATEMENT)))
        .with(MEMBERS_OF_TRANSACTION),
    Member::optional("ClientRequestToken", Kind::Text).with(&[Rule::MinLength(1), Rule::MaxLength(36)]),
    RETURN_CONSUMED_CAPACITY,
]);

told! {
    answer ExecuteTransactionResponse {
        "Responses" responses,
        "ConsumedCapacity" consumed_capacity,
    }
}
