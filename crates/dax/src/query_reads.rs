//! Query and Scan. The query cache stores their result sets by all their parameters (documented: dax-concepts).
//!
//! Writes do not change cached result sets, and result sets do not fill the item cache (documented: dax-consistency).
//! Reads of indexes are cached like reads of tables.

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

/// The counters of hits and misses of one kind of read.
type Tally<'a> = (&'a mut u64, &'a mut u64);

/// The parameters of Query and Scan that the cache uses.
pub(crate) trait Walking: Clone + Debug + Into<Request> {
    fn table_name(&mut self) -> &mut String;
    fn consistent_read(&mut self) -> &mut Option<bool>;
    fn return_consumed_capacity(&mut self) -> &mut Option<ReturnConsumedCapacity>;
    /// The counters of its hits and misses.
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

/// A Query or Scan, prepared for the cache.
struct Walk {
    /// `None` for a strongly consistent read.
    key: Option<Key>,
    table: String,
    reported: Option<ReturnConsumedCapacity>,
    request: Request,
    tally: fn(&mut Metrics) -> Tally<'_>,
}

impl Walk {
    fn of<R: Walking>(mut request: R) -> Self {
        // The form of the cost report and of the table's name do not change the result.
        let mut parameters = request.clone();
        let table = request.table_name().clone();
        table_name_of(&table).clone_into(parameters.table_name());
        let strong = parameters.consistent_read().take() == Some(true);
        let reported = parameters.return_consumed_capacity().take();
        let key = (!strong).then(|| key::of_parameters(&parameters));
        Self {
            key,
            table,
            reported,
            request: request.into(),
            tally: R::tally,
        }
    }
}

impl Accelerator {
    /// Handles a Query or a Scan.
    pub(crate) fn walk_through(&mut self, at: Timestamp, request: impl Walking, tables: &mut impl Tables) -> Outcome {
        self.walk(at, Walk::of(request), tables)
    }

    fn walk(&mut self, at: Timestamp, walk: Walk, tables: &mut impl Tables) -> Outcome {
        let Some(key) = walk.key else {
            return tables.send(walk.request);
        };
        let ttl = self.options.query_ttl;
        // With a TTL of zero, nothing is cached (documented: dax-concepts), not even for requests at the same time.
        if let Some(result) = self
            .queries
            .fresh(&key, at, ttl)
            .filter(|_| !ttl.is_zero())
            .map(Arc::clone)
        {
            *(walk.tally)(&mut self.metrics).0 += 1;
            let used = self.next_use();
            self.queries.touch(&key, used);
            let consumed_capacity = nothing(&walk.table, walk.reported);
            let response = QueryResponse {
                consumed_capacity,
                ..QueryResponse::clone(&result)
            };
            return Ok(match walk.request {
                Request::Scan(_) => Response::Scan(response),
                _ => Response::Query(response),
            });
        }
        *(walk.tally)(&mut self.metrics).1 += 1;
        let response = tables.send(walk.request)?;
        if let (Response::Query(result) | Response::Scan(result), false) = (&response, ttl.is_zero()) {
            let result = QueryResponse {
                consumed_capacity: None,
                ..result.clone()
            };
            let items = result.items.iter().flatten();
            let bytes = items.map(|item| item.item_size() as u64).sum();
            let used = self.next_use();
            self.queries.put(key, Arc::new(result), bytes, at, used);
            self.make_room();
        }
        Ok(response)
    }
}
