//! The front: who answers a good request, the engine or an accelerator before it.
//!
//! With an accelerator every read that was answered stands in the journal, hit or miss: a hit costs nothing, but it decides
//! what makes room later, and a miss fills the cache. Refusals never change it. Its counters are no part of the state: they
//! are right again after a replay, but for refusals where the journal does not hold them.

use std::sync::Arc;

use hashrange_dax::{Accelerator, Options, Tables};
use hashrange_engine::{Budget, Engine, Progress, Reply, RequestEvent, Sender};
use hashrange_time::Timestamp;
use hashrange_values::Text;
use hashrange_wire::{Checked, Request, Response, ServiceError, table_name_of};

use crate::semantics;

/// Somebody who looks at the service after every step that made an event.
pub type Watch<'a> = &'a mut dyn FnMut(&Engine);

/// Whoever does not look.
pub fn nobody(_: &Engine) {}

/// A service as a request meets it.
pub struct Front<'a> {
    /// The accelerator before the engine, if there is one.
    pub dax: Option<&'a mut Accelerator>,
    /// The engine.
    pub engine: &'a mut Engine,
    /// Who looks.
    pub watch: Watch<'a>,
}

/// A request that was answered or refused.
pub(crate) struct Handled {
    pub(crate) outcome: Result<Response, ServiceError>,
    /// What it came to in the engine; `None` where it did not get there. Of several requests that an accelerator made of one,
    /// the last.
    pub(crate) event: Option<Arc<RequestEvent>>,
}

impl Front<'_> {
    /// Answers a request of a client that may tell who it is. Time passes for a hit too; nothing else happens to the engine then.
    pub(crate) fn handle(&mut self, at: Timestamp, request: Checked, sender: Option<Sender>) -> Handled {
        self.pass(at, Budget::UNBOUNDED);
        let request = match semantics::ruled(request) {
            Ok(request) => request,
            Err(refusal) => return Handled { outcome: Err(refusal), event: None },
        };
        let Self { dax, engine, watch } = self;
        let mut behind = Behind { front: Front { dax: None, engine, watch }, sender, event: None };
        let outcome = match dax {
            Some(dax) => dax.handle(behind.front.engine.now(), request.into_request(), &mut behind),
            None => behind.answer(request),
        };
        Handled { outcome, event: behind.event }
    }

    /// Lets time pass. Whoever watches is called after every step that made an event, so that what they see does not depend on
    /// how far time goes at once.
    pub fn pass(&mut self, to: Timestamp, budget: Budget) -> Progress {
        let Self { engine, watch, .. } = self;
        for _ in 0..budget.steps {
            let (due, seen) = (engine.next_due().is_some_and(|due| due <= to), engine.last_event());
            let progress = engine.advance(to, Budget { steps: 1 });
            if engine.last_event() > seen {
                watch(engine);
            }
            if !due {
                return progress;
            }
        }
        Progress { reached: engine.now(), next_due: engine.next_due() }
    }
}

/// The engine as an accelerator sees it, at the engine's present time.
struct Behind<'a> {
    front: Front<'a>,
    sender: Option<Sender>,
    event: Option<Arc<RequestEvent>>,
}

impl Behind<'_> {
    fn answer(&mut self, request: Checked) -> Result<Response, ServiceError> {
        let Reply { outcome, event } = self.front.engine.answer(request, self.sender);
        self.event = Some(event);
        // What takes no time has happened before the next request can ask for it.
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
        Some(table.keys().attributes().map(|attribute| attribute.name.clone()).collect())
    }
}

/// Puts an accelerator there, takes it away, or changes the one that is there, which keeps what it holds.
pub(crate) fn set(dax: &mut Option<Accelerator>, options: Option<Options>) {
    match (dax.as_mut(), options) {
        (Some(dax), Some(options)) => dax.set_options(options),
        (_, options) => *dax = options.map(Accelerator::new),
    }
}

/// The hash of everything a later answer can depend on: the engine's, and with it what an accelerator holds.
#[must_use]
pub fn state_hash(engine: &Engine, dax: Option<&Accelerator>) -> u128 {
    match dax {
        Some(dax) => engine.state_hash_beside(|out| dax.write_state(out)),
        None => engine.state_hash(),
    }
}
