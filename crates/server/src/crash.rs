//! A server that is killed, or loses power, at any disk operation, including checkpoints and the switch to another
//! journal. Afterwards all acknowledged data exists, nothing is half done, and no response was false.
//!
//! Each run tests a few hundred points; `HASHRANGE_SEEDS=2000` tests more. Must not know how data is laid out.

#![allow(clippy::disallowed_methods, reason = "a test reads how long it should be")]

mod damage;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use hashrange_endpoint::Settings;
use hashrange_time::Random;
use serde_json::{Value, json};

use crate::compact::{compact, compact_at_end};
use crate::data_dir::open_on;
use crate::data_files;
use crate::disk::simulated::Simulated;
use crate::disk::{Disk as _, whole};
use crate::options::Options;
use crate::service::Service;

/// Seeds of a normal run, without and with damage, and crashes of each seed.
const SEEDS: u64 = 100;
const DAMAGED_SEEDS: u64 = 5;
const CRASHES: u64 = 5;
/// Concurrent clients, and requests of each client in one life of a server.
const CLIENTS: u64 = 3;
const REQUESTS: u64 = 12;

/// Knowledge about a number in an item: the last value acknowledged or read, and the last value sent.
type Known = BTreeMap<String, (u64, u64)>;

struct Life {
    service: Arc<Service>,
    known: Mutex<Known>,
}

impl Life {
    /// Sends a request; `None` if the server has ended.
    async fn ask(&self, operation: &str, body: Value) -> Option<Value> {
        let answer = self
            .service
            .answer(&format!("DynamoDB_20120810.{operation}"), body.to_string().as_bytes())
            .await;
        match answer.status {
            200 => Some(serde_json::from_str(&answer.body).expect("an answer is JSON")),
            500 => None,
            _ => panic!("{operation}: {}", answer.body),
        }
    }

    async fn number(&self, id: &str) -> Option<u64> {
        let body = json!({"TableName": "Kept", "Key": {"id": {"S": id}}, "ConsistentRead": true});
        let answer = self.ask("GetItem", body).await?;
        Some(
            answer["Item"]["v"]["N"]
                .as_str()
                .map_or(0, |number| number.parse().expect("a number")),
        )
    }

    fn sends(&self, id: &str) -> u64 {
        let mut known = self.known.lock().expect("no test panicked");
        let (_, sent) = known.entry(id.to_owned()).or_default();
        *sent += 1;
        *sent
    }

    fn knows(&self, id: &str, number: u64) {
        let mut known = self.known.lock().expect("no test panicked");
        let (least, _) = known.entry(id.to_owned()).or_default();
        *least = (*least).max(number);
    }

    /// The recovered value is the acknowledged one, or one that was sent after it.
    async fn check(&self, seed: u64) -> Option<()> {
        let known = self.known.lock().expect("no test panicked").clone();
        for (id, (least, most)) in &known {
            let found = self.number(id).await?;
            assert!(
                (*least..=*most).contains(&found),
                "seed {seed}, {id}: {found} is not {least} to {most}"
            );
            self.known
                .lock()
                .expect("no test panicked")
                .insert(id.clone(), (found, found));
            if let Some(other) = id.strip_suffix("left") {
                let other = self.number(&format!("{other}right")).await?;
                assert_eq!(found, other, "seed {seed}, {id}: half of a transaction");
            }
        }
        Some(())
    }

