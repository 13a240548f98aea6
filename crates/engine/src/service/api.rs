//! The API of the engine: one call for a request, one for time.
//!
//! `operation` contains the effects of requests, `background` the background work. Nothing else changes an engine.

use std::sync::Arc;

use hashrange_time::Timestamp;
use hashrange_values::{List, Text};
use hashrange_wire::{Checked, Response, ServiceError, table_name_of};

use crate::rules::outcome::{Done, Refused, returned};
use crate::rules::read::foreseen::{Foreseen, Foresight};
use crate::service::background::{self, partitions, scaling};
use crate::service::engine::Engine;
use crate::service::{operation, payment};
use crate::state::limits::Limits;
use crate::state::log::consumption::Consumption;
use crate::state::log::event::{EventKind, RequestEvent, Returned, Sender};
use crate::state::log::exception::Exception;
use crate::state::physics::Physics;

/// The number of pages of removed rows that are freed after a request or a background step: less than a tenth of a
/// millisecond of work.
const FREED_AT_ONCE: usize = 4;

/// The amount of background work that one call of `advance` may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The maximum number of agenda steps.
    pub steps: usize,
}

impl Budget {
    /// No limit.
    pub const UNBOUNDED: Self = Self { steps: usize::MAX };
}

/// How far time advanced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The reached virtual time. It is before the requested time if the budget ran out.
    pub reached: Timestamp,
    /// When the next background work is due.
    pub next_due: Option<Timestamp>,
}

/// The result of a request.
#[derive(Debug)]
pub struct Reply {
    /// The response, or the service's error.
    pub outcome: Result<Response, ServiceError>,
    /// Its cost, effects and stops, as in the event log.
    pub event: Arc<RequestEvent>,
}

impl Engine {
    /// Handles a request at a virtual time. A time in the past means now.
    ///
    /// # Errors
    /// The service's error. It changed nothing, except that a failed condition is charged.
    pub fn handle(&mut self, at: Timestamp, request: Checked) -> Result<Response, ServiceError> {
        self.advance(at, Budget::UNBOUNDED);
        let answered = self.answer(request, None, &Foreseen::default());
        // Work without delay completes before the next request, which sees its effects.
        self.advance(self.shared.now, Budget::UNBOUNDED);
        answered.outcome
    }

    /// Handles a request now, without advancing time. For callers that observe every step: they advance time before and
    /// after it, as `handle` does. Neither the sender of a request nor what was foreseen of it changes its response.
    pub fn answer(&mut self, request: Checked, sender: Option<Sender>, foreseen: &Foreseen) -> Reply {
        let operation = request.operation();
        let named = request.table().map(|table| Text::from(table_name_of(table)));
        let (event, outcome) = match operation::perform(self, request.into_request(), foreseen) {
            Ok(done) => {
                let Done {
                    response,
                    about,
                    mut consumption,
                    traces,
                    stops,
                } = done;
                self.take_in(&mut consumption);
                let (error, returned) = (None, returned(&response));
                (
                    RequestEvent {
                        operation,
                        sender,
                        about,
                        error,
                        consumption,
                        stops,
                        returned,
                        traces,
                    },
                    Ok(response),
                )
            }
            Err(refused) => {
                let stops = refused.stopped();
                let Refused {
                    error: refusal,
                    mut consumption,
                    ..
                } = *refused;
                self.pay(&mut consumption);
                let error = Some(Box::new(Exception::Error(refusal.clone())));
                let (about, returned, traces) = (named, Returned::default(), List::new());
                (
                    RequestEvent {
                        operation,
                        sender,
                        about,
                        error,
                        consumption,
                        stops,
                        returned,
                        traces,
                    },
                    Err(refusal),
                )
            }
        };
        self.shared.paid += u64::from(!event.consumption.is_empty());
        for used in &event.consumption {
            if let Some(table) = self.catalogue.get_mut(&used.table) {
                scaling::note(table, &mut self.shared, used);
            }
        }
        let event = Arc::new(event);
        self.shared.record(EventKind::Request(Arc::clone(&event)));
        self.shared.remains.free(FREED_AT_ONCE);
        Reply { outcome, event }
    }

    /// The expensive filter of a read, or the expensive conditions of writes, with the items that they are going to meet,
    /// so that a caller can evaluate them while other requests are handled. `None` for every other request.
    #[must_use]
    pub fn foresee(&self, request: &Checked) -> Option<Foresight> {
        operation::foresee(self, request)
    }

    /// Counts the partition keys that a request used.
    fn take_in(&mut self, consumption: &mut [Consumption]) {
        for used in consumption.iter_mut().filter(|used| !used.touched.is_empty()) {
            if let Some(table) = self.catalogue.get_mut(&used.table) {
                partitions::take_in(table, &mut self.shared, used);
            }
        }
    }

    /// Charges what a refused request used.
    fn pay(&mut self, consumption: &mut [Consumption]) {
        for used in consumption {
            if let Some(table) = self.catalogue.get_mut(&used.table) {
                payment::pay(table, self.shared.context(), used);
            }
            used.touched = List::new();
        }
    }

    /// Advances time to `to`. Does at most `budget` of the work that is due until then, in order.
    pub fn advance(&mut self, to: Timestamp, budget: Budget) -> Progress {
        let to = to.max(self.shared.now);
        for _ in 0..budget.steps {
            // Shards roll by their timetable: before the next task, and before the end.
            let due = self.shared.agenda.next_due().map_or(to, |due| due.min(to));
            self.shared.roll_shards(due);
            let Some((due, task)) = self.shared.agenda.pop_due(to) else {
                self.shared.now = to;
                break;
            };
            self.shared.now = self.shared.now.max(due);
            background::perform(self, task);
            self.shared.remains.free(FREED_AT_ONCE);
        }
        Progress {
            reached: self.shared.now,
            next_due: self.shared.next_due(),
        }
    }

    /// Changes physics and limits at a virtual time, for later work: scheduled work keeps its time. A time in the past
    /// means now.
    pub fn adjust(&mut self, at: Timestamp, physics: Physics, limits: Limits) {
        self.advance(at, Budget::UNBOUNDED);
        self.shared.options.physics = physics;
        self.shared.options.limits = limits;
    }
}
