//! A typed request as the body that would ask for it.

use hashrange_values::Map;

use super::statement;
use crate::json::table_parts::{attribute_definitions, key_schema, objects, projection};
use crate::json::value::write_map;
use crate::json::writer::Writer;
use crate::request::Request;
use crate::shape::{
    CreateTableRequest, DeleteItemRequest, ExpressionAttributeNames, GetItemRequest, ProvisionedThroughput,
    PutItemRequest, QueryRequest, ScanRequest, UpdateItemRequest,
};

/// The request's body, compact.
#[must_use]
pub fn encode_request(request: &Request) -> String {
    let mut out = Writer::compact();
    write_request(&mut out, request);
    out.finish()
}

/// The request's body, laid out for people.
#[must_use]
pub fn encode_request_pretty(request: &Request) -> String {
    let mut out = Writer::pretty();
    write_request(&mut out, request);
    out.finish()
}

fn write_request(out: &mut Writer, request: &Request) {
    out.object(|out| match request {
        Request::CreateTable(request) => create_table(out, request),
        Request::DeleteTable(request) => out.text_member("TableName", &request.table_name),
        Request::DescribeTable(request) => out.text_member("TableName", &request.table_name),
        Request::ListTables(request) => {
            out.optional_text("ExclusiveStartTableName", request.exclusive_start_table_name.as_deref());
            optional_count(out, "Limit", request.limit);
        }
        Request::PutItem(request) => put_item(out, request),
        Request::GetItem(request) => get_item(out, request),
        Request::UpdateItem(request) => update_item(out, request),
        Request::DeleteItem(request) => delete_item(out, request),
        Request::Query(request) => query(out, request),
        Request::Scan(request) => scan(out, request),
        Request::ExecuteStatement(request) => statement::write_execute_statement(out, request),
        Request::BatchExecuteStatement(request) => statement::write_batch_execute_statement(out, request),
        Request::ExecuteTransaction(request) => statement::write_execute_transaction(out, request),
    });
}

fn optional_count(out: &mut Writer, name: &str, value: Option<u32>) {
    if let Some(value) = value {
        out.count_member(name, u64::from(value));
    }
}

fn map_member(out: &mut Writer, name: &str, map: Option<&Map>) {
    if let Some(map) = map {
        out.key(name);
        write_map(out, map);
    }
}

fn names_member(out: &mut Writer, names: Option<&ExpressionAttributeNames>) {
    if let Some(names) = names {
        out.key("ExpressionAttributeNames");
        out.object(|out| {
            for (placeholder, name) in names {
                out.text_member(placeholder, name);
            }
        });
    }
}

fn put_item(out: &mut Writer, request: &PutItemRequest) {
    out.text_member("TableName", &request.table_name);
    map_member(out, "Item", Some(&request.item));
    out.optional_text("ConditionExpression", request.condition_expression.as_deref());
    names_member(out, request.expression_attribute_names.as_ref());
    map_member(out, "ExpressionAttributeValues", request.expression_attribute_values.as_ref());
    out.optional_text("ReturnValues", request.return_values.map(|word| word.as_str()));
    out.optional_text("ReturnConsumedCapacity", request.return_consumed_capacity.map(|word| word.as_str()));
    out.optional_text("ReturnItemCollectionMetrics", request.return_item_collection_metrics.map(|word| word.as_str()));
    out.optional_text(
        "ReturnValuesOnConditionCheckFailure",
        request.return_values_on_condition_check_failure.map(|word| word.as_str()),
    );
}

fn get_item(out: &mut Writer, request: &GetItemRequest) {
    out.text_member("TableName", &request.table_name);
    map_member(out, "Key", Some(&request.key));
    out.optional_text("ProjectionExpression", request.projection_expression.as_deref());
    names_member(out, request.expression_attribute_names.as_ref());
    out.optional_boolean("ConsistentRead", request.consistent_read);
    out.optional_text("ReturnConsumedCapacity", request.return_consumed_capacity.map(|word| word.as_str()));
}

fn update_item(out: &mut Writer, request: &UpdateItemRequest) {
    out.text_member("TableName", &request.table_name);
    map_member(out, "Key", Some(&request.key));
    out.optional_text("UpdateExpression", request.update_expression.as_deref());
    out.optional_text("ConditionExpression", request.condition_expression.as_deref());
    names_member(out, request.expression_attribute_names.as_ref());
    map_member(out, "ExpressionAttributeValues", request.expression_attribute_values.as_ref());
    out.optional_text("ReturnValues", request.return_values.map(|word| word.as_str()));
    out.optional_text("ReturnConsumedCapacity", request.return_consumed_capacity.map(|word| word.as_str()));
    out.optional_text("ReturnItemCollectionMetrics", request.return_item_collection_metrics.map(|word| word.as_str()));
    out.optional_text(
        "ReturnValuesOnConditionCheckFailure",
        request.return_values_on_condition_check_failure.map(|word| word.as_str()),
    );
}

