//! Reads that walk: Query and Scan, whose result sets the query cache keeps by all their parameters (documented).
//!
//! Writes do not touch them, and they do not fill the item cache (documented). Indexes are cached like tables.

use std::sync::Arc;

use hashrange_time::Timestamp;
use hashrange_wire::{
    QueryRequest, QueryResponse, Request, Response, ReturnConsumedCapacity, ScanRequest, table_name_of,
};

use crate::accelerator::Outcome;
use crate::item_reads::nothing;
use crate::key::{self, Key};
use crate::{Accelerator, Tables};

/// Hits and misses so far of one kind of read.
type Tally<'a> = (&'a mut u64, &'a mut u64);

/// A read that walks, as the cache looks at it.
struct Walk {
    /// `None` for one that is read strongly.
    key: Option<Key>,
    table: String,
    reported: Option<ReturnConsumedCapacity>,
    request: Request,
}

impl Accelerator {
    pub(crate) fn query(&mut self, at: Timestamp, request: QueryRequest, tables: &mut impl Tables) -> Outcome {
        // How the cost is reported and how the table is named do not change the result.
        let parameters = QueryRequest {
            table_name: table_name_of(&request.table_name).to_owned(),
            consistent_read: None,
            return_consumed_capacity: None,
            ..request.clone()
        };
        let walk = Walk {
            key: (request.consistent_read != Some(true)).then(|| key::of_parameters(&parameters)),
            table: request.table_name.clone(),
            reported: request.return_consumed_capacity,
            request: Request::Query(request),
        };
        self.walk(at, walk, tables, |accelerator| {
            (&mut accelerator.metrics.query_cache_hits, &mut accelerator.metrics.query_cache_misses)
        })
    }

    pub(crate) fn scan(&mut self, at: Timestamp, request: ScanRequest, tables: &mut impl Tables) -> Outcome {
        let parameters = ScanRequest {
            table_name: table_name_of(&request.table_name).to_owned(),
            consistent_read: None,
            return_consumed_capacity: None,
            ..request.clone()
        };
        let walk = Walk {
            key: (request.consistent_read != Some(true)).then(|| key::of_parameters(&parameters)),
            table: request.table_name.clone(),
            reported: request.return_consumed_capacity,
            request: Request::Scan(request),
        };
        self.walk(at, walk, tables, |accelerator| {
            (&mut accelerator.metrics.scan_cache_hits, &mut accelerator.metrics.scan_cache_misses)
        })
    }

    fn walk(
        &mut self,
        at: Timestamp,
        walk: Walk,
        tables: &mut impl Tables,
        tally: impl Fn(&mut Self) -> Tally<'_>,
    ) -> Outcome {
        let Some(key) = walk.key else { return tables.send(walk.request) };
        let ttl = self.options.query_ttl;
        // A lifetime of zero keeps nothing (documented), not even for requests of the same moment.
        if let Some(result) = self.queries.fresh(&key, at, ttl).filter(|_| !ttl.is_zero()).map(Arc::clone) {
            *tally(self).0 += 1;
            let used = self.next_use();
            self.queries.touch(&key, used);
            let consumed_capacity = nothing(&walk.table, walk.reported);
            let response = QueryResponse { consumed_capacity, ..QueryResponse::clone(&result) };
            return Ok(match walk.request {
                Request::Scan(_) => Response::Scan(response),
                _ => Response::Query(response),
            });
        }
        *tally(self).1 += 1;
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
