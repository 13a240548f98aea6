//! The engine: its tables, and what is around them.
//!
//! Must not know what a request does, nor what happens on its own: the two doors are in `doors`.

use hashrange_time::Timestamp;
use hashrange_wire::Home;

use crate::state::catalogue::Catalogue;
use crate::state::log::event::Event;
use crate::state::options::EngineOptions;
use crate::state::surroundings::Surroundings;

/// The simulated service.
#[derive(Clone, Debug)]
pub struct Engine {
    pub(crate) catalogue: Catalogue,
    /// Apart from the tables, so that a step can change one of them and what is around it.
    pub(crate) around: Surroundings,
}

hashrange_checkpoint::fields!(Engine {
    catalogue,
    around: Surroundings {
        options, now, random, lags, agenda, tables_made, paid, writes, tokens, streams, under_way, backups, tracing, log
    }
} as {
    options,
    now,
    random,
    lags,
    catalogue,
    agenda,
    tables_made,
    paid,
    writes,
    tokens,
    streams,
    under_way,
    backups,
    tracing,
    log
});

impl Engine {
    /// A service without tables.
    #[must_use]
    pub fn new(options: EngineOptions) -> Self {
        Self { catalogue: Catalogue::new(&options), around: Surroundings::new(options) }
    }

    /// Virtual time.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        self.around.now
    }

    /// When the next background work is due.
    #[must_use]
    pub fn next_due(&self) -> Option<Timestamp> {
        self.around.agenda.next_due()
    }

    /// Where resource names must be from.
    #[must_use]
    pub fn home(&self) -> &Home {
        self.catalogue.home()
    }

    /// What the engine was made with, and the physics and limits in force.
    #[must_use]
    pub fn options(&self) -> &EngineOptions {
        &self.around.options
    }

    /// Whether requests leave traces in the event log. Off at first; never changes an answer.
    pub fn set_tracing(&mut self, on: bool) {
        self.around.tracing = on;
    }

    /// Whether they do.
    #[must_use]
    pub fn is_tracing(&self) -> bool {
        self.around.tracing
    }

    /// Events after the one with this sequence number, oldest first, as far as they are kept.
    pub fn events_since(&self, sequence: u64) -> impl DoubleEndedIterator<Item = &Event> {
        self.around.log.since(sequence)
    }

    /// Lets go of the events so far, which no answer depends on.
    pub fn forget_events(&mut self) {
        self.around.log.forget();
    }

    /// Sequence number of the newest event; 0 before the first.
    #[must_use]
    pub fn last_event(&self) -> u64 {
        self.around.log.last()
    }
}
