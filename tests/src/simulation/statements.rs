//! The simulator's statements: reads and writes that the model supports, in PartiQL.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::draw::{self, once_in, pick};
use super::requests::{MOST_PAGES, draw_read, key_condition, returnable};
use super::{QUIET, Simulation};
use crate::model::condition::{Condition, Path, Placeholders};
use crate::model::read::Read;
use crate::model::several::{Change, Member, TransactionOutcome};
use crate::model::update::{Action, Operand};
use crate::model::value::Attributes;
use crate::model::write::Refusal;

impl Simulation {
    pub(super) fn statement(&mut self) -> Result<(), String> {
        match self.random.below(10) {
            0 | 1 => self.insert(),
            2 => self.update_statement(),
            3 => self.delete_statement(),
            4 => self.transact_reads(),
            5 => self.transact_writes(),
            _ => self.select(),
        }
    }

    fn insert(&mut self) -> Result<(), String> {
        let item = draw::item(&mut self.random, &self.model);
        let condition = Condition::NotExists(self.partition());
        let outcome = self
            .model
            .put(&item, Some(&condition), false)
            .map_err(|exception| match exception {
                "ConditionalCheckFailedException" => "DuplicateItemException",
                other => other,
            });
        let mut out = Placeholders::of_statement();
        let text = insert_text(&item, &mut out);
        self.write_statement(&text, out, outcome)
    }

    /// An UPDATE statement. It does not create a missing item.
    fn update_statement(&mut self) -> Result<(), String> {
        let (key, condition) = (self.key(), self.condition_without_keys());
        let actions = speakable(draw::update(&mut self.random));
        let returned = *pick(&mut self.random, returnable(&actions));
        let all = self.there(condition.clone());
        let outcome = self.model.update(&key, &actions, Some(&all), returned);
        let mut out = Placeholders::of_statement();
        let mut text = update_text(&key, &actions, condition, &mut out);
        if returned != "NONE" {
            let words = returned.replace("UPDATED", "MODIFIED").replace('_', " ");
            text.push_str(&format!(" RETURNING {words} *"));
        }
        self.write_statement(&text, out, outcome)
    }

    /// A DELETE statement. Further conditions apply only to an existing item.
    fn delete_statement(&mut self) -> Result<(), String> {
        let (key, condition) = (self.key(), self.condition_without_keys());
        let old = once_in(&mut self.random, 2);
        let all = self.gone(condition.clone());
        let outcome = self.model.delete(&key, all.as_ref(), old);
        let mut out = Placeholders::of_statement();
        let returning = if old { " RETURNING ALL OLD *" } else { "" };
        let text = format!(
            "DELETE FROM Simulated WHERE {}{returning}",
            item(&key, condition, &mut out)
        );
        self.write_statement(&text, out, outcome)
    }

    /// A Query or a complete Scan, continued with its tokens.
    fn select(&mut self) -> Result<(), String> {
        let query = !once_in(&mut self.random, 4);
        let mut read = draw_read(&mut self.random, &self.model, query);
        (read.count_only, read.all_attributes, read.segment) = (false, false, None);
        if !query {
            read.filter = None;
        }
        let body = self.select_request(&read);
        let global = read.index.is_some_and(|position| !self.model.indexes[position].local);
        let after = if global && self.delayed { QUIET } else { 0 };
        let mut token = None;
        for _ in 0..MOST_PAGES {
            let page = self.model.read(&read, self.page_bytes);
            let mut expected = page.answer;
            for member in ["Count", "ScannedCount"] {
                expected.as_object_mut().map(|members| members.remove(member));
            }
            if page.last.is_some() {
                expected["NextToken"] = json!("$any");
            }
            let mut body = body.clone();
            if let Some(token) = token {
                body["NextToken"] = token;
            }
            let answer = self.send("ExecuteStatement", body, &expected, after)?;
            token = Some(answer["NextToken"].clone());
            match page.last {
                Some(last) => read.start = Some(last),
                None => break,
            }
        }
        Ok(())
    }

    fn transact_reads(&mut self) -> Result<(), String> {
        let gets: Vec<_> = self.keys().into_iter().map(|key| (key, self.names())).collect();
        let statement = |(key, names): &(Attributes, Option<BTreeSet<String>>)| {
            let mut out = Placeholders::of_statement();
            let columns = columns(names.as_ref(), &mut out);
            member(
                &format!("SELECT {columns} FROM Simulated WHERE {}", item(key, None, &mut out)),
                out,
            )
        };
        let statements: Vec<Value> = gets.iter().map(statement).collect();
        let body = json!({ "TransactStatements": statements, "ReturnConsumedCapacity": "INDEXES" });
        match self.model.transact_get(&gets) {
            Ok(expected) => self.send("ExecuteTransaction", body, &expected, 0).map(drop),
            Err(exception) => self.send_refused("ExecuteTransaction", body, exception),
        }
    }

