//! Runs patterns. Each run has a copy of the present engine, without throttling, so that a run shows the design and not
//! the last second, and no run sees the writes of another one.
//!
//! Must not know where patterns come from.

use hashrange_engine::{
    Consistency, Direction, Engine, EngineOptions, Foreseen, PageEnd, Resource, Throttling, Trace, Units,
};
use hashrange_insight::Refusal;
use hashrange_values::Text;
use hashrange_wire::{Checked, KeysAndAttributes, Operation, Request, Response};
use serde::{Deserialize, Serialize};

use crate::Pattern;
use crate::latency::milliseconds;

/// One run of a pattern.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// The tables and indexes that served it, with their units: those that were read or written, and no others.
    pub served: Vec<Served>,
    /// Whether it read by Scan.
    pub scans: bool,
    /// Items and index entries that were read.
    pub read: u64,
    /// Items that were returned.
    pub returned: u64,
    /// Whether the answer is a page, and another one follows because of the limit of 1 MB.
    pub more: bool,
    /// The consistency that a read asks for; `None` for a write and for what is no valid request.
    pub consistency: Option<Consistency>,
    /// The milliseconds that an answered call takes: a model.
    pub milliseconds: u64,
    /// Why it fails; empty if it passes.
    pub failures: Vec<Failure>,
}

/// A table or an index that served a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Served {
    /// The table.
    pub table: Text,
    /// Itself, or one of its indexes.
    pub resource: Resource,
    /// Whether it was read or written.
    pub direction: Direction,
    /// The units.
    pub units: Units,
}

/// Why a pattern fails.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Failure {
    /// The service refuses it.
    Refused(Refusal),
    /// It returns another number of items.
    Returned {
        /// The number that it must return.
        wanted: u64,
    },
    /// A call consumes more than its budget.
    OverBudget {
        /// The budget.
        budget: Units,
    },
    /// A call takes longer than it may.
    TooSlow {
        /// The most milliseconds.
        most: u64,
    },
}

impl Run {
    /// Whether the pattern passes.
    #[must_use]
    pub fn passes(&self) -> bool {
        self.failures.is_empty()
    }

    /// The units of one call in a direction.
    #[must_use]
    pub fn units(&self, direction: Direction) -> Units {
        let in_direction = self.served.iter().filter(|served| served.direction == direction);
        in_direction.map(|served| served.units).sum()
    }

    /// The units of one call. Reads and writes of one call are rarely mixed.
    #[must_use]
    pub fn all_units(&self) -> Units {
        self.served.iter().map(|served| served.units).sum()
    }
}

/// The present design, against which patterns run.
#[derive(Clone, Debug)]
pub struct Board {
    engine: Engine,
}

impl Board {
    /// Copies the engine. Both share items in memory.
    #[must_use]
    pub fn of(engine: &Engine) -> Self {
        let mut engine = engine.clone();
        engine.forget_events();
        let EngineOptions {
            mut physics, limits, ..
        } = *engine.options();
        physics.throttling.mode = Throttling::Off;
        engine.adjust(engine.now(), physics, limits);
        engine.set_tracing(true);
        Self { engine }
    }

    /// The engine, as it is before each run.
    #[must_use]
    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    /// Runs a pattern once.
    #[must_use]
    pub fn run(&self, pattern: &Pattern) -> Run {
        let mut run = Run {
            scans: pattern.operation == Operation::Scan,
            ..Run::default()
        };
        match Checked::decode(pattern.operation, pattern.body.as_bytes()) {
            Ok(request) => self.answer(request, &mut run),
            Err(rejection) => run.failures.push(Failure::Refused(Refusal::from(&rejection))),
        }
        judge(pattern, &mut run);
        run
    }

    fn answer(&self, request: Checked, run: &mut Run) {
        run.consistency = consistency(&request);
        let is_transaction = is_transaction(&request);
        let mut engine = self.engine.clone();
        let reply = engine.answer(request, None, &Foreseen::default());
        match &reply.outcome {
            Ok(response) => run.returned = returned(response),
            Err(error) => run.failures.push(Failure::Refused(error.into())),
        }
        for used in &reply.event.consumption {
            for arm in used.arms().filter(|arm| arm.units > Units::ZERO) {
                run.served.push(Served {
                    table: used.table.clone(),
                    resource: arm.resource.clone(),
                    direction: used.direction,
                    units: arm.units,
                });
            }
        }
        let mut bytes = 0;
        for trace in &reply.event.traces {
            if let Trace::Read(read) = trace {
                let lines = read.partitions.iter().map(|partition| &partition.line);
                for line in lines.chain(&read.fetched) {
                    bytes += line.bytes;
                }
                let counts = read.partitions.iter().map(|partition| partition.line.count);
                run.read += counts.sum::<u64>();
                run.more |= read.end == PageEnd::PageSize;
            }
        }
        if run.passes() {
            run.milliseconds = milliseconds(is_transaction, bytes);
        }
    }
}

/// The consistency that a read asks for. Batches can mix both: one strong read makes them strong.
fn consistency(request: &Request) -> Option<Consistency> {
    let of = |strong: Option<bool>| {
        Some(if strong == Some(true) {
            Consistency::Strong
        } else {
            Consistency::Eventual
        })
    };
    match request {
        Request::GetItem(request) => of(request.consistent_read),
        Request::Query(request) => of(request.consistent_read),
        Request::Scan(request) => of(request.consistent_read),
        Request::SearchVectors(_) => of(None),
        Request::BatchGetItem(request) => {
            let is_strong = |keys: &KeysAndAttributes| keys.consistent_read == Some(true);
            of(Some(request.request_items.values().any(is_strong)))
        }
        Request::TransactGetItems(_) => Some(Consistency::Transactional),
        _ => None,
    }
}

const fn is_transaction(request: &Request) -> bool {
    matches!(
        request,
        Request::TransactGetItems(_) | Request::TransactWriteItems(_) | Request::ExecuteTransaction(_)
    )
}

fn returned(response: &Response) -> u64 {
    let count = match response {
        Response::GetItem(found) => usize::from(found.item.is_some()),
        Response::Query(page) | Response::Scan(page) => return u64::from(page.count),
        Response::BatchGetItem(found) => found.responses.values().map(Vec::len).sum(),
        Response::TransactGetItems(found) => found.responses.iter().flatten().count(),
        Response::ExecuteStatement(found) => found.items.len(),
        Response::SearchVectors(found) => found.results.len(),
        _ => 0,
    };
    count as u64
}

fn judge(pattern: &Pattern, run: &mut Run) {
    if !run.passes() {
        return;
    }
    if let Some(wanted) = pattern.returns.filter(|wanted| *wanted != run.returned) {
        run.failures.push(Failure::Returned { wanted });
    }
    if let Some(budget) = pattern.budget.filter(|budget| run.all_units() > *budget) {
        run.failures.push(Failure::OverBudget { budget });
    }
    if let Some(most) = pattern.milliseconds.filter(|most| run.milliseconds > *most) {
        run.failures.push(Failure::TooSlow { most });
    }
}
