//! Reads that walk: Query and Scan, whose result sets the query cache keeps by all their parameters (documented).
//!
//! Writes do not touch them, and they do not fill the item cache (documented). Indexes are cached like tables.

use std::fmt::Debug;
use std::sync::Arc;

use hashrange_time::Timestamp;
use hashrange_wire::{
    QueryRequest, QueryResponse, Request, Response, ReturnConsumedCapacity, ScanRequest, table_name_of,
};

use crate::accelerator::Outcome;
use crate::item_reads::nothing;
use crate::key::{self, Key};
use crate::{Accelerator, Metrics, Tables};

/// Hits and misses so far of one kind of read.
type Tally<'a> = (&'a mut u64, &'a mut u64);

/// A read that walks: Query and Scan differ in nothing else the cache looks at.
pub(crate) trait Walking: Clone + Debug + Into<Request> {
    fn table_name(&mut self) -> &mut String;
    fn consistent_read(&mut self) -> &mut Option<bool>;
    fn return_consumed_capacity(&mut self) -> &mut Option<ReturnConsumedCapacity>;
    /// Where its hits and misses are counted.
    fn tally(metrics: &mut Metrics) -> Tally<'_>;
}

macro_rules! walking {
    ($request:ty, $hits:ident, $misses:ident) => {
        impl Walking for $request {
            fn table_name(&mut self) -> &mut String {
                &mut self.table_name
            }

            fn consistent_read(&mut self) -> &mut Option<bool> {
                &mut self.consistent_read
            }

            fn return_consumed_capacity(&mut self) -> &mut Option<ReturnConsumedCapacity> {
                &mut self.return_consumed_capacity
            }

            fn tally(metrics: &mut Metrics) -> Tally<'_> {
                (&mut metrics.$hits, &mut metrics.$misses)
            }
        }
    };
}

walking!(QueryRequest, query_cache_hits, query_cache_misses);
walking!(ScanRequest, scan_cache_hits, scan_cache_misses);

/// A read that walks, as the cache looks at it.
struct Walk {
    /// `None` for one that is read strongly.
    key: Option<Key>,
    table: String,
    reported: Option<ReturnConsumedCapacity>,
    request: Request,
    tally: fn(&mut Metrics) -> Tally<'_>,
}

impl Walk {
    fn of<R: Walking>(mut request: R) -> Self {
        // How the cost is reported and how the table is named do not change the result.
        let mut parameters = request.clone();
        let table = request.table_name().clone();
        table_name_of(&table).clone_into(parameters.table_name());
        let strong = parameters.consistent_read().take() == Some(true);
        let reported = parameters.return_consumed_capacity().take();
        let key = (!strong).then(|| key::of_parameters(&parameters));
        Self { key, table, reported, request: request.into(), tally: R::tally }
    }
}

impl Accelerator {
    /// Answers a Query or a Scan.
    pub(crate) fn walk_through(&mut self, at: Timestamp, request: impl Walking, tables: &mut impl Tables) -> Outcome {
        self.walk(at, Walk::of(request), tables)
    }

    fn walk(&mut self, at: Timestamp, walk: Walk, tables: &mut impl Tables) -> Outcome {
        let Some(key) = walk.key else { return tables.send(walk.request) };
        let ttl = self.options.query_ttl;
        // A lifetime of zero keeps nothing (documented), not even for requests of the same moment.
        if let Some(result) = self.queries.fresh(&key, at, ttl).filter(|_| !ttl.is_zero()).map(Arc::clone) {
            *(walk.tally)(&mut self.metrics).0 += 1;
            let used = self.next_use();
            self.queries.touch(&key, used);
            let consumed_capacity = nothing(&walk.table, walk.reported);
            let response = QueryResponse { consumed_capacity, ..QueryResponse::clone(&result) };
            return Ok(match walk.request {
                Request::Scan(_) => Response::Scan(response),
                _ => Response::Query(response),
            });
        }
        *(walk.tally)(&mut self.metrics).1 += 1;
        let response = tables.send(walk.request)?;
        if let (Response::Query(result) | Response::Scan(result), false) = (&response, ttl.is_zero()) {
            let result = QueryResponse { consumed_capacity: None, ..result.clone() };
            let items = result.items.iter().flatten();
            let bytes = items.map(|item| item.item_size() as u64).sum();
            let used = self.next_use();
            self.queries.put(key, Arc::new(result), bytes, at, used);
            self.make_room();
        }
        Ok(response)
    }
}
