//! The shared state: all state of the service outside tables. Time and the agenda, options, random
//! numbers, streams, backups, transactions, counters and the event log.
//!
//! A step changes one table and the shared state. Must not know tables, operations, requests, or the engine.

use hashrange_store::Remains;
use hashrange_time::{Agenda, Random, Timestamp};

use crate::state::backups::Backups;
use crate::state::context::Context;
use crate::state::log::base_change::BaseChange;
use crate::state::log::event::{EventKind, EventLog};
use crate::state::options::EngineOptions;
use crate::state::stream::catalogue::Streams;
use crate::state::task::Task;
use crate::state::tokens::Tokens;
use crate::state::transaction_locks::TransactionLocks;

/// The state outside tables.
#[derive(Clone, Debug)]
pub(crate) struct SharedState {
    pub(crate) options: EngineOptions,
    pub(crate) now: Timestamp,
    pub(crate) random: Random,
    /// Separate, so that lags do not change other random numbers.
    pub(crate) lags: Random,
    pub(crate) agenda: Agenda<Task>,
    pub(crate) tables_made: u64,
    /// Number of charged requests. A journal that stores costs contains each of them, unlike requests that record only
    /// an event.
    pub(crate) paid: u64,
    /// Number of item writes so far. It is the number of the latest write, and of everything that follows from that
    /// write.
    pub(crate) writes: u64,
    pub(crate) tokens: Tokens,
    pub(crate) streams: Streams,
    pub(crate) transaction_locks: TransactionLocks,
    pub(crate) backups: Backups,
    pub(crate) tracing: bool,
    pub(crate) log: EventLog,
    /// What is removed but not freed yet. No part of the state: neither a checkpoint nor a hash contains it.
    pub(crate) remains: Remains,
}

hashrange_checkpoint::fields!(SharedState {
    options,
    now,
    random,
    lags,
    agenda,
    tables_made,
    paid,
    writes,
    tokens,
    streams,
    transaction_locks,
    backups,
    tracing,
    log
} without remains);

impl SharedState {
    /// The shared state of a new service.
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
            transaction_locks: TransactionLocks::default(),
            backups: Backups::default(),
            tracing: false,
            log: EventLog::default(),
            remains: Remains::default(),
            options,
        }
    }

    /// Leaves everything to be freed.
    pub(crate) fn discard(self, remains: &mut Remains) {
        self.streams.discard(remains);
        self.backups.discard(remains);
        remains.append(self.remains);
    }

    /// What rules may know about the service besides a table.
    pub(crate) fn context(&self) -> Context<'_> {
        Context {
            options: &self.options,
            now: self.now,
            paid: self.paid,
            tracing: self.tracing,
        }
    }

    /// When something is due next: a task, or a roll of a stream's shards.
    pub(crate) fn next_due(&self) -> Option<Timestamp> {
        let roll = self.streams.next_roll().map(|(due, _)| due);
        self.agenda.next_due().into_iter().chain(roll).min()
    }

    /// Rolls the shards of streams up to this time.
    pub(crate) fn roll_shards(&mut self, to: Timestamp) {
        self.streams.catch_up(to.max(self.now), self.options.physics.shard_life);
    }

    /// Records that something has happened now.
    pub(crate) fn record(&mut self, kind: EventKind) {
        if let (Some(changes), EventKind::Table { table, .. }) = (&mut self.log.changes, &kind) {
            changes.push(BaseChange::Table(table.clone()));
        }
        self.log.record(self.now, kind);
    }
}