    async fn client(self: Arc<Self>, client: u64, mut random: Random) -> Option<()> {
        for _ in 0..REQUESTS {
            let id = format!("{client}-{}", random.below(3));
            match random.below(5) {
                0 | 1 => {
                    let number = self.sends(&id);
                    self.ask("PutItem", json!({"TableName": "Kept", "Item": item(&id, number)}))
                        .await?;
                    self.knows(&id, number);
                }
                2 => {
                    let id = format!("{client}-count");
                    let number = self.sends(&id);
                    let body = json!({"TableName": "Kept", "Key": {"id": {"S": id}}, "UpdateExpression": "ADD v :one",
                        "ExpressionAttributeValues": {":one": {"N": "1"}}});
                    self.ask("UpdateItem", body).await?;
                    self.knows(&id, number);
                }
                3 => {
                    let (left, right) = (format!("{client}-left"), format!("{client}-right"));
                    let number = self.sends(&left);
                    let put = |id: &str| json!({"Put": {"TableName": "Kept", "Item": item(id, number)}});
                    self.ask(
                        "TransactWriteItems",
                        json!({"TransactItems": [put(&left), put(&right)]}),
                    )
                    .await?;
                    self.knows(&left, number);
                }
                _ => {
                    // A reported number must be durable.
                    let other = format!("{}-count", random.below(CLIENTS));
                    let number = self.number(&other).await?;
                    self.knows(&other, number);
                }
            }
        }
        Some(())
    }
}

fn item(id: &str, number: u64) -> Value {
    json!({"id": {"S": id}, "v": {"N": number.to_string()}, "text": {"S": "ñ".repeat(40)}})
}

