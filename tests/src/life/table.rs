//! The table of a life: its service with time and requests, and the events since.
//!
//! Owns the state of a life. Must not know its requests, nor the invariants.

use std::collections::BTreeMap;

use hashrange_endpoint::{Settings, Timeline, target_of};
use hashrange_engine::{Budget, EventKind, Physics, RequestEvent, Span, Throttling};
use hashrange_time::{Duration, Random, Timestamp};
use serde_json::Value;

use super::backup::Recovery;
use super::budget::Budgets;
use super::items::name_of;
use super::ledger::Ledger;

/// The table.
pub(super) const TABLE: &str = "Life";
/// The start time of lives.
pub(super) const START: Timestamp = Timestamp::from_seconds(1_700_000_000);

/// The result of a life.
#[derive(Clone, Debug, Default)]
pub struct Lived {
    /// The number of requests sent.
    pub operations: u64,
    /// The number of throttled requests among them.
    pub throttled: u64,
    /// The number of splits of partitions, of the table and its indexes.
    pub splits: u64,
    /// The number of expired items.
    pub expired: u64,
    /// The number of added indexes that became ready.
    pub built: u64,
    /// The number of eventually consistent reads that were behind.
    pub stale: u64,
    /// The number of writes with a transaction conflict.
    pub conflicts: u64,
    /// The number of tables that were restored from a backup or a past time, and checked.
    pub restored: u64,
    /// The virtual time.
    pub time: Duration,
    /// The journal at its end.
    pub journal: Vec<u8>,
    /// The state after each record, by the number of records.
    pub states: BTreeMap<u64, u128>,
}

/// A table's life.
pub struct Life {
    pub(super) random: Random,
    pub(super) service: Timeline,
    pub(super) ledger: Ledger,
    pub(super) budgets: Budgets,
    pub(super) recovery: Recovery,
    /// The number of the last event read.
    seen: u64,
    pub(super) written: u64,
    /// The end of transaction locks by item.
    pub(super) transaction_locks: BTreeMap<String, Timestamp>,
    /// Whether the last request conflicted with one of these locks.
    pub(super) conflict: bool,
    pub(super) lived: Lived,
}

impl Life {
    pub(super) fn new(seed: u64) -> Self {
        let mut random = Random::new(seed).fork("life");
        let settings = settings(seed, &mut random);
        let service = Timeline::begin(&settings);
        Self {
            random,
            service,
            ledger: Ledger::default(),
            recovery: Recovery::default(),
            budgets: Budgets::new(&settings.physics.throttling),
            seen: 0,
            written: 0,
            transaction_locks: BTreeMap::new(),
            conflict: false,
            lived: Lived::default(),
        }
    }

    pub(super) fn now(&self) -> Timestamp {
        self.service.engine().now()
    }

    pub(super) fn advance(&mut self, span: Duration) -> Result<(), String> {
        let to = self.now() + span;
        // Sometimes only a few steps at a time, because a host may stop anywhere.
        if self.random.below(3) == 0 {
            while self.service.advance(to, Budget { steps: 3 }).reached < to {
                self.take_in()?;
            }
        }
        self.service.advance(to, Budget::UNBOUNDED);
        self.note_state();
        self.take_in().map(drop)
    }

    /// Stores the current state of the journal. Passing time can extend the last record, so the last state counts.
    pub(super) fn note_state(&mut self) {
        self.lived
            .states
            .insert(self.service.end(), self.service.engine().state_hash());
    }

    /// Sends a request. Returns the response, its status, and its event.
    pub(super) fn ask(&mut self, operation: &str, body: &Value) -> Result<(u16, Value), String> {
        let now = self.now();
        let answer = self
            .service
            .dispatch(now, &target_of(operation), body.to_string().as_bytes())
            .answer;
        self.lived.operations += 1;
        let parsed: Value = serde_json::from_str(&answer.body).map_err(|error| error.to_string())?;
        Ok((answer.status, parsed))
    }

    /// Reads the new events. Adds every unit to the budgets, and expired items to the ledger. Returns the last request.
    pub(super) fn take_in(&mut self) -> Result<Option<RequestEvent>, String> {
        let events: Vec<_> = self.service.engine().events_since(self.seen).cloned().collect();
        let mut last = None;
        for event in events {
            if event.sequence != self.seen + 1 {
                return Err("more happened than the log keeps".to_owned());
            }
            self.seen = event.sequence;
            match event.kind {
                EventKind::Request(request) => {
                    self.budgets.spend(&request.consumption, event.at)?;
                    last = Some(RequestEvent::clone(&request));
                }
                EventKind::Backfilled { index, units, .. } => self.budgets.fill(&index, units, event.at)?,
                EventKind::Expired { key, .. } => {
                    self.ledger.expire(&name_of(&key), event.at)?;
                    self.lived.expired += 1;
                }
                EventKind::PartitionSplit { .. } => self.lived.splits += 1,
                EventKind::Index {
                    status: Some(hashrange_wire::IndexStatus::Active),
                    ..
                } => self.lived.built += 1,
                _ => {}
            }
        }
        Ok(last)
    }
}

/// The classroom physics with values drawn for this seed.
fn settings(seed: u64, random: &mut Random) -> Settings {
    let mut settings = Settings::of_preset("classroom").expect("a preset");
    settings.seed = seed;
    settings.start = START;
    let physics: &mut Physics = &mut settings.physics;
    physics.replication = Span::millis(5, 300);
    physics.shard_life = Span::millis(60_000, 900_000);
    physics.throttling.mode = match seed % 3 {
        0 => Throttling::Off,
        1 => Throttling::Adaptive,
        _ => Throttling::Split,
    };
    physics.throttling.burst = Duration::from_seconds(1 + random.below(4));
    settings.limits.partition_bytes = 1_500 + random.below(8_000);
    // No locks, or locks that last longer than most time steps.
    settings.physics.transaction = Duration::from_millis(if seed.is_multiple_of(4) { 0 } else { random.below(8_000) });
    settings
}