    /// A transaction. Half of them have a token, and some of these are sent again.
    fn transact_writes(&mut self) -> Result<(), String> {
        let count = 1 + self.random.below(3);
        let (members, statements): (Vec<Member>, Vec<Value>) = (0..count).map(|_| self.member_statement()).unzip();
        let mut body = json!({ "TransactStatements": statements, "ReturnConsumedCapacity": "INDEXES" });
        let token = once_in(&mut self.random, 2);
        if token {
            body["ClientRequestToken"] = json!(format!("token {}", self.sent.len()));
        }
        match self.model.transact_write(&members) {
            TransactionOutcome::Done { mut answer, mut again } => {
                (answer["Responses"], again["Responses"]) = (json!([]), json!([]));
                self.send("ExecuteTransaction", body.clone(), &answer, 0)?;
                if token && once_in(&mut self.random, 2) {
                    self.send("ExecuteTransaction", body, &again, 0)?;
                }
                Ok(())
            }
            TransactionOutcome::Refused(exception) => self.send_refused("ExecuteTransaction", body, exception),
            TransactionOutcome::Cancelled(mut reasons) => {
                for (reason, member) in reasons.iter_mut().zip(&members) {
                    if matches!(member.change, Change::Put(_)) && reason["Code"] == "ConditionalCheckFailed" {
                        *reason = json!({ "Code": "DuplicateItem", "Item": "$absent" });
                    }
                }
                let expected = json!({ "CancellationReasons": reasons });
                self.send_refused_with("ExecuteTransaction", body, "TransactionCanceledException", &expected)
            }
        }
    }

    /// A member of a transaction, for the model and as a statement.
    fn member_statement(&mut self) -> (Member, Value) {
        let Member { change, all_old, .. } = self.member();
        let mut condition = self.condition_without_keys();
        while condition.is_none() && matches!(change, Change::Check(_)) {
            condition = self.condition_without_keys();
        }
        let mut out = Placeholders::of_statement();
        let (change, condition, text) = match change {
            Change::Put(new) => {
                let text = insert_text(&new, &mut out);
                (Change::Put(new), Some(Condition::NotExists(self.partition())), text)
            }
            Change::Delete(key) => {
                let text = format!(
                    "DELETE FROM Simulated WHERE {}",
                    item(&key, condition.clone(), &mut out)
                );
                (Change::Delete(key), self.gone(condition), text)
            }
            Change::Update(key, actions) => {
                let actions = speakable(actions);
                let text = update_text(&key, &actions, condition.clone(), &mut out);
                (Change::Update(key, actions), Some(self.there(condition)), text)
            }
            Change::Check(key) => {
                let asked = item(&key, condition.clone(), &mut out);
                (
                    Change::Check(key),
                    condition,
                    format!("EXISTS(SELECT * FROM Simulated WHERE {asked})"),
                )
            }
        };
        let mut statement = member(&text, out);
        if all_old {
            statement["ReturnValuesOnConditionCheckFailure"] = json!("ALL_OLD");
        }
        (
            Member {
                change,
                condition,
                all_old,
            },
            statement,
        )
    }

    fn select_request(&self, read: &Read) -> Value {
        let target = read.index.map(|position| &self.model.indexes[position]);
        let mut out = Placeholders::of_statement();
        let columns = columns(read.names.as_ref(), &mut out);
        let source = target.map_or(String::new(), |index| format!(".\"{}\"", index.name));
        let mut text = format!("SELECT {columns} FROM \"Simulated\"{source}");
        if let Some(keys) = key_condition(&self.model, read, &mut out) {
            text.push_str(&format!(" WHERE {keys}"));
            if let Some(filter) = &read.filter {
                text.push_str(&format!(" AND ({})", filter.write(&mut out)));
            }
            let partition = target.map_or(&self.model.partition, |index| &index.partition);
            let sort = target.map_or(self.model.sort.as_ref(), |index| index.sort.as_ref());
            if read.backward {
                text.push_str(&format!(
                    " ORDER BY {} DESC",
                    out.path(&Path::top(&sort.unwrap_or(partition).name))
                ));
            }
        }
        let mut body = json!({ "Statement": text, "ConsistentRead": read.strong, "ReturnConsumedCapacity": "INDEXES" });
        if let Some(limit) = read.limit {
            body["Limit"] = json!(limit);
        }
        out.put_into(&mut body);
        body
    }

