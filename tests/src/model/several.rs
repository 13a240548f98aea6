//! Batches and transactions of the model: members in sequence, on a copy until all of them are known to be valid.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::condition::Condition;
use super::cost::Cost;
use super::read::picked;
use super::update::{self, Action};
use super::value::{Attributes, item_size};
use super::write::{KeyFault, Refusal};
use super::{Table, object, read_steps, write_units_of};

/// The effect of a member on its item.
#[derive(Clone, Debug)]
pub enum Change {
    /// Puts this item.
    Put(Attributes),
    /// Removes the item with this key.
    Delete(Attributes),
    /// Changes the item with this key.
    Update(Attributes, Vec<Action>),
    /// Leaves the item with this key unchanged.
    Check(Attributes),
}

/// A member of a transaction.
#[derive(Clone, Debug)]
pub struct Member {
    /// The effect.
    pub change: Change,
    /// The condition.
    pub condition: Option<Condition>,
    /// Whether a failed condition returns the item.
    pub all_old: bool,
}

/// The result of a transaction.
#[derive(Clone, Debug)]
pub enum TransactionOutcome {
    /// It succeeded: its response, and the response to the repeated request.
    Done {
        /// The first response.
        answer: Value,
        /// The later responses.
        again: Value,
    },
    /// The request is refused.
    Refused(Refusal),
    /// It was cancelled, for these reasons.
    Cancelled(Vec<Value>),
}

/// The result of a member, or its error.
enum Validated {
    Fine(Option<Attributes>, Option<Attributes>),
    Stopped(Option<Attributes>),
    Fault,
    Refused,
}

impl Table {
    /// BatchWriteItem, with puts and deletes only.
    ///
    /// # Errors
    /// The exception's name.
    pub fn batch_write(&mut self, changes: &[Change]) -> Result<Value, Refusal> {
        if !self.distinct(changes.iter().map(|change| self.key_of(change.key()))) {
            return Err("ValidationException");
        }
        let mut copy = self.clone();
        let mut sum = Cost::default();
        for change in changes {
            let Validated::Fine(before, after) = copy.validate(change, None) else {
                return Err("ValidationException");
            };
            sum.add(&copy.cost(before.as_ref(), after.as_ref()));
            copy.replace(&self.key_of(change.key()), after);
        }
        *self = copy;
        Ok(json!({ "UnprocessedItems": {}, "ConsumedCapacity": [sum.report(&self.name, None)] }))
    }

    /// BatchGetItem, with all attributes or some.
    ///
    /// # Errors
    /// The exception's name.
    pub fn batch_get(
        &self,
        keys: &[Attributes],
        names: Option<&BTreeSet<String>>,
        strong: bool,
    ) -> Result<Value, Refusal> {
        if !self.distinct(keys.iter().cloned()) {
            return Err("ValidationException");
        }
        let found: Vec<Value> = keys
            .iter()
            .filter_map(|key| self.find(key))
            .map(|item| object(&picked(item, names)))
            .collect();
        let steps: u64 = keys
            .iter()
            .map(|key| read_steps(self.find(key).map_or(0, item_size)))
            .sum();
        let units = steps as f64 * if strong { 1.0 } else { 0.5 };
        Ok(json!({
            "Responses": { self.name.clone(): { "$unordered": found } },
            "UnprocessedKeys": {},
            "ConsumedCapacity": [{ "TableName": self.name, "CapacityUnits": units, "Table": { "CapacityUnits": units } }],
        }))
    }

    /// TransactGetItems, with all attributes or some of each item.
    ///
    /// # Errors
    /// The exception's name.
    pub fn transact_get(&self, gets: &[(Attributes, Option<BTreeSet<String>>)]) -> Result<Value, Refusal> {
        if !self.distinct(gets.iter().map(|(key, _)| key.clone())) {
            return Err("ValidationException");
        }
        let answer = |(key, names): &(Attributes, Option<BTreeSet<String>>)| {
            let item = self.find(key).map(|item| picked(item, names.as_ref()));
            match item.filter(|item| names.is_none() || !item.is_empty()) {
                Some(item) => json!({ "Item": object(&item) }),
                None => json!({}),
            }
        };
        let sizes = gets.iter().map(|(key, _)| self.find(key).map_or(0, item_size));
        Ok(json!({
            "Responses": gets.iter().map(answer).collect::<Vec<_>>(),
            "ConsumedCapacity": [self.transactional_reads(sizes)],
        }))
    }

