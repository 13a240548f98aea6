//! The result of a request: a response or an error, with its cost, its effects, and what was stopped.
//!
//! Must not know how responses or errors are created.

use hashrange_time::Timestamp;
use hashrange_values::{List, Text};
use hashrange_wire::{Response, ServiceError, table_name_of};
use smallvec::smallvec;

use crate::state::log::consumption::{Charges, Consumption};
use crate::state::log::event::{Returned, Stop};
use crate::state::log::trace::Trace;

/// A request that succeeded.
pub(crate) struct Done {
    pub(crate) response: Response,
    /// The table of the request, if nothing was charged.
    pub(crate) about: Option<Text>,
    /// One for each table charged.
    pub(crate) consumption: Charges,
    /// One for each item or page touched, when traces are on.
    pub(crate) traces: List<Trace>,
    /// The members that were stopped.
    pub(crate) stops: List<Stop>,
}

/// A request that was refused.
pub(crate) struct Refused {
    pub(crate) error: ServiceError,
    /// The consumed capacity. A failed condition is charged (documented: capacity-units).
    pub(crate) consumption: Charges,
    /// The members that were stopped; empty for requests without members.
    pub(crate) stops: List<Stop>,
}

pub(crate) type Outcome = Result<Done, Box<Refused>>;

impl Done {
    /// A response that used no capacity, with its table if it has one.
    pub(crate) fn about(response: Response, table: Option<Text>) -> Self {
        Self {
            response,
            about: table,
            consumption: Charges::new(),
            traces: List::new(),
            stops: List::new(),
        }
    }

    /// A response that used capacity of one table.
    pub(crate) fn charged(response: Response, consumption: Consumption, trace: Option<Trace>) -> Self {
        Self::charged_all(response, smallvec![consumption], trace.into_iter().collect())
    }

    /// Adds the members that were stopped.
    pub(crate) fn with_stops(self, stops: List<Stop>) -> Self {
        Self { stops, ..self }
    }

    /// A response that used capacity of several tables.
    pub(crate) fn charged_all(response: Response, consumption: Charges, traces: List<Trace>) -> Self {
        Self {
            response,
            about: None,
            consumption,
            traces,
            stops: List::new(),
        }
    }
}

impl Refused {
    /// What stopped the request or its members.
    pub(crate) fn stopped(&self) -> List<Stop> {
        if !self.stops.is_empty() {
            return self.stops.clone();
        }
        let table = match (&self.error, self.consumption.first()) {
            (_, Some(used)) => used.table.clone(),
            (ServiceError::Throttled(throttled), None) => table_of(&throttled.first.resource).into(),
            _ => return List::new(),
        };
        Stop::of(&self.error, &table).into_iter().collect()
    }

    /// A refusal of a request whose members were stopped.
    pub(crate) fn with_stops(error: ServiceError, stops: List<Stop>) -> Box<Self> {
        Box::new(Self {
            error,
            consumption: Charges::new(),
            stops,
        })
    }

    /// A refusal that still used capacity.
    pub(crate) fn charged(error: ServiceError, consumption: Charges) -> Box<Self> {
        Box::new(Self {
            error,
            consumption,
            stops: List::new(),
        })
    }
}

impl<E: Into<ServiceError>> From<E> for Box<Refused> {
    fn from(error: E) -> Self {
        Self::new(Refused {
            error: error.into(),
            consumption: Charges::new(),
            stops: List::new(),
        })
    }
}

/// The table in a resource name of a table or of an index.
fn table_of(arn: &str) -> &str {
    table_name_of(arn.split_once("/index/").map_or(arn, |(table, _)| table))
}

/// Counts what a response returned.
pub(crate) fn returned(response: &Response) -> Returned {
    let items = |count: u64| Returned {
        count,
        ..Returned::default()
    };
    match response {
        Response::Query(page) | Response::Scan(page) => items(u64::from(page.count)),
        Response::SearchVectors(found) => items(found.results.len() as u64),
        Response::ExecuteStatement(page) => items(page.items.len() as u64),
        Response::GetRecords(page) => Returned {
            count: page.records.len() as u64,
            bytes: page.records.iter().map(|record| record.size_bytes).sum(),
            newest: page
                .records
                .last()
                .map(|record| Timestamp::from_seconds(record.approximate_creation_date_time)),
        },
        _ => Returned::default(),
    }
}
