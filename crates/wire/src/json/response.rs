//! Answers and errors as the bodies the service sends.

use std::collections::BTreeMap;

use hashrange_values::Item;

use super::setting_response;
use super::table_response::table;
use super::value::{write_map, write_value};
use super::writer::Writer;
use crate::error::ServiceError;
use crate::rejection::{Rejection, namespace_of};
use crate::request::Response;
use crate::shape::{ConsumedCapacity, ItemCollectionMetrics, QueryResponse};

/// An answer's body, compact.
#[must_use]
pub fn encode_response(response: &Response) -> String {
    let mut out = Writer::compact();
    write_response(&mut out, response);
    out.finish()
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
    let item = match error {
        ServiceError::ConditionalCheckFailed { item } => item.as_deref(),
        _ => None,
    };
    let mut out = Writer::compact();
    out.object(|out| {
        type_member(out, namespace_of(error), error.exception());
        if let Some(item) = item {
            out.key("Item");
            write_map(out, item);
        }
        out.text_member("message", &error.to_string());
    });
    out.finish()
}

/// The body of a request's rejection. `SerializationException` spells `Message` with a capital, and says nothing at
/// all about a body that is no JSON (observed).
#[must_use]
pub fn encode_rejection(rejection: &Rejection) -> String {
    let error = match rejection {
        Rejection::Serialization(error) => error,
        Rejection::Service(error) => return encode_error(error),
    };
    let mut out = Writer::compact();
    out.object(|out| {
        type_member(out, rejection.namespace(), rejection.exception());
        out.optional_text("Message", error.service_message());
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
        Response::UpdateTable(response) => table(out, "TableDescription", &response.table_description),
        other => setting_response::write(out, other),
    });
}

fn item(out: &mut Writer, name: &str, item: Option<&Item>) {
    if let Some(item) = item {
        out.key(name);
        write_map(out, item);
    }
}

fn page(out: &mut Writer, response: &QueryResponse) {
    if let Some(items) = &response.items {
        out.key("Items");
        out.list(|out| {
            for item in items {
                out.element();
                write_map(out, item);
            }
        });
    }
    out.count_member("Count", u64::from(response.count));
    out.count_member("ScannedCount", u64::from(response.scanned_count));
    item(out, "LastEvaluatedKey", response.last_evaluated_key.as_ref());
    capacity(out, response.consumed_capacity.as_ref());
}

fn capacity(out: &mut Writer, capacity: Option<&ConsumedCapacity>) {
    let Some(capacity) = capacity else { return };
    out.key("ConsumedCapacity");
    out.object(|out| {
        out.text_member("TableName", &capacity.table_name);
        out.decimal_member("CapacityUnits", capacity.capacity_units);
        if let Some(units) = capacity.table {
            out.key("Table");
            out.inline_object(|out| out.decimal_member("CapacityUnits", units));
        }
        arms(out, "LocalSecondaryIndexes", &capacity.local_secondary_indexes);
        arms(out, "GlobalSecondaryIndexes", &capacity.global_secondary_indexes);
    });
}

fn arms(out: &mut Writer, name: &str, arms: &BTreeMap<String, f64>) {
    if arms.is_empty() {
        return;
    }
    out.key(name);
    out.object(|out| {
        for (index, units) in arms {
            out.key(index);
            out.inline_object(|out| out.decimal_member("CapacityUnits", *units));
        }
    });
}

fn metrics(out: &mut Writer, metrics: Option<&ItemCollectionMetrics>) {
    let Some(metrics) = metrics else { return };
    let (key, value) = &metrics.item_collection_key;
    let (low, high) = metrics.size_estimate_range_gb;
    out.key("ItemCollectionMetrics");
    out.object(|out| {
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
    });
}
