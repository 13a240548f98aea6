//! The events of a history: requests of every kind, valid and invalid, loads, settings, and undo followed by something
//! else.

use hashrange_endpoint::{Answer, Sending, target_of};
use hashrange_engine::{Budget, Throttling};
use hashrange_journal::Record;
use hashrange_time::Duration;
use hashrange_workload::{Action, Arrivals, KeyChoice, KeyName, LoadPlan, Mix, Rate, Retries, Sizes, Target};
use serde_json::{Value, json};

use super::History;

/// The main table, and one that is created and deleted repeatedly.
const TABLE: &str = "Past";
const OTHER: &str = "Other";

impl History {
    pub(super) fn begin(&mut self) {
        let key = |name: &str, kind: &str| json!({ "AttributeName": name, "KeyType": kind });
        let text = |name: &str| json!({ "AttributeName": name, "AttributeType": "S" });
        let rate = json!({ "ReadCapacityUnits": 10, "WriteCapacityUnits": 10 });
        let all = json!({ "ProjectionType": "ALL" });
        self.ask(
            "CreateTable",
            &json!({
                "TableName": TABLE,
                "AttributeDefinitions": [text("pk"), text("sk"), text("g"), text("l")],
                "KeySchema": [key("pk", "HASH"), key("sk", "RANGE")],
                "ProvisionedThroughput": rate,
                "GlobalSecondaryIndexes": [{ "IndexName": "ByG", "KeySchema": [key("g", "HASH")], "Projection": all, "ProvisionedThroughput": rate }],
                "LocalSecondaryIndexes": [{ "IndexName": "ByL", "KeySchema": [key("pk", "HASH"), key("l", "RANGE")], "Projection": all }],
                "StreamSpecification": { "StreamEnabled": true, "StreamViewType": "NEW_AND_OLD_IMAGES" },
            }),
        );
        self.timeline
            .advance(self.now() + Duration::from_seconds(30), Budget::UNBOUNDED);
        self.ask(
            "UpdateTimeToLive",
            &json!({ "TableName": TABLE, "TimeToLiveSpecification": { "Enabled": true, "AttributeName": "until" } }),
        );
        self.timeline
            .advance(self.now() + Duration::from_seconds(30), Budget::UNBOUNDED);
    }

    /// Sends a request unchanged.
    fn ask_text(&mut self, operation: &str, body: &str) -> Answer {
        let answer = self
            .timeline
            .dispatch(self.now(), &target_of(operation), body.as_bytes())
            .answer;
        let throttled = answer
            .exception
            .is_some_and(|exception| exception.contains("Throughput"));
        self.result.throttled += u64::from(throttled);
        self.result.refused += u64::from(!answer.is_success());
        answer
    }

    fn ask(&mut self, operation: &str, body: &Value) -> Value {
        serde_json::from_str(&self.ask_text(operation, &body.to_string()).body).unwrap_or_default()
    }

    fn key(&mut self) -> Value {
        let (pk, sk) = (
            format!("p{}", self.random.below(5)),
            format!("s{}", self.random.below(8)),
        );
        json!({ "pk": { "S": pk }, "sk": { "S": sk } })
    }

    fn item(&mut self) -> Value {
        let mut item = self.key();
        item["pad"] = json!({ "S": "x".repeat(self.random.below(1_500) as usize) });
        if self.random.below(3) > 0 {
            item["g"] = json!({ "S": format!("g{}", self.random.below(4)) });
        }
        if self.random.below(3) > 0 {
            item["l"] = json!({ "S": format!("l{}", self.random.below(4)) });
        }
        match self.random.below(5) {
            0 => item["h"] = json!({ "N": "1" }),
            1..=2 => item["h"] = json!({ "S": format!("h{}", self.random.below(4)) }),
            _ => {}
        }
        if self.random.below(2) == 0 {
            let until = self.now().seconds() + self.random.below(4_000) - 60;
            item["until"] = json!({ "N": until.to_string() });
        }
        item
    }

    pub(super) fn request(&mut self) {
        let (table, key, item) = (json!(TABLE), self.key(), self.item());
        let (limit, drawn) = (1 + self.random.below(30), self.random.below(5));
        match self.random.below(16) {
            0..=4 => self.ask("PutItem", &json!({ "TableName": table, "Item": item })),
            5 => self.ask("DeleteItem", &json!({ "TableName": table, "Key": key })),
            6 => self.ask(
                "UpdateItem",
                &json!({ "TableName": table, "Key": key, "UpdateExpression": "ADD c :one SET g = :g",
                    "ExpressionAttributeValues": { ":one": { "N": "1" }, ":g": { "S": "g9" } } }),
            ),
            7 => self.ask(
                "PutItem",
                &json!({ "TableName": table, "Item": item, "ConditionExpression": "attribute_not_exists(pk)" }),
            ),
            8 => self.transact(&key, &item),
            9 => {
                let more = self.item();
                let puts = [item, more].map(|item| json!({ "PutRequest": { "Item": item } }));
                self.ask("BatchWriteItem", &json!({ "RequestItems": { TABLE: puts } }))
            }
            10 => self.ask("GetItem", &json!({ "TableName": table, "Key": key })),
            11 => self.query(),
            12 => self.ask("Scan", &json!({ "TableName": table, "Limit": limit })),
            13 => self.ask("BatchGetItem", &json!({ "RequestItems": { TABLE: { "Keys": [key] } } })),
            14 => self.ask(
                "ExecuteStatement",
                &json!({ "Statement": format!("SELECT * FROM {TABLE} WHERE pk = 'p{drawn}'") }),
            ),
            _ => self.ask("DescribeTable", &json!({ "TableName": table })),
        };
    }

