//! The single-item requests, from their members.

use super::legacy::{attributes_to_get, check_attributes, check_joint, conditional_operator, expected, updates};
use super::members::{attributes, fields, refusal, string, truth, word};
use super::parameters::Parameters;
use crate::error::ValidationError;
use crate::json::tape::Node;
use crate::reader::Reader;
use crate::rejection::Rejection;
use crate::shape::{
    DeleteItemRequest, GetItemRequest, PutItemRequest, ReturnConsumedCapacity, ReturnItemCollectionMetrics,
    ReturnValues, ReturnValuesOnConditionCheckFailure, UpdateItemRequest,
};

pub(super) fn put_item(reader: Reader, root: Node<'_>) -> Result<PutItemRequest, Rejection> {
    let mut request = PutItemRequest::default();
    let (mut item, mut names, mut values, mut conditions) = (None, None, None, None);
    for (name, node) in fields(root) {
        match name {
            "TableName" => request.table_name = string(node)?,
            "Item" => item = Some(node),
            "ConditionExpression" => request.condition_expression = Some(string(node)?),
            "ExpressionAttributeNames" => names = Some(node),
            "ExpressionAttributeValues" => values = Some(node),
            "Expected" => conditions = Some(node),
            "ConditionalOperator" => request.conditional_operator = Some(conditional_operator(node)?),
            "ReturnValues" => request.return_values = Some(word(node, ReturnValues::from_wire)?),
            "ReturnConsumedCapacity" => request.return_consumed_capacity = Some(capacity(node)?),
            "ReturnItemCollectionMetrics" => request.return_item_collection_metrics = Some(metrics(node)?),
            "ReturnValuesOnConditionCheckFailure" => {
                request.return_values_on_condition_check_failure = Some(on_failure(node)?);
            }
            _ => {}
        }
    }
    let expressions = [("ConditionExpression", request.condition_expression.is_some())];
    let legacy = [("Expected", conditions.is_some()), ("ConditionalOperator", request.conditional_operator.is_some())];
    let parameters =
        Parameters { reader, names, values, expressions: &expressions, projection: false, legacy: &legacy };
    check_return_values_first(reader, request.return_values)?;
    // The item is judged before the parameters here, the key after them elsewhere (observed).
    request.item = attributes(reader, item)?;
    parameters.check_use()?;
    check_joint(request.conditional_operator, conditions)?;
    request.expected = expected(reader, conditions)?;
    request.expression_attribute_names = parameters.read_names()?;
    request.expression_attribute_values = parameters.read_values()?;
    check_return_values(reader, request.return_values)?;
    Ok(request)
}

pub(super) fn get_item(reader: Reader, root: Node<'_>) -> Result<GetItemRequest, Rejection> {
    let mut request = GetItemRequest::default();
    let (mut key, mut names) = (None, None);
    for (name, node) in fields(root) {
        match name {
            "TableName" => request.table_name = string(node)?,
            "Key" => key = Some(node),
            "ConsistentRead" => request.consistent_read = Some(truth(node)?),
            "ProjectionExpression" => request.projection_expression = Some(string(node)?),
            "AttributesToGet" => request.attributes_to_get = Some(attributes_to_get(node)?),
            "ExpressionAttributeNames" => names = Some(node),
            "ReturnConsumedCapacity" => request.return_consumed_capacity = Some(capacity(node)?),
            _ => {}
        }
    }
    let projection = request.projection_expression.is_some();
    let legacy = [("AttributesToGet", request.attributes_to_get.is_some())];
    let parameters = Parameters { reader, names, values: None, expressions: &[], projection, legacy: &legacy };
    parameters.check_use()?;
    request.key = attributes(reader, key)?;
    check_attributes(request.attributes_to_get.as_deref())?;
    request.expression_attribute_names = parameters.read_names()?;
    Ok(request)
}

