//! BatchExecuteStatement: executes statements independently of each other.

use std::sync::Arc;

use hashrange_values::{AttributeValue, Item};

use super::body::{Asked, members};
use super::body_member::{BodyMember as _, Value};
use super::told::told;
use crate::constraint::{
    CONSISTENT_READ, Kind, Member, PARAMETERS, RETURN_CONSUMED_CAPACITY, RETURN_ON_FAILURE, Rule, STATEMENT, Structure,
};
use crate::error::ServiceError;
use crate::json::request::members::{list, needed, string, truth, word, wrong_kind};
use crate::json::request::statement::read_parameters;
use crate::json::{Node, ValueFault, Writer, objects};
use crate::reader::Reader;
use crate::rejection::Rejection;
use crate::shape::{ConsumedCapacity, ReturnConsumedCapacity, ReturnValuesOnConditionCheckFailure};

members! {
    /// BatchExecuteStatement: executes statements independently of each other. Each reads or writes one item.
    BatchExecuteStatementRequest = BATCH_EXECUTE_STATEMENT {
        /// The statements.
        "Statements" statements: Vec<BatchStatement>,
        /// How much of the cost to report.
        "ReturnConsumedCapacity" return_consumed_capacity: Option<ReturnConsumedCapacity>,
    }
}

/// A statement of a batch.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BatchStatement {
    /// The statement.
    pub statement: String,
    /// The values for its `?` placeholders.
    pub parameters: Option<Vec<AttributeValue>>,
    /// The error in invalid parameters. `parameters` is then `None`. Refuses only this statement
    /// (observed: statement-parameters).
    pub parameter_fault: Option<String>,
    /// Strongly consistent when true.
    pub consistent_read: Option<bool>,
    /// Accepted, but without effect in a batch (observed: statement-batches).
    pub return_values_on_condition_check_failure: Option<ReturnValuesOnConditionCheckFailure>,
}

/// Response to BatchExecuteStatement.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BatchExecuteStatementResponse {
    /// One result for each statement, in order.
    pub responses: Vec<BatchStatementResponse>,
    /// The capacity that the statements consumed, one entry for each table.
    pub consumed_capacity: Option<Vec<ConsumedCapacity>>,
}

/// The result of one statement of a batch.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BatchStatementResponse {
    /// The error, if the statement was refused.
    pub error: Option<BatchStatementError>,
    /// The table, as the statement names it. Absent if the statement was refused before its execution
    /// (observed: statement-batches).
    pub table_name: Option<String>,
    /// The item that was read, or the requested image of a write.
    pub item: Option<Arc<Item>>,
}

/// The error of a statement of a batch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BatchStatementError {
    /// The kind of error, which is not the name of an exception.
    pub code: String,
    /// The message.
    pub message: String,
}

impl From<&ServiceError> for BatchStatementError {
    fn from(error: &ServiceError) -> Self {
        Self {
            code: error.batch_code().to_owned(),
            message: error.to_string(),
        }
    }
}

static BATCH_STATEMENT: Structure = Structure {
    class: "BatchStatementRequest",
    members: &[STATEMENT, PARAMETERS, CONSISTENT_READ, RETURN_ON_FAILURE],
};

static BATCH_EXECUTE_STATEMENT: Asked = Asked::of("BatchExecuteStatementInput").members(&[
    Member::required("Statements", Kind::List(&Kind::Structure(&BATCH_STATEMENT)))
        .with(&[Rule::MinLength(1), Rule::MaxLength(25)]),
    RETURN_CONSUMED_CAPACITY,
]);

impl Value for Vec<BatchStatement> {
    fn read(_: Reader, _: &str, node: Node<'_>) -> Result<Self, Rejection> {
        list(node, statement)
    }

    fn write(&self, out: &mut Writer, name: &'static str) {
        out.key(name);
        objects(out, self, |out, statement| {
            out.text_member("Statement", &statement.statement);
            statement.parameters.write(out, "Parameters");
            statement.consistent_read.write(out, "ConsistentRead");
            let on_failure = statement.return_values_on_condition_check_failure;
            on_failure.write(out, "ReturnValuesOnConditionCheckFailure");
        });
    }
}

/// Reads a statement. Not declared with `members!`, because invalid parameters refuse only their statement of a batch.
fn statement(node: Node<'_>) -> Result<BatchStatement, Rejection> {
    let (parameters, parameter_fault) = match node.member("Parameters").map(read_parameters).transpose() {
        Ok(parameters) => (parameters, None),
        Err(located) if located.fault == ValueFault::Mistyped => return Err(wrong_kind(located.node)),
        Err(located) => (None, Some(located.fault.to_string())),
    };
    let on_failure = node.member("ReturnValuesOnConditionCheckFailure");
    let on_failure = on_failure
        .map(|node| word(node, ReturnValuesOnConditionCheckFailure::from_wire))
        .transpose()?;
    Ok(BatchStatement {
        statement: string(needed(node, "Statement")?)?,
        parameters,
        parameter_fault,
        consistent_read: node.member("ConsistentRead").map(truth).transpose()?,
        return_values_on_condition_check_failure: on_failure,
    })
}

told! {
    answer BatchExecuteStatementResponse {
        "Responses" responses,
        "ConsumedCapacity" consumed_capacity,
    }
}

told! {
    part BatchStatementResponse {
        "Error" error,
        "TableName" table_name,
        "Item" item,
    }
}

told! {
    part BatchStatementError {
        "Code" code,
        "Message" message,
    }
}
