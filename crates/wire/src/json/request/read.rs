//! Query and Scan, from their members.

use hashrange_values::Item;

use super::item::capacity;
use super::legacy::{attributes_to_get, check_attributes, check_joint, conditional_operator, filter, key_conditions};
use super::members::{count, fields, refusal, string, truth, word, wrong_kind};
use super::parameters::Parameters;
use crate::error::{ServiceError, ValidationError};
use crate::json::tape::Node;
use crate::json::value::{Located, ValueFault, read_map};
use crate::reader::Reader;
use crate::rejection::Rejection;
use crate::request::Operation;
use crate::shape::{QueryRequest, ScanRequest, Select};

pub(super) fn query(reader: Reader, root: Node<'_>) -> Result<QueryRequest, Rejection> {
    let mut request = QueryRequest::default();
    let (mut start, mut names, mut values, mut conditions, mut keys) = (None, None, None, None, None);
    for (name, node) in fields(root) {
        match name {
            "TableName" => request.table_name = string(node)?,
            "IndexName" => request.index_name = Some(string(node)?),
            "KeyConditionExpression" => request.key_condition_expression = Some(string(node)?),
            "FilterExpression" => request.filter_expression = Some(string(node)?),
            "ProjectionExpression" => request.projection_expression = Some(string(node)?),
            "ExpressionAttributeNames" => names = Some(node),
            "ExpressionAttributeValues" => values = Some(node),
            "KeyConditions" => keys = Some(node),
            "QueryFilter" => conditions = Some(node),
            "ConditionalOperator" => request.conditional_operator = Some(conditional_operator(node)?),
            "AttributesToGet" => request.attributes_to_get = Some(attributes_to_get(node)?),
            "Select" => request.select = Some(word(node, Select::from_wire)?),
            "ScanIndexForward" => request.scan_index_forward = Some(truth(node)?),
            "Limit" => request.limit = Some(count(node)?),
            "ExclusiveStartKey" => start = Some(node),
            "ConsistentRead" => request.consistent_read = Some(truth(node)?),
            "ReturnConsumedCapacity" => request.return_consumed_capacity = Some(capacity(node)?),
            _ => {}
        }
    }
    let projection = request.projection_expression.is_some();
    let expressions = [
        ("FilterExpression", request.filter_expression.is_some()),
        ("KeyConditionExpression", request.key_condition_expression.is_some()),
    ];
    let legacy = [
        ("AttributesToGet", request.attributes_to_get.is_some()),
        ("QueryFilter", conditions.is_some()),
        ("ConditionalOperator", request.conditional_operator.is_some()),
        // Key conditions of either kind go with a filter of the other (observed).
        ("KeyConditions", keys.is_some() && request.key_condition_expression.is_some()),
    ];
    let parameters = Parameters { reader, names, values, expressions: &expressions, projection, legacy: &legacy };
    parameters.check_use()?;
    check_joint(request.conditional_operator, conditions)?;
    request.query_filter = filter(reader, conditions)?;
    check_attributes(request.attributes_to_get.as_deref())?;
    request.exclusive_start_key = start_key(reader, start)?;
    if request.key_condition_expression.is_none() && keys.is_none() {
        return Err(invalid(ValidationError::NoKeyCondition));
    }
    request.key_conditions = key_conditions(reader, keys)?;
    request.expression_attribute_names = parameters.read_names()?;
    request.expression_attribute_values = parameters.read_values()?;
    check_select(
        reader.operation,
        request.select,
        picked(projection, request.attributes_to_get.is_some()),
        request.index_name.is_some(),
    )?;
    Ok(request)
}

