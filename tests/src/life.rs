//! Lives: a table in motion, with everything that happens on its own at the same time (splits, lagging followers and indexes,
//! indexes added and taken away, tables restored beside it, expiry, a stream whose shards roll over, throughput that runs out), under random requests.
//!
//! A seed decides everything. After every step what must always hold is checked against a ledger of the acknowledged
//! writes; the ledger takes nothing from the rooms. Must not know the specs.

mod budget;
mod ledger;
mod recovery;
mod requests;
mod states;
mod stream;

use std::collections::BTreeMap;

use hashrange_endpoint::{Settings, Timeline, target_of};
use hashrange_engine::{Budget, EventKind, Physics, RequestEvent, Span, Throttling};
use hashrange_time::{Duration, Random, Timestamp};
use serde_json::{Value, json};

use budget::Budgets;
use ledger::Ledger;
use recovery::Recovery;

/// The table.
const TABLE: &str = "Life";
/// When lives begin.
const START: Timestamp = Timestamp::from_seconds(1_700_000_000);

/// What a life came to.
#[derive(Clone, Debug, Default)]
pub struct Lived {
    /// Requests sent.
    pub operations: u64,
    /// Of them throttled.
    pub throttled: u64,
    /// Splits of partitions, of the table and its indexes.
    pub splits: u64,
    /// Items that expired.
    pub expired: u64,
    /// Indexes that were added and became ready.
    pub built: u64,
    /// Eventually consistent reads that were behind.
    pub stale: u64,
    /// Writes that met a transaction at work.
    pub conflicts: u64,
    /// Tables restored from a backup or a moment, and looked at.
    pub restored: u64,
    /// Virtual time.
    pub time: Duration,
    /// The journal at its end.
    pub journal: Vec<u8>,
    /// The state after each record, by the number of records.
    pub states: BTreeMap<u64, u128>,
}

/// A table's life.
pub struct Life {
    random: Random,
    service: Timeline,
    ledger: Ledger,
    budgets: Budgets,
    recovery: Recovery,
    /// The last event taken in.
    seen: u64,
    written: u64,
    /// Until when transactions are at work on which items.
    under_way: BTreeMap<String, Timestamp>,
    /// Whether the last request met one of them.
    conflict: bool,
    lived: Lived,
}

impl Life {
    /// Lives so many steps.
    ///
    /// # Errors
    /// The first thing that is not as it must be.
    pub fn run(seed: u64, steps: usize) -> Result<Lived, String> {
        let mut life = Self::new(seed);
        life.go(steps).map_err(|message| format!("seed {seed}, request {}: {message}", life.lived.operations))?;
        life.lived.time = life.now() - START;
        life.lived.journal = life.service.journal().expect("every record is here");
        Ok(life.lived)
    }

    fn new(seed: u64) -> Self {
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
            under_way: BTreeMap::new(),
            conflict: false,
            lived: Lived::default(),
        }
    }

    fn now(&self) -> Timestamp {
        self.service.engine().now()
    }

    fn go(&mut self, steps: usize) -> Result<(), String> {
        self.begin()?;
        for _ in 0..steps {
            self.pass()?;
            self.one_request()?;
            self.check()?;
        }
        // Everything that is on its way arrives.
        self.advance(Duration::from_minutes(5))?;
        // What expired a moment ago is on its way again.
        for _ in 0..50 {
            if self.check_all_caught_up().is_err() {
                self.advance(Duration::from_millis(400))?;
            }
        }
        self.check()?;
        self.check_all_caught_up()?;
        self.check_stream()
    }

    /// Time passes: mostly moments, sometimes minutes.
    fn pass(&mut self) -> Result<(), String> {
        let span = match self.random.below(20) {
            0..=11 => Duration::from_millis(self.random.below(150)),
            12..=17 => Duration::from_millis(self.random.below(20_000)),
            _ => Duration::from_seconds(self.random.below(500)),
        };
        self.advance(span)
    }

    fn advance(&mut self, span: Duration) -> Result<(), String> {
        let to = self.now() + span;
        // A few steps at a time now and then: a host may stop anywhere.
        if self.random.below(3) == 0 {
            while self.service.advance(to, Budget { steps: 3 }).reached < to {
                self.take_in()?;
            }
        }
        self.service.advance(to, Budget::UNBOUNDED);
        self.note_state();
        self.take_in().map(drop)
    }

    /// Notes the state that the journal leads to by now. Time that goes on may prolong the last record: the last state counts.
    fn note_state(&mut self) {
        self.lived.states.insert(self.service.end(), self.service.engine().state_hash());
    }

    /// Sends a request. The answer, its status, and what the log says of it.
    fn ask(&mut self, operation: &str, body: &Value) -> Result<(u16, Value), String> {
        let now = self.now();
        let answer = self.service.dispatch(now, &target_of(operation), body.to_string().as_bytes());
        self.lived.operations += 1;
        let parsed: Value = serde_json::from_str(&answer.body).map_err(|error| error.to_string())?;
        Ok((answer.status, parsed))
    }

    /// Takes in what happened since: the budgets see every unit, the ledger what expired. The last request is given back.
    fn take_in(&mut self) -> Result<Option<RequestEvent>, String> {
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
                    self.ledger.expire(&states::name_of(&key), event.at)?;
                    self.lived.expired += 1;
                }
                EventKind::PartitionSplit { .. } => self.lived.splits += 1,
                EventKind::Index { status: Some(hashrange_wire::IndexStatus::Active), .. } => self.lived.built += 1,
                _ => {}
            }
        }
        Ok(last)
    }

    fn begin(&mut self) -> Result<(), String> {
        let (reads, writes) = self.budgets.rate_of_table();
        let create = json!({
            "TableName": TABLE,
            "AttributeDefinitions": [{ "AttributeName": "pk", "AttributeType": "S" }, { "AttributeName": "sk", "AttributeType": "S" }, { "AttributeName": "g", "AttributeType": "S" }],
            "KeySchema": [{ "AttributeName": "pk", "KeyType": "HASH" }, { "AttributeName": "sk", "KeyType": "RANGE" }],
            "ProvisionedThroughput": { "ReadCapacityUnits": reads, "WriteCapacityUnits": writes },
            "GlobalSecondaryIndexes": [self.budgets.index("ByG", "g")],
            "StreamSpecification": { "StreamEnabled": true, "StreamViewType": "NEW_AND_OLD_IMAGES" },
        });
        let expire =
            json!({ "TableName": TABLE, "TimeToLiveSpecification": { "Enabled": true, "AttributeName": "until" } });
        let keep =
            json!({ "TableName": TABLE, "PointInTimeRecoverySpecification": { "PointInTimeRecoveryEnabled": true } });
        let requests = [("CreateTable", create), ("UpdateTimeToLive", expire), ("UpdateContinuousBackups", keep)];
        for (operation, body) in requests {
            let (status, answer) = self.ask(operation, &body)?;
            if status != 200 {
                return Err(format!("{operation}: {answer}"));
            }
            self.advance(Duration::from_seconds(3))?;
        }
        Ok(())
    }
}

/// The classroom's physics with what is drawn for this seed.
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
    // None at all, or longer than most moments that pass.
    settings.physics.transaction = Duration::from_millis(if seed.is_multiple_of(4) { 0 } else { random.below(8_000) });
    settings
}
