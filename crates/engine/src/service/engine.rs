//! The engine: virtual time, the agenda, the catalogue, the streams, the client tokens, the items of transactions and the
//! event log, side by side.
//!
//! Must not know what a request does, nor what happens on its own: the two doors are in `doors`.

use hashrange_time::{Agenda, Random, Timestamp};
use hashrange_wire::Home;

use crate::state::backups::Backups;
use crate::state::catalogue::Catalogue;
use crate::state::context::Context;
use crate::state::log::base_change::BaseChange;
use crate::state::log::event::{Event, EventKind, EventLog};
use crate::state::options::EngineOptions;
use crate::state::stream::catalogue::Streams;
use crate::state::task::Task;
use crate::state::tokens::Tokens;
use crate::state::under_way::UnderWay;

/// The simulated service.
#[derive(Clone, Debug)]
pub struct Engine {
    pub(crate) options: EngineOptions,
    pub(crate) now: Timestamp,
    pub(crate) random: Random,
    /// Of its own, so that lags leave all other numbers as they are.
    pub(crate) lags: Random,
    pub(crate) catalogue: Catalogue,
    pub(crate) agenda: Agenda<Task>,
    pub(crate) tables_made: u64,
    /// Requests that were paid for. Each of them stands in a journal that holds costs, unlike those that leave an event only.
    pub(crate) paid: u64,
    /// Writes of items so far. The newest has this number, and so has everything that follows from it.
    pub(crate) writes: u64,
    pub(crate) tokens: Tokens,
    pub(crate) streams: Streams,
    pub(crate) under_way: UnderWay,
    pub(crate) backups: Backups,
    pub(crate) tracing: bool,
    pub(crate) log: EventLog,
}

hashrange_checkpoint::fields!(Engine {
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
        Self {
            now: options.start,
            random: Random::new(options.seed),
            lags: Random::new(options.seed).fork("replica lag"),
            catalogue: Catalogue::new(&options),
            agenda: Agenda::default(),
            tables_made: 0,
            paid: 0,
            writes: 0,
            tokens: Tokens::default(),
            streams: Streams::default(),
            under_way: UnderWay::default(),
            backups: Backups::default(),
            tracing: false,
            log: EventLog::default(),
            options,
        }
    }

    /// Virtual time.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        self.now
    }

    /// When the next background work is due.
    #[must_use]
    pub fn next_due(&self) -> Option<Timestamp> {
        self.agenda.next_due()
    }

    /// Where resource names must be from.
    #[must_use]
    pub fn home(&self) -> &Home {
        self.catalogue.home()
    }

    /// What the engine was made with, and the physics and limits in force.
    #[must_use]
    pub fn options(&self) -> &EngineOptions {
        &self.options
    }

    /// Whether requests leave traces in the event log. Off at first; never changes an answer.
    pub fn set_tracing(&mut self, on: bool) {
        self.tracing = on;
    }

    /// Whether they do.
    #[must_use]
    pub fn is_tracing(&self) -> bool {
        self.tracing
    }

    /// Events after the one with this sequence number, oldest first, as far as they are kept.
    pub fn events_since(&self, sequence: u64) -> impl DoubleEndedIterator<Item = &Event> {
        self.log.since(sequence)
    }

    /// Lets go of the events so far, which no answer depends on.
    pub fn forget_events(&mut self) {
        self.log.forget();
    }

    /// Sequence number of the newest event; 0 before the first.
    #[must_use]
    pub fn last_event(&self) -> u64 {
        self.log.last()
    }

    /// What rules may know of the service beside a table.
    pub(crate) fn context(&self) -> Context<'_> {
        Context { options: &self.options, now: self.now, paid: self.paid, tracing: self.tracing }
    }

    pub(crate) fn record(&mut self, kind: EventKind) {
        if let (Some(changes), EventKind::Table { table, .. }) = (&mut self.log.changes, &kind) {
            changes.push(BaseChange::Table(table.clone()));
        }
        self.log.record(self.now, kind);
    }
}
