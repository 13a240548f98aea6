//! TransactGetItems and TransactWriteItems, from their members.

use hashrange_values::Item;

use super::item::{capacity, metrics, on_failure};
use super::members::{attributes, elements, fields, refusal, string, value_refusal, wrong_kind};
use super::parameters::Parameters;
use crate::json::tape::Node;
use crate::json::value::{ValueFault, check_attribute_name, is_too_deep, read_map};
use crate::reader::Reader;
use crate::rejection::Rejection;
use crate::shape::{TransactAction, TransactGet, TransactGetItemsRequest, TransactWrite, TransactWriteItemsRequest};

#[inline(never)]
pub(super) fn transact_get_items(reader: Reader, root: Node<'_>) -> Result<TransactGetItemsRequest, Rejection> {
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
        request.transact_items = elements(items)?.map(|node| transact_get(reader, node)).collect::<Result<_, _>>()?;
    }
    Ok(request)
}

fn transact_get(reader: Reader, node: Node<'_>) -> Result<TransactGet, Rejection> {
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
    let parameters = placeholders(reader, names, None);
    get.key = attributes(reader, key)?;
    get.expression_attribute_names = parameters.read_names()?;
    Ok(get)
}

#[inline(never)]
pub(super) fn transact_write_items(reader: Reader, root: Node<'_>) -> Result<TransactWriteItemsRequest, Rejection> {
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
        for node in elements(items)? {
            let writes = &mut request.transact_items;
            transact_write(reader, node, writes).map_err(|rejection| rejection.after(std::mem::take(writes)))?;
        }
    }
    Ok(request)
}

const ACTIONS: [&str; 4] = ["ConditionCheck", "Put", "Delete", "Update"];

/// Reads one action behind the others. One whose key alone is at fault is there too when that is told: the service
/// judges the key last (observed).
fn transact_write(reader: Reader, node: Node<'_>, writes: &mut Vec<TransactWrite>) -> Result<(), Rejection> {
    if !node.is_object() {
        return Err(wrong_kind(node));
    }
    let mut given = ACTIONS.iter().filter_map(|name| Some((*name, node.member(name)?)));
    let (name, node) = match (given.next(), given.next()) {
        (Some(action), None) => action,
        (Some(_), Some(_)) => {
            return Err(refusal("TransactItems can only contain one of Check, Put, Update or Delete"));
        }
        (None, _) => {
            let text = "Invalid Request: TransactWriteRequest should contain Delete or Put or Update request";
            return Err(refusal(text));
        }
    };
    let mut write = action(reader, name, node)?;
    let outcome = match &mut write.action {
        TransactAction::Put { .. } => Ok(()),
        TransactAction::ConditionCheck { key }
        | TransactAction::Delete { key }
        | TransactAction::Update { key, .. } => map(reader, node.member("Key")).map(|read| *key = read),
    };
    writes.push(write);
    outcome
}

/// An action without its key.
fn action(reader: Reader, action: &str, node: Node<'_>) -> Result<TransactWrite, Rejection> {
    let mut update_expression = None;
    let (mut item, mut names, mut values) = (None, None, None);
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
            "Item" if action == "Put" => item = Some(node),
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
    let parameters = placeholders(reader, names, values);
    let item = map(reader, item)?;
    write.expression_attribute_names = parameters.read_names()?;
    write.expression_attribute_values = parameters.read_values()?;
    write.action = match action {
        "Put" => TransactAction::Put { item },
        "Delete" => TransactAction::Delete { key: item },
        "Update" => TransactAction::Update { key: item, update_expression: update_expression.unwrap_or_default() },
        _ => TransactAction::ConditionCheck { key: item },
    };
    Ok(write)
}

/// A `Key` or an `Item`. The names of its attributes are judged first, then the depth of its values, and names within
/// those last (observed).
fn map(reader: Reader, node: Option<Node<'_>>) -> Result<Item, Rejection> {
    let Some(node) = node else { return Ok(Item::new()) };
    read_map(node, 0).map_err(|mut located| {
        let misnamed = |(name, value)| Some(check_attribute_name(name).err()?.at(value));
        let is_within = matches!(located.fault, ValueFault::EmptyName | ValueFault::LongName);
        if let Some(misnamed) = node.members().find_map(misnamed) {
            located = misnamed;
        } else if is_within && node.members().any(|(_, value)| is_too_deep(value, 0)) {
            located = ValueFault::NestingLevels.at(node);
        }
        value_refusal(reader, located)
    })
}

/// The placeholders of a member. Unlike in a request of one item they may stand there without any expression
/// (observed), so their use is not checked.
fn placeholders<'t>(reader: Reader, names: Option<Node<'t>>, values: Option<Node<'t>>) -> Parameters<'t> {
    Parameters { reader, names, values, expressions: &[], projection: false, legacy: &[] }
}
