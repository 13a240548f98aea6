//! Answers and errors as the bodies the service sends.

mod capacity;
mod item;
pub(crate) mod scaling;
mod search;
mod statement;
mod stream;

use std::collections::BTreeMap;

use self::capacity::{capacities, capacity};
use self::item::{item, item_list};
use super::objects::objects;
use super::setting_response;
use super::table_response::table;
use super::value::write_value;
use super::writer::Writer;
use crate::error::{CancellationReason, ServiceError, Throttled};
use crate::operation::Value;
use crate::rejection::{Rejection, namespace_of};
use crate::request::Response;
use crate::shape::{BatchGetItemResponse, ItemCollectionMetrics, QueryResponse};

/// An answer's body, compact. Changes of tags are answered without one (observed).
#[must_use]
pub fn encode_response(response: &Response) -> String {
    if matches!(response, Response::TagResource(_) | Response::UntagResource(_)) {
        return String::new();
    }
    let mut out = Writer::with_room(room_for(response));
    write_response(&mut out, response);
    out.finish()
}

/// Bytes an answer takes, as a guess: that of a page of items is not copied from one buffer to a larger one again and
/// again.
fn room_for(response: &Response) -> usize {
    const ITEM: usize = 400;
    match response {
        Response::Query(page) | Response::Scan(page) => {
            page.items.as_ref().map_or(0, Vec::len).saturating_add(1) * ITEM
        }
        Response::PutItem(response) | Response::UpdateItem(response) if response.attributes.is_none() => 64,
        _ => ITEM,
    }
}

/// An answer's body, laid out for people.
#[must_use]
pub fn encode_response_pretty(response: &Response) -> String {
    let mut out = Writer::pretty();
    write_response(&mut out, response);
    out.finish()
}

/// The body of an error the engine answered with.
#[must_use]
pub fn encode_error(error: &ServiceError) -> String {
    let mut out = Writer::compact();
    out.object(|out| {
        type_member(out, namespace_of(error), error.exception());
        match error {
            ServiceError::ConditionalCheckFailed { item: found } => item(out, "Item", found.as_deref()),
            ServiceError::TransactionCanceled(reasons) => cancellation_reasons(out, reasons),
            ServiceError::Throttled(throttled) => throttling_reasons(out, throttled),
            _ => {}
        }
        out.text_member(message_member(error), &error.to_string());
    });
    out.finish()
}

/// The exceptions of transactions spell `Message`, all others `message`, as the service's model does (documented). So does
/// a failed condition, with and without the item (observed).
fn message_member(error: &ServiceError) -> &'static str {
    match error {
        ServiceError::AccessDenied(_)
        | ServiceError::TransactionCanceled(_)
        | ServiceError::TransactionInProgress
        | ServiceError::IdempotentParameterMismatch => "Message",
        _ => "message",
    }
}

fn cancellation_reasons(out: &mut Writer, reasons: &[CancellationReason]) {
    out.key("CancellationReasons");
    out.list(|out| {
        for reason in reasons {
            out.element();
            out.object(|out| {
                out.text_member("Code", reason.code());
                item(out, "Item", reason.item());
                out.optional_text("Message", reason.message().as_deref());
            });
        }
    });
}

fn throttling_reasons(out: &mut Writer, throttled: &Throttled) {
    out.key(throttled.reasons_member());
    out.list(|out| {
        for reason in throttled.reasons() {
            out.element();
            out.object(|out| {
                out.text_member("reason", &reason.reason());
                out.text_member("resource", &reason.resource);
            });
        }
    });
}

/// The body of a request's rejection. `SerializationException` spells `Message` with a capital, and says nothing at
/// all about a body that is no JSON (observed).
#[must_use]
pub fn encode_rejection(rejection: &Rejection) -> String {
    if let Some(error) = rejection.service_error() {
        return encode_error(error);
    }
    let mut out = Writer::compact();
    out.object(|out| {
        type_member(out, rejection.namespace(), rejection.exception());
        out.optional_text("Message", rejection.service_message().as_deref());
    });
    out.finish()
}

fn type_member(out: &mut Writer, namespace: &str, exception: &str) {
    out.text_member("__type", &format!("{namespace}#{exception}"));
}

