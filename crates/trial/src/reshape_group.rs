//! Requests of several items as a change of the design makes them: batches and transactions.
//!
//! Must not know requests of one item, nor how the design is changed.

use hashrange_engine::Engine;
use hashrange_values::Item;
use hashrange_wire::{Request, TransactAction, WriteRequest, table_name_of};

use crate::design_change::DesignChange;
use crate::halve::{half, halved};
use crate::reshape::key_names;

/// The batch or transaction as the change makes it; `None` if nothing of it is left. Other requests stay as they are.
pub(crate) fn of_group(engine: &Engine, mut request: Request, change: &DesignChange) -> Option<Request> {
    match (change, &mut request) {
        (DesignChange::Expiry, Request::BatchWriteItem(batch)) => {
            for (_, writes) in batch.request_items.iter_mut() {
                writes.retain(|write| matches!(write, WriteRequest::Put(_)));
            }
            batch.request_items.retain(|_, writes| !writes.is_empty());
            (!batch.request_items.is_empty()).then_some(request)
        }
        (DesignChange::Expiry, Request::TransactWriteItems(transaction)) => {
            let actions = &mut transaction.transact_items;
            actions.retain(|write| !matches!(write.action, TransactAction::Delete { .. }));
            (!actions.is_empty()).then_some(request)
        }
        (DesignChange::HalfSize, Request::BatchWriteItem(batch)) => {
            for (table, writes) in batch.request_items.iter_mut() {
                for write in writes {
                    if let WriteRequest::Put(item) = write {
                        halve(engine, table, item);
                    }
                }
            }
            Some(request)
        }
        (DesignChange::HalfSize, Request::TransactWriteItems(transaction)) => {
            for write in &mut transaction.transact_items {
                match &mut write.action {
                    TransactAction::Put { item } => halve(engine, &write.table_name, item),
                    TransactAction::Update { .. } => {
                        if let Some(values) = &mut write.expression_attribute_values {
                            *values = values.iter().map(|(name, value)| (name.clone(), half(value))).collect();
                        }
                    }
                    TransactAction::ConditionCheck { .. } | TransactAction::Delete { .. } => {}
                }
            }
            Some(request)
        }
        (DesignChange::Consistency { strong }, Request::BatchGetItem(batch)) => {
            for (_, keys) in batch.request_items.iter_mut() {
                keys.consistent_read = Some(*strong);
            }
            Some(request)
        }
        _ => Some(request),
    }
}

/// Halves an item of a table, as far as it can be cut.
fn halve(engine: &Engine, table: &str, item: &mut Item) {
    let keys = engine.table(table_name_of(table)).map(key_names).unwrap_or_default();
    if let Some(smaller) = halved(item, &keys) {
        *item = smaller;
    }
}
