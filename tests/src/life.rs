//! Lives: a table with all background work at the same time, under random requests. Partitions split, followers and
//! indexes lag, indexes are created and deleted, and tables are restored. Items expire, shards roll over, and
//! throughput runs out.
//!
//! A seed determines everything. After every step the invariants are checked against a ledger of the acknowledged
//! writes. The ledger shares no code with the crates. Must not know the specs.

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
    /// Runs a life for this number of steps.
    ///
    /// # Errors
    /// The first violation.
    pub fn run(seed: u64, steps: usize) -> Result<Lived, String> {
        let mut life = Self::new(seed);
        life.go(steps)
            .map_err(|message| format!("seed {seed}, request {}: {message}", life.lived.operations))?;
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
        // Time for all pending changes to arrive.
        self.advance(Duration::from_minutes(5))?;
        // Items that expired recently can be pending again.
        for _ in 0..50 {
            if self.check_all_caught_up().is_err() {
                self.advance(Duration::from_millis(400))?;
            }
        }
        self.check()?;
        self.check_all_caught_up()?;
        self.check_stream()
    }

    /// Advances time, usually for a short time, sometimes for minutes.
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
        let requests = [
            ("CreateTable", create),
            ("UpdateTimeToLive", expire),
            ("UpdateContinuousBackups", keep),
        ];
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
