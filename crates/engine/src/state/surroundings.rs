//! The surroundings of the tables: all of the service that is no table. Time and what waits for it, options, random numbers,
//! streams, backups, transactions, counters and the event log.
//!
//! A step changes one table and its surroundings. Must not know tables, operations, requests, or the engine.

use hashrange_time::{Agenda, Random, Timestamp};

use crate::state::backups::Backups;
use crate::state::context::Context;
use crate::state::log::base_change::BaseChange;
use crate::state::log::event::{EventKind, EventLog};
use crate::state::options::EngineOptions;
use crate::state::stream::catalogue::Streams;
use crate::state::task::Task;
use crate::state::tokens::Tokens;
use crate::state::under_way::UnderWay;

/// What is around the tables.
#[derive(Clone, Debug)]
pub(crate) struct Surroundings {
    pub(crate) options: EngineOptions,
    pub(crate) now: Timestamp,
    pub(crate) random: Random,
    /// Of its own, so that lags leave all other numbers as they are.
    pub(crate) lags: Random,
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

impl Surroundings {
    /// Those of a service to which nothing has happened yet.
    pub(crate) fn new(options: EngineOptions) -> Self {
        Self {
            now: options.start,
            random: Random::new(options.seed),
            lags: Random::new(options.seed).fork("replica lag"),
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

    /// What rules may know of the service beside a table.
    pub(crate) fn context(&self) -> Context<'_> {
        Context { options: &self.options, now: self.now, paid: self.paid, tracing: self.tracing }
    }

    /// Records that something has happened now.
    pub(crate) fn record(&mut self, kind: EventKind) {
        if let (Some(changes), EventKind::Table { table, .. }) = (&mut self.log.changes, &kind) {
            changes.push(BaseChange::Table(table.clone()));
        }
        self.log.record(self.now, kind);
    }
}
