//! Where a request has keys that a call can replace, in a fixed order.
//!
//! Must not know which values replace them.

use hashrange_values::Item;
use hashrange_wire::{Request, TransactAction, WriteRequest};

/// A part of a request with a key.
#[derive(Debug)]
pub(crate) enum Slot<'a> {
    /// The primary key of an item.
    Key(&'a mut Item),
    /// An item that is put.
    Put(&'a mut Item),
}

/// Visits the keys of a request, each with the table that the request names.
pub(crate) fn each_slot(request: &mut Request, visit: &mut dyn FnMut(&str, Slot<'_>)) {
    match request {
        Request::GetItem(get) => visit(&get.table_name, Slot::Key(&mut get.key)),
        Request::UpdateItem(update) => visit(&update.table_name, Slot::Key(&mut update.key)),
        Request::DeleteItem(delete) => visit(&delete.table_name, Slot::Key(&mut delete.key)),
        Request::PutItem(put) => visit(&put.table_name, Slot::Put(&mut put.item)),
        Request::BatchGetItem(batch) => {
            for (table, wanted) in &mut batch.request_items {
                for key in &mut wanted.keys {
                    visit(table, Slot::Key(key));
                }
            }
        }
        Request::BatchWriteItem(batch) => {
            for (table, writes) in &mut batch.request_items {
                for write in writes {
                    match write {
                        WriteRequest::Put(item) => visit(table, Slot::Put(item)),
                        WriteRequest::Delete(key) => visit(table, Slot::Key(key)),
                    }
                }
            }
        }
        Request::TransactGetItems(transaction) => {
            for get in &mut transaction.transact_items {
                visit(&get.table_name, Slot::Key(&mut get.key));
            }
        }
        Request::TransactWriteItems(transaction) => {
            for write in &mut transaction.transact_items {
                match &mut write.action {
                    TransactAction::Put { item } => visit(&write.table_name, Slot::Put(item)),
                    TransactAction::ConditionCheck { key }
                    | TransactAction::Delete { key }
                    | TransactAction::Update { key, .. } => visit(&write.table_name, Slot::Key(key)),
                }
            }
        }
        _ => {}
    }
}
