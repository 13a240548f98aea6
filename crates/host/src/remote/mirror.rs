//! The mirror of a remote workspace: an engine with the endpoint's tables and the items loaded so far.
//!
//! Owns the effects of requests, and how the mirror follows them. Must not know how the endpoint is called.

use hashrange_copy::TableOf;
use hashrange_endpoint::Settings;
use hashrange_time::{Duration, Timestamp};
use hashrange_wire::{JsonTree, item_to_json};

use super::connection::{Mirrored, Remote, ScanPage};
use crate::core::Core;
use crate::workspace::Workspace;

/// The effect of a request, if it succeeds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// Nothing.
    None,
    /// One item of a table, identified by a JSON object that contains its key.
    Item {
        /// The table.
        table: String,
        /// The object.
        key: String,
    },
    /// Several items of these tables, or of unknown ones.
    Items {
        /// The tables; empty if the request does not name them.
        tables: Vec<String>,
    },
    /// Tables.
    Tables {
        /// The table that changes, if the request names one.
        named: Option<String>,
    },
}

/// Operations that only read.
const READS: [&str; 5] = ["GetItem", "BatchGetItem", "TransactGetItems", "Query", "Scan"];

/// The effect of a request, if it succeeds.
pub(super) fn effect_of(operation: &str, body: &str) -> Effect {
    if READS.contains(&operation)
        || ["Describe", "List", "Get"]
            .iter()
            .any(|start| operation.starts_with(start))
    {
        return Effect::None;
    }
    let body = JsonTree::parse(body).unwrap_or_default();
    let item = |member: &str| {
        Some(Effect::Item {
            table: body.text_of("TableName")?.to_owned(),
            key: body.member(member)?.to_json(),
        })
    };
    match operation {
        "PutItem" => item("Item").unwrap_or(unknown_items()),
        "UpdateItem" | "DeleteItem" => item("Key").unwrap_or(unknown_items()),
        "BatchWriteItem" => Effect::Items {
            tables: batched_tables(&body),
        },
        "TransactWriteItems" => Effect::Items {
            tables: transacted_tables(&body),
        },
        "ExecuteStatement" if reads_only(&body) => Effect::None,
        "ExecuteStatement" | "BatchExecuteStatement" | "ExecuteTransaction" => unknown_items(),
        _ => Effect::Tables {
            named: ["TableName", "TargetTableName"]
                .iter()
                .find_map(|member| body.text_of(member).map(str::to_owned)),
        },
    }
}

fn unknown_items() -> Effect {
    Effect::Items { tables: Vec::new() }
}

/// The tables of a batch, in the written order.
pub(super) fn batched_tables(body: &JsonTree) -> Vec<String> {
    let tables = body.member("RequestItems").map(JsonTree::members).unwrap_or_default();
    tables.iter().map(|(table, _)| table.clone()).collect()
}

fn transacted_tables(body: &JsonTree) -> Vec<String> {
    let actions = body.member("TransactItems").map(JsonTree::elements).unwrap_or_default();
    let of_action = |action: &JsonTree| {
        let mut members = action.members().iter();
        members.find_map(|(_, member)| member.text_of("TableName").map(str::to_owned))
    };
    let mut tables: Vec<String> = actions.iter().filter_map(of_action).collect();
    hashrange_values::sort(&mut tables);
    tables.dedup();
    tables
}

fn reads_only(body: &JsonTree) -> bool {
    let statement = body.text_of("Statement").unwrap_or_default().trim_start();
    statement
        .get(..6)
        .is_some_and(|word| word.eq_ignore_ascii_case("select"))
}

/// The settings of a mirror: no background work takes time, and nothing is throttled.
pub(super) fn settings(date: u64) -> Settings {
    let start = Timestamp::default() + Duration::from_millis(date);
    Settings {
        start,
        ..Settings::of_preset("instant").unwrap_or_default()
    }
}

/// Creates a table; returns whether the simulation supports tables of this kind.
pub(super) fn create(core: &mut Core, creation: &str) -> bool {
    core.dispatch(0.0, "CreateTable", creation).answer.exception.is_none()
}

