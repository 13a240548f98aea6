//! TransactGetItems and TransactWriteItems, from their members.

use hashrange_values::Item;

use super::item::{capacity, metrics, on_failure};
use super::members::{attributes, elements, fields, refusal, string, wrong_kind};
use super::parameters::Parameters;
use crate::json::tape::Node;
use crate::rejection::Rejection;
use crate::request::Operation;
use crate::shape::{TransactAction, TransactGet, TransactGetItemsRequest, TransactWrite, TransactWriteItemsRequest};

#[inline(never)]
pub(super) fn transact_get_items(root: Node<'_>) -> Result<TransactGetItemsRequest, Rejection> {
    let mut request = TransactGetItemsRequest::default();
    let mut items = None;
    for (name, node) in fields(root) {
        match name {
            "TransactItems" => items = Some(node),
            "ReturnConsumedCapacity" => request.return_consumed_capacity = Some(capacity(node)?),
            _ => {}
        }
    }
    if let Some(items) = items {
        request.transact_items = elements(items)?.map(transact_get).collect::<Result<_, _>>()?;
    }
    Ok(request)
}

fn transact_get(node: Node<'_>) -> Result<TransactGet, Rejection> {
    let Some(node) = node.member("Get") else { return Err(wrong_kind(node)) };
    let mut get = TransactGet::default();
    let (mut key, mut names) = (None, None);
    for (name, node) in fields(node) {
        match name {
            "TableName" => get.table_name = string(node)?,
            "Key" => key = Some(node),
            "ProjectionExpression" => get.projection_expression = Some(string(node)?),
            "ExpressionAttributeNames" => names = Some(node),
            _ => {}
        }
    }
    let operation = Operation::TransactGetItems;
    let parameters = placeholders(operation, names, None);
    get.key = attributes(operation, key)?;
    get.expression_attribute_names = parameters.read_names()?;
    Ok(get)
}

#[inline(never)]
pub(super) fn transact_write_items(root: Node<'_>) -> Result<TransactWriteItemsRequest, Rejection> {
    let mut request = TransactWriteItemsRequest::default();
    let mut items = None;
    for (name, node) in fields(root) {
        match name {
            "TransactItems" => items = Some(node),
            "ClientRequestToken" => request.client_request_token = Some(string(node)?),
            "ReturnConsumedCapacity" => request.return_consumed_capacity = Some(capacity(node)?),
            "ReturnItemCollectionMetrics" => request.return_item_collection_metrics = Some(metrics(node)?),
            _ => {}
        }
    }
    if let Some(items) = items {
        request.transact_items = elements(items)?.map(transact_write).collect::<Result<_, _>>()?;
    }
    Ok(request)
}

const ACTIONS: [&str; 4] = ["ConditionCheck", "Put", "Delete", "Update"];

fn transact_write(node: Node<'_>) -> Result<TransactWrite, Rejection> {
    if !node.is_object() {
        return Err(wrong_kind(node));
    }
    let mut given = ACTIONS.iter().filter_map(|name| Some((*name, node.member(name)?)));
    match (given.next(), given.next()) {
        (Some((name, node)), None) => action(name, node),
        (Some(_), Some(_)) => Err(refusal("TransactItems can only contain one of Check, Put, Update or Delete")),
        (None, _) => {
            Err(refusal("Invalid Request: TransactWriteRequest should contain Delete or Put or Update request"))
        }
    }
}

fn action(action: &str, node: Node<'_>) -> Result<TransactWrite, Rejection> {
    let operation = Operation::TransactWriteItems;
    let mut update_expression = None;
    let (mut map, mut names, mut values) = (None, None, None);
    let mut write = TransactWrite {
        table_name: String::new(),
        action: TransactAction::ConditionCheck { key: Item::new() },
        condition_expression: None,
        expression_attribute_names: None,
        expression_attribute_values: None,
        return_values_on_condition_check_failure: None,
    };
    for (name, node) in fields(node) {
        match name {
            "TableName" => write.table_name = string(node)?,
            "Item" if action == "Put" => map = Some(node),
            "Key" if action != "Put" => map = Some(node),
            "UpdateExpression" if action == "Update" => update_expression = Some(string(node)?),
            "ConditionExpression" => write.condition_expression = Some(string(node)?),
            "ExpressionAttributeNames" => names = Some(node),
            "ExpressionAttributeValues" => values = Some(node),
            "ReturnValuesOnConditionCheckFailure" => {
                write.return_values_on_condition_check_failure = Some(on_failure(node)?);
            }
            _ => {}
        }
    }
    let parameters = placeholders(operation, names, values);
    let map = attributes(operation, map)?;
    write.expression_attribute_names = parameters.read_names()?;
    write.expression_attribute_values = parameters.read_values()?;
    write.action = typed(action, map, update_expression.unwrap_or_default());
    Ok(write)
}

/// The placeholders of a member. Unlike in a request of one item they may stand there without any expression
/// (observed), so their use is not checked.
fn placeholders<'t>(operation: Operation, names: Option<Node<'t>>, values: Option<Node<'t>>) -> Parameters<'t> {
    Parameters { operation, names, values, expressions: &[], projection: false, legacy: &[] }
}

fn typed(action: &str, map: Item, update_expression: String) -> TransactAction {
    match action {
        "Put" => TransactAction::Put { item: map },
        "Delete" => TransactAction::Delete { key: map },
        "Update" => TransactAction::Update { key: map, update_expression },
        _ => TransactAction::ConditionCheck { key: map },
    }
}
