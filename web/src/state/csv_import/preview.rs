//! The first items a file would become, and what is wrong with those that would not become items of the table.

use hashrange_protocol::{ColumnKind, CsvReader, JsonReader};
use hashrange_values::{Item, Text};

use super::check::type_word;
use super::draft::{Draft, Format};
use crate::state::item_rows::cell_text;
use crate::state::table_schema::TableSchema;

/// Rows shown.
const ROWS: usize = 6;
/// Attributes shown of JSON items; CSV shows every column.
const MOST_JSON_COLUMNS: usize = 12;

/// The head of a file as it would be read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Preview {
    /// The attributes shown.
    pub names: Vec<Text>,
    /// The rows.
    pub rows: Vec<PreviewRow>,
}

/// One row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PreviewRow {
    /// Type and text of each attribute; `None` where the item does not have it.
    pub cells: Vec<Option<(&'static str, String)>>,
    /// Why it would fail.
    pub problem: Option<String>,
}

impl Draft {
    /// The first items, or why a row is none.
    pub(super) fn first_items(&self, most: usize) -> Vec<Result<Item, String>> {
        match self.format.json() {
            None => {
                let rows = CsvReader::new(&self.source.bytes, self.plan.clone()).take(most);
                rows.map(|row| row.map_err(|error| error.to_string())).collect()
            }
            Some(format) => {
                let text = std::str::from_utf8(&self.source.bytes).unwrap_or_default();
                let rows = JsonReader::new(text, format).take(most);
                rows.map(|row| row.map_err(|error| error.to_string())).collect()
            }
        }
    }

    /// Reads the first rows.
    #[must_use]
    pub fn preview(&self, schema: Option<&TableSchema>) -> Preview {
        let items = self.first_items(ROWS);
        let names = self.names(&items, schema);
        let row = |outcome: Result<Item, String>| match outcome {
            Ok(item) => {
                let cell = |name: &Text| item.get(name).map(|it| (it.attribute_type().descriptor(), cell_text(it)));
                let problem = schema.and_then(|schema| self.key_problem(&item, schema));
                PreviewRow { cells: names.iter().map(cell).collect(), problem }
            }
            Err(problem) => PreviewRow { cells: vec![None; names.len()], problem: Some(problem) },
        };
        let rows = items.into_iter().map(row).collect();
        Preview { names, rows }
    }

    /// What the table's keys have against an item. A key that no column has is told once, not with every row.
    fn key_problem(&self, item: &Item, schema: &TableSchema) -> Option<String> {
        let is_told = |name: &str| self.format == Format::Csv && !self.plan.columns.iter().any(|it| it.name == name);
        schema.keys.iter().filter(|key| !is_told(&key.name)).find_map(|key| match item.get(&key.name) {
            None => Some(format!("no value for the key {}", key.name)),
            Some(value) if !key.kind.matches(value) => {
                Some(format!("the key {} is no {}", key.name, type_word(key.kind)))
            }
            Some(_) => None,
        })
    }

    fn names(&self, items: &[Result<Item, String>], schema: Option<&TableSchema>) -> Vec<Text> {
        if self.format == Format::Csv {
            let kept = self.plan.columns.iter().filter(|column| column.kind != ColumnKind::Skip);
            return kept.map(|column| Text::from(column.name.as_str())).collect();
        }
        let keys = schema.into_iter().flat_map(|schema| schema.keys.iter()).map(|key| &key.name);
        let others = items.iter().flatten().flat_map(|item| item.iter()).map(|(name, _)| name);
        let mut names: Vec<Text> = Vec::new();
        for name in keys.chain(others) {
            if names.len() < MOST_JSON_COLUMNS && !names.contains(name) {
                names.push(name.clone());
            }
        }
        names
    }
}
