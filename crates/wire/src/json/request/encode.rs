//! A typed request as the body that would ask for it.

use super::encode_batch::{batch_get_item, batch_write_item};
use super::encode_setting::{
    delete_resource_policy, list_contributor_insights, put_resource_policy, tag_resource, untag_resource,
    update_continuous_backups, update_contributor_insights, update_time_to_live,
};
use super::encode_table::{create_table, update_table};
use super::encode_transact::{transact_get_items, transact_write_items};
use super::legacy::{write_attribute_names, write_conditions, write_expected, write_updates};
use super::{backup, scaling, statement, stream};
use crate::json::batch_parts::{map_member, names_member};
use crate::json::value::write_value;
use crate::json::writer::Writer;
use crate::request::Request;
use crate::shape::{
    DeleteItemRequest, GetItemRequest, PutItemRequest, QueryRequest, ScanRequest, SearchVectorsRequest,
    UpdateItemRequest,
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
        Request::PutItem(request) => put_item(out, request),
        Request::GetItem(request) => get_item(out, request),
        Request::Query(request) => query(out, request),
        Request::BatchWriteItem(request) => batch_write_item(out, request),
        other => write_members_of_others(out, other),
    });
}

/// A function of its own: a page starts with the requests above alone.
#[inline(never)]
fn write_members_of_others(out: &mut Writer, request: &Request) {
    match request {
        Request::DeleteTable(request) => out.text_member("TableName", &request.table_name),
        Request::DescribeTable(request) => out.text_member("TableName", &request.table_name),
        Request::ListTables(request) => {
            out.optional_text("ExclusiveStartTableName", request.exclusive_start_table_name.as_deref());
            optional_count(out, "Limit", request.limit);
        }
        Request::UpdateItem(request) => update_item(out, request),
        Request::DeleteItem(request) => delete_item(out, request),
        Request::Scan(request) => scan(out, request),
        Request::SearchVectors(request) => search_vectors(out, request),
        Request::BatchGetItem(request) => batch_get_item(out, request),
        Request::TransactGetItems(request) => transact_get_items(out, request),
        Request::TransactWriteItems(request) => transact_write_items(out, request),
        Request::UpdateTable(request) => update_table(out, request),
        Request::UpdateTimeToLive(request) => update_time_to_live(out, request),
        Request::DescribeTimeToLive(request) => out.text_member("TableName", &request.table_name),
        Request::TagResource(request) => tag_resource(out, request),
        Request::UntagResource(request) => untag_resource(out, request),
        Request::ListTagsOfResource(request) => out.text_member("ResourceArn", &request.resource_arn),
        Request::UpdateContributorInsights(request) => update_contributor_insights(out, request),
        Request::DescribeContributorInsights(request) => {
            out.text_member("TableName", &request.table_name);
            out.optional_text("IndexName", request.index_name.as_deref());
        }
        Request::ListContributorInsights(request) => list_contributor_insights(out, request),
        Request::UpdateContinuousBackups(request) => update_continuous_backups(out, request),
        Request::DescribeContinuousBackups(request) => out.text_member("TableName", &request.table_name),
        Request::ListBackups(request) => backup::write_list(out, request),
        Request::CreateBackup(request) => backup::write_create(out, request),
        Request::DescribeBackup(request) => out.text_member("BackupArn", &request.backup_arn),
        Request::DeleteBackup(request) => out.text_member("BackupArn", &request.backup_arn),
        Request::RestoreTableFromBackup(request) => backup::write_restore(out, request),
        Request::RestoreTableToPointInTime(request) => backup::write_restore_to_moment(out, request),
        Request::DescribeKinesisStreamingDestination(request) => out.text_member("TableName", &request.table_name),
        Request::PutResourcePolicy(request) => put_resource_policy(out, request),
        Request::DeleteResourcePolicy(request) => delete_resource_policy(out, request),
        Request::GetResourcePolicy(request) => out.text_member("ResourceArn", &request.resource_arn),
        Request::DescribeLimits(_)
        | Request::DescribeEndpoints(_)
        | Request::ListExports(_)
        | Request::ListImports(_)
        | Request::ListGlobalTables(_) => {}
        Request::ExecuteStatement(request) => statement::write_execute_statement(out, request),
        Request::BatchExecuteStatement(request) => statement::write_batch_execute_statement(out, request),
        Request::ExecuteTransaction(request) => statement::write_execute_transaction(out, request),
        Request::ListStreams(request) => stream::write_list_streams(out, request),
        Request::DescribeStream(request) => stream::write_describe_stream(out, request),
        Request::GetShardIterator(request) => stream::write_get_shard_iterator(out, request),
        Request::GetRecords(request) => stream::write_get_records(out, request),
        Request::RegisterScalableTarget(request) => scaling::write_register_scalable_target(out, request),
        Request::DeregisterScalableTarget(request) => scaling::write_deregister_scalable_target(out, request),
        Request::PutScalingPolicy(request) => scaling::write_put_scaling_policy(out, request),
        Request::DeleteScalingPolicy(request) => scaling::write_delete_scaling_policy(out, request),
        Request::DescribeScalableTargets(request) => scaling::write_filter(out, &request.filter, true),
        Request::DescribeScalingPolicies(request) => scaling::write_filter(out, &request.filter, false),
        Request::DescribeScalingActivities(request) => scaling::write_filter(out, &request.filter, false),
        // Written above.
        Request::CreateTable(_)
        | Request::PutItem(_)
        | Request::GetItem(_)
        | Request::Query(_)
        | Request::BatchWriteItem(_) => {}
    }
}

fn optional_count(out: &mut Writer, name: &str, value: Option<u32>) {
    if let Some(value) = value {
        out.count_member(name, u64::from(value));
    }
}

