//! The single-item requests, from their members.

use super::parameters::Parameters;
use super::{attributes, fields, legacy, refusal, string, truth, word};
use crate::envelope::enveloped;
use crate::error::{ServiceError, ValidationError};
use crate::json::tape::Node;
use crate::rejection::Rejection;
use crate::request::Operation;
use crate::shape::{
    DeleteItemRequest, GetItemRequest, PutItemRequest, ReturnConsumedCapacity, ReturnItemCollectionMetrics,
    ReturnValues, ReturnValuesOnConditionCheckFailure, UpdateItemRequest,
};

pub(super) fn put_item(root: Node<'_>) -> Result<PutItemRequest, Rejection> {
    let mut request = PutItemRequest::default();
    let (mut item, mut names, mut values) = (None, None, None);
    for (name, node) in fields(root) {
        match name {
            "TableName" => request.table_name = string(node)?,
            "Item" => item = Some(node),
            "ConditionExpression" => request.condition_expression = Some(string(node)?),
            "ExpressionAttributeNames" => names = Some(node),
            "ExpressionAttributeValues" => values = Some(node),
            "ReturnValues" => request.return_values = Some(word(node, ReturnValues::from_wire)?),
            "ReturnConsumedCapacity" => request.return_consumed_capacity = Some(capacity(node)?),
            "ReturnItemCollectionMetrics" => request.return_item_collection_metrics = Some(metrics(node)?),
            "ReturnValuesOnConditionCheckFailure" => {
                request.return_values_on_condition_check_failure = Some(on_failure(node)?);
            }
            _ => refuse_legacy(name)?,
        }
    }
    let expressions = [("ConditionExpression", request.condition_expression.is_some())];
    let parameters =
        Parameters { operation: Operation::PutItem, names, values, expressions: &expressions, projection: false };
    // The item is judged before the parameters here, the key after them elsewhere (observed).
    request.item = attributes(Operation::PutItem, item)?;
    parameters.check_use()?;
    request.expression_attribute_names = parameters.read_names()?;
    request.expression_attribute_values = parameters.read_values()?;
    if !old_or_none(request.return_values) {
        let text = "ReturnValues can only be ALL_OLD or NONE".to_owned();
        return Err(refusal(enveloped(Operation::PutItem, text)));
    }
    Ok(request)
}

pub(super) fn get_item(root: Node<'_>) -> Result<GetItemRequest, Rejection> {
    let mut request = GetItemRequest::default();
    let (mut key, mut names) = (None, None);
    for (name, node) in fields(root) {
        match name {
            "TableName" => request.table_name = string(node)?,
            "Key" => key = Some(node),
            "ConsistentRead" => request.consistent_read = Some(truth(node)?),
            "ProjectionExpression" => request.projection_expression = Some(string(node)?),
            "ExpressionAttributeNames" => names = Some(node),
            "ReturnConsumedCapacity" => request.return_consumed_capacity = Some(capacity(node)?),
            _ => refuse_legacy(name)?,
        }
    }
    let projection = request.projection_expression.is_some();
    let parameters = Parameters { operation: Operation::GetItem, names, values: None, expressions: &[], projection };
    parameters.check_use()?;
    request.key = attributes(Operation::GetItem, key)?;
    request.expression_attribute_names = parameters.read_names()?;
    Ok(request)
}

pub(super) fn update_item(root: Node<'_>) -> Result<UpdateItemRequest, Rejection> {
    let mut request = UpdateItemRequest::default();
    let (mut key, mut names, mut values) = (None, None, None);
    for (name, node) in fields(root) {
        match name {
            "TableName" => request.table_name = string(node)?,
            "Key" => key = Some(node),
            "UpdateExpression" => request.update_expression = Some(string(node)?),
            "ConditionExpression" => request.condition_expression = Some(string(node)?),
            "ExpressionAttributeNames" => names = Some(node),
            "ExpressionAttributeValues" => values = Some(node),
            "ReturnValues" => request.return_values = Some(word(node, ReturnValues::from_wire)?),
            "ReturnConsumedCapacity" => request.return_consumed_capacity = Some(capacity(node)?),
            "ReturnItemCollectionMetrics" => request.return_item_collection_metrics = Some(metrics(node)?),
            "ReturnValuesOnConditionCheckFailure" => {
                request.return_values_on_condition_check_failure = Some(on_failure(node)?);
            }
            _ => refuse_legacy(name)?,
        }
    }
    let expressions = [
        ("UpdateExpression", request.update_expression.is_some()),
        ("ConditionExpression", request.condition_expression.is_some()),
    ];
    let parameters =
        Parameters { operation: Operation::UpdateItem, names, values, expressions: &expressions, projection: false };
    parameters.check_use()?;
    request.key = attributes(Operation::UpdateItem, key)?;
    request.expression_attribute_names = parameters.read_names()?;
    request.expression_attribute_values = parameters.read_values()?;
    Ok(request)
}

pub(super) fn delete_item(root: Node<'_>) -> Result<DeleteItemRequest, Rejection> {
    let mut request = DeleteItemRequest::default();
    let (mut key, mut names, mut values) = (None, None, None);
    for (name, node) in fields(root) {
        match name {
            "TableName" => request.table_name = string(node)?,
            "Key" => key = Some(node),
            "ConditionExpression" => request.condition_expression = Some(string(node)?),
            "ExpressionAttributeNames" => names = Some(node),
            "ExpressionAttributeValues" => values = Some(node),
            "ReturnValues" => request.return_values = Some(word(node, ReturnValues::from_wire)?),
            "ReturnConsumedCapacity" => request.return_consumed_capacity = Some(capacity(node)?),
            "ReturnItemCollectionMetrics" => request.return_item_collection_metrics = Some(metrics(node)?),
            "ReturnValuesOnConditionCheckFailure" => {
                request.return_values_on_condition_check_failure = Some(on_failure(node)?);
            }
            _ => refuse_legacy(name)?,
        }
    }
    let expressions = [("ConditionExpression", request.condition_expression.is_some())];
    let parameters =
        Parameters { operation: Operation::DeleteItem, names, values, expressions: &expressions, projection: false };
    parameters.check_use()?;
    request.key = attributes(Operation::DeleteItem, key)?;
    request.expression_attribute_names = parameters.read_names()?;
    request.expression_attribute_values = parameters.read_values()?;
    if !old_or_none(request.return_values) {
        return Err(ServiceError::Validation(ValidationError::ReturnValues).into());
    }
    Ok(request)
}

fn old_or_none(return_values: Option<ReturnValues>) -> bool {
    matches!(return_values, None | Some(ReturnValues::None | ReturnValues::AllOld))
}

pub(super) fn capacity(node: Node<'_>) -> Result<ReturnConsumedCapacity, Rejection> {
    word(node, ReturnConsumedCapacity::from_wire)
}

fn metrics(node: Node<'_>) -> Result<ReturnItemCollectionMetrics, Rejection> {
    word(node, ReturnItemCollectionMetrics::from_wire)
}

pub(super) fn on_failure(node: Node<'_>) -> Result<ReturnValuesOnConditionCheckFailure, Rejection> {
    word(node, ReturnValuesOnConditionCheckFailure::from_wire)
}

pub(super) fn refuse_legacy(name: &str) -> Result<(), Rejection> {
    legacy(name).map_or(Ok(()), Err)
}
