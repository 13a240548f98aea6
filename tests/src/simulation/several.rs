//! The simulator's batches and transactions. Members share few keys, so that some requests name a key twice.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::Simulation;
use super::draw::{self, once_in};
use super::requests::put_projection;
use crate::model::condition::Placeholders;
use crate::model::several::{Change, Member, TransactionOutcome};
use crate::model::value::Attributes;
use crate::model::{object, update};

impl Simulation {
    pub(super) fn batch_write(&mut self) -> Result<(), String> {
        let count = 1 + self.random.below(4);
        let changes: Vec<Change> = (0..count).map(|_| self.put_or_delete()).collect();
        let write = |change: &Change| match change {
            Change::Put(item) => json!({ "PutRequest": { "Item": object(item) } }),
            other => json!({ "DeleteRequest": { "Key": object(other.key()) } }),
        };
        let writes: Vec<Value> = changes.iter().map(write).collect();
        let body = json!({ "RequestItems": { self.model.name.clone(): writes }, "ReturnConsumedCapacity": "INDEXES" });
        match self.model.batch_write(&changes) {
            Ok(expected) => self.send("BatchWriteItem", body, &expected, 0).map(drop),
            Err(exception) => self.send_refused("BatchWriteItem", body, exception),
        }
    }

    pub(super) fn batch_get(&mut self) -> Result<(), String> {
        let keys = self.keys();
        let strong = once_in(&mut self.random, 2);
        let names = self.names();
        let mut wanted = json!({ "Keys": keys.iter().map(object).collect::<Vec<_>>(), "ConsistentRead": strong });
        let mut placeholders = Placeholders::default();
        put_projection(&mut wanted, names.as_ref(), &mut placeholders);
        placeholders.put_into(&mut wanted);
        let body = json!({ "RequestItems": { self.model.name.clone(): wanted }, "ReturnConsumedCapacity": "INDEXES" });
        match self.model.batch_get(&keys, names.as_ref(), strong) {
            Ok(expected) => self.send("BatchGetItem", body, &expected, 0).map(drop),
            Err(exception) => self.send_refused("BatchGetItem", body, exception),
        }
    }

    pub(super) fn transact_get(&mut self) -> Result<(), String> {
        let gets: Vec<_> = self.keys().into_iter().map(|key| (key, self.names())).collect();
        let get = |(key, names): &(Attributes, Option<BTreeSet<String>>)| {
            let mut get = json!({ "TableName": self.model.name, "Key": object(key) });
            let mut placeholders = Placeholders::default();
            put_projection(&mut get, names.as_ref(), &mut placeholders);
            placeholders.put_into(&mut get);
            json!({ "Get": get })
        };
        let items: Vec<Value> = gets.iter().map(get).collect();
        let body = json!({ "TransactItems": items, "ReturnConsumedCapacity": "INDEXES" });
        match self.model.transact_get(&gets) {
            Ok(expected) => self.send("TransactGetItems", body, &expected, 0).map(drop),
            Err(exception) => self.send_refused("TransactGetItems", body, exception),
        }
    }

    /// A transaction. Half of them have a token, and some of these are sent again.
    pub(super) fn transact_write(&mut self) -> Result<(), String> {
        let count = 1 + self.random.below(4);
        let members: Vec<Member> = (0..count).map(|_| self.member()).collect();
        let items: Vec<Value> = members.iter().map(|member| self.action(member)).collect();
        let mut body = json!({ "TransactItems": items, "ReturnConsumedCapacity": "INDEXES" });
        let token = once_in(&mut self.random, 2);
        if token {
            body["ClientRequestToken"] = json!(format!("token {}", self.sent.len()));
        }
        match self.model.transact_write(&members) {
            TransactionOutcome::Done { answer, again } => {
                self.send("TransactWriteItems", body.clone(), &answer, 0)?;
                if token && once_in(&mut self.random, 2) {
                    self.send("TransactWriteItems", body, &again, 0)?;
                }
                Ok(())
            }
            TransactionOutcome::Refused(exception) => self.send_refused("TransactWriteItems", body, exception),
            TransactionOutcome::Cancelled(reasons) => {
                let expected = json!({ "CancellationReasons": reasons });
                self.send_refused_with("TransactWriteItems", body, "TransactionCanceledException", &expected)
            }
        }
    }

    fn put_or_delete(&mut self) -> Change {
        if once_in(&mut self.random, 3) {
            Change::Delete(self.key())
        } else {
            Change::Put(draw::item(&mut self.random, &self.model))
        }
    }

    pub(super) fn member(&mut self) -> Member {
        let change = match self.random.below(4) {
            0 => Change::Update(self.key(), draw::update(&mut self.random)),
            1 => Change::Check(self.key()),
            _ => self.put_or_delete(),
        };
        let mut condition = self.condition();
        while condition.is_none() && matches!(change, Change::Check(_)) {
            condition = self.condition();
        }
        Member {
            change,
            condition,
            all_old: once_in(&mut self.random, 2),
        }
    }

    fn action(&self, member: &Member) -> Value {
        let mut placeholders = Placeholders::default();
        let mut body = json!({ "TableName": self.model.name });
        let name = match &member.change {
            Change::Put(item) => {
                body["Item"] = object(item);
                "Put"
            }
            Change::Delete(key) => {
                body["Key"] = object(key);
                "Delete"
            }
            Change::Check(key) => {
                body["Key"] = object(key);
                "ConditionCheck"
            }
            Change::Update(key, actions) => {
                body["Key"] = object(key);
                body["UpdateExpression"] = json!(update::write(actions, &mut placeholders));
                "Update"
            }
        };
        if let Some(condition) = &member.condition {
            body["ConditionExpression"] = json!(condition.write(&mut placeholders));
        }
        if member.all_old {
            body["ReturnValuesOnConditionCheckFailure"] = json!("ALL_OLD");
        }
        placeholders.put_into(&mut body);
        json!({ name: body })
    }

    pub(super) fn keys(&mut self) -> Vec<Attributes> {
        let count = 1 + self.random.below(4);
        (0..count).map(|_| self.key()).collect()
    }

    pub(super) fn names(&mut self) -> Option<BTreeSet<String>> {
        let all = draw::all_names(&self.model);
        once_in(&mut self.random, 2).then(|| draw::projection(&mut self.random, &all))
    }
}