fn delete_item(out: &mut Writer, request: &DeleteItemRequest) {
    out.text_member("TableName", &request.table_name);
    map_member(out, "Key", Some(&request.key));
    out.optional_text("ConditionExpression", request.condition_expression.as_deref());
    names_member(out, request.expression_attribute_names.as_ref());
    map_member(out, "ExpressionAttributeValues", request.expression_attribute_values.as_ref());
    out.optional_text("ReturnValues", request.return_values.map(|word| word.as_str()));
    out.optional_text("ReturnConsumedCapacity", request.return_consumed_capacity.map(|word| word.as_str()));
    out.optional_text("ReturnItemCollectionMetrics", request.return_item_collection_metrics.map(|word| word.as_str()));
    out.optional_text(
        "ReturnValuesOnConditionCheckFailure",
        request.return_values_on_condition_check_failure.map(|word| word.as_str()),
    );
}

fn query(out: &mut Writer, request: &QueryRequest) {
    out.text_member("TableName", &request.table_name);
    out.optional_text("IndexName", request.index_name.as_deref());
    out.optional_text("KeyConditionExpression", request.key_condition_expression.as_deref());
    out.optional_text("FilterExpression", request.filter_expression.as_deref());
    out.optional_text("ProjectionExpression", request.projection_expression.as_deref());
    names_member(out, request.expression_attribute_names.as_ref());
    map_member(out, "ExpressionAttributeValues", request.expression_attribute_values.as_ref());
    out.optional_text("Select", request.select.map(|word| word.as_str()));
    out.optional_boolean("ScanIndexForward", request.scan_index_forward);
    optional_count(out, "Limit", request.limit);
    map_member(out, "ExclusiveStartKey", request.exclusive_start_key.as_ref());
    out.optional_boolean("ConsistentRead", request.consistent_read);
    out.optional_text("ReturnConsumedCapacity", request.return_consumed_capacity.map(|word| word.as_str()));
}

fn scan(out: &mut Writer, request: &ScanRequest) {
    out.text_member("TableName", &request.table_name);
    out.optional_text("IndexName", request.index_name.as_deref());
    out.optional_text("FilterExpression", request.filter_expression.as_deref());
    out.optional_text("ProjectionExpression", request.projection_expression.as_deref());
    names_member(out, request.expression_attribute_names.as_ref());
    map_member(out, "ExpressionAttributeValues", request.expression_attribute_values.as_ref());
    out.optional_text("Select", request.select.map(|word| word.as_str()));
    optional_count(out, "Limit", request.limit);
    map_member(out, "ExclusiveStartKey", request.exclusive_start_key.as_ref());
    out.optional_boolean("ConsistentRead", request.consistent_read);
    optional_count(out, "Segment", request.segment);
    optional_count(out, "TotalSegments", request.total_segments);
    out.optional_text("ReturnConsumedCapacity", request.return_consumed_capacity.map(|word| word.as_str()));
}

fn create_table(out: &mut Writer, request: &CreateTableRequest) {
    out.text_member("TableName", &request.table_name);
    attribute_definitions(out, &request.attribute_definitions);
    key_schema(out, &request.key_schema);
    if let Some(indexes) = &request.local_secondary_indexes {
        out.key("LocalSecondaryIndexes");
        objects(out, indexes, |out, index| {
            out.text_member("IndexName", &index.index_name);
            key_schema(out, &index.key_schema);
            projection(out, &index.projection);
        });
    }
    if let Some(indexes) = &request.global_secondary_indexes {
        out.key("GlobalSecondaryIndexes");
        objects(out, indexes, |out, index| {
            out.text_member("IndexName", &index.index_name);
            key_schema(out, &index.key_schema);
            projection(out, &index.projection);
            throughput(out, index.provisioned_throughput);
        });
    }
    out.optional_text("BillingMode", request.billing_mode.map(|word| word.as_str()));
    throughput(out, request.provisioned_throughput);
    out.optional_boolean("DeletionProtectionEnabled", request.deletion_protection_enabled);
}

fn throughput(out: &mut Writer, throughput: Option<ProvisionedThroughput>) {
    if let Some(units) = throughput {
        out.key("ProvisionedThroughput");
        out.inline_object(|out| {
            out.count_member("ReadCapacityUnits", units.read_capacity_units);
            out.count_member("WriteCapacityUnits", units.write_capacity_units);
        });
    }
}