pub(super) fn scan(reader: Reader, root: Node<'_>) -> Result<ScanRequest, Rejection> {
    let mut request = ScanRequest::default();
    let (mut start, mut names, mut values, mut conditions) = (None, None, None, None);
    for (name, node) in fields(root) {
        match name {
            "TableName" => request.table_name = string(node)?,
            "IndexName" => request.index_name = Some(string(node)?),
            "FilterExpression" => request.filter_expression = Some(string(node)?),
            "ProjectionExpression" => request.projection_expression = Some(string(node)?),
            "ExpressionAttributeNames" => names = Some(node),
            "ExpressionAttributeValues" => values = Some(node),
            "ScanFilter" => conditions = Some(node),
            "ConditionalOperator" => request.conditional_operator = Some(conditional_operator(node)?),
            "AttributesToGet" => request.attributes_to_get = Some(attributes_to_get(node)?),
            "Select" => request.select = Some(word(node, Select::from_wire)?),
            "Limit" => request.limit = Some(count(node)?),
            "ExclusiveStartKey" => start = Some(node),
            "ConsistentRead" => request.consistent_read = Some(truth(node)?),
            "Segment" => request.segment = Some(count(node)?),
            "TotalSegments" => request.total_segments = Some(count(node)?),
            "ReturnConsumedCapacity" => request.return_consumed_capacity = Some(capacity(node)?),
            _ => {}
        }
    }
    let projection = request.projection_expression.is_some();
    let expressions = [("FilterExpression", request.filter_expression.is_some())];
    let legacy = [
        ("AttributesToGet", request.attributes_to_get.is_some()),
        ("ScanFilter", conditions.is_some()),
        ("ConditionalOperator", request.conditional_operator.is_some()),
    ];
    let parameters = Parameters { reader, names, values, expressions: &expressions, projection, legacy: &legacy };
    parameters.check_use()?;
    check_joint(request.conditional_operator, conditions)?;
    check_attributes(request.attributes_to_get.as_deref())?;
    request.scan_filter = filter(reader, conditions)?;
    request.exclusive_start_key = start_key(reader, start)?;
    check_segments(request.segment, request.total_segments)?;
    request.expression_attribute_names = parameters.read_names()?;
    request.expression_attribute_values = parameters.read_values()?;
    check_select(
        reader.operation,
        request.select,
        picked(projection, request.attributes_to_get.is_some()),
        request.index_name.is_some(),
    )?;
    Ok(request)
}

fn invalid(error: ValidationError) -> Rejection {
    ServiceError::Validation(error).into()
}

fn start_key(reader: Reader, node: Option<Node<'_>>) -> Result<Option<Item>, Rejection> {
    let Some(node) = node else { return Ok(None) };
    read_map(node, 0).map(Some).map_err(|located| match located.found_by(reader) {
        Located { fault: ValueFault::Mistyped, node } => wrong_kind(node),
        // A Query's newer code refuses these before it knows what the value is for (observed).
        Located { fault: fault @ ValueFault::Duplicates { .. }, .. } if reader.is_newer() => {
            refusal(fault.text(reader))
        }
        Located { fault, .. } => refusal(format!("The provided starting key is invalid: {fault}")),
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

/// The parameter that says which attributes to answer with.
fn picked(projection: bool, attributes: bool) -> Option<&'static str> {
    match (projection, attributes) {
        (true, _) => Some("ProjectionExpression"),
        (false, true) => Some("AttributesToGet"),
        (false, false) => None,
    }
}

fn check_select(
    operation: Operation,
    select: Option<Select>,
    picked: Option<&'static str>,
    index: bool,
) -> Result<(), Rejection> {
    let error = match (select, picked) {
        (Some(Select::SpecificAttributes), None) => ValidationError::SelectWithoutProjection,
        (Some(select), Some(parameter)) if select != Select::SpecificAttributes => {
            let choice = if select == Select::Count { "only the Count" } else { select.as_str() };
            ValidationError::SelectWithProjection { parameter, choice }
        }
        (Some(Select::AllProjectedAttributes), _) if !index => ValidationError::ProjectedWithoutIndex,
        _ => return Ok(()),
    };
    // The refusals of a read that carry the prefix of the writes (observed).
    Err(match operation {
        Operation::Query => refusal(format!("1 validation error detected: {error}")),
        _ => invalid(error),
    })
}
