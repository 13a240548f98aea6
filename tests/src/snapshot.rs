//! Everything that a client can see of a service's state: descriptions of all tables, and all items of tables and
//! indexes.
//!
//! It uses ordinary requests, so that it works for every service. Two equal snapshots mean that nothing visible
//! changed.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::service::Service;

/// The responses, by request.
#[derive(Clone, Debug, PartialEq)]
pub struct Snapshot(BTreeMap<String, Value>);

impl Snapshot {
    /// Reads everything.
    pub fn take(service: &mut dyn Service) -> Self {
        let mut seen = BTreeMap::new();
        for table in tables(service) {
            let description = ask(service, "DescribeTable", &json!({ "TableName": table }));
            let names = ["LocalSecondaryIndexes", "GlobalSecondaryIndexes"]
                .iter()
                .flat_map(|kind| {
                    let indexes = description["Table"][kind].as_array().cloned().unwrap_or_default();
                    indexes.into_iter().map(|index| index["IndexName"].clone())
                });
            for index in names.collect::<Vec<_>>() {
                seen.insert(
                    format!("entries of {table}.{index}"),
                    scan(service, &table, Some(&index)),
                );
            }
            seen.insert(format!("items of {table}"), scan(service, &table, None));
            seen.insert(format!("description of {table}"), description);
        }
        Self(seen)
    }

    /// The difference between this and a later snapshot. `None` if they are equal.
    #[must_use]
    pub fn difference(&self, later: &Self) -> Option<String> {
        let names = self.0.keys().chain(later.0.keys());
        let changed = names.into_iter().find(|name| self.0.get(*name) != later.0.get(*name))?;
        let shown = |value: Option<&Value>| value.map_or_else(|| "nothing".to_owned(), Value::to_string);
        Some(format!(
            "{changed}: was {}, is {}",
            shown(self.0.get(changed)),
            shown(later.0.get(changed))
        ))
    }
}

fn ask(service: &mut dyn Service, operation: &str, request: &Value) -> Value {
    let answer = service.call(operation, &request.to_string());
    serde_json::from_str(&answer.body).unwrap_or(Value::String(answer.body))
}

fn tables(service: &mut dyn Service) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    loop {
        let mut request = json!({});
        if let Some(last) = names.last() {
            request["ExclusiveStartTableName"] = json!(last);
        }
        let answer = ask(service, "ListTables", &request);
        let page = answer["TableNames"].as_array().cloned().unwrap_or_default();
        names.extend(page.iter().filter_map(Value::as_str).map(str::to_owned));
        if answer["LastEvaluatedTableName"].is_null() {
            return names;
        }
    }
}

fn scan(service: &mut dyn Service, table: &str, index: Option<&Value>) -> Value {
    let mut pages = Vec::new();
    let mut request = json!({ "TableName": table });
    match index {
        // An index can be behind by itself. The table's followers must not cause the difference.
        Some(index) => request["IndexName"] = index.clone(),
        None => request["ConsistentRead"] = Value::Bool(true),
    }
    loop {
        let answer = ask(service, "Scan", &request);
        let next = answer["LastEvaluatedKey"].clone();
        pages.push(answer);
        if next.is_null() {
            return Value::Array(pages);
        }
        request["ExclusiveStartKey"] = next;
    }
}
