//! The simulator's requests: draws them, runs them on the model, sends them and compares the responses.

use std::collections::BTreeSet;

use hashrange_time::Random;
use serde_json::{Value, json};

use super::draw::{self, once_in, pick};
use super::{QUIET, Simulation};
use crate::model::condition::{Condition, Path, Placeholders};
use crate::model::read::{Read, SortTest};
use crate::model::value::Attributes;
use crate::model::{Table, object, update};

/// The maximum number of pages of a read.
pub(super) const MOST_PAGES: usize = 40;

impl Simulation {
    pub(super) fn one_request(&mut self) -> Result<(), String> {
        match self.random.below(100) {
            0..=24 => self.put(),
            25..=37 => self.update(),
            38..=42 => self.delete(),
            43..=47 => self.get(),
            48..=51 => self.batch_write(),
            52..=54 => self.batch_get(),
            55..=60 => self.transact_write(),
            61..=63 => self.transact_get(),
            64..=77 => self.statement(),
            78..=90 => self.read(true),
            _ => self.read(false),
        }
    }

    pub(super) fn condition(&mut self) -> Option<Condition> {
        let names = draw::all_names(&self.model);
        once_in(&mut self.random, 3).then(|| draw::condition(&mut self.random, &names, 2))
    }

    /// A key, which exists two times out of three.
    pub(super) fn key(&mut self) -> Attributes {
        if self.model.items.is_empty() || once_in(&mut self.random, 3) {
            return draw::key(&mut self.random, &self.model);
        }
        let item = pick(&mut self.random, &self.model.items);
        self.model.key_of(item)
    }

    fn write(
        &mut self,
        operation: &'static str,
        mut body: Value,
        condition: Option<&Condition>,
        mut placeholders: Placeholders,
        outcome: Result<Value, &'static str>,
    ) -> Result<(), String> {
        body["TableName"] = json!(self.model.name);
        body["ReturnConsumedCapacity"] = json!("INDEXES");
        if let Some(condition) = condition {
            body["ConditionExpression"] = json!(condition.write(&mut placeholders));
        }
        placeholders.put_into(&mut body);
        match outcome {
            Ok(expected) => self.send(operation, body, &expected, 0).map(drop),
            Err(exception) => self.send_refused(operation, body, exception),
        }
    }

    fn put(&mut self) -> Result<(), String> {
        let item = draw::item(&mut self.random, &self.model);
        let condition = self.condition();
        let old = once_in(&mut self.random, 2);
        let outcome = self.model.put(&item, condition.as_ref(), old);
        let body = json!({ "Item": object(&item), "ReturnValues": if old { "ALL_OLD" } else { "NONE" } });
        self.write("PutItem", body, condition.as_ref(), Placeholders::default(), outcome)
    }

    fn delete(&mut self) -> Result<(), String> {
        let (key, condition) = (self.key(), self.condition());
        let old = once_in(&mut self.random, 2);
        let outcome = self.model.delete(&key, condition.as_ref(), old);
        let body = json!({ "Key": object(&key), "ReturnValues": if old { "ALL_OLD" } else { "NONE" } });
        self.write("DeleteItem", body, condition.as_ref(), Placeholders::default(), outcome)
    }

    fn update(&mut self) -> Result<(), String> {
        let (key, condition) = (self.key(), self.condition());
        let actions = draw::update(&mut self.random);
        let returned = *pick(&mut self.random, returnable(&actions));
        let outcome = self.model.update(&key, &actions, condition.as_ref(), returned);
        let mut placeholders = Placeholders::default();
        let expression = update::write(&actions, &mut placeholders);
        let body = json!({ "Key": object(&key), "ReturnValues": returned, "UpdateExpression": expression });
        self.write("UpdateItem", body, condition.as_ref(), placeholders, outcome)
    }

    fn get(&mut self) -> Result<(), String> {
        let key = self.key();
        let strong = once_in(&mut self.random, 2);
        let all = draw::all_names(&self.model);
        let names = once_in(&mut self.random, 2).then(|| draw::projection(&mut self.random, &all));
        let expected = self.model.get(&key, names.as_ref(), strong);
        let mut body = json!({
            "TableName": self.model.name, "Key": object(&key), "ConsistentRead": strong, "ReturnConsumedCapacity": "INDEXES",
        });
        let mut placeholders = Placeholders::default();
        put_projection(&mut body, names.as_ref(), &mut placeholders);
        placeholders.put_into(&mut body);
        self.send("GetItem", body, &expected, 0).map(drop)
    }

    /// A Query or Scan, continued page by page.
    fn read(&mut self, query: bool) -> Result<(), String> {
        let mut read = draw_read(&mut self.random, &self.model, query);
        let global = read.index.is_some_and(|position| !self.model.indexes[position].local);
        for _ in 0..MOST_PAGES {
            let mut page = self.model.read(&read, self.page_bytes);
            // At most one item, so there is no LastEvaluatedKey.
            if query && read.index.is_none() && self.model.sort.is_none() {
                page.answer["LastEvaluatedKey"] = json!("$absent");
                page.last = None;
            }
            let body = request(&self.model, &read);
            let after = if global && self.delayed { QUIET } else { 0 };
            let operation = if query { "Query" } else { "Scan" };
            if read.segment.is_some() {
                self.read_segment(body, page.answer, after)?;
            } else {
                self.send(operation, body, &page.answer, after)?;
            }
            match page.last {
                Some(last) => read.start = Some(last),
                None => break,
            }
        }
        Ok(())
    }

