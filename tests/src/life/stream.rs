//! The stream at the end of a life: contains every change of every item once and in order, across all shards.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::ledger::number;
use super::table::{Life, TABLE};

impl Life {
    pub(super) fn check_stream(&mut self) -> Result<(), String> {
        let (_, described) = self.ask("DescribeTable", &json!({ "TableName": TABLE }))?;
        let arn = described["Table"]["LatestStreamArn"].clone();
        let mut found: BTreeMap<String, Vec<Option<String>>> = BTreeMap::new();
        let mut start = Value::Null;
        loop {
            let (_, page) = self.ask(
                "DescribeStream",
                &json!({ "StreamArn": arn, "ExclusiveStartShardId": start }),
            )?;
            for shard in page["StreamDescription"]["Shards"].as_array().into_iter().flatten() {
                self.read_shard(&arn, &shard["ShardId"], &mut found)?;
            }
            start = page["StreamDescription"]["LastEvaluatedShardId"].clone();
            if start.is_null() {
                break;
            }
        }
        let expected = self.ledger.histories();
        if found == expected {
            return Ok(());
        }
        let other = expected.iter().find(|(name, states)| found.get(*name) != Some(states));
        Err(format!(
            "the stream differs from the writes: {other:?}, found {:?}",
            other.map(|(name, _)| found.get(name))
        ))
    }

    fn read_shard(
        &mut self,
        arn: &Value,
        shard: &Value,
        found: &mut BTreeMap<String, Vec<Option<String>>>,
    ) -> Result<(), String> {
        let place = json!({ "StreamArn": arn, "ShardId": shard, "ShardIteratorType": "TRIM_HORIZON" });
        let mut iterator = self.ask("GetShardIterator", &place)?.1["ShardIterator"].clone();
        while !iterator.is_null() {
            let (_, page) = self.ask("GetRecords", &json!({ "ShardIterator": iterator }))?;
            let records = page["Records"].as_array().cloned().unwrap_or_default();
            for record in &records {
                let data = &record["dynamodb"];
                let part = |name: &str| data["Keys"][name]["S"].as_str().unwrap_or_default().to_owned();
                let states = found.entry(format!("{}/{}", part("pk"), part("sk"))).or_default();
                let before = data.get("OldImage").map(number);
                if states.last().cloned().flatten() != before {
                    return Err(format!("a record does not follow the one before: {record}, {states:?}"));
                }
                states.push(data.get("NewImage").map(number));
            }
            iterator = if records.is_empty() {
                Value::Null
            } else {
                page["NextShardIterator"].clone()
            };
        }
        Ok(())
    }
}
