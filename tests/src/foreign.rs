//! A third-party endpoint: DynamoDB itself, or an emulator. Specs run on it in their own tables.
//!
//! Owns the connection, the wait until a change of a table is done, and the tables, which it deletes. Must not know
//! specs. `names` converts the names.

mod names;

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use hashrange_server::{Client, ClientError};
use serde_json::{Value, json};
use tokio::runtime::Runtime;
use tokio::task::JoinHandle;

use crate::service::{Answer, Service};
pub use names::Names;

/// The maximum time of a change of a table. DynamoDB needs up to 17 minutes for a new index.
const PATIENCE: Duration = Duration::from_secs(1_800);
/// The time between two checks of a table that changes.
const PAUSE: Duration = Duration::from_secs(1);
/// Operations whose effect is delayed.
const CHANGES: [&str; 3] = ["CreateTable", "UpdateTable", "DeleteTable"];

/// An endpoint, and the tables that this process created there.
pub struct Foreign {
    client: Client,
    runtime: Runtime,
    names: Names,
    tables: BTreeSet<String>,
    /// Listens permanently, so that a Ctrl-C between two requests is not missed. Finishes after a Ctrl-C.
    interrupted: JoinHandle<()>,
}

impl Foreign {
    /// An endpoint with a prefix for the name of every table. Credentials are those of the environment or a profile.
    ///
    /// # Errors
    /// When no credentials are configured.
    pub fn new(url: &str, (profile, region): (Option<&str>, Option<&str>), prefix: &str) -> Result<Self, ClientError> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let client = runtime.block_on(async { Client::connect(url, profile, region) })?;
        let interrupted = runtime.spawn(async { drop(tokio::signal::ctrl_c().await) });
        runtime.block_on(tokio::task::yield_now());
        Ok(Self {
            client,
            runtime,
            names: Names::new(prefix),
            tables: BTreeSet::new(),
            interrupted,
        })
    }

    /// Requests a list of tables, to check whether the endpoint responds and accepts the credentials.
    ///
    /// # Errors
    /// The endpoint's refusal, or why there is no response.
    pub fn greet(&mut self) -> Result<(), String> {
        let answer = self.list_tables("{}")?;
        if answer.status == 200 { Ok(()) } else { Err(answer.body) }
    }

    /// Whether Ctrl-C was pressed. From then on, only deletions are sent.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.interrupted.is_finished()
    }

    /// Deletes the remaining tables. Returns those that cannot be deleted, with the endpoint's reason.
    pub fn delete_tables(&mut self) -> Vec<String> {
        let mut left = Vec::new();
        for table in std::mem::take(&mut self.tables) {
            if let Err(reason) = self.delete(&table) {
                left.push(format!("{table}: {reason}"));
            }
        }
        left
    }

    fn delete(&mut self, table: &str) -> Result<(), String> {
        self.settle(table, "UpdateTable")?;
        let request = json!({ "TableName": table }).to_string();
        let mut answer = self.send("DeleteTable", request.clone())?;
        if kind(&answer) == "ValidationException" {
            // The only obstacle that a spec may have left is deletion protection.
            let open = json!({ "TableName": table, "DeletionProtectionEnabled": false });
            self.send("UpdateTable", open.to_string())?;
            answer = self.send("DeleteTable", request)?;
        }
        match kind(&answer).as_str() {
            "" => self.settle(table, "DeleteTable"),
            "ResourceNotFoundException" => Ok(()),
            _ => Err(answer.body),
        }
    }

    fn exchange(&mut self, operation: &str, body: &str) -> Result<Answer, String> {
        if operation == "ListTables" {
            return self.list_tables(body);
        }
        let sent = self.names.sent(body)?;
        let request: Value = serde_json::from_str(&sent).unwrap_or_default();
        let table = request["TableName"].as_str().map(|table| self.names.name_in(table));
        // A name without the prefix cannot belong to a table of the specs.
        let table = table.filter(|table| CHANGES.contains(&operation) && self.names.is_own(table));
        if let Some(table) = table.as_ref().filter(|_| operation == "CreateTable") {
            // Stored before the request is sent, so that the table is deleted even if the response is lost.
            self.tables.insert(table.clone());
        }
        let answer = self.until_stopped(operation, sent)?;
        self.names.learn(&answer.body);
        if let Some(table) = table.filter(|_| answer.status == 200) {
            self.settle(&table, operation)?;
        }
        let statement = request["Statement"].as_str().unwrap_or_default();
        Ok(Answer {
            body: self.names.placed(statement, &self.names.answered(&answer.body)),
            ..answer
        })
    }

    /// Lists only tables with the prefix.
    fn list_tables(&mut self, body: &str) -> Result<Answer, String> {
        let Ok(Value::Object(mut request)) = serde_json::from_str(body) else {
            return self.until_stopped("ListTables", body.to_owned());
        };
        let start = match request.get("ExclusiveStartTableName") {
            None => Some(self.names.before_all().to_owned()),
            Some(given) => given.as_str().map(|given| self.names.prefixed(given)),
        };
        if let Some(start) = start {
            request.insert("ExclusiveStartTableName".to_owned(), json!(start));
        }
        let answer = self.until_stopped("ListTables", Value::Object(request).to_string())?;
        let Ok(Value::Object(mut listed)) = serde_json::from_str(&answer.body) else {
            return Ok(answer);
        };
        if let Some(Value::Array(tables)) = listed.get_mut("TableNames") {
            let count = tables.len();
            tables.retain(|table| table.as_str().is_some_and(|table| self.names.is_own(table)));
            if tables.len() < count {
                listed.remove("LastEvaluatedTableName");
            }
        }
        Ok(Answer {
            body: self.names.answered(&Value::Object(listed).to_string()),
            ..answer
        })
    }

    /// Waits until a change of a table is done.
    fn settle(&mut self, table: &str, operation: &str) -> Result<(), String> {
        let request = json!({ "TableName": table }).to_string();
        let began = Instant::now();
        loop {
            let answer = self.send("DescribeTable", request.clone())?;
            let is_missing = kind(&answer) == "ResourceNotFoundException";
            let is_done = match operation {
                "CreateTable" => is_active(&answer),
                "DeleteTable" => is_missing,
                _ => is_missing || is_active(&answer),
            };
            if is_done {
                return Ok(());
            }
            if began.elapsed() > PATIENCE {
                return Err(format!("{table} is still changing after {} s", PATIENCE.as_secs()));
            }
            self.runtime.block_on(async { tokio::time::sleep(PAUSE).await });
        }
    }

    fn send(&mut self, operation: &str, body: String) -> Result<Answer, String> {
        let sent = self.runtime.block_on(self.client.send(operation, body));
        sent.map(|(status, body)| Answer { status, body })
            .map_err(|error| error.to_string())
    }

    /// Sends a request unless Ctrl-C is or was pressed.
    fn until_stopped(&mut self, operation: &str, body: String) -> Result<Answer, String> {
        let Self {
            client,
            runtime,
            interrupted,
            ..
        } = self;
        if interrupted.is_finished() {
            return Err("stopped".to_owned());
        }
        let sent = runtime.block_on(async {
            tokio::select! {
                sent = client.send(operation, body) => Some(sent),
                _ = interrupted => None,
            }
        });
        let sent = sent.ok_or("stopped")?;
        sent.map(|(status, body)| Answer { status, body })
            .map_err(|error| error.to_string())
    }
}

/// Deletes all tables in every case.
impl Drop for Foreign {
    fn drop(&mut self) {
        self.delete_tables();
    }
}

impl Service for Foreign {
    fn call(&mut self, operation: &str, body: &str) -> Answer {
        self.exchange(operation, body)
            .unwrap_or_else(|error| Answer { status: 0, body: error })
    }

    fn advance(&mut self, _milliseconds: u64) -> bool {
        false
    }
}

/// The exception's name. Empty for a success.
fn kind(answer: &Answer) -> String {
    let body: Value = serde_json::from_str(&answer.body).unwrap_or_default();
    body["__type"]
        .as_str()
        .and_then(|kind| kind.rsplit('#').next())
        .unwrap_or("")
        .to_owned()
}

/// Whether a described table and all its indexes are ready.
fn is_active(answer: &Answer) -> bool {
    let body: Value = serde_json::from_str(&answer.body).unwrap_or_default();
    let table = &body["Table"];
    let indexes = ["GlobalSecondaryIndexes", "VectorIndexes"]
        .iter()
        .filter_map(|kind| table[kind].as_array())
        .flatten();
    table["TableStatus"] == "ACTIVE" && indexes.into_iter().all(|index| index["IndexStatus"] == "ACTIVE")
}
