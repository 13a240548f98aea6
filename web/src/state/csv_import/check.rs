//! Obstacles to an import, found before a row is read: names, and keys that the table requires.

use hashrange_protocol::{Column, ColumnKind};
use hashrange_values::{AttributeType, KeyType};
use hashrange_words::t;

use super::draft::{Draft, Format, key_named, kind_word};
use crate::state::table_schema::{KeyAttribute, TableSchema};

/// The maximum attribute name in bytes (documented: limits-item).
const MOST_NAME_BYTES: usize = 65_535;

/// The obstacles. Empty if the import can start.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Problems {
    /// The error of each column, if any.
    pub columns: Vec<Option<String>>,
    /// General errors.
    pub general: Vec<String>,
}

impl Problems {
    /// Whether there are no obstacles.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.general.is_empty() && self.columns.iter().all(Option::is_none)
    }
}

impl Draft {
    /// Checks the draft against the table.
    #[must_use]
    pub fn problems(&self, schema: Option<&TableSchema>) -> Problems {
        if self.create.is_some() {
            let general = self.new_problems();
            if !general.is_empty() {
                return Problems {
                    columns: Vec::new(),
                    general,
                };
            }
        }
        let Some(schema) = schema else {
            return Problems {
                columns: Vec::new(),
                general: vec![t!("Choose a table for the items, or a new table.").to_owned()],
            };
        };
        if self.format != Format::Csv {
            // For a longer file, the import reports this error by line.
            let not_text = self.source.is_whole() && std::str::from_utf8(&self.source.bytes).is_err();
            let general = not_text.then(|| t!("The file is not UTF-8 text. JSON must be UTF-8.").to_owned());
            return Problems {
                columns: Vec::new(),
                general: general.into_iter().collect(),
            };
        }
        let columns = self
            .plan
            .columns
            .iter()
            .enumerate()
            .map(|(at, column)| self.column_problem(at, column, schema));
        let roles = [t!("partition key"), t!("sort key")];
        let general = schema
            .keys
            .iter()
            .zip(roles)
            .filter_map(|(key, role)| self.missing_key(key, role));
        Problems {
            columns: columns.collect(),
            general: general.collect(),
        }
    }

    fn column_problem(&self, at: usize, column: &Column, schema: &TableSchema) -> Option<String> {
        if column.kind == ColumnKind::Skip {
            return None;
        }
        if column.name.is_empty() {
            return Some(t!("Name the attribute, or skip the column.").to_owned());
        }
        if column.name.len() > MOST_NAME_BYTES {
            return Some(t!("An attribute's name has at most 64 KB.").to_owned());
        }
        let before = self
            .plan
            .columns
            .iter()
            .take(at)
            .filter(|other| other.kind != ColumnKind::Skip);
        if before.into_iter().any(|other| other.name == column.name) {
            return Some(t!("Another column is also named {column}.", column = column.name));
        }
        let key = key_named(schema, &column.name)?;
        let role = role_of(schema, key);
        let kind = ColumnKind::from(key.kind);
        (kind != column.kind).then(|| format!("{role} is a {}, so choose {0}.", kind_word(kind)))
    }

    fn missing_key(&self, key: &KeyAttribute, role: &str) -> Option<String> {
        let is_it = |column: &Column| column.name == key.name && column.kind != ColumnKind::Skip;
        if self.plan.columns.iter().any(is_it) {
            return None;
        }
        Some(format!(
            "No column is the table's {role} {0} ({1}). Name the column with its values {0}.",
            key.name,
            type_word(key.kind)
        ))
    }
}

fn role_of(schema: &TableSchema, key: &KeyAttribute) -> String {
    if key.name == schema.keys.partition.name {
        return t!("The table's partition key").to_owned();
    }
    if schema.keys.sort.as_ref().is_some_and(|sort| sort.name == key.name) {
        return t!("The table's sort key").to_owned();
    }
    let index = schema
        .indexes
        .iter()
        .find(|index| index.keys.iter().any(|own| own.name == key.name));
    index.map_or_else(String::new, |index| t!("This key of index {index}", index = index.name))
}

/// The name of a key type.
pub(super) fn type_word(kind: KeyType) -> &'static str {
    match kind.attribute_type() {
        AttributeType::N => t!("Number"),
        AttributeType::B => t!("Binary"),
        _ => t!("String"),
    }
}