fn put_item(out: &mut Writer, request: &PutItemRequest) {
    out.text_member("TableName", &request.table_name);
    map_member(out, "Item", Some(&request.item));
    out.optional_text("ConditionExpression", request.condition_expression.as_deref());
    names_member(out, request.expression_attribute_names.as_ref());
    map_member(out, "ExpressionAttributeValues", request.expression_attribute_values.as_ref());
    write_expected(out, request.expected.as_ref());
    out.optional_text("ConditionalOperator", request.conditional_operator.map(|word| word.as_str()));
    out.optional_text("ReturnValues", request.return_values.map(|word| word.as_str()));
    out.optional_text("ReturnConsumedCapacity", request.return_consumed_capacity.map(|word| word.as_str()));
    out.optional_text("ReturnItemCollectionMetrics", request.return_item_collection_metrics.map(|word| word.as_str()));
    out.optional_text(
        "ReturnValuesOnConditionCheckFailure",
        request.return_values_on_condition_check_failure.map(|word| word.as_str()),
    );
}

#[inline(never)]
fn get_item(out: &mut Writer, request: &GetItemRequest) {
    out.text_member("TableName", &request.table_name);
    map_member(out, "Key", Some(&request.key));
    out.optional_text("ProjectionExpression", request.projection_expression.as_deref());
    write_attribute_names(out, request.attributes_to_get.as_deref());
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
    write_updates(out, request.attribute_updates.as_ref());
    write_expected(out, request.expected.as_ref());
    out.optional_text("ConditionalOperator", request.conditional_operator.map(|word| word.as_str()));
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
    write_expected(out, request.expected.as_ref());
    out.optional_text("ConditionalOperator", request.conditional_operator.map(|word| word.as_str()));
    out.optional_text("ReturnValues", request.return_values.map(|word| word.as_str()));
    out.optional_text("ReturnConsumedCapacity", request.return_consumed_capacity.map(|word| word.as_str()));
    out.optional_text("ReturnItemCollectionMetrics", request.return_item_collection_metrics.map(|word| word.as_str()));
    out.optional_text(
        "ReturnValuesOnConditionCheckFailure",
        request.return_values_on_condition_check_failure.map(|word| word.as_str()),
    );
}

#[inline(never)]
fn query(out: &mut Writer, request: &QueryRequest) {
    out.text_member("TableName", &request.table_name);
    out.optional_text("IndexName", request.index_name.as_deref());
    out.optional_text("KeyConditionExpression", request.key_condition_expression.as_deref());
    out.optional_text("FilterExpression", request.filter_expression.as_deref());
    out.optional_text("ProjectionExpression", request.projection_expression.as_deref());
    names_member(out, request.expression_attribute_names.as_ref());
    map_member(out, "ExpressionAttributeValues", request.expression_attribute_values.as_ref());
    write_conditions(out, "KeyConditions", request.key_conditions.as_ref());
    write_conditions(out, "QueryFilter", request.query_filter.as_ref());
    out.optional_text("ConditionalOperator", request.conditional_operator.map(|word| word.as_str()));
    write_attribute_names(out, request.attributes_to_get.as_deref());
    out.optional_text("Select", request.select.map(|word| word.as_str()));
    out.optional_boolean("ScanIndexForward", request.scan_index_forward);
    optional_count(out, "Limit", request.limit);
    map_member(out, "ExclusiveStartKey", request.exclusive_start_key.as_ref());
    out.optional_boolean("ConsistentRead", request.consistent_read);
    out.optional_text("ReturnConsumedCapacity", request.return_consumed_capacity.map(|word| word.as_str()));
}

fn search_vectors(out: &mut Writer, request: &SearchVectorsRequest) {
    out.text_member("TableName", &request.table_name);
    out.text_member("IndexName", &request.index_name);
    out.key("SearchVector");
    out.list(|out| {
        for element in &request.search_vector {
            out.element();
            write_value(out, element);
        }
    });
    out.key("TopK");
    out.display(request.top_k);
    out.optional_text("SearchConditionExpression", request.search_condition_expression.as_deref());
    out.optional_text("ProjectionExpression", request.projection_expression.as_deref());
    names_member(out, request.expression_attribute_names.as_ref());
    map_member(out, "ExpressionAttributeValues", request.expression_attribute_values.as_ref());
    out.optional_text("ReturnConsumedCapacity", request.return_consumed_capacity.map(|word| word.as_str()));
}

fn scan(out: &mut Writer, request: &ScanRequest) {
    out.text_member("TableName", &request.table_name);
    out.optional_text("IndexName", request.index_name.as_deref());
    out.optional_text("FilterExpression", request.filter_expression.as_deref());
    out.optional_text("ProjectionExpression", request.projection_expression.as_deref());
    names_member(out, request.expression_attribute_names.as_ref());
    map_member(out, "ExpressionAttributeValues", request.expression_attribute_values.as_ref());
    write_conditions(out, "ScanFilter", request.scan_filter.as_ref());
    out.optional_text("ConditionalOperator", request.conditional_operator.map(|word| word.as_str()));
    write_attribute_names(out, request.attributes_to_get.as_deref());
    out.optional_text("Select", request.select.map(|word| word.as_str()));
    optional_count(out, "Limit", request.limit);
    map_member(out, "ExclusiveStartKey", request.exclusive_start_key.as_ref());
    out.optional_boolean("ConsistentRead", request.consistent_read);
    optional_count(out, "Segment", request.segment);
    optional_count(out, "TotalSegments", request.total_segments);
    out.optional_text("ReturnConsumedCapacity", request.return_consumed_capacity.map(|word| word.as_str()));
}
