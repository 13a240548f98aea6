//! Writes: they go to the table first, and into the item cache after the table accepted them
//! (documented: dax-consistency).
//!
//! A refused or throttled write does not change the cache (documented: dax-consistency). A written item has its full
//! TTL, independently of the remaining TTL of the previous entry (documented: dax-consistency).

use std::sync::Arc;

use hashrange_time::Timestamp;
use hashrange_values::{Item, to_map};
use hashrange_wire::{
    BatchWriteItemRequest, DeleteItemRequest, PutItemRequest, Response, ReturnValues, TransactAction, TransactGet,
    TransactGetItemsRequest, TransactWriteItemsRequest, UpdateItemRequest, WriteRequest,
};

use crate::accelerator::Outcome;
use crate::key::{self, Key};
use crate::{Accelerator, Tables};

impl Accelerator {
    pub(crate) fn put_item(&mut self, at: Timestamp, request: PutItemRequest, tables: &mut impl Tables) -> Outcome {
        let (table, item) = (request.table_name.clone(), request.item.clone());
        let response = tables.send(request.into())?;
        self.write_through(at, &table, item, tables);
        Ok(response)
    }

    /// Requests the item after the update from the table, at no cost. If the caller requests another image, removes the
    /// entry instead, and the next read fetches the item (a model).
    pub(crate) fn update_item(
        &mut self,
        at: Timestamp,
        mut request: UpdateItemRequest,
        tables: &mut impl Tables,
    ) -> Outcome {
        let key = key::of_item(&request.table_name, &request.key);
        let is_silent = request.return_values.is_none_or(|wanted| wanted == ReturnValues::None);
        if is_silent {
            request.return_values = Some(ReturnValues::AllNew);
        }
        let is_seen = request.return_values == Some(ReturnValues::AllNew);
        let mut response = tables.send(request.into())?;
        if let (Response::UpdateItem(response), Some(key)) = (&mut response, key) {
            match response.attributes.clone().filter(|_| is_seen) {
                Some(image) => self.keep_item(at, key, Some(image)),
                None => _ = self.items.remove(&key),
            }
            if is_silent {
                response.attributes = None;
            }
        }
        Ok(response)
    }

    /// Removes the entry of a deleted item, and also an entry for an absent item (documented: dax-consistency, for the
    /// latter).
    pub(crate) fn delete_item(&mut self, request: DeleteItemRequest, tables: &mut impl Tables) -> Outcome {
        let key = key::of_item(&request.table_name, &request.key);
        let response = tables.send(request.into())?;
        self.forget(key);
        Ok(response)
    }

    pub(crate) fn batch_write_item(
        &mut self,
        at: Timestamp,
        request: BatchWriteItemRequest,
        tables: &mut impl Tables,
    ) -> Outcome {
        let writes = request.request_items.clone();
        let response = tables.send(request.into())?;
        let Response::BatchWriteItem(answer) = &response else {
            return Ok(response);
        };
        for (table, writes) in writes {
            let left = answer.unprocessed_items.get(&table);
            for write in writes {
                if left.is_some_and(|left| left.contains(&write)) {
                    continue;
                }
                match write {
                    WriteRequest::Put(item) => self.write_through(at, &table, item, tables),
                    WriteRequest::Delete(key) => self.forget(key::of_item(&table, &key)),
                }
            }
        }
        Ok(response)
    }

    /// After a transaction, DAX reads its items in the background with TransactGetItems, which consumes capacity
    /// (documented: dax-consistency). Here this happens immediately. If the read is refused, the entries are missing (a
    /// model).
    pub(crate) fn transact_write_items(
        &mut self,
        at: Timestamp,
        request: TransactWriteItemsRequest,
        tables: &mut impl Tables,
    ) -> Outcome {
        let touched: Vec<_> = request
            .transact_items
            .iter()
            .filter_map(|write| {
                Some((
                    write.table_name.clone(),
                    key_of(&write.action, &write.table_name, tables)?,
                ))
            })
            .collect();
        let response = tables.send(request.into())?;
        let mut reads = Vec::new();
        for (table, item_key) in touched {
            if let Some(key) = key::of_item(&table, &item_key) {
                self.items.remove(&key);
                let read = TransactGet {
                    table_name: table,
                    key: item_key,
                    ..TransactGet::default()
                };
                reads.push((key, read));
            }
        }
        let (keys, transact_items): (Vec<Key>, Vec<TransactGet>) = to_map(reads).into_iter().unzip();
        if !keys.is_empty() {
            let background = TransactGetItemsRequest {
                transact_items,
                return_consumed_capacity: None,
            };
            if let Ok(Response::TransactGetItems(found)) = tables.send(background.into()) {
                for (key, item) in keys.into_iter().zip(found.responses) {
                    self.keep_item(at, key, item);
                }
            }
        }
        Ok(response)
    }

    /// Stores an item that its table has accepted.
    fn write_through(&mut self, at: Timestamp, table: &str, item: Item, tables: &impl Tables) {
        let key = tables
            .key_names(table)
            .and_then(|names| key::part_of(&item, names.iter()));
        if let Some(key) = key.and_then(|key| key::of_item(table, &key)) {
            self.keep_item(at, key, Some(Arc::new(item)));
        }
    }

    fn forget(&mut self, key: Option<Key>) {
        if let Some(key) = key {
            self.items.remove(&key);
        }
    }
}

/// The primary key of the item of a transaction's action.
fn key_of(action: &TransactAction, table: &str, tables: &impl Tables) -> Option<Item> {
    match action {
        TransactAction::Put { item } => key::part_of(item, tables.key_names(table)?.iter()),
        TransactAction::ConditionCheck { key }
        | TransactAction::Delete { key }
        | TransactAction::Update { key, .. } => Some(key.clone()),
    }
}
