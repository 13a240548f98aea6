//! Query and Scan, from their members.

use hashrange_values::Item;

use super::item::{capacity, refuse_legacy};
use super::parameters::Parameters;
use super::{count, fields, refusal, string, truth, word, wrong_kind};
use crate::error::{ServiceError, ValidationError};
use crate::json::tape::Node;
use crate::json::value::{ValueFault, read_map};
use crate::rejection::Rejection;
use crate::request::Operation;
use crate::shape::{QueryRequest, ScanRequest, Select};

pub(super) fn query(root: Node<'_>) -> Result<QueryRequest, Rejection> {
    let mut request = QueryRequest::default();
    let (mut start, mut names, mut values) = (None, None, None);
    for (name, node) in fields(root) {
        match name {
            "TableName" => request.table_name = string(node)?,
            "IndexName" => request.index_name = Some(string(node)?),
            "KeyConditionExpression" => request.key_condition_expression = Some(string(node)?),
            "FilterExpression" => request.filter_expression = Some(string(node)?),
            "ProjectionExpression" => request.projection_expression = Some(string(node)?),
            "ExpressionAttributeNames" => names = Some(node),
            "ExpressionAttributeValues" => values = Some(node),
            "Select" => request.select = Some(word(node, Select::from_wire)?),
            "ScanIndexForward" => request.scan_index_forward = Some(truth(node)?),
            "Limit" => request.limit = Some(count(node)?),
            "ExclusiveStartKey" => start = Some(node),
            "ConsistentRead" => request.consistent_read = Some(truth(node)?),
            "ReturnConsumedCapacity" => request.return_consumed_capacity = Some(capacity(node)?),
            _ => refuse_legacy(name)?,
        }
    }
    let projection = request.projection_expression.is_some();
    let expressions = [
        ("FilterExpression", request.filter_expression.is_some()),
        ("KeyConditionExpression", request.key_condition_expression.is_some()),
    ];
    let parameters = Parameters { operation: Operation::Query, names, values, expressions: &expressions, projection };
    parameters.check_use()?;
    request.exclusive_start_key = start_key(start)?;
    if request.key_condition_expression.is_none() {
        return Err(invalid(ValidationError::NoKeyCondition));
    }
    request.expression_attribute_names = parameters.read_names()?;
    request.expression_attribute_values = parameters.read_values()?;
    check_select(Operation::Query, request.select, projection, request.index_name.is_some())?;
    Ok(request)
}

pub(super) fn scan(root: Node<'_>) -> Result<ScanRequest, Rejection> {
    let mut request = ScanRequest::default();
    let (mut start, mut names, mut values) = (None, None, None);
    for (name, node) in fields(root) {
        match name {
            "TableName" => request.table_name = string(node)?,
            "IndexName" => request.index_name = Some(string(node)?),
            "FilterExpression" => request.filter_expression = Some(string(node)?),
            "ProjectionExpression" => request.projection_expression = Some(string(node)?),
            "ExpressionAttributeNames" => names = Some(node),
            "ExpressionAttributeValues" => values = Some(node),
            "Select" => request.select = Some(word(node, Select::from_wire)?),
            "Limit" => request.limit = Some(count(node)?),
            "ExclusiveStartKey" => start = Some(node),
            "ConsistentRead" => request.consistent_read = Some(truth(node)?),
            "Segment" => request.segment = Some(count(node)?),
            "TotalSegments" => request.total_segments = Some(count(node)?),
            "ReturnConsumedCapacity" => request.return_consumed_capacity = Some(capacity(node)?),
            _ => refuse_legacy(name)?,
        }
    }
    let projection = request.projection_expression.is_some();
    let expressions = [("FilterExpression", request.filter_expression.is_some())];
    let parameters = Parameters { operation: Operation::Scan, names, values, expressions: &expressions, projection };
    parameters.check_use()?;
    request.exclusive_start_key = start_key(start)?;
    check_segments(request.segment, request.total_segments)?;
    request.expression_attribute_names = parameters.read_names()?;
    request.expression_attribute_values = parameters.read_values()?;
    check_select(Operation::Scan, request.select, projection, request.index_name.is_some())?;
    Ok(request)
}

fn invalid(error: ValidationError) -> Rejection {
    ServiceError::Validation(error).into()
}

fn start_key(node: Option<Node<'_>>) -> Result<Option<Item>, Rejection> {
    let Some(node) = node else { return Ok(None) };
    read_map(node, 0).map(Some).map_err(|located| match located.fault {
        ValueFault::Mistyped => wrong_kind(located.node),
        fault => refusal(format!("The provided starting key is invalid: {fault}")),
    })
}

fn check_segments(segment: Option<u32>, total: Option<u32>) -> Result<(), Rejection> {
    match (segment, total) {
        (None, None) => Ok(()),
        (Some(_), None) => Err(invalid(ValidationError::TotalSegmentsMissing)),
        (None, Some(_)) => Err(invalid(ValidationError::SegmentMissing)),
        (Some(segment), Some(total)) if segment >= total => {
            Err(invalid(ValidationError::SegmentOutside { segment, total }))
        }
        (Some(_), Some(_)) => Ok(()),
    }
}

fn check_select(operation: Operation, select: Option<Select>, projection: bool, index: bool) -> Result<(), Rejection> {
    match select {
        Some(Select::SpecificAttributes) if !projection => {
            let error = ValidationError::SelectWithoutProjection;
            // The one refusal of a read that carries the prefix of the writes (observed).
            Err(match operation {
                Operation::Query => refusal(format!("1 validation error detected: {error}")),
                _ => invalid(error),
            })
        }
        Some(Select::Count) if projection => Err(invalid(ValidationError::SelectWithProjection("only the Count"))),
        Some(select) if projection && select != Select::SpecificAttributes => {
            Err(invalid(ValidationError::SelectWithProjection(select.as_str())))
        }
        Some(Select::AllProjectedAttributes) if !index => Err(invalid(ValidationError::ProjectedWithoutIndex)),
        _ => Ok(()),
    }
}
