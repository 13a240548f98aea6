//! What is wrong with a row or an item of a file, and on which line.
//!
//! Must not know how files are read.

/// A row or an item that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}{}: {reason}", column.map(|column| format!(", column {column}")).unwrap_or_default())]
pub struct RowError {
    /// Line of the file on which the row begins, or the place in the JSON is, from 1.
    pub line: usize,
    /// Column of the cell at fault, from 1.
    pub column: Option<usize>,
    /// What is wrong.
    pub reason: RowFault,
}

/// What is wrong with a row or an item.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RowFault {
    /// A cell of a Number column that is none.
    #[error("{0:?} is not a number")]
    NotANumber(String),
    /// A number the service does not store.
    #[error("{0:?} is a number out of range")]
    NumberOutOfRange(String),
    /// A cell of a Boolean column that is none.
    #[error("{0:?} is neither true nor false")]
    NotABoolean(String),
    /// A cell of a Binary column that is not base64.
    #[error("{0:?} is not base64 text")]
    NotBase64(String),
    /// A cell or an item that is not UTF-8.
    #[error("the cell is not UTF-8 text")]
    NotUtf8,
    /// More cells than columns.
    #[error("the row has {found} cells, {expected} were expected")]
    TooManyCells {
        /// Columns in the plan.
        expected: usize,
        /// Cells in the row.
        found: usize,
    },
    /// A column of the first row without a name.
    #[error("the first row names the attributes, and this cell is empty")]
    NoName,
    /// Two columns of the first row with one name.
    #[error("the first row has the attribute {0:?} twice")]
    NameTwice(String),
    /// Not an item of a JSON file.
    #[error("{0}")]
    Json(hashrange_wire::ItemFault),
    /// A JSON file that is not UTF-8.
    #[error("the item is not UTF-8 text")]
    ItemNotUtf8,
}
