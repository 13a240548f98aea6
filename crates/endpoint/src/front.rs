//! The front: handles a valid request, with the engine or with an accelerator in front of the engine.
//!
//! With an accelerator, the journal contains every successful read, hit or miss. A hit costs nothing, but changes which
//! entries are evicted later, and a miss fills the cache. Refusals never change the cache. The accelerator's counters
//! are not part of the state. A replay restores them, except for refusals that the journal does not contain.

use std::sync::Arc;

use hashrange_dax::{Accelerator, Options, Tables};
use hashrange_engine::{Budget, Engine, Foreseen, Progress, Reply, RequestEvent, Sender};
use hashrange_time::Timestamp;
use hashrange_values::Text;
use hashrange_wire::{Checked, Request, Response, ServiceError, table_name_of};

use crate::semantics;

/// A callback after every step that caused an event.
pub type OnStep<'a> = &'a mut dyn FnMut(&Engine);

/// The callback that does nothing.
pub fn ignore_steps(_: &Engine) {}

/// The entry point for requests to a service.
pub struct Front<'a> {
    /// The accelerator in front of the engine, if there is one.
    pub dax: Option<&'a mut Accelerator>,
    /// The engine.
    pub engine: &'a mut Engine,
    /// Called after every step that caused an event.
    pub on_step: OnStep<'a>,
}

/// The result of a request.
pub(crate) struct Handled {
    pub(crate) outcome: Result<Response, ServiceError>,
    /// Its effects in the engine; `None` if the engine did not receive it. If an accelerator split the request, this is
    /// the event of the last part.
    pub(crate) event: Option<Arc<RequestEvent>>,
}

impl Front<'_> {
    /// Handles a request of a client, with its sender if known. A hit also advances the engine's time; the engine does
    /// nothing else for it.
    pub(crate) fn handle(&mut self, at: Timestamp, request: Checked, sender: Option<Sender>) -> Handled {
        self.handle_foreseen(at, request, sender, &Foreseen::default())
    }

    /// Handles a request as `handle` does, with what was foreseen of it.
    pub(crate) fn handle_foreseen(
        &mut self,
        at: Timestamp,
        request: Checked,
        sender: Option<Sender>,
        foreseen: &Foreseen,
    ) -> Handled {
        self.pass(at, Budget::UNBOUNDED);
        let request = match semantics::ruled(request) {
            Ok(request) => request,
            Err(refusal) => {
                return Handled {
                    outcome: Err(refusal),
                    event: None,
                };
            }
        };
        let Self { dax, engine, on_step } = self;
        let mut behind = Behind {
            front: Front {
                dax: None,
                engine,
                on_step,
            },
            sender,
            foreseen,
            event: None,
        };
        let outcome = match dax {
            Some(dax) => dax.handle(behind.front.engine.now(), request.into_request(), &mut behind),
            None => behind.answer(request),
        };
        Handled {
            outcome,
            event: behind.event,
        }
    }

    /// Advances time. Calls the observer after every step that caused an event, so that its view does not depend on the
    /// size of the steps.
    pub fn pass(&mut self, to: Timestamp, budget: Budget) -> Progress {
        let Self { engine, on_step, .. } = self;
        for _ in 0..budget.steps {
            let (due, seen) = (engine.next_due().is_some_and(|due| due <= to), engine.last_event());
            let progress = engine.advance(to, Budget { steps: 1 });
            if engine.last_event() > seen {
                on_step(engine);
            }
            if !due {
                return progress;
            }
        }
        Progress {
            reached: engine.now(),
            next_due: engine.next_due(),
        }
    }
}

/// The tables behind an accelerator: the engine at its current time.
struct Behind<'a> {
    front: Front<'a>,
    sender: Option<Sender>,
    foreseen: &'a Foreseen,
    event: Option<Arc<RequestEvent>>,
}

impl Behind<'_> {
    fn answer(&mut self, request: Checked) -> Result<Response, ServiceError> {
        let Reply { outcome, event } = self.front.engine.answer(request, self.sender, self.foreseen);
        self.event = Some(event);
        // Executes work without duration before the next request can see its effects.
        self.front.pass(self.front.engine.now(), Budget::UNBOUNDED);
        outcome
    }
}

impl Tables for Behind<'_> {
    fn send(&mut self, request: Request) -> Result<Response, ServiceError> {
        self.answer(Checked::of(request)?)
    }

    fn key_names(&self, table: &str) -> Option<Vec<Text>> {
        let table = self.front.engine.table(table_name_of(table))?;
        Some(
            table
                .keys()
                .attributes()
                .map(|attribute| attribute.name.clone())
                .collect(),
        )
    }
}

/// Adds an accelerator, removes it, or changes its options. A change of options preserves the content.
pub(crate) fn set(dax: &mut Option<Accelerator>, options: Option<Options>) {
    match (dax.as_mut(), options) {
        (Some(dax), Some(options)) => dax.set_options(options),
        (_, options) => *dax = options.map(Accelerator::new),
    }
}

/// The hash of everything that a later response can depend on: the engine and the content of an accelerator.
#[must_use]
pub fn state_hash(engine: &Engine, dax: Option<&Accelerator>) -> u128 {
    match dax {
        Some(dax) => engine.state_hash_beside(|out| dax.write_state(out)),
        None => engine.state_hash(),
    }
}
