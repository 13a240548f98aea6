//! The loads of a service: the one that runs, and what came of it and of those before.
//!
//! A load is its plan and seed, so that its requests need not be kept. Must not know journals, nor who sends the requests.

use std::sync::Arc;

use hashrange_time::Timestamp;
use hashrange_wire::Request;
use hashrange_workload::{Fate, Load, LoadPlan, LoadTally};

/// All loads up to a place.
#[derive(Clone, Debug, Default)]
pub(crate) struct Loads {
    running: Option<Running>,
    /// In order; that of the running one is the last. Shared, so that a copy for every way back is a small one.
    tallies: Vec<Arc<LoadTally>>,
}

hashrange_checkpoint::fields!(Loads { running, tallies });

/// The rest of a load.
#[derive(Clone, Debug)]
struct Running {
    rest: Load,
    next: Option<(Timestamp, Request)>,
}

hashrange_checkpoint::fields!(Running { rest, next });

impl Loads {
    pub(crate) fn begin(&mut self, plan: LoadPlan, seed: u64) {
        let mut rest = Load::new(plan.clone(), seed);
        let next = rest.next();
        self.running = Some(Running { rest, next });
        self.tallies.push(Arc::new(LoadTally::new(plan, seed)));
    }

    pub(crate) fn end(&mut self, at: Timestamp) {
        if self.running.take().is_some()
            && let Some(tally) = self.tallies.last_mut()
        {
            Arc::make_mut(tally).ended = Some(at);
        }
    }

    /// What came so far of the load that runs.
    pub(crate) fn running(&self) -> Option<&LoadTally> {
        self.running.as_ref().and_then(|_| self.tallies.last()).map(|tally| &**tally)
    }

    /// When its next request is due; `None` where there is none any more.
    pub(crate) fn due(&self) -> Option<Timestamp> {
        self.running.as_ref()?.next.as_ref().map(|(at, _)| *at)
    }

    /// Takes its next request.
    pub(crate) fn take(&mut self) -> Option<(Timestamp, Request)> {
        let Running { rest, next } = self.running.as_mut()?;
        std::mem::replace(next, rest.next())
    }

    /// Counts what became of the request of this time.
    pub(crate) fn count(&mut self, at: Timestamp, fate: Fate) {
        if let Some(tally) = self.tallies.last_mut() {
            Arc::make_mut(tally).count(at, fate);
        }
    }

    pub(crate) fn tallies(&self) -> impl DoubleEndedIterator<Item = &LoadTally> {
        self.tallies.iter().map(|tally| &**tally)
    }
}
