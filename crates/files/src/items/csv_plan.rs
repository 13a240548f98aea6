//! How a CSV file is read: which column becomes which attribute of which type, as plain data.
//!
//! Must not know rows.

use hashrange_values::{KeyType, Text};

/// What a column's cells become. Empty cells are left out of the item, whatever the kind.
///
/// A cell can hold a value as DynamoDB JSON, `{"SS":["a","b"]}`, where its type cannot be seen otherwise: see
/// [`CsvWriter`](crate::CsvWriter). A column of one type takes such a value of its type; `Auto` takes any; `Literal` takes none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum ColumnKind {
    /// A String, as written.
    String,
    /// A Number; a cell that is none fails its row.
    Number,
    /// A Boolean: true, false, yes, no, 1, 0 in any case; another cell fails its row.
    Bool,
    /// Nothing.
    Skip,
    /// A Number or a Boolean where the cell reads as one, a String otherwise.
    #[default]
    Auto,
    /// A Binary as base64; a cell that is none fails its row.
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
    /// Name of the attribute it becomes.
    pub name: String,
    /// Type of the attribute.
    pub kind: ColumnKind,
}

/// How a file is to be read.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct CsvPlan {
    /// The first row names the columns and is no item.
    pub has_header: bool,
    /// The columns in the order of the file.
    pub columns: Vec<Column>,
    /// What separates cells, a comma most often.
    pub delimiter: u8,
}

/// How a file is to be read whose first row names the attributes.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct CsvHeader {
    /// What separates cells.
    pub delimiter: u8,
    /// Attributes whose type is known: the keys of the table and of its indexes.
    pub keys: Vec<(Text, KeyType)>,
    /// What the cells of all other columns become.
    pub others: ColumnKind,
}

impl CsvHeader {
    /// Reads what [`CsvWriter`](crate::CsvWriter) writes, without loss.
    #[must_use]
    pub fn typed(keys: Vec<(Text, KeyType)>) -> Self {
        Self { delimiter: b',', keys, others: ColumnKind::Auto }
    }

    /// Reads as DynamoDB's import from Amazon S3 does: everything but keys is a String (documented).
    #[must_use]
    pub fn strings(keys: Vec<(Text, KeyType)>) -> Self {
        Self { delimiter: b',', keys, others: ColumnKind::Literal }
    }

    /// The kind of the column with this name.
    pub(super) fn kind(&self, name: &str) -> ColumnKind {
        self.keys.iter().find(|(key, _)| key == name).map_or(self.others, |(_, key)| ColumnKind::from(*key))
    }
}
