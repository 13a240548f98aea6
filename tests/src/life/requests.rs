//! The requests of a life: single writes, batches and transactions, reads of every consistency, creation and deletion
//! of indexes, backups and restores. Each response is compared with the ledger, and its cost with the charge.

use hashrange_engine::RequestEvent;
use hashrange_time::Duration;
use serde_json::{Value, json};

use super::ledger::number;
use super::table::{Life, TABLE};

/// The number of partition key values, and of sort key values of each.
const PARTITIONS: u64 = 6;
const SORTS: u64 = 8;
/// The index that is created and deleted repeatedly. Items can violate it.
const ADDED: &str = "ByH";

impl Life {
    pub(super) fn one_request(&mut self) -> Result<(), String> {
        match self.random.below(21) {
            0..=5 => self.put(),
            6..=7 => self.update(),
            8 => self.delete(),
            9..=11 => self.transact(),
            12 => self.batch(),
            13..=15 => self.get(),
            16..=17 => self.query(),
            18 => self.query_index(),
            19 => self.recover(),
            _ => self.add_or_remove_index(),
        }
    }

    fn key(&mut self) -> (String, Value) {
        let (pk, sk) = (
            format!("p{}", self.random.below(PARTITIONS)),
            format!("s{}", self.random.below(SORTS)),
        );
        (format!("{pk}/{sk}"), json!({ "pk": { "S": pk }, "sk": { "S": sk } }))
    }

    fn next_number(&mut self) -> String {
        self.written += 1;
        self.written.to_string()
    }

    /// A TTL value: past, near, far, too old, or none.
    fn until(&mut self) -> Value {
        let now = self.now().seconds();
        match self.random.below(8) {
            0 => json!({ "N": (now - 60).to_string() }),
            1 => json!({ "N": (now + self.random.below(600)).to_string() }),
            2 => json!({ "N": (now - 6 * 365 * 86_400).to_string() }),
            3 => json!({ "S": (now - 60).to_string() }),
            _ => json!({ "N": (now + 10_000_000).to_string() }),
        }
    }

    fn item(&mut self) -> (String, Value) {
        let (name, mut item) = self.key();
        item["v"] = json!({ "N": self.next_number() });
        item["until"] = self.until();
        item["pad"] = json!({ "S": "x".repeat(self.random.below(400) as usize) });
        if self.random.below(3) > 0 {
            item["g"] = json!({ "S": format!("g{}", self.random.below(4)) });
        }
        match self.random.below(8) {
            0 => item["h"] = json!({ "N": "1" }),
            1 => item["h"] = json!({ "S": "" }),
            2..=5 => item["h"] = json!({ "S": format!("h{}", self.random.below(4)) }),
            _ => {}
        }
        (name, item)
    }

    /// Sends a request that can be refused for throughput, a violated index, or a condition. `None` if it was refused.
    fn try_ask(&mut self, operation: &str, mut body: Value) -> Result<Option<Value>, String> {
        body["ReturnConsumedCapacity"] = json!("INDEXES");
        let (status, answer) = self.ask(operation, &body)?;
        let event = self.take_in()?.ok_or("a request left no event")?;
        if status == 200 {
            charged(&answer, &event)?;
            return Ok(Some(answer));
        }
        let kind = answer["__type"]
            .as_str()
            .unwrap_or_default()
            .rsplit('#')
            .next()
            .unwrap_or_default()
            .to_owned();
        let reasons = answer["CancellationReasons"].as_array().into_iter().flatten();
        let throttled = kind == "ProvisionedThroughputExceededException"
            || reasons
                .into_iter()
                .any(|reason| reason["Code"] == "ProvisionedThroughputExceeded");
        self.lived.throttled += u64::from(throttled);
        // The value of `h` cannot be a key of the added index.
        self.conflict |= answer["CancellationReasons"]
            .to_string()
            .contains("TransactionConflict");
        let violates =
            kind == "ValidationException" && answer["message"].to_string().to_ascii_lowercase().contains("index");
        match kind.as_str() {
            _ if throttled || violates => Ok(None),
            "TransactionConflictException" => {
                self.conflict = true;
                Ok(None)
            }
            "TransactionCanceledException" | "ConditionalCheckFailedException" => Ok(None),
            _ => Err(format!("{operation} {body}: {answer}")),
        }
    }