    fn transact(&mut self, key: &Value, item: &Value) -> Value {
        let other = self.key();
        let condition = if self.random.below(2) == 0 {
            "attribute_exists(pk)"
        } else {
            "attribute_not_exists(pk)"
        };
        let actions = json!([
            { "Put": { "TableName": TABLE, "Item": item } },
            { "ConditionCheck": { "TableName": TABLE, "Key": other, "ConditionExpression": condition } },
        ]);
        match self.random.below(3) {
            0 => self.ask(
                "TransactGetItems",
                &json!({ "TransactItems": [{ "Get": { "TableName": TABLE, "Key": key } }] }),
            ),
            _ => self.ask("TransactWriteItems", &json!({ "TransactItems": actions })),
        }
    }

    fn query(&mut self) -> Value {
        let (attribute, index, value) = match self.random.below(4) {
            0 => ("pk", None, format!("p{}", self.random.below(5))),
            1 => ("pk", Some("ByL"), format!("p{}", self.random.below(5))),
            2 => ("g", Some("ByG"), format!("g{}", self.random.below(4))),
            _ => ("h", Some("ByH"), format!("h{}", self.random.below(4))),
        };
        let mut body = json!({ "TableName": TABLE, "KeyConditionExpression": format!("{attribute} = :v"),
            "ExpressionAttributeValues": { ":v": { "S": value } } });
        if let Some(index) = index {
            body["IndexName"] = json!(index);
        }
        self.ask("Query", &body)
    }

    /// Sends requests that the service refuses, some in the engine, some before it.
    pub(super) fn wrong_request(&mut self) {
        let (operation, body) = match self.random.below(7) {
            0 => (
                "GetItem",
                json!({ "TableName": "Nowhere", "Key": { "pk": { "S": "a" } } }).to_string(),
            ),
            1 => ("PutItem", "{\"TableName\":".to_owned()),
            2 => (
                "PutItem",
                json!({ "TableName": TABLE, "Item": { "pk": { "N": "1" } } }).to_string(),
            ),
            3 => ("NoSuchThing", "{}".to_owned()),
            4 => ("DescribeTable", json!({ "TableName": "?" }).to_string()),
            5 => (
                "UpdateItem",
                json!({ "TableName": TABLE, "Key": {}, "UpdateExpression": "SET" }).to_string(),
            ),
            _ => ("PutItem", json!({ "TableName": TABLE, "Item": [] }).to_string()),
        };
        self.ask_text(operation, &body);
    }

    /// Creates or deletes an index or a table, or changes throughput.
    pub(super) fn change_tables(&mut self) {
        let key = json!([{ "AttributeName": "h", "KeyType": "HASH" }]);
        let definitions = json!([{ "AttributeName": "h", "AttributeType": "S" }]);
        let rate = json!({ "ReadCapacityUnits": 5, "WriteCapacityUnits": 5 + self.random.below(20) });
        let of_index = |update: Value| json!({ "TableName": TABLE, "AttributeDefinitions": definitions, "GlobalSecondaryIndexUpdates": [update] });
        match self.random.below(6) {
            0..=1 => {
                let index = json!({ "IndexName": "ByH", "KeySchema": key, "Projection": { "ProjectionType": "KEYS_ONLY" }, "ProvisionedThroughput": rate });
                self.ask("UpdateTable", &of_index(json!({ "Create": index })))
            }
            2 => self.ask("UpdateTable", &of_index(json!({ "Delete": { "IndexName": "ByH" } }))),
            3 => self.ask("UpdateTable", &json!({ "TableName": TABLE, "ProvisionedThroughput": rate })),
            4 => self.ask(
                "CreateTable",
                &json!({ "TableName": OTHER, "AttributeDefinitions": definitions, "KeySchema": key, "BillingMode": "PAY_PER_REQUEST" }),
            ),
            _ => self.ask("DeleteTable", &json!({ "TableName": OTHER })),
        };
    }