fn table() -> Value {
    json!({"TableName": "Kept", "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
        "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}]})
}

fn settings() -> Settings {
    Settings::of_preset("instant").expect("a preset")
}

/// One life of a server on this disk, up to its end or the power cut. Returns whether it started.
async fn live(disk: &Simulated, (seed, random): (u64, &mut Random), known: &mut Known) -> bool {
    let options = Options {
        checkpoint_bytes: 1_500,
        ..Options::default()
    };
    let data = match open_on(Arc::new(disk.clone()), settings) {
        Ok(data) => data,
        Err(error) => {
            assert!(disk.has_no_power(), "seed {seed}: {error}");
            return false;
        }
    };
    let (service, journal) = Service::of(&options, data).expect("the settings are those");
    let service = Arc::new(service);
    let tasks = [
        tokio::spawn(Arc::clone(&service).write_journal(journal)),
        tokio::spawn(compact(Arc::clone(&service))),
    ];
    let life = Arc::new(Life {
        service,
        known: Mutex::new(std::mem::take(known)),
    });
    let is_there = life
        .ask("ListTables", json!({}))
        .await
        .is_some_and(|tables| tables["TableNames"] == json!(["Kept"]));
    if (is_there || life.ask("CreateTable", table()).await.is_some()) && life.check(seed).await.is_some() {
        let clients: Vec<_> = (0..CLIENTS)
            .map(|client| tokio::spawn(Arc::clone(&life).client(client, random.fork(&client.to_string()))))
            .collect();
        for client in clients {
            client.await.expect("a client does not fail");
        }
        if random.below(4) == 0 {
            compact_at_end(&life.service).await;
        }
    }
    tasks.iter().for_each(tokio::task::JoinHandle::abort);
    *known = life.known.lock().expect("no test panicked").clone();
    true
}

/// A few lives of servers on one disk. `examine` looks at the folder after each crash, and can damage it.
async fn lives(seed: u64, mut examine: impl FnMut(&Simulated, (u64, &mut Random), &Known)) {
    let mut random = Random::new(seed);
    let (mut disk, mut known) = (Simulated::default(), Known::new());
    for _ in 0..CRASHES {
        disk.cut_power_after(random.below(120));
        live(&disk, (seed, &mut random), &mut known).await;
        disk = if random.below(3) == 0 {
            disk.after_a_kill()
        } else {
            disk.after_a_power_cut(&mut random)
        };
        examine(&disk, (seed, &mut random), &known);
    }
    assert!(live(&disk, (seed, &mut random), &mut known).await);
    disk = disk.after_a_power_cut(&mut random);
    assert!(
        live(&disk, (seed, &mut random), &mut known).await,
        "what no crash ended comes back too"
    );
}

/// The number of seeds from outside, or the usual one.
fn seeds(usual: u64) -> u64 {
    std::env::var("HASHRANGE_SEEDS")
        .ok()
        .and_then(|seeds| seeds.parse().ok())
        .unwrap_or(usual)
}

#[tokio::test]
async fn nothing_acknowledged_is_lost_wherever_a_server_ends() {
    for seed in 0..seeds(SEEDS) {
        lives(seed, |_, _, _| {}).await;
    }
}

#[tokio::test]
async fn nothing_acknowledged_is_lost_with_a_damaged_checkpoint_either() {
    let (seeds, mut damaged) = (seeds(DAMAGED_SEEDS), 0);
    for seed in 0..seeds {
        lives(seed, |disk, random, known| {
            damaged += u64::from(damage::examine(disk, random, known));
        })
        .await;
    }
    assert!(damaged > seeds, "{damaged} checkpoints were damaged with {seeds} seeds");
}

/// A server on this disk that takes checkpoints after the given number of bytes, with a table.
async fn serving(disk: &Simulated, checkpoint_bytes: u64) -> (Life, [tokio::task::JoinHandle<()>; 2]) {
    let options = Options {
        checkpoint_bytes,
        ..Options::default()
    };
    let data = open_on(Arc::new(disk.clone()), settings).expect("a folder");
    let (service, journal) = Service::of(&options, data).expect("the settings are those");
    let service = Arc::new(service);
    let tasks = [
        tokio::spawn(Arc::clone(&service).write_journal(journal)),
        tokio::spawn(compact(Arc::clone(&service))),
    ];
    let life = Life {
        service,
        known: Mutex::default(),
    };
    if life.ask("ListTables", json!({})).await.expect("an answer")["TableNames"] == json!([]) {
        life.ask("CreateTable", table()).await.expect("it is made");
    }
    (life, tasks)
}

#[tokio::test]
async fn a_folder_is_as_large_as_what_is_in_it() {
    const JOURNAL: usize = 100_000;
    let disk = Simulated::default();
    let (life, tasks) = serving(&disk, JOURNAL as u64).await;
    for number in 0..2_000 {
        let mut item = item(&format!("{}", number % 25), number);
        item["text"] = json!({"S": "x".repeat(1_000)});
        life.ask("PutItem", json!({"TableName": "Kept", "Item": item}))
            .await
            .expect("it is put");
    }
    compact_at_end(&life.service).await;
    tasks.iter().for_each(tokio::task::JoinHandle::abort);
    let first = whole(&disk, data_files::FIRST_JOURNAL).expect("something stands there");
    let newer =
        hashrange_journal::read(&first).expect_err("a server without its checkpoint would begin another service");
    assert!(
        matches!(newer, hashrange_journal::JournalError::NewerVersion { .. }),
        "{newer}"
    );
    let (bytes, live) = (disk.bytes(), 25 * (1_000 + 14));
    // Two checkpoints, and the journal between them.
    assert!(bytes < 2 * (2 * live) + JOURNAL, "{bytes} bytes for {live}");
}

#[tokio::test]
async fn a_checkpoint_that_panics_leaves_everything_as_it_was() {
    let disk = Simulated::default();
    let (life, tasks) = serving(&disk, u64::MAX).await;
    let put = |number| json!({"TableName": "Kept", "Item": item("a", number)});
    life.ask("PutItem", put(1)).await.expect("it is put");
    disk.panic_at(data_files::UNFINISHED);
    compact_at_end(&life.service).await;
    assert_eq!(life.number("a").await, Some(1), "the server goes on");
    life.ask("PutItem", put(2)).await.expect("it is put");
    tasks.iter().for_each(tokio::task::JoinHandle::abort);
    let disk = disk.after_a_power_cut(&mut Random::new(1));
    assert!(
        disk.names()
            .expect("names")
            .iter()
            .all(|name| !name.starts_with("checkpoint-"))
    );
    let (life, tasks) = serving(&disk, u64::MAX).await;
    assert_eq!(life.number("a").await, Some(2), "both journals are there");
    compact_at_end(&life.service).await;
    tasks.iter().for_each(tokio::task::JoinHandle::abort);
    let (life, _) = serving(&disk.after_a_power_cut(&mut Random::new(2)), u64::MAX).await;
    assert_eq!(life.number("a").await, Some(2), "the next checkpoint is a good one");
}
