//! The loads of a service: the running one, and the results of all of them.
//!
//! A load follows from its plan and seed. Only the requests that its client will retry are stored. Must not know
//! journals, nor who sends the requests.

use std::num::NonZeroU32;
use std::sync::Arc;

use hashrange_engine::Sender;
use hashrange_time::Timestamp;
use hashrange_wire::Request;
use hashrange_workload::{Attempt, Client, Fate, LoadPlan, LoadTally};

/// The next request of a load.
pub(crate) struct Sent {
    pub(crate) attempt: Attempt,
    pub(crate) request: Request,
    pub(crate) sender: Option<Sender>,
}

/// All loads up to a position.
#[derive(Clone, Debug, Default)]
pub(crate) struct Loads {
    running: Option<Client>,
    /// The results in order; those of the running load are last. They are shared, so that each snapshot is small.
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

    /// The results of the running load so far.
    pub(crate) fn running(&self) -> Option<&LoadTally> {
        self.running
            .as_ref()
            .and_then(|_| self.tallies.last())
            .map(|tally| &**tally)
    }

    /// The time when the running load's next request is due; `None` if there are no more.
    pub(crate) fn due(&self) -> Option<Timestamp> {
        self.running.as_ref()?.due()
    }

    /// Removes and returns the running load's next request, with its sender.
    pub(crate) fn take(&mut self) -> Option<Sent> {
        let (attempt, request) = self.running.as_mut()?.take()?;
        let number = u32::try_from(self.tallies.len()).ok().and_then(NonZeroU32::new);
        let sender = number.map(|load| Sender {
            load,
            request: attempt.request,
            attempt: attempt.number,
        });
        Some(Sent {
            attempt,
            request,
            sender,
        })
    }

    /// Counts the result of a request, which its client receives at this time.
    pub(crate) fn answered(&mut self, attempt: Attempt, fate: Fate, now: Timestamp) {
        let sent = (attempt.at, attempt.number);
        let again = self
            .running
            .as_mut()
            .is_some_and(|client| client.record_outcome(attempt, fate, now));
        if let Some(tally) = self.tallies.last_mut() {
            Arc::make_mut(tally).count(sent, fate, again);
        }
    }

    pub(crate) fn tallies(&self) -> impl DoubleEndedIterator<Item = &LoadTally> {
        self.tallies.iter().map(|tally| &**tally)
    }
}
