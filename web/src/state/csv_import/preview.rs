//! The first items of a file, and the errors of rows that would not become items of the table.

use hashrange_protocol::ColumnKind;
use hashrange_values::{Item, Text};
use hashrange_words::t;

use super::check::type_word;
use super::draft::{Draft, Format};
use crate::state::item_rows::cell_text;
use crate::state::table_schema::TableSchema;

/// The number of rows shown.
const ROWS: usize = 6;
/// The number of attributes shown for JSON items, and of columns shown of a CSV file.
const MOST_JSON_COLUMNS: usize = 12;
const MOST_CSV_COLUMNS: usize = 50;

/// The first rows of a file with the current settings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Preview {
    /// The attributes shown.
    pub names: Vec<Text>,
    /// The number of other attributes.
    pub more: usize,
    /// The rows.
    pub rows: Vec<PreviewRow>,
}

/// One row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PreviewRow {
    /// Type and text of each attribute; `None` if the item lacks it.
    pub cells: Vec<Option<(&'static str, String)>>,
    /// Why it would fail.
    pub problem: Option<String>,
}

impl Draft {
    /// The first items, or the errors of invalid rows.
    pub(super) fn first_items(&self, most: usize) -> Vec<Result<Item, String>> {
        self.source
            .items(self.form())
            .take(most)
            .map(|row| row.map_err(|error| error.to_string()))
            .collect()
    }

    /// Reads the first rows.
    #[must_use]
    pub fn preview(&self, schema: Option<&TableSchema>) -> Preview {
        let items = self.first_items(ROWS);
        let (names, more) = self.names(&items, schema);
        let row = |outcome: Result<Item, String>| match outcome {
            Ok(item) => {
                let cell = |name: &Text| {
                    item.get(name)
                        .map(|it| (it.attribute_type().descriptor(), cell_text(it)))
                };
                let problem = schema.and_then(|schema| self.key_problem(&item, schema));
                PreviewRow {
                    cells: names.iter().map(cell).collect(),
                    problem,
                }
            }
            Err(problem) => PreviewRow {
                cells: vec![None; names.len()],
                problem: Some(problem),
            },
        };
        let rows = items.into_iter().map(row).collect();
        Preview { names, more, rows }
    }

    /// The error of an item's keys. A missing key column is reported once, not for every row.
    fn key_problem(&self, item: &Item, schema: &TableSchema) -> Option<String> {
        let is_reported =
            |name: &str| self.format == Format::Csv && !self.plan.columns.iter().any(|it| it.name == name);
        schema
            .keys
            .iter()
            .filter(|key| !is_reported(&key.name))
            .find_map(|key| match item.get(&key.name) {
                None => Some(t!("no value for the key {key}", key = key.name)),
                Some(value) if !key.kind.matches(value) => Some(t!(
                    "the key {key} is not a {kind}",
                    key = key.name,
                    kind = type_word(key.kind)
                )),
                Some(_) => None,
            })
    }

    /// The attributes shown, and the number of others.
    fn names(&self, items: &[Result<Item, String>], schema: Option<&TableSchema>) -> (Vec<Text>, usize) {
        if self.format == Format::Csv {
            let kept = || {
                let columns = self.plan.columns.iter();
                columns.filter(|column| column.kind != ColumnKind::Skip)
            };
            let names = kept()
                .take(MOST_CSV_COLUMNS)
                .map(|column| Text::from(column.name.as_str()));
            return (names.collect(), kept().count().saturating_sub(MOST_CSV_COLUMNS));
        }
        let keys = schema
            .into_iter()
            .flat_map(|schema| schema.keys.iter())
            .map(|key| &key.name);
        let others = items
            .iter()
            .flatten()
            .flat_map(|item| item.iter())
            .map(|(name, _)| name);
        let mut all: Vec<&Text> = keys.chain(others).collect();
        let mut names: Vec<Text> = Vec::new();
        for name in &all {
            if names.len() < MOST_JSON_COLUMNS && !names.contains(name) {
                names.push((*name).clone());
            }
        }
        hashrange_values::sort(&mut all);
        all.dedup();
        let more = all.len() - names.len();
        (names, more)
    }
}
