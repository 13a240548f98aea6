//! The simulator's last check: replaying the table's stream from the start produces the table.
//!
//! Every record must fit the previous ones: its old image is the current item, its name follows from its images, and
//! its sequence number is larger than its shard's last.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::Simulation;
use crate::matching::matches;
use crate::model::object;

/// Items by their keys, as JSON text.
type Items = BTreeMap<String, Value>;

impl Simulation {
    pub(super) fn check_stream(&mut self) -> Result<(), String> {
        let described = self.ask("DescribeTable", json!({ "TableName": self.model.name }))?;
        let arn = described["Table"]["LatestStreamArn"].clone();
        let mut items = Items::new();
        for shard in self.shards(&arn)? {
            let mut last = String::new();
            for record in self.records(&arn, &shard)? {
                let number = record["dynamodb"]["SequenceNumber"]
                    .as_str()
                    .unwrap_or_default()
                    .to_owned();
                if number <= last {
                    return Err(format!("{number} follows {last} in {shard}"));
                }
                last = number;
                apply(&mut items, &record).map_err(|message| format!("{message}\nthe record is {record}"))?;
            }
        }
        self.compare(&items)
    }

    fn compare(&self, items: &Items) -> Result<(), String> {
        if items.len() != self.model.items.len() {
            return Err(format!(
                "the stream leads to {} items, not {}",
                items.len(),
                self.model.items.len()
            ));
        }
        for item in &self.model.items {
            let key = object(&self.model.key_of(item)).to_string();
            let found = items
                .get(&key)
                .ok_or_else(|| format!("the stream does not lead to {key}"))?;
            matches(&json!({ "$exactly": object(item) }), found)?;
        }
        Ok(())
    }

    fn ask(&mut self, operation: &'static str, body: Value) -> Result<Value, String> {
        let answer = self.exchange(operation, body, 0);
        if answer.status != 200 {
            return Err(format!("refused: {}", answer.body));
        }
        serde_json::from_str(&answer.body).map_err(|error| error.to_string())
    }

    /// The names of all shards, parents before children.
    fn shards(&mut self, arn: &Value) -> Result<Vec<Value>, String> {
        let (mut shards, mut start) = (Vec::new(), Value::Null);
        loop {
            let body = json!({ "StreamArn": arn, "Limit": 1 + self.random.below(3), "ExclusiveStartShardId": start });
            let page = self.ask("DescribeStream", body)?;
            let description = &page["StreamDescription"];
            shards.extend(
                description["Shards"]
                    .as_array()
                    .into_iter()
                    .flatten()
                    .map(|shard| shard["ShardId"].clone()),
            );
            start = description["LastEvaluatedShardId"].clone();
            if start.is_null() {
                return Ok(shards);
            }
        }
    }

    /// The records of a shard, page by page. An open shard has no last page, so an empty page ends it.
    fn records(&mut self, arn: &Value, shard: &Value) -> Result<Vec<Value>, String> {
        let place = json!({ "StreamArn": arn, "ShardId": shard, "ShardIteratorType": "TRIM_HORIZON" });
        let mut iterator = self.ask("GetShardIterator", place)?["ShardIterator"].clone();
        let mut records = Vec::new();
        loop {
            let body = json!({ "ShardIterator": iterator, "Limit": 1 + self.random.below(100) });
            let page = self.ask("GetRecords", body)?;
            let found = page["Records"].as_array().cloned().unwrap_or_default();
            let done = found.is_empty();
            records.extend(found);
            iterator = page["NextShardIterator"].clone();
            if done || iterator.is_null() {
                return Ok(records);
            }
        }
    }
}

fn apply(items: &mut Items, record: &Value) -> Result<(), String> {
    let data = &record["dynamodb"];
    let (new, old) = (data.get("NewImage"), data.get("OldImage"));
    let name = match (old, new) {
        (None, Some(_)) => "INSERT",
        (Some(_), Some(_)) => "MODIFY",
        _ => "REMOVE",
    };
    if record["eventName"] != name {
        return Err(format!("expected {name}"));
    }
    let key = data["Keys"].to_string();
    match (items.get(&key), old) {
        (Some(before), Some(old)) => matches(&json!({ "$exactly": before }), old)?,
        (None, None) => {}
        (before, _) => return Err(format!("the item was {before:?}")),
    }
    if old == new {
        return Err("nothing changed".to_owned());
    }
    match new {
        Some(new) => drop(items.insert(key, new.clone())),
        None => drop(items.remove(&key)),
    }
    Ok(())
}