    /// Checks that a write to a locked item is refused, and that no other write has a transaction conflict.
    fn check_conflict<'a>(&mut self, names: impl IntoIterator<Item = &'a String>, done: bool) -> Result<(), String> {
        let now = self.now();
        let taken = names
            .into_iter()
            .any(|name| self.transaction_locks.get(name).is_some_and(|until| *until > now));
        let conflict = std::mem::take(&mut self.conflict);
        self.lived.conflicts += u64::from(conflict);
        match (done && taken, conflict && !taken) {
            (true, _) => Err("an item was written that a transaction is at work on".to_owned()),
            (_, true) => Err("no transaction is at work on the item".to_owned()),
            _ => Ok(()),
        }
    }

    fn put(&mut self) -> Result<(), String> {
        let (name, item) = self.item();
        let body = json!({ "TableName": TABLE, "Item": item });
        let done = self.try_ask("PutItem", body)?.is_some();
        self.check_conflict([&name], done)?;
        if done {
            self.ledger.write(&name, Some(item), self.now());
        }
        Ok(())
    }

    /// Writes another number and another TTL value, which rescues expired items that still exist.
    fn update(&mut self) -> Result<(), String> {
        let (name, key) = self.key();
        let (number, until) = (json!({ "N": self.next_number() }), self.until());
        let body = json!({ "TableName": TABLE, "Key": key, "UpdateExpression": "SET v = :v, #u = :u",
            "ExpressionAttributeNames": { "#u": "until" }, "ExpressionAttributeValues": { ":v": number, ":u": until } });
        let done = self.try_ask("UpdateItem", body)?.is_some();
        self.check_conflict([&name], done)?;
        if done {
            let mut item = self.ledger.item(&name).cloned().unwrap_or(key);
            item["v"] = number;
            item["until"] = until;
            self.ledger.write(&name, Some(item), self.now());
        }
        Ok(())
    }

    fn delete(&mut self) -> Result<(), String> {
        let (name, key) = self.key();
        let done = self
            .try_ask("DeleteItem", json!({ "TableName": TABLE, "Key": key }))?
            .is_some();
        self.check_conflict([&name], done)?;
        if done {
            self.ledger.write(&name, None, self.now());
        }
        Ok(())
    }

    /// Puts up to three different items, sometimes with a condition that fails.
    fn transact(&mut self) -> Result<(), String> {
        let mut items: Vec<(String, Value)> = (0..=self.random.below(3)).map(|_| self.item()).collect();
        items.sort_by(|one, other| one.0.cmp(&other.0));
        items.dedup_by(|one, other| one.0 == other.0);
        let fails = self.random.below(4) == 0;
        let mut actions: Vec<Value> = items
            .iter()
            .map(|(_, item)| json!({ "Put": { "TableName": TABLE, "Item": item } }))
            .collect();
        if let Some(last) = actions.last_mut().filter(|_| fails) {
            last["Put"]["ConditionExpression"] = json!("attribute_exists(nowhere)");
        }
        let done = self
            .try_ask("TransactWriteItems", json!({ "TransactItems": actions }))?
            .is_some();
        self.check_conflict(items.iter().map(|(name, _)| name), done)?;
        if done {
            if fails {
                return Err("a transaction whose condition fails went ahead".to_owned());
            }
            let until = self.now() + self.service.engine().options().physics.transaction;
            for (name, item) in items {
                self.transaction_locks.insert(name.clone(), until);
                self.ledger.write(&name, Some(item), self.now());
            }
        }
        Ok(())
    }

    /// Puts three items. Unprocessed ones must not have been written.
    fn batch(&mut self) -> Result<(), String> {
        let mut items: Vec<(String, Value)> = (0..3).map(|_| self.item()).collect();
        items.sort_by(|one, other| one.0.cmp(&other.0));
        items.dedup_by(|one, other| one.0 == other.0);
        let puts: Vec<Value> = items
            .iter()
            .map(|(_, item)| json!({ "PutRequest": { "Item": item } }))
            .collect();
        let Some(answer) = self.try_ask("BatchWriteItem", json!({ "RequestItems": { TABLE: puts } }))? else {
            return Ok(());
        };
        let left: Vec<String> = answer["UnprocessedItems"][TABLE]
            .as_array()
            .into_iter()
            .flatten()
            .map(|request| number(&request["PutRequest"]["Item"]))
            .collect();
        self.lived.throttled += left.len() as u64;
        items.retain(|(_, item)| !left.contains(&number(item)));
        self.check_conflict(items.iter().map(|(name, _)| name), true)?;
        for (name, item) in items {
            self.ledger.write(&name, Some(item), self.now());
        }
        Ok(())
    }

    /// Checks whether a read may return this state of an item, with this lag.
    fn judge(&mut self, name: &str, seen: Option<&Value>, lag: Duration) -> Result<(), String> {
        let seen = seen.map(number);
        let (allowed, current) = self.ledger.was(name, seen.as_deref(), (self.now(), lag));
        self.lived.stale += u64::from(!current);
        if allowed {
            Ok(())
        } else {
            Err(format!("{name} was read as {seen:?}, which is older than {lag:?}"))
        }
    }

    fn lag(&self, strong: bool) -> Duration {
        if strong {
            Duration::ZERO
        } else {
            self.service.engine().options().physics.replication.longest
        }
    }

    fn get(&mut self) -> Result<(), String> {
        let ((name, key), strong) = (self.key(), self.random.below(3) == 0);
        let body = json!({ "TableName": TABLE, "Key": key, "ConsistentRead": strong });
        let Some(answer) = self.try_ask("GetItem", body)? else {
            return Ok(());
        };
        if strong && answer.get("Item") != self.ledger.item(&name) {
            return Err(format!("{name} is {:?}, read was {answer}", self.ledger.item(&name)));
        }
        self.judge(&name, answer.get("Item"), self.lag(strong))
    }

    fn query(&mut self) -> Result<(), String> {
        let (pk, strong) = (format!("p{}", self.random.below(PARTITIONS)), self.random.below(3) == 0);
        let body = json!({ "TableName": TABLE, "KeyConditionExpression": "pk = :p", "ConsistentRead": strong,
            "ExpressionAttributeValues": { ":p": { "S": pk } } });
        let Some(answer) = self.try_ask("Query", body)? else {
            return Ok(());
        };
        let items = answer["Items"].as_array().cloned().unwrap_or_default();
        for sort in 0..SORTS {
            let sk = format!("s{sort}");
            let seen = items.iter().find(|item| item["sk"]["S"] == sk.as_str());
            self.judge(&format!("{pk}/{sk}"), seen, self.lag(strong))?;
        }
        Ok(())
    }

    /// Entries of an index are behind by its lag and the followers' lag.
    fn query_index(&mut self) -> Result<(), String> {
        let group = format!("g{}", self.random.below(4));
        let body = json!({ "TableName": TABLE, "IndexName": "ByG", "KeyConditionExpression": "g = :g", "ExpressionAttributeValues": { ":g": { "S": group } } });
        let Some(answer) = self.try_ask("Query", body)? else {
            return Ok(());
        };
        let lag = self.lag(false) + self.service.engine().options().physics.index_propagation.longest;
        for item in answer["Items"].as_array().cloned().unwrap_or_default() {
            let part = |name: &str| item[name]["S"].as_str().unwrap_or_default().to_owned();
            self.judge(&format!("{}/{}", part("pk"), part("sk")), Some(&item), lag)?;
        }
        Ok(())
    }

    /// Creates the other index, or deletes it. Refused while the table is being changed.
    fn add_or_remove_index(&mut self) -> Result<(), String> {
        let table = self.service.engine().table(TABLE).ok_or("the table is gone")?;
        let there = table.indexes().any(|index| &*index.definition().name == ADDED);
        let change = if there {
            json!({ "Delete": { "IndexName": ADDED } })
        } else {
            json!({ "Create": self.budgets.index(ADDED, "h") })
        };
        let body = json!({ "TableName": TABLE, "AttributeDefinitions": [{ "AttributeName": "h", "AttributeType": "S" }], "GlobalSecondaryIndexUpdates": [change] });
        let (status, answer) = self.ask("UpdateTable", &body)?;
        self.take_in()?;
        let busy = ["ResourceInUseException", "LimitExceededException"];
        if status == 200
            || busy
                .iter()
                .any(|kind| answer["__type"].as_str().is_some_and(|found| found.ends_with(kind)))
        {
            return Ok(());
        }
        Err(format!("UpdateTable {body}: {answer}"))
    }
}

/// Checks that the cost in the response equals the charge.
fn charged(answer: &Value, event: &RequestEvent) -> Result<(), String> {
    let reported = match &answer["ConsumedCapacity"] {
        Value::Array(tables) => tables.iter().filter_map(|table| table["CapacityUnits"].as_f64()).sum(),
        table => table["CapacityUnits"].as_f64().unwrap_or(0.0),
    };
    let taken: f64 = event.consumption.iter().map(|used| used.total().as_f64()).sum();
    if (reported - taken).abs() < 0.001 {
        Ok(())
    } else {
        Err(format!("{reported} units were reported, {taken} charged"))
    }
}
