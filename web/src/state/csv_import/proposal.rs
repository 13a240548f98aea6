//! The new table that a draft proposes: its name, a primary key from the file's first rows, and the request that makes it.
//!
//! Must not know how rows are written.

use std::collections::BTreeSet;

use hashrange_protocol::ColumnKind;
use hashrange_values::{AttributeType, AttributeValue, Item, KeyType};
use hashrange_wire::Request;

use super::draft::{Draft, Format};
use super::new_table::NewTable;
use crate::state::design_form::{DesignForm, KeyField};
use crate::state::table_schema::{KeyAttribute, Keys, TableSchema};

/// Rows looked at for a key.
const LOOKED_AT: usize = 1_000;
/// Rows looked at for the keys of a table that is there.
const FITTED: usize = 20;
/// Shortest name of a table (documented).
const SHORTEST_NAME: usize = 3;

impl Draft {
    /// Turns to a new table, with a name that is free and the key that tells the first rows apart.
    pub fn make_table(&mut self, taken: &[String]) {
        let items: Vec<Item> = self.first_items(LOOKED_AT).into_iter().flatten().collect();
        let names = self.key_names();
        let differ = |keys: &[&str]| {
            let values = |item: &Item| keys.iter().map(|key| format!("{:?}", item.get(key))).collect::<Vec<_>>();
            items.iter().map(values).collect::<BTreeSet<_>>().len() == items.len()
        };
        let one = names.iter().find(|name| differ(&[name]));
        let first = names.first();
        let pair = first.and_then(|first| names.iter().find(|name| *name != first && differ(&[first, name])));
        let (partition, sort) = one.map_or((first, pair), |one| (Some(one), None));
        self.create = Some(NewTable {
            name: free_name(&self.source.name, taken),
            partition: partition.cloned().unwrap_or_default(),
            sort: sort.cloned(),
        });
        self.follow_new();
    }

    /// Changes the new table; columns that are its keys take their types.
    pub fn edit_new(&mut self, change: impl FnOnce(&mut NewTable)) {
        if let Some(new) = &mut self.create {
            change(new);
        }
        self.follow_new();
    }

    /// The keys of the new table follow their columns, which had these names before.
    pub(super) fn follow_renamed(&mut self, before: &[String]) {
        let columns = &self.plan.columns;
        let now = |name: &String| {
            let at = before.iter().position(|one| one == name)?;
            columns.get(at).map(|column| column.name.clone())
        };
        if let Some(new) = &mut self.create {
            new.partition = now(&new.partition).unwrap_or_else(|| new.partition.clone());
            new.sort = new.sort.as_ref().map(|sort| now(sort).unwrap_or_else(|| sort.clone()));
            self.follow_new();
        }
    }

    fn follow_new(&mut self) {
        self.table = self.create.as_ref().map(|new| new.name.clone());
        let schema = self.new_schema();
        self.adapt(schema.as_ref());
    }

    /// Attributes that every one of the first rows has as a text or number: they can be keys.
    #[must_use]
    pub fn key_names(&self) -> Vec<String> {
        let items: Vec<Item> = self.first_items(LOOKED_AT).into_iter().flatten().collect();
        let names: Vec<String> = match self.format {
            Format::Csv => self.plan.columns.iter().map(|column| column.name.clone()).collect(),
            _ => items.first().map(|item| item.iter().map(|(name, _)| name.to_string()).collect()).unwrap_or_default(),
        };
        let is_key = |name: &String| {
            items.iter().all(|item| match item.get(name) {
                Some(AttributeValue::S(text)) => !text.is_empty(),
                Some(AttributeValue::N(_)) => true,
                _ => false,
            })
        };
        names.into_iter().filter(is_key).collect()
    }

    /// Whether the file names its attributes: every JSON file does, a CSV file in its header.
    #[must_use]
    pub fn has_names(&self) -> bool {
        self.format != Format::Csv || self.plan.has_header
    }

    /// Whether the first items have the key attributes of a table.
    #[must_use]
    pub fn fits(&self, schema: &TableSchema) -> bool {
        let items = self.first_items(FITTED);
        let has_keys = |item: &Item| schema.keys.iter().all(|key| item.get(&key.name).is_some());
        !items.is_empty() && items.iter().all(|item| item.as_ref().is_ok_and(has_keys))
    }

    /// The new table as it will be.
    #[must_use]
    pub fn new_schema(&self) -> Option<TableSchema> {
        let new = self.create.as_ref()?;
        let key = |name: &String| KeyAttribute { name: name.as_str().into(), kind: self.kind_of_key(name) };
        let keys = Keys { partition: key(&new.partition), sort: new.sort.as_ref().map(key) };
        Some(TableSchema { name: new.name.clone(), id: String::new(), keys, indexes: Vec::new() })
    }

    /// Number where all of the first rows have one, or the column is chosen to be one; else String.
    fn kind_of_key(&self, name: &str) -> KeyType {
        let column = self.plan.columns.iter().find(|column| column.name == name);
        match column.filter(|_| self.format == Format::Csv).map(|column| column.kind) {
            Some(ColumnKind::Number) => return KeyType::N,
            Some(ColumnKind::Auto) | None => {}
            Some(_) => return KeyType::S,
        }
        let is_number = |item: Result<Item, String>| {
            item.is_ok_and(|item| item.get(name).is_some_and(|value| value.attribute_type() == AttributeType::N))
        };
        if self.first_items(LOOKED_AT).into_iter().all(is_number) { KeyType::N } else { KeyType::S }
    }

    /// What is wrong with the new table.
    pub(super) fn new_problems(&self) -> Vec<String> {
        let form = self.design();
        form.map(|form| form.problems().into_iter().map(|(_, words)| words).collect()).unwrap_or_default()
    }

    /// The request that makes the new table.
    #[must_use]
    pub fn create_request(&self) -> Option<Request> {
        Some(Request::CreateTable(self.design()?.to_request()))
    }

    fn design(&self) -> Option<DesignForm> {
        let schema = self.new_schema()?;
        let field = |key: KeyAttribute| KeyField { name: key.name.to_string(), kind: key.kind };
        let mut form = DesignForm::default();
        (form.table_name, form.partition) = (schema.name, field(schema.keys.partition));
        form.sort = schema.keys.sort.map(field);
        Some(form)
    }
}

/// The file's name as a table may be named, and none that is taken.
fn free_name(file: &str, taken: &[String]) -> String {
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    let allowed = |letter: char| if letter.is_ascii_alphanumeric() || "_.-".contains(letter) { letter } else { '-' };
    let mut name: String = stem.chars().map(allowed).take(200).collect();
    if name.len() < SHORTEST_NAME {
        name.push_str("-items");
    }
    let is_free = |name: &String| !taken.contains(name);
    let numbered = (2..).map(|number: u32| format!("{name}-{number}")).find(is_free);
    if is_free(&name) { name } else { numbered.unwrap_or_default() }
}
