//! The loads of a service: the one that runs, and what came of it and of those before.
//!
//! A load is its plan and seed, so that its requests need not be kept, but for those its client will try again. Must not know
//! journals, nor who sends the requests.

use std::num::NonZeroU32;
use std::sync::Arc;

use hashrange_engine::Sender;
use hashrange_time::Timestamp;
use hashrange_wire::Request;
use hashrange_workload::{Attempt, Client, Fate, LoadPlan, LoadTally};

/// A request of a load, to be sent.
pub(crate) struct Sent {
    pub(crate) attempt: Attempt,
    pub(crate) request: Request,
    pub(crate) sender: Option<Sender>,
}

/// All loads up to a place.
#[derive(Clone, Debug, Default)]
pub(crate) struct Loads {
    running: Option<Client>,
    /// In order; that of the running one is the last. Shared, so that a copy for every way back is a small one.
    tallies: Vec<Arc<LoadTally>>,
}

hashrange_checkpoint::fields!(Loads { running, tallies });

impl Loads {
    pub(crate) fn begin(&mut self, plan: LoadPlan, seed: u64) {
        self.running = Some(Client::new(plan.clone(), seed));
        self.tallies.push(Arc::new(LoadTally::new(plan, seed)));
    }

    pub(crate) fn end(&mut self, at: Timestamp) {
        if self.running.take().is_some()
            && let Some(tally) = self.tallies.last_mut()
        {
            Arc::make_mut(tally).end(at);
        }
    }

    /// What came so far of the load that runs.
    pub(crate) fn running(&self) -> Option<&LoadTally> {
        self.running.as_ref().and_then(|_| self.tallies.last()).map(|tally| &**tally)
    }

    /// When its next request is due; `None` where there is none any more.
    pub(crate) fn due(&self) -> Option<Timestamp> {
        self.running.as_ref()?.due()
    }

    /// Takes its next request, and who sends it.
    pub(crate) fn take(&mut self) -> Option<Sent> {
        let (attempt, request) = self.running.as_mut()?.take()?;
        let number = u32::try_from(self.tallies.len()).ok().and_then(NonZeroU32::new);
        let sender = number.map(|load| Sender { load, request: attempt.request, attempt: attempt.number });
        Some(Sent { attempt, request, sender })
    }

    /// Counts what became of a request, which its client hears at this moment.
    pub(crate) fn answered(&mut self, attempt: Attempt, fate: Fate, now: Timestamp) {
        let sent = (attempt.at, attempt.number);
        let again = self.running.as_mut().is_some_and(|client| client.hear(attempt, fate, now));
        if let Some(tally) = self.tallies.last_mut() {
            Arc::make_mut(tally).count(sent, fate, again);
        }
    }

    pub(crate) fn tallies(&self) -> impl DoubleEndedIterator<Item = &LoadTally> {
        self.tallies.iter().map(|tally| &**tally)
    }
}