    /// A segment may start and end inside a partition, so this model does not predict its cost.
    fn read_segment(&mut self, body: Value, mut expected: Value, after: u64) -> Result<(), String> {
        expected["ConsumedCapacity"] = json!("$any");
        self.send("Scan", body, &expected, after).map(drop)
    }
}

/// The return values of an update that the model supports. The suite shows what an update of a document path returns.
pub(super) fn returnable(actions: &[update::Action]) -> &'static [&'static str] {
    let nested = actions.iter().any(|action| match action {
        update::Action::Set(path, _) | update::Action::Remove(path) => path.member.is_some(),
        _ => false,
    });
    let all = &["NONE", "ALL_OLD", "ALL_NEW", "UPDATED_OLD", "UPDATED_NEW"];
    if nested { &all[..3] } else { all }
}

pub(super) fn draw_read(random: &mut Random, table: &Table, query: bool) -> Read {
    let index = match table.indexes.len() as u64 {
        0 => None,
        count => (!once_in(random, 3)).then(|| random.below(count) as usize),
    };
    let target = index.map(|position| &table.indexes[position]);
    let mut read = Read {
        index,
        ..Read::default()
    };
    if query {
        let partition = target.map_or(&table.partition, |index| &index.partition);
        let sort = target.map_or(table.sort.as_ref(), |index| index.sort.as_ref());
        read.partition = Some(draw::key_value(random, partition.kind));
        read.sort = sort
            .filter(|_| once_in(random, 2))
            .map(|key| draw::sort_test(random, key));
        read.backward = once_in(random, 2);
    } else if once_in(random, 4) {
        let total = 1 + random.below(5);
        read.segment = Some((random.below(total), total));
    }
    if once_in(random, 3) {
        let names = draw::filter_names(table, target, query);
        if !names.is_empty() {
            read.filter = Some(draw::condition(random, &names, 2));
        }
    }
    read.limit = once_in(random, 2).then(|| 1 + random.below(4));
    read.strong = target.is_none_or(|index| index.local) && once_in(random, 2);
    let local = target.is_some_and(|index| index.local);
    let mut askable = draw::all_names(table);
    if let Some(index) = target.filter(|index| !index.local) {
        askable.retain(|name| index.holds(table, name));
    }
    match random.below(5) {
        0 => read.count_only = true,
        1 | 2 if !askable.is_empty() => read.names = Some(draw::projection(random, &askable)),
        3 if local => read.all_attributes = true,
        _ => {}
    }
    read
}

fn request(table: &Table, read: &Read) -> Value {
    let target = read.index.map(|position| &table.indexes[position]);
    let mut body = json!({ "TableName": table.name, "ReturnConsumedCapacity": "INDEXES" });
    let mut placeholders = Placeholders::default();
    if let Some(index) = target {
        body["IndexName"] = json!(index.name);
    }
    if let Some(text) = key_condition(table, read, &mut placeholders) {
        body["KeyConditionExpression"] = json!(text);
        if read.backward {
            body["ScanIndexForward"] = json!(false);
        }
    }
    if let Some(filter) = &read.filter {
        body["FilterExpression"] = json!(filter.write(&mut placeholders));
    }
    put_projection(&mut body, read.names.as_ref(), &mut placeholders);
    if read.count_only {
        body["Select"] = json!("COUNT");
    }
    if read.all_attributes {
        body["Select"] = json!("ALL_ATTRIBUTES");
    }
    if read.strong {
        body["ConsistentRead"] = json!(true);
    }
    if let Some(limit) = read.limit {
        body["Limit"] = json!(limit);
    }
    if let Some(start) = &read.start {
        body["ExclusiveStartKey"] = object(start);
    }
    if let Some((segment, total)) = read.segment {
        body["Segment"] = json!(segment);
        body["TotalSegments"] = json!(total);
    }
    placeholders.put_into(&mut body);
    body
}

/// The condition on the keys of the table or index that is queried.
pub(super) fn key_condition(table: &Table, read: &Read, placeholders: &mut Placeholders) -> Option<String> {
    let target = read.index.map(|position| &table.indexes[position]);
    let partition = target.map_or(&table.partition, |index| &index.partition);
    let sort = target.map_or(table.sort.as_ref(), |index| index.sort.as_ref());
    let value = read.partition.as_ref()?;
    let mut text = format!(
        "{} = {}",
        placeholders.path(&Path::top(&partition.name)),
        placeholders.value(value)
    );
    if let (Some(test), Some(key)) = (&read.sort, sort) {
        let path = placeholders.path(&Path::top(&key.name));
        text.push_str(" AND ");
        text.push_str(&match test {
            SortTest::Compare(operator, value) => format!("{path} {operator} {}", placeholders.value(value)),
            SortTest::Between(low, high) => {
                format!(
                    "{path} BETWEEN {} AND {}",
                    placeholders.value(low),
                    placeholders.value(high)
                )
            }
            SortTest::BeginsWith(start) => format!("begins_with({path}, {})", placeholders.value(start)),
        });
    }
    Some(text)
}

pub(super) fn put_projection(body: &mut Value, names: Option<&BTreeSet<String>>, placeholders: &mut Placeholders) {
    if let Some(names) = names {
        let names: Vec<String> = names.iter().map(|name| placeholders.path(&Path::top(name))).collect();
        body["ProjectionExpression"] = json!(names.join(", "));
    }
}
