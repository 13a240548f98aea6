//! The plan for reading a CSV file: the attribute and the type of each column, as plain data.
//!
//! Must not know rows.

use hashrange_values::{KeyType, Text};

/// The maximum number of columns of a CSV file. An item with more attributes than this is not a row that people edit, and
/// a page shows every column.
pub const MOST_COLUMNS: usize = 1_000;

/// The type of a column's cells. Empty cells are omitted from the item for every type.
///
/// A cell can contain a value as DynamoDB JSON, `{"SS":["a","b"]}`, if its type would be lost otherwise: see
/// [`CsvWriter`](crate::CsvWriter). Such a value keeps its own type in a column of any type; only `Literal` reads it as
/// text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum ColumnKind {
    /// A String, as written.
    String,
    /// A Number. Any other plain cell is an error of its row.
    Number,
    /// A Boolean: true, false, yes, no, 1, 0 in any case. Any other plain cell is an error of its row.
    Bool,
    /// The column is ignored.
    Skip,
    /// A Number or a Boolean if the cell can be read as one, otherwise a String.
    #[default]
    Auto,
    /// A Binary as base64. Any other plain cell is an error of its row.
    Binary,
    /// A String, as written, even if it looks like DynamoDB JSON.
    Literal,
}

impl From<KeyType> for ColumnKind {
    fn from(key: KeyType) -> Self {
        match key {
            KeyType::S => Self::String,
            KeyType::N => Self::Number,
            KeyType::B => Self::Binary,
        }
    }
}

/// A column of the file.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Column {
    /// Name of the attribute.
    pub name: String,
    /// Type of the attribute.
    pub kind: ColumnKind,
}

/// A plan for reading a file.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct CsvPlan {
    /// Lines before the first row that are not read: `sep=;` or comments.
    pub lines_before: usize,
    /// Whether the first row names the columns and is not an item.
    pub has_header: bool,
    /// The columns in the order of the file.
    pub columns: Vec<Column>,
    /// The separator of cells, usually a comma.
    pub delimiter: u8,
}

/// A plan for reading a file whose first row names the attributes.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct CsvHeader {
    /// The separator of cells.
    pub delimiter: u8,
    /// Attributes with known types: the keys of the table and of its indexes.
    pub keys: Vec<(Text, KeyType)>,
    /// The type of all other columns.
    pub others: ColumnKind,
}

impl CsvHeader {
    /// Reads the output of [`CsvWriter`](crate::CsvWriter) without loss.
    #[must_use]
    pub fn typed(keys: Vec<(Text, KeyType)>) -> Self {
        Self {
            delimiter: b',',
            keys,
            others: ColumnKind::Auto,
        }
    }

    /// Reads like DynamoDB's import from Amazon S3: all attributes except keys are Strings
    /// (documented: imports-format).
    #[must_use]
    pub fn strings(keys: Vec<(Text, KeyType)>) -> Self {
        Self {
            delimiter: b',',
            keys,
            others: ColumnKind::Literal,
        }
    }

    /// The kind of the column with this name.
    pub(super) fn kind(&self, name: &str) -> ColumnKind {
        let key = self.keys.iter().find(|(key, _)| key == name);
        match key.map(|(_, key)| ColumnKind::from(*key)) {
            // Where other Strings are read as written, keys are too.
            None | Some(ColumnKind::String) if self.others == ColumnKind::Literal => ColumnKind::Literal,
            kind => kind.unwrap_or(self.others),
        }
    }
}
