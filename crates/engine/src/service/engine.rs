//! The engine: its tables and the shared state.
//!
//! Must not know the effects of requests, nor background work: the entry points are in `api`.

use hashrange_store::Remains;
use hashrange_time::Timestamp;
use hashrange_wire::AccountScope;

use crate::state::catalogue::Catalogue;
use crate::state::log::event::Event;
use crate::state::options::EngineOptions;
use crate::state::shared_state::SharedState;

/// The simulated service.
#[derive(Clone, Debug)]
pub struct Engine {
    pub(crate) catalogue: Catalogue,
    /// Separate from the tables, so that a step can change one table and the shared state.
    pub(crate) shared: SharedState,
}

hashrange_checkpoint::fields!(Engine { catalogue, shared });

impl Engine {
    /// A service without tables.
    #[must_use]
    pub fn new(options: EngineOptions) -> Self {
        Self {
            catalogue: Catalogue::new(&options),
            shared: SharedState::new(options),
        }
    }

    /// Returns what was removed and is not freed yet, so that the caller frees it while nobody waits. Otherwise the engine
    /// frees a few pages with each request and each background step. No response depends on it.
    #[must_use]
    pub fn take_remains(&mut self) -> Remains {
        std::mem::take(&mut self.shared.remains)
    }

    /// The approximate number of pages of removed rows that are not freed yet.
    #[must_use]
    pub fn unfreed(&self) -> usize {
        self.shared.remains.pieces()
    }

    /// Ends the service. Returns its rows, which the caller frees.
    #[must_use]
    pub fn discard(self) -> Remains {
        let mut remains = Remains::default();
        self.catalogue.discard(&mut remains);
        self.shared.discard(&mut remains);
        remains
    }

    /// Virtual time.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        self.shared.now
    }

    /// When the next background work is due.
    #[must_use]
    pub fn next_due(&self) -> Option<Timestamp> {
        self.shared.next_due()
    }

    /// The account and Region to which resource names must belong.
    #[must_use]
    pub fn account_scope(&self) -> &AccountScope {
        self.catalogue.account_scope()
    }

    /// The options, with the current physics and limits.
    #[must_use]
    pub fn options(&self) -> &EngineOptions {
        &self.shared.options
    }

    /// Sets whether the event log contains traces of requests. Initially off; never changes a response.
    pub fn set_tracing(&mut self, on: bool) {
        self.shared.tracing = on;
    }

    /// Whether the event log contains traces of requests.
    #[must_use]
    pub fn is_tracing(&self) -> bool {
        self.shared.tracing
    }

    /// The stored events after the one with this sequence number, oldest first.
    pub fn events_since(&self, sequence: u64) -> impl DoubleEndedIterator<Item = &Event> {
        self.shared.log.since(sequence)
    }

    /// Drops the events so far. No response depends on them.
    pub fn forget_events(&mut self) {
        self.shared.log.forget();
    }

    /// Sequence number of the latest event; 0 before the first.
    #[must_use]
    pub fn last_event(&self) -> u64 {
        self.shared.log.last()
    }
}
