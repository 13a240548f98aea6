//! The front: who answers a good request, the engine or an accelerator before it.
//!
//! With an accelerator every read that was answered stands in the journal, hit or miss: a hit costs nothing, but it decides
//! what makes room later, and a miss fills the cache. Refusals never change it. Its counters are no part of the state: they
//! are right again after a replay, but for refusals where the journal does not hold them.

use hashrange_dax::{Accelerator, Options, Tables};
use hashrange_engine::{Budget, Engine, Progress, Sender, Watch};
use hashrange_time::Timestamp;
use hashrange_values::Text;
use hashrange_wire::{Checked, Request, Response, ServiceError, table_name_of};

use crate::semantics;

/// The engine as an accelerator sees it, at the engine's present time.
struct Behind<'a> {
    engine: &'a mut Engine,
    sender: Option<Sender>,
    watch: Watch<'a>,
}

impl Tables for Behind<'_> {
    fn send(&mut self, request: Request) -> Result<Response, ServiceError> {
        let request = Checked::of(request)?;
        self.engine.handle_watched(self.engine.now(), (request, self.sender), &mut *self.watch)
    }

    fn key_names(&self, table: &str) -> Option<Vec<Text>> {
        let table = self.engine.table(table_name_of(table))?;
        Some(table.keys().attributes().map(|attribute| attribute.name.clone()).collect())
    }
}

/// Answers a request of a client that may tell who it is, with somebody who sees every event. Time passes for a hit too; nothing else happens to the engine
/// then.
pub(crate) fn handle(
    dax: Option<&mut Accelerator>,
    engine: &mut Engine,
    at: Timestamp,
    (request, sender): (Checked, Option<Sender>),
    watch: Watch<'_>,
) -> Result<Response, ServiceError> {
    pass(engine, at, Budget::UNBOUNDED, &mut *watch);
    let request = semantics::ruled(request)?;
    let Some(dax) = dax else { return engine.handle_watched(at, (request, sender), watch) };
    dax.handle(engine.now(), request.into_request(), &mut Behind { engine, sender, watch })
}

/// Lets time pass. Whoever watches is called after every step that made an event, so that what they see does not depend on
/// how far time goes at once.
pub(crate) fn pass(engine: &mut Engine, to: Timestamp, budget: Budget, watch: Watch<'_>) -> Progress {
    let one = Budget { steps: 1 };
    for _ in 0..budget.steps {
        let due = engine.next_due().is_some_and(|due| due <= to);
        let progress = engine.advance_watched(to, one, &mut *watch);
        if !due {
            return progress;
        }
    }
    Progress { reached: engine.now(), next_due: engine.next_due() }
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
