//! The accelerator: one entry point for requests, two caches behind it, and the tables behind the caches.
//!
//! Decides which request goes to a cache and which to a table. A refused request changes neither cache, only counters.

use std::sync::Arc;

use hashrange_checkpoint::{Checkpointed, Writer};
use hashrange_time::Timestamp;
use hashrange_values::{Item, Text};
use hashrange_wire::{QueryResponse, Request, Response, ServiceError};

use crate::key::Key;
use crate::lru_cache::LruCache;
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

/// The service's response, or its error.
pub(crate) type Outcome = Result<Response, ServiceError>;

/// A value of the item cache: the whole item, or the fact that there is none (negative caching,
/// documented: dax-consistency).
pub(crate) type Stored = Option<Arc<Item>>;

/// A cluster: an item cache and a query cache.
#[derive(Clone, Debug, Default)]
pub struct Accelerator {
    pub(crate) options: Options,
    /// By primary key.
    pub(crate) items: LruCache<Stored>,
    /// Result sets by all their parameters, without their cost.
    pub(crate) queries: LruCache<Arc<QueryResponse>>,
    pub(crate) metrics: Metrics,
    /// Number of uses of cache entries so far.
    uses: u64,
}

hashrange_checkpoint::fields!(Accelerator {
    options,
    items,
    queries,
    metrics,
    uses
});

impl Accelerator {
    /// A cluster with empty caches.
    #[must_use]
    pub fn new(options: Options) -> Self {
        Self {
            options,
            ..Self::default()
        }
    }

    /// The options of the cluster.
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Changes the TTLs and the memory. Cached entries stay, and the new TTLs apply to them.
    pub fn set_options(&mut self, options: Options) {
        self.options = options;
        self.make_room();
    }

    /// Handles a request at a virtual time. The response comes from a cache, or from the table; some table responses
    /// are then cached.
    ///
    /// Strongly consistent and transactional reads go to their table, and their results are not cached
    /// (documented: dax-consistency). Table management does not change the caches: items of a deleted table stay until
    /// they expire. Statements bypass the caches (a model).
    ///
    /// # Errors
    /// The table's error, unchanged. A cache never refuses.
    pub fn handle(&mut self, at: Timestamp, request: Request, tables: &mut impl Tables) -> Outcome {
        let Some(count) = self.counter(&request) else {
            return tables.send(request);
        };
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

    /// The counter of this request's operation; `None` for operations that DAX does not have.
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

    /// The counters and the content of the cluster.
    #[must_use]
    pub fn report(&self) -> Report {
        Report {
            metrics: self.metrics,
            items: CacheReport {
                entries: self.items.len(),
                bytes: self.items.bytes(),
            },
            queries: CacheReport {
                entries: self.queries.len(),
                bytes: self.queries.bytes(),
            },
            memory_bytes: self.options.memory_bytes,
        }
    }

    /// Writes everything that a later response can depend on. This does not include counters.
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

    /// Stores an item, or its absence.
    pub(crate) fn keep_item(&mut self, at: Timestamp, key: Key, item: Stored) {
        let bytes = item.as_ref().map_or(0, |item| item.item_size()) as u64;
        let used = self.next_use();
        self.items.put(key, item, bytes, at, used);
        self.make_room();
    }

    /// Evicts the least recently used entries of both caches until their content fits into the memory.
    pub(crate) fn make_room(&mut self) {
        while self.items.bytes() + self.queries.bytes() > self.options.memory_bytes {
            let of_queries = self.queries.least_recent_use();
            let items_first = self
                .items
                .least_recent_use()
                .is_some_and(|used| of_queries.is_none_or(|of| used < of));
            self.metrics.evicted_size += if items_first {
                self.items.evict()
            } else {
                self.queries.evict()
            };
        }
    }
}