    fn write_statement(
        &mut self,
        text: &str,
        out: Placeholders,
        outcome: Result<Value, Refusal>,
    ) -> Result<(), String> {
        let mut body = json!({ "Statement": text, "ReturnConsumedCapacity": "INDEXES" });
        out.put_into(&mut body);
        match outcome {
            Ok(answer) => {
                let items: Vec<&Value> = answer.get("Attributes").into_iter().collect();
                let expected = json!({ "Items": items, "ConsumedCapacity": answer["ConsumedCapacity"] });
                self.send("ExecuteStatement", body, &expected, 0).map(drop)
            }
            Err(exception) => self.send_refused("ExecuteStatement", body, exception),
        }
    }

    /// A condition: the item exists, and the condition is true.
    fn there(&self, condition: Option<Condition>) -> Condition {
        let there = Condition::Exists(self.partition());
        match condition {
            Some(condition) => Condition::And(Box::new(there), Box::new(condition)),
            None => there,
        }
    }

    /// A condition: the item does not exist, or the condition is true.
    fn gone(&self, condition: Option<Condition>) -> Option<Condition> {
        let gone = Box::new(Condition::NotExists(self.partition()));
        condition.map(|condition| Condition::Or(gone, Box::new(condition)))
    }

    fn partition(&self) -> Path {
        Path::top(&self.model.partition.name)
    }

    /// A condition without keys, because a second equality on a key would name another item.
    fn condition_without_keys(&mut self) -> Option<Condition> {
        let mut names = draw::all_names(&self.model);
        names.retain(|name| self.model.keys().all(|key| key.name != *name));
        once_in(&mut self.random, 3).then(|| draw::condition(&mut self.random, &names, 2))
    }
}

/// The condition of a statement: the item's key and further conditions.
fn item(key: &Attributes, condition: Option<Condition>, out: &mut Placeholders) -> String {
    let keys = key
        .iter()
        .map(|(name, value)| format!("{} = {}", out.path(&Path::top(name)), out.value(value)));
    let mut parts: Vec<String> = keys.collect();
    parts.extend(condition.map(|condition| format!("({})", condition.write(out))));
    parts.join(" AND ")
}

/// A statement with its parameters.
fn member(text: &str, out: Placeholders) -> Value {
    let mut member = json!({ "Statement": text });
    out.put_into(&mut member);
    member
}

fn columns(names: Option<&BTreeSet<String>>, out: &mut Placeholders) -> String {
    match names {
        None => "*".to_owned(),
        Some(names) => names
            .iter()
            .map(|name| out.path(&Path::top(name)))
            .collect::<Vec<_>>()
            .join(", "),
    }
}

fn insert_text(item: &Attributes, out: &mut Placeholders) -> String {
    let members: Vec<String> = item
        .iter()
        .map(|(name, value)| format!("'{name}': {}", out.value(value)))
        .collect();
    format!("INSERT INTO Simulated VALUE {{{}}}", members.join(", "))
}

fn update_text(key: &Attributes, actions: &[Action], condition: Option<Condition>, out: &mut Placeholders) -> String {
    let changes: Vec<String> = actions.iter().map(|action| change(action, out)).collect();
    format!(
        "UPDATE Simulated {} WHERE {}",
        changes.join(" "),
        item(key, condition, out)
    )
}

/// The actions that PartiQL can express, at least one.
fn speakable(mut actions: Vec<Action>) -> Vec<Action> {
    actions.retain(|action| match action {
        Action::Set(_, Operand::IfNotExists(..)) => false,
        Action::Add(_, value) => value.get("N").is_none(),
        _ => true,
    });
    if actions.is_empty() {
        actions.push(Action::Remove(Path::top("nix")));
    }
    actions
}

fn change(action: &Action, out: &mut Placeholders) -> String {
    let mut set = |name: &str, function: &str, value: &Value| {
        let path = out.path(&Path::top(name));
        format!("SET {path} = {function}({path}, {})", out.value(value))
    };
    match action {
        Action::Add(name, value) => set(name, "set_add", value),
        Action::Delete(name, value) => set(name, "set_delete", value),
        Action::Remove(path) => format!("REMOVE {}", out.path(path)),
        Action::Set(path, operand) => format!("SET {} = {}", out.path(path), operand.write(out)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_carry_their_values_in_order() {
        let mut out = Placeholders::of_statement();
        let condition = Condition::In(Path::top("a"), vec![json!({ "N": "1" }), json!({ "N": "2" })]);
        let key: Attributes = [("pk".to_owned(), json!({ "S": "x" }))].into_iter().collect();
        assert_eq!(
            item(&key, Some(condition), &mut out),
            "\"pk\" = ? AND (\"a\" IN (?, ?))"
        );
        let mut body = json!({});
        out.put_into(&mut body);
        assert_eq!(
            body,
            json!({ "Parameters": [{ "S": "x" }, { "N": "1" }, { "N": "2" }] })
        );
    }
}
