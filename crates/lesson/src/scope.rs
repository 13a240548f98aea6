//! The data of a lesson in play: the service, and the responses so far.
//!
//! Owns the choice of figures that the play computes. Must not know how the service computes the others.

use hashrange_time::Timestamp;
use hashrange_wire::{JsonTree, Operation};
use hashrange_workload::Figure;

use crate::tally::Tally;
use crate::{Asked, Expression, Value};

/// The service on which a lesson is played.
pub trait Service {
    /// A figure of a table as it is shown; empty if it does not exist.
    fn figure(&self, table: &str, figure: &Figure) -> String;
    /// The virtual time.
    fn now(&self) -> Timestamp;
}

/// The service, the responses so far, and the lesson's own table.
pub(crate) struct Scope<'a> {
    pub(crate) service: &'a dyn Service,
    pub(crate) tally: &'a Tally,
    pub(crate) table: &'a str,
    pub(crate) start: Timestamp,
}

impl Scope<'_> {
    pub(crate) fn ask(&self, asked: &Asked) -> String {
        if asked.figure == Figure::Elapsed {
            let passed = self.service.now().checked_since(self.start).unwrap_or_default();
            return (passed.micros() as f64 / 1e6).to_string();
        }
        match self.tally.figure(&asked.figure) {
            Some(known) => known,
            None => self
                .service
                .figure(asked.table.as_deref().unwrap_or(self.table), &asked.figure),
        }
    }

    pub(crate) fn value(&self, sum: &Expression) -> Value {
        sum.value(&|asked| self.ask(asked))
    }

    /// The latest request's operation, and its response if it was not refused.
    pub(crate) fn newest(&self) -> Option<(Operation, Option<&JsonTree>)> {
        let newest = self.tally.newest.as_ref()?;
        Some((newest.operation, (!newest.refused).then_some(&newest.body)))
    }

    /// Whether the latest request was refused.
    pub(crate) fn is_newest_refused(&self) -> bool {
        self.tally.newest.as_ref().is_some_and(|newest| newest.refused)
    }
}