fn write_response(out: &mut Writer, response: &Response) {
    out.object(|out| match response {
        Response::CreateTable(response) => table(out, "TableDescription", &response.table_description),
        Response::DeleteTable(response) => table(out, "TableDescription", &response.table_description),
        Response::DescribeTable(response) => table(out, "Table", &response.table),
        Response::ListTables(response) => {
            out.key("TableNames");
            out.strings(response.table_names.iter().map(String::as_str));
            out.optional_text("LastEvaluatedTableName", response.last_evaluated_table_name.as_deref());
        }
        Response::GetItem(response) => {
            item(out, "Item", response.item.as_deref());
            capacity(out, response.consumed_capacity.as_ref());
        }
        Response::PutItem(response) | Response::UpdateItem(response) | Response::DeleteItem(response) => {
            item(out, "Attributes", response.attributes.as_deref());
            capacity(out, response.consumed_capacity.as_ref());
            metrics(out, response.item_collection_metrics.as_ref());
        }
        Response::Query(response) | Response::Scan(response) => page(out, response),
        Response::SearchVectors(response) => search::found(out, response),
        Response::BatchGetItem(response) => batch_get(out, response),
        Response::BatchWriteItem(response) => {
            Value::write(&response.unprocessed_items, out, "UnprocessedItems");
            metrics_by_table(out, &response.item_collection_metrics);
            capacities(out, response.consumed_capacity.as_deref());
        }
        Response::TransactGetItems(response) => {
            out.key("Responses");
            objects(out, &response.responses, |out, found| item(out, "Item", found.as_deref()));
            capacities(out, response.consumed_capacity.as_deref());
        }
        Response::TransactWriteItems(response) => {
            capacities(out, response.consumed_capacity.as_deref());
            metrics_by_table(out, &response.item_collection_metrics);
        }
        Response::ExecuteStatement(response) => statement::executed(out, response),
        Response::BatchExecuteStatement(response) => statement::batch_executed(out, response),
        Response::ExecuteTransaction(response) => statement::transaction_executed(out, response),
        Response::ListStreams(response) => stream::listed(out, response),
        Response::DescribeStream(response) => stream::described(out, response),
        Response::GetShardIterator(response) => out.text_member("ShardIterator", &response.shard_iterator),
        Response::GetRecords(response) => stream::records(out, response),
        Response::RegisterScalableTarget(_)
        | Response::DeregisterScalableTarget(_)
        | Response::PutScalingPolicy(_)
        | Response::DeleteScalingPolicy(_)
        | Response::DescribeScalableTargets(_)
        | Response::DescribeScalingPolicies(_)
        | Response::DescribeScalingActivities(_) => scaling::write(out, response),
        Response::UpdateTable(response) => table(out, "TableDescription", &response.table_description),
        other => setting_response::write(out, other),
    });
}

fn batch_get(out: &mut Writer, response: &BatchGetItemResponse) {
    out.key("Responses");
    out.object(|out| {
        for (table, items) in &response.responses {
            out.key(table);
            item_list(out, items);
        }
    });
    Value::write(&response.unprocessed_keys, out, "UnprocessedKeys");
    capacities(out, response.consumed_capacity.as_deref());
}

fn page(out: &mut Writer, response: &QueryResponse) {
    if let Some(items) = &response.items {
        out.key("Items");
        item_list(out, items);
    }
    out.count_member("Count", u64::from(response.count));
    out.count_member("ScannedCount", u64::from(response.scanned_count));
    item(out, "LastEvaluatedKey", response.last_evaluated_key.as_ref());
    capacity(out, response.consumed_capacity.as_ref());
}

fn metrics(out: &mut Writer, metrics: Option<&ItemCollectionMetrics>) {
    let Some(metrics) = metrics else { return };
    out.key("ItemCollectionMetrics");
    out.object(|out| metrics_members(out, metrics));
}

fn metrics_by_table(out: &mut Writer, tables: &BTreeMap<String, Vec<ItemCollectionMetrics>>) {
    if tables.is_empty() {
        return;
    }
    out.key("ItemCollectionMetrics");
    out.object(|out| {
        for (table, collections) in tables {
            out.key(table);
            objects(out, collections, metrics_members);
        }
    });
}

fn metrics_members(out: &mut Writer, metrics: &ItemCollectionMetrics) {
    let (key, value) = &metrics.item_collection_key;
    let (low, high) = metrics.size_estimate_range_gb;
    out.key("ItemCollectionKey");
    out.object(|out| {
        out.key(key);
        write_value(out, value);
    });
    out.key("SizeEstimateRangeGB");
    out.list(|out| {
        for bound in [low, high] {
            out.element();
            out.decimal(bound);
        }
    });
}
