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
use crate::state::log::event::{EventKind, MOST_UNSEEN, RequestEvent, Returned, Sender};
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

/// Somebody who looks at the service while work is done.
pub type Watch<'a> = &'a mut dyn FnMut(&Engine);

/// How far time got.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Virtual time now. Before the time asked for when the budget ran out.
    pub reached: Timestamp,
    /// When the next background work is due.
    pub next_due: Option<Timestamp>,
}

impl Engine {
    /// Answers a request at a point of virtual time. A time in the past counts as now.
    ///
    /// # Errors
    /// The service's refusal; nothing changed then, except that a failed condition is still paid for.
    pub fn handle(&mut self, at: Timestamp, request: Checked) -> Result<Response, ServiceError> {
        self.handle_watched(at, (request, None), &mut |_| ())
    }

    /// The same for a client that tells who it is, and for somebody who must see every event: `watch` is called before the log
    /// lets go of any that is new. Who sent a request never changes its answer.
    ///
    /// # Errors
    /// As `handle`.
    pub fn handle_watched(
        &mut self,
        at: Timestamp,
        (request, sender): (Checked, Option<Sender>),
        watch: Watch<'_>,
    ) -> Result<Response, ServiceError> {
        self.advance_watched(at, Budget::UNBOUNDED, watch);
        let operation = request.operation();
        let mut outcome = operation::perform(self, request.into_request());
        if let Ok(done) = &mut outcome {
            self.take_in(&mut done.consumption);
        }
        let (event, answer) = match outcome {
            Ok(done) => {
                let Done { response, about, consumption, traces, stops } = done;
                let returned = returned(&response);
                (
                    RequestEvent { operation, sender, about, error: None, consumption, stops, returned, traces },
                    Ok(response),
                )
            }
            Err(refused) => {
                let stops = refused.stopped();
                let Refused { error, mut consumption, .. } = *refused;
                for used in &mut consumption {
                    if let Some(table) = self.catalogue.get_mut(&used.table) {
                        payment::pay(table, self.around.context(), used);
                    }
                    used.touched = List::new();
                }
                let (refusal, returned, traces) =
                    (Some(Box::new(Exception::Error(error.clone()))), Returned::default(), List::new());
                let about = None;
                (
                    RequestEvent { operation, sender, about, error: refusal, consumption, stops, returned, traces },
                    Err(error),
                )
            }
        };
        self.around.paid += u64::from(!event.consumption.is_empty());
        for used in &event.consumption {
            if let Some(table) = self.catalogue.get_mut(&used.table) {
                scaling::note(table, &mut self.around, used);
            }
        }
        self.around.record(EventKind::Request(Arc::new(event)));
        // What takes no time has happened before the next request can ask for it.
        self.advance_watched(self.around.now, Budget::UNBOUNDED, watch);
        answer
    }

    fn take_in(&mut self, consumption: &mut [Consumption]) {
        for used in consumption.iter_mut().filter(|used| !used.touched.is_empty()) {
            if let Some(table) = self.catalogue.get_mut(&used.table) {
                partitions::take_in(table, &mut self.around, used);
            }
        }
    }

    /// Lets time pass up to `to`, doing at most `budget` of the work that falls due on the way, in order.
    pub fn advance(&mut self, to: Timestamp, budget: Budget) -> Progress {
        self.advance_watched(to, budget, &mut |_| ())
    }

    /// The same for somebody who must see every event: `watch` is called before the log lets go of any that is new.
    pub fn advance_watched(&mut self, to: Timestamp, budget: Budget, watch: Watch<'_>) -> Progress {
        let to = to.max(self.around.now);
        let mut seen = self.last_event();
        for _ in 0..budget.steps {
            let Some((due, task)) = self.around.agenda.pop_due(to) else {
                self.around.now = to;
                break;
            };
            self.around.now = self.around.now.max(due);
            background::perform(self, task);
            if self.last_event() - seen >= MOST_UNSEEN {
                watch(self);
                seen = self.last_event();
            }
        }
        if self.last_event() > seen {
            watch(self);
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