pub(super) fn update_item(reader: Reader, root: Node<'_>) -> Result<UpdateItemRequest, Rejection> {
    let mut request = UpdateItemRequest::default();
    let (mut key, mut names, mut values, mut conditions, mut changes) = (None, None, None, None, None);
    for (name, node) in fields(root) {
        match name {
            "TableName" => request.table_name = string(node)?,
            "Key" => key = Some(node),
            "AttributeUpdates" => changes = Some(node),
            "UpdateExpression" => request.update_expression = Some(string(node)?),
            "ConditionExpression" => request.condition_expression = Some(string(node)?),
            "ExpressionAttributeNames" => names = Some(node),
            "ExpressionAttributeValues" => values = Some(node),
            "Expected" => conditions = Some(node),
            "ConditionalOperator" => request.conditional_operator = Some(conditional_operator(node)?),
            "ReturnValues" => request.return_values = Some(word(node, ReturnValues::from_wire)?),
            "ReturnConsumedCapacity" => request.return_consumed_capacity = Some(capacity(node)?),
            "ReturnItemCollectionMetrics" => request.return_item_collection_metrics = Some(metrics(node)?),
            "ReturnValuesOnConditionCheckFailure" => {
                request.return_values_on_condition_check_failure = Some(on_failure(node)?);
            }
            _ => {}
        }
    }
    let expressions = [
        ("UpdateExpression", request.update_expression.is_some()),
        ("ConditionExpression", request.condition_expression.is_some()),
    ];
    let legacy = [
        ("AttributeUpdates", changes.is_some()),
        ("Expected", conditions.is_some()),
        ("ConditionalOperator", request.conditional_operator.is_some()),
    ];
    let parameters =
        Parameters { reader, names, values, expressions: &expressions, projection: false, legacy: &legacy };
    parameters.check_use()?;
    check_joint(request.conditional_operator, conditions)?;
    request.key = attributes(reader, key)?;
    request.attribute_updates = updates(reader, changes)?;
    request.expected = expected(reader, conditions)?;
    request.expression_attribute_names = parameters.read_names()?;
    request.expression_attribute_values = parameters.read_values()?;
    Ok(request)
}

pub(super) fn delete_item(reader: Reader, root: Node<'_>) -> Result<DeleteItemRequest, Rejection> {
    let mut request = DeleteItemRequest::default();
    let (mut key, mut names, mut values, mut conditions) = (None, None, None, None);
    for (name, node) in fields(root) {
        match name {
            "TableName" => request.table_name = string(node)?,
            "Key" => key = Some(node),
            "ConditionExpression" => request.condition_expression = Some(string(node)?),
            "ExpressionAttributeNames" => names = Some(node),
            "ExpressionAttributeValues" => values = Some(node),
            "Expected" => conditions = Some(node),
            "ConditionalOperator" => request.conditional_operator = Some(conditional_operator(node)?),
            "ReturnValues" => request.return_values = Some(word(node, ReturnValues::from_wire)?),
            "ReturnConsumedCapacity" => request.return_consumed_capacity = Some(capacity(node)?),
            "ReturnItemCollectionMetrics" => request.return_item_collection_metrics = Some(metrics(node)?),
            "ReturnValuesOnConditionCheckFailure" => {
                request.return_values_on_condition_check_failure = Some(on_failure(node)?);
            }
            _ => {}
        }
    }
    let expressions = [("ConditionExpression", request.condition_expression.is_some())];
    let legacy = [("Expected", conditions.is_some()), ("ConditionalOperator", request.conditional_operator.is_some())];
    let parameters =
        Parameters { reader, names, values, expressions: &expressions, projection: false, legacy: &legacy };
    check_return_values_first(reader, request.return_values)?;
    parameters.check_use()?;
    check_joint(request.conditional_operator, conditions)?;
    request.key = attributes(reader, key)?;
    request.expected = expected(reader, conditions)?;
    request.expression_attribute_names = parameters.read_names()?;
    request.expression_attribute_values = parameters.read_values()?;
    check_return_values(reader, request.return_values)?;
    Ok(request)
}

/// The older code judges it before any value, the newer one last (observed).
fn check_return_values_first(reader: Reader, return_values: Option<ReturnValues>) -> Result<(), Rejection> {
    if reader.is_second { check_return_values(reader, return_values) } else { Ok(()) }
}

/// Refuses what only updates give back.
fn check_return_values(reader: Reader, return_values: Option<ReturnValues>) -> Result<(), Rejection> {
    match return_values {
        None | Some(ReturnValues::None | ReturnValues::AllOld) => Ok(()),
        _ => Err(refusal(reader.enveloped(ValidationError::ReturnValues.to_string()))),
    }
}

pub(super) fn capacity(node: Node<'_>) -> Result<ReturnConsumedCapacity, Rejection> {
    word(node, ReturnConsumedCapacity::from_wire)
}

pub(super) fn metrics(node: Node<'_>) -> Result<ReturnItemCollectionMetrics, Rejection> {
    word(node, ReturnItemCollectionMetrics::from_wire)
}

pub(super) fn on_failure(node: Node<'_>) -> Result<ReturnValuesOnConditionCheckFailure, Rejection> {
    word(node, ReturnValuesOnConditionCheckFailure::from_wire)
}
