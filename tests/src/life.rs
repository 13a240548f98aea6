//! Lives: a table in motion, with everything that happens on its own at the same time (splits, lagging followers and indexes,
//! indexes added and taken away, tables restored beside it, expiry, a stream whose shards roll over, throughput that runs out), under random requests.
//!
//! A seed decides everything. After every step what must always hold is checked against a ledger of the acknowledged
//! writes; the ledger takes nothing from the rooms. Must not know the specs.

mod backup;
mod budget;
mod items;
mod ledger;
mod recovery;
mod requests;
mod states;
mod stream;
mod table;

use hashrange_time::Duration;
use serde_json::json;

pub use table::{Life, Lived};
use table::{START, TABLE};

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
