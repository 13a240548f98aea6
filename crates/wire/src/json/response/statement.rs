//! Answers to requests with statements.

use std::sync::Arc;

use hashrange_values::Item;

use super::capacity::{capacities, capacity};
use super::item::item;
use crate::json::value::write_map;
use crate::json::writer::Writer;
use crate::shape::{
    BatchExecuteStatementResponse, BatchStatementResponse, ExecuteStatementResponse, ExecuteTransactionResponse,
};

pub(super) fn executed(out: &mut Writer, response: &ExecuteStatementResponse) {
    out.key("Items");
    out.list(|out| {
        for item in &response.items {
            out.element();
            write_map(out, item);
        }
    });
    out.optional_text("NextToken", response.next_token.as_deref());
    item(out, "LastEvaluatedKey", response.last_evaluated_key.as_ref());
    capacity(out, response.consumed_capacity.as_ref());
}

pub(super) fn batch_executed(out: &mut Writer, response: &BatchExecuteStatementResponse) {
    out.key("Responses");
    out.list(|out| {
        for member in &response.responses {
            out.element();
            out.object(|out| batch_member(out, member));
        }
    });
    capacities(out, response.consumed_capacity.as_deref());
}

fn batch_member(out: &mut Writer, member: &BatchStatementResponse) {
    if let Some(error) = &member.error {
        out.key("Error");
        out.object(|out| {
            out.text_member("Code", error.batch_code());
            out.text_member("Message", &error.to_string());
        });
    }
    out.optional_text("TableName", member.table_name.as_deref());
    item(out, "Item", member.item.as_deref());
}

pub(super) fn transaction_executed(out: &mut Writer, response: &ExecuteTransactionResponse) {
    out.key("Responses");
    out.list(|out| {
        for member in &response.responses {
            out.element();
            out.object(|out| found(out, member.as_ref()));
        }
    });
    capacities(out, response.consumed_capacity.as_deref());
}

fn found(out: &mut Writer, found: Option<&Arc<Item>>) {
    item(out, "Item", found.map(|found| &**found));
}
