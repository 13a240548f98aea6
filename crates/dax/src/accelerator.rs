//! The accelerator: one door for requests, two caches behind it, the tables behind those.
//!
//! Owns which request goes which way. A request that is refused leaves both caches as they were; only counters tell of it.

use std::sync::Arc;

use hashrange_checkpoint::{Checkpointed, Writer};
use hashrange_time::Timestamp;
use hashrange_values::{Item, Text};
use hashrange_wire::{QueryResponse, Request, Response, ServiceError};

use crate::key::Key;
use crate::shelf::Shelf;
use crate::{CacheReport, Metrics, Options, Report};

/// The tables behind the caches.
pub trait Tables {
    /// Sends a request to its table.
    ///
    /// # Errors
    /// The service's refusal.
    fn send(&mut self, request: Request) -> Result<Response, ServiceError>;

    /// The names of a table's key attributes, by the table's name or ARN; free of charge.
    fn key_names(&self, table: &str) -> Option<Vec<Text>>;
}

/// What the service answers, or why it does not.
pub(crate) type Outcome = Result<Response, ServiceError>;

/// What the item cache knows of a key: the whole item, or that there is none (negative caching, documented).
pub(crate) type Stored = Option<Arc<Item>>;

/// A cluster: an item cache and a query cache.
#[derive(Clone, Debug, Default)]
pub struct Accelerator {
    pub(crate) options: Options,
    /// By primary key.
    pub(crate) items: Shelf<Stored>,
    /// Result sets by all their parameters, without their cost.
    pub(crate) queries: Shelf<Arc<QueryResponse>>,
    pub(crate) metrics: Metrics,
    /// Uses so far.
    uses: u64,
}

hashrange_checkpoint::fields!(Accelerator { options, items, queries, metrics, uses });

impl Accelerator {
    /// A cluster with empty caches.
    #[must_use]
    pub fn new(options: Options) -> Self {
        Self { options, ..Self::default() }
    }

    /// What it was made with.
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Changes its lifetimes and memory. What it holds stays, and is judged by the new lifetimes.
    pub fn set_options(&mut self, options: Options) {
        self.options = options;
        self.make_room();
    }

    /// Answers a request at a point of virtual time: from a cache, or from the table and perhaps into a cache.
    ///
    /// Strongly consistent and transactional reads go to their table, and what they see is not kept (documented). The
    /// management of tables passes without a trace: items of a table that is deleted stay until their time is up.
    /// Statements go around the caches (a model).
    ///
    /// # Errors
    /// The table's refusal, as it stands. A cache never refuses.
    #[inline(never)]
    pub fn handle(&mut self, at: Timestamp, request: Request, tables: &mut impl Tables) -> Outcome {
        let Some(count) = self.counter(&request) else { return tables.send(request) };
        *count += 1;
        self.metrics.total_request_count += 1;
        let outcome = match request {
            Request::GetItem(request) => self.get_item(at, request, tables),
            Request::BatchGetItem(request) => self.batch_get_item(at, request, tables),
            Request::Query(request) => self.walk_through(at, request, tables),
            Request::Scan(request) => self.walk_through(at, request, tables),
            Request::PutItem(request) => self.put_item(at, request, tables),
            Request::UpdateItem(request) => self.update_item(at, request, tables),
            Request::DeleteItem(request) => self.delete_item(request, tables),
            Request::BatchWriteItem(request) => self.batch_write_item(at, request, tables),
            Request::TransactWriteItems(request) => self.transact_write_items(at, request, tables),
            request => tables.send(request),
        };
        if let Err(error) = &outcome {
            self.failed(error);
        }
        outcome
    }

    /// The counter of this request's operation; `None` for operations that are not the cluster's.
    fn counter(&mut self, request: &Request) -> Option<&mut u64> {
        let metrics = &mut self.metrics;
        Some(match request {
            Request::GetItem(_) => &mut metrics.get_item_request_count,
            Request::BatchGetItem(_) => &mut metrics.batch_get_item_request_count,
            Request::Query(_) => &mut metrics.query_request_count,
            Request::Scan(_) => &mut metrics.scan_request_count,
            Request::PutItem(_) => &mut metrics.put_item_request_count,
            Request::UpdateItem(_) => &mut metrics.update_item_request_count,
            Request::DeleteItem(_) => &mut metrics.delete_item_request_count,
            Request::BatchWriteItem(_) => &mut metrics.batch_write_item_request_count,
            Request::TransactGetItems(_) => &mut metrics.transact_get_items_count,
            Request::TransactWriteItems(_) => &mut metrics.transact_write_items_count,
            _ => return None,
        })
    }

    fn failed(&mut self, error: &ServiceError) {
        self.metrics.failed_request_count += 1;
        if error.status() < 500 {
            self.metrics.error_request_count += 1;
        } else {
            self.metrics.fault_request_count += 1;
        }
    }

    /// What it did and holds.
    #[must_use]
    pub fn report(&self) -> Report {
        Report {
            metrics: self.metrics,
            items: CacheReport { entries: self.items.len(), bytes: self.items.bytes() },
            queries: CacheReport { entries: self.queries.len(), bytes: self.queries.bytes() },
            memory_bytes: self.options.memory_bytes,
        }
    }

    /// Writes everything a later answer can depend on: not the counters.
    pub fn write_state(&self, out: &mut Writer) {
        self.options.write(out);
        self.items.write(out);
        self.queries.write(out);
        self.uses.write(out);
    }

    /// The number of the next use.
    pub(crate) fn next_use(&mut self) -> u64 {
        self.uses += 1;
        self.uses
    }

    /// Keeps an item, or that there is none.
    pub(crate) fn keep_item(&mut self, at: Timestamp, key: Key, item: Stored) {
        let bytes = item.as_ref().map_or(0, |item| item.item_size()) as u64;
        let used = self.next_use();
        self.items.put(key, item, bytes, at, used);
        self.make_room();
    }

    /// Evicts what was not used for longest, in either cache, until both fit.
    pub(crate) fn make_room(&mut self) {
        while self.items.bytes() + self.queries.bytes() > self.options.memory_bytes {
            let of_queries = self.queries.least_recent_use();
            let items_first = self.items.least_recent_use().is_some_and(|used| of_queries.is_none_or(|of| used < of));
            self.metrics.evicted_size += if items_first { self.items.evict() } else { self.queries.evict() };
        }
    }
}
