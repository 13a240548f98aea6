//! The requests with statements, from their members and back.
//!
//! Parameters that are no values refuse a request before its statement is read, and a statement of a batch alone
//! (observed).

use hashrange_values::AttributeValue;

use super::members::{count, elements, fields, refusal, string, truth, word, wrong_kind};
use crate::json::tape::Node;
use crate::json::value::{Located, ValueFault, read_value, write_value};
use crate::json::writer::Writer;
use crate::rejection::Rejection;
use crate::shape::{
    BatchExecuteStatementRequest, BatchStatement, ExecuteStatementRequest, ExecuteTransactionRequest,
    ReturnConsumedCapacity, ReturnValuesOnConditionCheckFailure, TransactStatement,
};

#[inline(never)]
pub(super) fn execute_statement(root: Node<'_>) -> Result<ExecuteStatementRequest, Rejection> {
    let mut request = ExecuteStatementRequest::default();
    for (name, node) in fields(root) {
        match name {
            "Statement" => request.statement = string(node)?,
            "Parameters" => request.parameters = Some(parameters(node)?),
            "ConsistentRead" => request.consistent_read = Some(truth(node)?),
            "NextToken" => request.next_token = Some(string(node)?),
            "ReturnConsumedCapacity" => {
                request.return_consumed_capacity = Some(word(node, ReturnConsumedCapacity::from_wire)?);
            }
            "Limit" => request.limit = Some(count(node)?),
            "ReturnValuesOnConditionCheckFailure" => {
                request.return_values_on_condition_check_failure =
                    Some(word(node, ReturnValuesOnConditionCheckFailure::from_wire)?);
            }
            _ => {}
        }
    }
    Ok(request)
}

#[inline(never)]
pub(super) fn batch_execute_statement(root: Node<'_>) -> Result<BatchExecuteStatementRequest, Rejection> {
    let mut request = BatchExecuteStatementRequest::default();
    for (name, node) in fields(root) {
        match name {
            "Statements" => request.statements = elements(node)?.map(batch_statement).collect::<Result<_, _>>()?,
            "ReturnConsumedCapacity" => {
                request.return_consumed_capacity = Some(word(node, ReturnConsumedCapacity::from_wire)?);
            }
            _ => {}
        }
    }
    Ok(request)
}

fn batch_statement(root: Node<'_>) -> Result<BatchStatement, Rejection> {
    let mut statement = BatchStatement::default();
    for (name, node) in fields(root) {
        match name {
            "Statement" => statement.statement = string(node)?,
            "Parameters" => match read_parameters(node) {
                Ok(parameters) => statement.parameters = Some(parameters),
                Err(located) if located.fault == ValueFault::Mistyped => return Err(wrong_kind(located.node)),
                Err(located) => statement.parameter_fault = Some(located.fault.to_string()),
            },
            "ConsistentRead" => statement.consistent_read = Some(truth(node)?),
            "ReturnValuesOnConditionCheckFailure" => {
                statement.return_values_on_condition_check_failure =
                    Some(word(node, ReturnValuesOnConditionCheckFailure::from_wire)?);
            }
            _ => {}
        }
    }
    Ok(statement)
}

#[inline(never)]
pub(super) fn execute_transaction(root: Node<'_>) -> Result<ExecuteTransactionRequest, Rejection> {
    let mut request = ExecuteTransactionRequest::default();
    for (name, node) in fields(root) {
        match name {
            "TransactStatements" => {
                request.transact_statements = elements(node)?.map(transact_statement).collect::<Result<_, _>>()?;
            }
            "ClientRequestToken" => request.client_request_token = Some(string(node)?),
            "ReturnConsumedCapacity" => {
                request.return_consumed_capacity = Some(word(node, ReturnConsumedCapacity::from_wire)?);
            }
            _ => {}
        }
    }
    Ok(request)
}

fn transact_statement(root: Node<'_>) -> Result<TransactStatement, Rejection> {
    let mut statement = TransactStatement::default();
    for (name, node) in fields(root) {
        match name {
            "Statement" => statement.statement = string(node)?,
            "Parameters" => statement.parameters = Some(parameters(node)?),
            "ReturnValuesOnConditionCheckFailure" => {
                statement.return_values_on_condition_check_failure =
                    Some(word(node, ReturnValuesOnConditionCheckFailure::from_wire)?);
            }
            _ => {}
        }
    }
    Ok(statement)
}

fn parameters(node: Node<'_>) -> Result<Vec<AttributeValue>, Rejection> {
    read_parameters(node).map_err(|located| match located.fault {
        ValueFault::Mistyped => wrong_kind(located.node),
        fault => refusal(fault.to_string()),
    })
}

fn read_parameters(node: Node<'_>) -> Result<Vec<AttributeValue>, Located<'_>> {
    if !node.is_list() {
        return Err(Located { fault: ValueFault::Mistyped, node });
    }
    node.elements().map(|element| read_value(element, 0).map_err(Located::counted_in_32_bits)).collect()
}

pub(super) fn write_execute_statement(out: &mut Writer, request: &ExecuteStatementRequest) {
    statement(out, &request.statement, request.parameters.as_deref());
    out.optional_boolean("ConsistentRead", request.consistent_read);
    out.optional_text("NextToken", request.next_token.as_deref());
    if let Some(limit) = request.limit {
        out.count_member("Limit", u64::from(limit));
    }
    write_on_failure(out, request.return_values_on_condition_check_failure);
    out.optional_text("ReturnConsumedCapacity", request.return_consumed_capacity.map(|word| word.as_str()));
}

pub(super) fn write_batch_execute_statement(out: &mut Writer, request: &BatchExecuteStatementRequest) {
    out.key("Statements");
    out.list(|out| {
        for member in &request.statements {
            out.element();
            out.object(|out| {
                statement(out, &member.statement, member.parameters.as_deref());
                out.optional_boolean("ConsistentRead", member.consistent_read);
                write_on_failure(out, member.return_values_on_condition_check_failure);
            });
        }
    });
    out.optional_text("ReturnConsumedCapacity", request.return_consumed_capacity.map(|word| word.as_str()));
}

pub(super) fn write_execute_transaction(out: &mut Writer, request: &ExecuteTransactionRequest) {
    out.key("TransactStatements");
    out.list(|out| {
        for member in &request.transact_statements {
            out.element();
            out.object(|out| {
                statement(out, &member.statement, member.parameters.as_deref());
                write_on_failure(out, member.return_values_on_condition_check_failure);
            });
        }
    });
    out.optional_text("ClientRequestToken", request.client_request_token.as_deref());
    out.optional_text("ReturnConsumedCapacity", request.return_consumed_capacity.map(|word| word.as_str()));
}

fn statement(out: &mut Writer, text: &str, parameters: Option<&[AttributeValue]>) {
    out.text_member("Statement", text);
    let Some(parameters) = parameters else { return };
    out.key("Parameters");
    out.list(|out| {
        for value in parameters {
            out.element();
            write_value(out, value);
        }
    });
}

fn write_on_failure(out: &mut Writer, asked: Option<ReturnValuesOnConditionCheckFailure>) {
    out.optional_text("ReturnValuesOnConditionCheckFailure", asked.map(|word| word.as_str()));
}
