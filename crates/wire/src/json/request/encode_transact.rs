//! The transactions' typed requests as bodies.

use crate::json::batch_parts::{map_member, names_member};
use crate::json::table_parts::objects;
use crate::json::writer::Writer;
use crate::shape::{TransactAction, TransactGetItemsRequest, TransactWrite, TransactWriteItemsRequest};

pub(super) fn transact_get_items(out: &mut Writer, request: &TransactGetItemsRequest) {
    out.key("TransactItems");
    objects(out, &request.transact_items, |out, get| {
        out.key("Get");
        out.object(|out| {
            out.text_member("TableName", &get.table_name);
            map_member(out, "Key", Some(&get.key));
            out.optional_text("ProjectionExpression", get.projection_expression.as_deref());
            names_member(out, get.expression_attribute_names.as_ref());
        });
    });
    out.optional_text("ReturnConsumedCapacity", request.return_consumed_capacity.map(|word| word.as_str()));
}

pub(super) fn transact_write_items(out: &mut Writer, request: &TransactWriteItemsRequest) {
    out.key("TransactItems");
    objects(out, &request.transact_items, |out, write| {
        out.key(match &write.action {
            TransactAction::ConditionCheck { .. } => "ConditionCheck",
            TransactAction::Put { .. } => "Put",
            TransactAction::Delete { .. } => "Delete",
            TransactAction::Update { .. } => "Update",
        });
        out.object(|out| action(out, write));
    });
    out.optional_text("ClientRequestToken", request.client_request_token.as_deref());
    out.optional_text("ReturnConsumedCapacity", request.return_consumed_capacity.map(|word| word.as_str()));
    out.optional_text("ReturnItemCollectionMetrics", request.return_item_collection_metrics.map(|word| word.as_str()));
}

fn action(out: &mut Writer, write: &TransactWrite) {
    out.text_member("TableName", &write.table_name);
    match &write.action {
        TransactAction::Put { item } => map_member(out, "Item", Some(item)),
        TransactAction::ConditionCheck { key } | TransactAction::Delete { key } => map_member(out, "Key", Some(key)),
        TransactAction::Update { key, update_expression } => {
            map_member(out, "Key", Some(key));
            out.text_member("UpdateExpression", update_expression);
        }
    }
    out.optional_text("ConditionExpression", write.condition_expression.as_deref());
    names_member(out, write.expression_attribute_names.as_ref());
    map_member(out, "ExpressionAttributeValues", write.expression_attribute_values.as_ref());
    out.optional_text(
        "ReturnValuesOnConditionCheckFailure",
        write.return_values_on_condition_check_failure.map(|word| word.as_str()),
    );
}
