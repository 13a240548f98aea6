//! The new table that a draft proposes: its name, a primary key from the file's first rows, and the request that
//! creates it.
//!
//! Must not know how rows are written.

use hashrange_protocol::{AttributeSeen, attributes_seen, propose};
use hashrange_values::{Item, KeyType, Text};
use hashrange_wire::Request;

use super::draft::{Draft, Format};
use super::new_table::NewTable;
use crate::state::design_form::{DesignForm, KeyField};
use crate::state::table_schema::{KeyAttribute, Keys, TableSchema};

/// Number of rows checked for a key.
const LOOKED_AT: usize = 1_000;
/// Number of rows checked for the keys of an existing table.
const FITTED: usize = 20;

impl Draft {
    /// Switches to a new table, with a free name and a key that is unique in the first rows.
    pub fn make_table(&mut self, taken: &[String]) {
        let proposal = propose(&self.looked_at(), &self.column_names(), &self.source.name, taken);
        let key = proposal.keys.first();
        self.create = Some(NewTable {
            name: proposal.name,
            partition: key.map(|key| key.partition.to_string()).unwrap_or_default(),
            sort: key.and_then(|key| key.sort.as_ref()).map(Text::to_string),
        });
        self.follow_new();
    }

    fn looked_at(&self) -> Vec<Item> {
        self.first_items(LOOKED_AT).into_iter().flatten().collect()
    }

    fn column_names(&self) -> Vec<Text> {
        let is_csv = self.format == Format::Csv;
        let columns = self.plan.columns.iter().filter(|_| is_csv);
        columns.map(|column| Text::from(column.name.as_str())).collect()
    }

    /// The attributes of the first rows.
    fn seen(&self) -> Vec<AttributeSeen> {
        attributes_seen(&self.looked_at(), &self.column_names())
    }

    /// Changes the new table. Columns that are its keys get their types.
    pub fn edit_new(&mut self, change: impl FnOnce(&mut NewTable)) {
        if let Some(new) = &mut self.create {
            change(new);
        }
        self.follow_new();
    }

    /// Updates the new table's keys after columns were renamed. `before` has the old names.
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

    /// Attributes that each of the first rows has with a type that a key can have.
    #[must_use]
    pub fn key_names(&self) -> Vec<String> {
        let keys = self.seen().into_iter().filter(|seen| seen.key.is_some());
        keys.map(|seen| seen.name.to_string()).collect()
    }

    /// Whether the file has attribute names: every JSON file, and a CSV file with a header.
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

    /// The schema of the new table.
    #[must_use]
    pub fn new_schema(&self) -> Option<TableSchema> {
        let new = self.create.as_ref()?;
        let seen = self.seen();
        // String if the first rows do not determine the type.
        let kind = |name: &str| seen.iter().find(|seen| seen.name == *name).and_then(|seen| seen.key);
        let key = |name: &String| KeyAttribute {
            name: name.as_str().into(),
            kind: kind(name).unwrap_or(KeyType::S),
        };
        let keys = Keys {
            partition: key(&new.partition),
            sort: new.sort.as_ref().map(key),
        };
        Some(TableSchema {
            name: new.name.clone(),
            id: String::new(),
            keys,
            indexes: Vec::new(),
        })
    }

    /// The errors of the new table.
    pub(super) fn new_problems(&self) -> Vec<String> {
        let form = self.design();
        form.map(|form| form.problems().into_iter().map(|(_, words)| words).collect())
            .unwrap_or_default()
    }

    /// The request that creates the new table.
    #[must_use]
    pub fn create_request(&self) -> Option<Request> {
        Some(Request::CreateTable(self.design()?.to_request()))
    }

    fn design(&self) -> Option<DesignForm> {
        let schema = self.new_schema()?;
        let field = |key: KeyAttribute| KeyField {
            name: key.name.to_string(),
            kind: key.kind,
        };
        let mut form = DesignForm::default();
        (form.table_name, form.partition) = (schema.name, field(schema.keys.partition));
        form.sort = schema.keys.sort.map(field);
        Some(form)
    }
}
