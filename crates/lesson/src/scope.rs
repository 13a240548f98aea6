//! What can be asked while a lesson is played: the service behind it, and what its answers said.
//!
//! Owns which figures are the play's own. Must not know how the service finds out the others.

use hashrange_time::Timestamp;
use hashrange_wire::Operation;
use hashrange_workload::Figure;
use serde_json::Value as Json;

use crate::tally::Tally;
use crate::{Asked, Expression, Value};

/// The service a lesson is played on.
pub trait Service {
    /// A figure of a table as it is shown; empty where there is none.
    fn figure(&self, table: &str, figure: &Figure) -> String;
    /// The moment of virtual time.
    fn now(&self) -> Timestamp;
}

/// The service, the answers so far, and the lesson's own table.
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
            None => self.service.figure(asked.table.as_deref().unwrap_or(self.table), &asked.figure),
        }
    }

    pub(crate) fn value(&self, sum: &Expression) -> Value {
        sum.value(&|asked| self.ask(asked))
    }

    /// The newest request's operation, and its answer if it was not refused.
    pub(crate) fn newest(&self) -> Option<(Operation, Option<&Json>)> {
        let newest = self.tally.newest.as_ref()?;
        Some((newest.operation, (!newest.refused).then_some(&newest.body)))
    }

    /// Whether the newest request was refused.
    pub(crate) fn is_newest_refused(&self) -> bool {
        self.tally.newest.as_ref().is_some_and(|newest| newest.refused)
    }
}
