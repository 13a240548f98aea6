//! The two doors of the engine: a request at a time, and time itself.
//!
//! What a request does is in `operation`, what happens on its own in `background`. Nothing else changes an engine.

use std::sync::Arc;

use hashrange_time::Timestamp;
use hashrange_values::List;
use hashrange_wire::{Checked, Response, ServiceError};

use crate::rules::outcome::{Done, Refused, returned};
use crate::service::background::{self, partitions, scaling};
use crate::service::engine::Engine;
use crate::service::{operation, payment};
use crate::state::limits::Limits;
use crate::state::log::consumption::Consumption;
use crate::state::log::event::{EventKind, RequestEvent, Returned, Sender};
use crate::state::log::exception::Exception;
use crate::state::physics::Physics;

/// How much background work one call of `advance` may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Most steps taken from the agenda.
    pub steps: usize,
}

impl Budget {
    /// As much as there is.
    pub const UNBOUNDED: Self = Self { steps: usize::MAX };
}

/// How far time got.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Virtual time now. Before the time asked for when the budget ran out.
    pub reached: Timestamp,
    /// When the next background work is due.
    pub next_due: Option<Timestamp>,
}

/// A request that was answered or refused.
#[derive(Debug)]
pub struct Reply {
    /// The answer, or the service's refusal.
    pub outcome: Result<Response, ServiceError>,
    /// What it cost, touched and stopped, as the event log has it.
    pub event: Arc<RequestEvent>,
}

impl Engine {
    /// Answers a request at a point of virtual time. A time in the past counts as now.
    ///
    /// # Errors
    /// The service's refusal; nothing changed then, except that a failed condition is still paid for.
    pub fn handle(&mut self, at: Timestamp, request: Checked) -> Result<Response, ServiceError> {
        self.advance(at, Budget::UNBOUNDED);
        let answered = self.answer(request, None);
        // What takes no time has happened before the next request can ask for it.
        self.advance(self.around.now, Budget::UNBOUNDED);
        answered.outcome
    }

    /// Answers a request now, and nothing else. For whoever looks at every step: time up to now has to pass before it and
    /// after it, as `handle` lets it pass. Who sent a request never changes its answer.
    pub fn answer(&mut self, request: Checked, sender: Option<Sender>) -> Reply {
        let operation = request.operation();
        let (event, outcome) = match operation::perform(self, request.into_request()) {
            Ok(done) => {
                let Done { response, about, mut consumption, traces, stops } = done;
                self.take_in(&mut consumption);
                let (error, returned) = (None, returned(&response));
                (RequestEvent { operation, sender, about, error, consumption, stops, returned, traces }, Ok(response))
            }
            Err(refused) => {
                let stops = refused.stopped();
                let Refused { error: refusal, mut consumption, .. } = *refused;
                self.pay(&mut consumption);
                let error = Some(Box::new(Exception::Error(refusal.clone())));
                let (about, returned, traces) = (None, Returned::default(), List::new());
                (RequestEvent { operation, sender, about, error, consumption, stops, returned, traces }, Err(refusal))
            }
        };
        self.around.paid += u64::from(!event.consumption.is_empty());
        for used in &event.consumption {
            if let Some(table) = self.catalogue.get_mut(&used.table) {
                scaling::note(table, &mut self.around, used);
            }
        }
        let event = Arc::new(event);
        self.around.record(EventKind::Request(Arc::clone(&event)));
        Reply { outcome, event }
    }

    /// Partitions take in what keys of theirs a request used.
    fn take_in(&mut self, consumption: &mut [Consumption]) {
        for used in consumption.iter_mut().filter(|used| !used.touched.is_empty()) {
            if let Some(table) = self.catalogue.get_mut(&used.table) {
                partitions::take_in(table, &mut self.around, used);
            }
        }
    }

    /// What a refusal used is paid for.
    fn pay(&mut self, consumption: &mut [Consumption]) {
        for used in consumption {
            if let Some(table) = self.catalogue.get_mut(&used.table) {
                payment::pay(table, self.around.context(), used);
            }
            used.touched = List::new();
        }
    }

    /// Lets time pass up to `to`, doing at most `budget` of the work that falls due on the way, in order.
    pub fn advance(&mut self, to: Timestamp, budget: Budget) -> Progress {
        let to = to.max(self.around.now);
        for _ in 0..budget.steps {
            let Some((due, task)) = self.around.agenda.pop_due(to) else {
                self.around.now = to;
                break;
            };
            self.around.now = self.around.now.max(due);
            background::perform(self, task);
        }
        Progress { reached: self.around.now, next_due: self.around.agenda.next_due() }
    }

    /// Changes physics and limits at a point of virtual time, for what happens from then on: work that waits keeps the
    /// moment it was given. A time in the past counts as now.
    pub fn adjust(&mut self, at: Timestamp, physics: Physics, limits: Limits) {
        self.advance(at, Budget::UNBOUNDED);
        self.around.options.physics = physics;
        self.around.options.limits = limits;
    }
}