    /// TransactWriteItems.
    pub fn transact_write(&mut self, members: &[Member]) -> TransactionOutcome {
        if !self.distinct(members.iter().map(|member| self.key_of(member.change.key()))) {
            return TransactionOutcome::Refused("ValidationException");
        }
        if let Some(outcome) = self.faults(members) {
            return outcome;
        }
        let mut copy = self.clone();
        let (mut sum, mut sizes, mut reasons) = (Cost::default(), Vec::new(), Vec::new());
        let mut reported = false;
        for member in members {
            let none = json!({ "Code": "None", "Message": "$absent", "Item": "$absent" });
            reasons.push(match self.validate(&member.change, member.condition.as_ref()) {
                Validated::Refused => return TransactionOutcome::Refused("ValidationException"),
                Validated::Fine(before, after) => {
                    let mut cost = self.cost(before.as_ref(), after.as_ref());
                    cost.table = 2 * write_units_of(before.as_ref(), after.as_ref());
                    sum.add(&cost);
                    sizes.push(
                        [&before, &after]
                            .into_iter()
                            .flatten()
                            .map(item_size)
                            .max()
                            .unwrap_or(0),
                    );
                    copy.replace(&self.key_of(member.change.key()), after);
                    none
                }
                Validated::Stopped(item) => {
                    let item = item.filter(|_| member.all_old);
                    let shown = item.map_or(json!("$absent"), |item| json!({ "$exactly": object(&item) }));
                    json!({ "Code": "ConditionalCheckFailed", "Item": shown })
                }
                // Reports only the first fault.
                Validated::Fault if reported => none,
                Validated::Fault => {
                    reported = true;
                    json!({ "Code": "ValidationError", "Message": "$any" })
                }
            });
        }
        if reasons.iter().any(|reason| reason["Code"] != "None") {
            return TransactionOutcome::Cancelled(reasons);
        }
        *self = copy;
        TransactionOutcome::Done {
            answer: json!({ "ConsumedCapacity": [sum.report(&self.name, Some("WriteCapacityUnits"))] }),
            again: json!({ "ConsumedCapacity": [self.transactional_reads(sizes.into_iter())] }),
        }
    }

    /// The result of errors that do not depend on an item. Conditions are not reported with them.
    fn faults(&self, members: &[Member]) -> Option<TransactionOutcome> {
        let mut reasons = Vec::new();
        let mut reported = false;
        for member in members {
            let fault = match &member.change {
                Change::Put(item) => self.key_fault(item).map(faulty),
                Change::Update(_, actions) => self.key_fault(&update::given(actions)).map(faulty),
                _ => None,
            };
            if matches!(fault, Some(Validated::Refused)) {
                return Some(TransactionOutcome::Refused("ValidationException"));
            }
            let first = fault.is_some() && !reported;
            reported |= first;
            reasons.push(match first {
                true => json!({ "Code": "ValidationError", "Message": "$any" }),
                false => json!({ "Code": "None", "Message": "$absent", "Item": "$absent" }),
            });
        }
        reported.then_some(TransactionOutcome::Cancelled(reasons))
    }

    fn validate(&self, change: &Change, condition: Option<&Condition>) -> Validated {
        let before = self.find(&self.key_of(change.key())).cloned();
        if let Change::Put(item) = change
            && let Some(fault) = self.key_fault(item)
        {
            return faulty(fault);
        }
        let nothing = Attributes::new();
        if !condition.is_none_or(|condition| condition.holds(before.as_ref().unwrap_or(&nothing))) {
            return Validated::Stopped(before);
        }
        let after = match change {
            Change::Put(item) => Some(item.clone()),
            Change::Delete(_) => None,
            Change::Check(_) => before.clone(),
            Change::Update(key, actions) => {
                let Ok(after) = update::apply(actions, before.as_ref().unwrap_or(key), before.is_some()) else {
                    return Validated::Fault;
                };
                if let Some(fault) = self.key_fault(&after) {
                    return faulty(fault);
                }
                (before.is_some() || !update::only_clears(actions)).then_some(after)
            }
        };
        Validated::Fine(before, after)
    }

    fn distinct(&self, keys: impl Iterator<Item = Attributes>) -> bool {
        let keys: Vec<Attributes> = keys.collect();
        keys.iter().enumerate().all(|(place, key)| !keys[..place].contains(key))
    }

    fn transactional_reads(&self, sizes: impl Iterator<Item = u64>) -> Value {
        let units = 2 * sizes.map(read_steps).sum::<u64>();
        let arm = json!({ "CapacityUnits": units, "ReadCapacityUnits": units });
        let mut report = arm.clone();
        report["TableName"] = json!(self.name);
        report["Table"] = arm;
        report
    }
}

impl Change {
    /// The key, or the item that contains it.
    #[must_use]
    pub fn key(&self) -> &Attributes {
        match self {
            Self::Put(item) => item,
            Self::Delete(key) | Self::Update(key, _) | Self::Check(key) => key,
        }
    }
}

/// An empty key refuses the request. A key of another type cancels the transaction.
fn faulty(fault: KeyFault) -> Validated {
    match fault {
        KeyFault::Empty => Validated::Refused,
        KeyFault::Type => Validated::Fault,
    }
}