    pub(super) fn read_stream(&mut self) {
        let stream = self.ask("DescribeTable", &json!({ "TableName": TABLE }))["Table"]["LatestStreamArn"].clone();
        let shards = self.ask("DescribeStream", &json!({ "StreamArn": stream }));
        let shard = shards["StreamDescription"]["Shards"][0]["ShardId"].clone();
        let from = json!({ "StreamArn": stream, "ShardId": shard, "ShardIteratorType": "TRIM_HORIZON" });
        let iterator = self.ask("GetShardIterator", &from)["ShardIterator"].clone();
        for _ in 0..self.random.below(8) {
            self.ask("GetRecords", &json!({ "ShardIterator": iterator, "Limit": 5 }));
        }
    }

    /// Starts a load, and sends its first requests.
    pub(super) fn begin_load(&mut self) {
        let string = |name: &str| KeyName::string(name);
        let plan = LoadPlan {
            target: Target {
                of_indexes: if self.random.below(2) == 0 {
                    vec![string("g")]
                } else {
                    Vec::new()
                },
                ..Target::strings(TABLE, "pk", Some("sk"))
            },
            rate: Rate {
                arrivals: if self.random.below(2) == 0 {
                    Arrivals::Even
                } else {
                    Arrivals::Independent
                },
                ..Rate::steady(u32::try_from(1 + self.random.below(60)).unwrap_or(1))
            },
            from: self.now(),
            span: Duration::from_millis(500 + self.random.below(6_000)),
            keys: match self.random.below(3) {
                0 => KeyChoice::Zipf {
                    values: 20,
                    quarters: 4,
                },
                1 => KeyChoice::Hot { values: 9, percent: 80 },
                _ => KeyChoice::Uniform { values: 30 },
            },
            sorts: KeyChoice::Uniform { values: 6 },
            sizes: Sizes { least: 1, most: 1_500 },
            mix: Mix(vec![
                (Action::Put, 5),
                (Action::Update, 2),
                (Action::Get, 2),
                (Action::Query, 1),
                (Action::Delete, 1),
            ]),
            suffixes: None,
            consistent: self.random.below(2) == 0,
            retries: (self.random.below(2) == 0).then(|| Retries {
                attempts: u8::try_from(1 + self.random.below(5)).unwrap_or(1),
                base: Duration::from_millis(self.random.below(300)),
            }),
        };
        let seed = self.random.next_u64();
        self.timeline.begin_load(plan, seed);
        let until = self.now() + Duration::from_millis(self.random.below(800));
        self.send_due(until);
    }

    /// Sends the requests that are due by then, or only some of them: a page can be delayed.
    pub(super) fn send_due(&mut self, until: hashrange_time::Timestamp) {
        let most = if self.random.below(4) == 0 {
            self.random.below(5)
        } else {
            u64::MAX
        };
        let budget = Budget {
            steps: if self.random.below(4) == 0 { 2 } else { usize::MAX },
        };
        let mut sent = 0;
        while sent < most {
            match self.timeline.send_next(until, budget) {
                Sending::Sent(fate) => {
                    sent += 1;
                    self.result.loaded += 1;
                    self.result.throttled += u64::from(matches!(fate, hashrange_workload::Fate::Throttled(_)));
                }
                Sending::OutOfBudget(_) => {}
                Sending::Due(_) | Sending::Ended => return,
            }
        }
    }

    pub(super) fn change_settings(&mut self) {
        let mut settings = self.timeline.settings().clone();
        match self.random.below(3) {
            0 => {
                settings.physics.throttling.mode = match self.random.below(3) {
                    0 => Throttling::Off,
                    1 => Throttling::Split,
                    _ => Throttling::Adaptive,
                }
            }
            1 => settings.limits.account_units = 40_000 + self.random.below(9),
            _ => settings.physics.transaction = Duration::from_millis(self.random.below(3_000)),
        }
        self.timeline.change(&settings);
    }

    /// Goes into the past, and optionally acts there.
    pub(super) fn go_back(&mut self) -> Result<(), String> {
        let gone = match self.random.below(4) {
            0 => {
                let place = self.timeline.undo_place();
                place.map_or(Ok(()), |place| self.timeline.go_to(place))
            }
            1 => self.timeline.go_to(self.random.below(self.timeline.end() + 1)),
            _ => {
                let ends = self.timeline.steps().next_back().map_or(self.now(), Record::ends);
                let far = (ends - super::START).micros().min(30_000_000);
                self.timeline
                    .go_to_time(ends - Duration::from_micros(self.random.below(far + 1)))
            }
        };
        gone.map_err(|error| error.to_string())?;
        if self.random.below(3) == 0 {
            return self.timeline.go_to(u64::MAX).map_err(|error| error.to_string());
        }
        // An action is necessary there: a past state that is only viewed leaves no record.
        match self.random.below(4) {
            0 => self.wrong_request(),
            1 => self.begin_load(),
            2 => self.change_settings(),
            _ => self.request(),
        }
        Ok(())
    }
}