/// Puts an item of the endpoint; returns whether the simulation accepts it.
pub(super) fn put(core: &mut Core, table: &str, item: &str) -> bool {
    let body = format!(r#"{{"TableName":{},"Item":{item}}}"#, super::calls::quoted(table));
    core.dispatch(0.0, "PutItem", &body).answer.exception.is_none()
}

/// Deletes an item.
pub(super) fn delete(core: &mut Core, table: &str, key: &str) {
    let body = format!(r#"{{"TableName":{},"Key":{key}}}"#, super::calls::quoted(table));
    core.dispatch(0.0, "DeleteItem", &body);
}

/// Deletes all items of a table. The table stays, so that views of it keep what was typed.
pub(super) fn empty(core: &mut Core, table: &str) {
    let Some(view) = core.engine().table(table) else { return };
    let items: Vec<String> = view.items().map(|(item, _)| item_to_json(item)).collect();
    for item in items {
        if let Some(key) = key_of(core, table, &item) {
            delete(core, table, &key);
        }
    }
}

/// The key of an item, as JSON, from an object that contains its attributes.
pub(super) fn key_of(core: &Core, table: &str, item: &str) -> Option<String> {
    let keys = core.engine().table(table)?.keys().clone();
    let item = JsonTree::parse(item).ok()?;
    let mut key = Vec::new();
    for name in keys.partition.iter().chain(&keys.sort).map(|key| key.name.as_str()) {
        key.push((name, item.member(name)?.clone()));
    }
    Some(JsonTree::object(key).to_json())
}

impl Workspace {
    /// Adds a page of a table's items.
    ///
    /// # Errors
    /// When the page ends where an earlier page ended.
    pub(super) fn take_page(&mut self, table: &str, page: ScanPage) -> Result<(), String> {
        let mirrored = self.remote.as_mut().and_then(|remote| known(remote, table));
        if let (Some(mirrored), Some(next)) = (mirrored, &page.next) {
            let advances = mirrored.pages.take(next);
            advances.map_err(|endless| format!("The response to Scan is invalid: {endless}."))?;
        }
        let taken = page
            .items
            .iter()
            .filter(|item| put(&mut self.core, table, item))
            .count();
        let known = self.remote.as_mut().and_then(|remote| known(remote, table));
        if let Some(known) = known {
            known.loaded += taken as u64;
            known.refused += page.items.len().saturating_sub(taken) as u64;
            known.next = page.next.map(Some);
        }
        Ok(())
    }

    /// Adds the definition of a new or changed table.
    pub(super) fn take_table(&mut self, table: &TableOf) {
        let body = format!(r#"{{"TableName":{}}}"#, super::calls::quoted(&table.name));
        let mirrored = self.core.dispatch(0.0, "DescribeTable", &body).answer.body;
        let is_same = hashrange_copy::table_of(&mirrored).is_ok_and(|mirrored| mirrored.creation == table.creation);
        let Some(remote) = self.remote.as_mut().filter(|_| !is_same) else {
            return;
        };
        match known(remote, &table.name) {
            Some(known) => drop(known.forget()),
            None => remote.tables.push(Mirrored::new(&table.name)),
        }
        self.core.dispatch(0.0, "DeleteTable", &body);
        create(&mut self.core, &table.creation);
    }

    /// Deletes the tables that the endpoint no longer has.
    pub(super) fn keep_tables(&mut self, names: &[String]) {
        let Some(remote) = &mut self.remote else { return };
        let gone: Vec<Mirrored> = remote
            .tables
            .extract_if(.., |table| !names.contains(&table.name))
            .collect();
        for Mirrored { name, .. } in gone {
            let body = format!(r#"{{"TableName":{}}}"#, super::calls::quoted(&name));
            self.core.dispatch(0.0, "DeleteTable", &body);
        }
    }
}

fn known<'a>(remote: &'a mut Remote, table: &str) -> Option<&'a mut Mirrored> {
    remote.tables.iter_mut().find(|known| known.name == table)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_effect_of_a_request_follows_from_its_operation() {
        let put = effect_of("PutItem", r#"{"TableName":"T","Item":{"Id":{"S":"a"}}}"#);
        assert_eq!(
            put,
            Effect::Item {
                table: "T".to_owned(),
                key: r#"{"Id":{"S":"a"}}"#.to_owned()
            }
        );
        let items = |names: &[&str]| Effect::Items {
            tables: names.iter().map(|&name| name.to_owned()).collect(),
        };
        let tables = |name: Option<&str>| Effect::Tables {
            named: name.map(str::to_owned),
        };
        for (operation, body, effect) in [
            ("Query", "{}", Effect::None),
            ("DescribeTable", "{}", Effect::None),
            ("ListTables", "{}", Effect::None),
            ("PutItem", "no JSON", items(&[])),
            ("BatchWriteItem", "{}", items(&[])),
            (
                "BatchWriteItem",
                r#"{"RequestItems":{"T":[],"U":[]}}"#,
                items(&["T", "U"]),
            ),
            (
                "TransactWriteItems",
                r#"{"TransactItems":[{"Put":{"TableName":"T"}},{"Delete":{"TableName":"T"}}]}"#,
                items(&["T"]),
            ),
            ("ExecuteStatement", r#"{"Statement":" SELECT * FROM T"}"#, Effect::None),
            ("ExecuteStatement", r#"{"Statement":"DELETE FROM T"}"#, items(&[])),
            ("UpdateTimeToLive", "{}", tables(None)),
            ("UpdateTable", r#"{"TableName":"T"}"#, tables(Some("T"))),
            (
                "RestoreTableFromBackup",
                r#"{"TargetTableName":"R"}"#,
                tables(Some("R")),
            ),
            ("SomethingNew", "{}", tables(None)),
        ] {
            assert_eq!(effect_of(operation, body), effect, "{operation}");
        }
    }
}
