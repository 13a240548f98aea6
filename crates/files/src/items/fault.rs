//! An error in a row or an item of a file, with its line.
//!
//! Must not know how files are read.

use super::csv_plan::MOST_COLUMNS;

/// A CSV file with more columns than `MOST_COLUMNS`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the file has {found} columns; the limit is {MOST_COLUMNS}")]
pub struct TooManyColumns {
    /// The columns of its widest row so far.
    pub found: usize,
}

/// A file that cannot be read as items.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotItems {
    /// A CSV file with too many columns.
    #[error(transparent)]
    TooManyColumns(#[from] TooManyColumns),
    /// A file of another form. Contains its name, and the remedy.
    #[error("it is {0}")]
    Form(&'static str),
}

/// A row or an item that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}{}: {reason}", column.map(|column| format!(", column {column}")).unwrap_or_default())]
pub struct RowError {
    /// First line of the row, or line of the error in a JSON file, from 1.
    pub line: usize,
    /// Column of the invalid cell, from 1.
    pub column: Option<usize>,
    /// The kind of error.
    pub reason: RowFault,
}

/// The kinds of errors of a row or an item.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RowFault {
    /// An invalid cell of a Number column.
    #[error("{0:?} is not a number")]
    NotANumber(String),
    /// A number that the service does not store.
    #[error("{0:?} is a number out of range")]
    NumberOutOfRange(String),
    /// An invalid cell of a Boolean column.
    #[error("{0:?} is neither true nor false")]
    NotABoolean(String),
    /// A cell of a Binary column that is not base64.
    #[error("{0:?} is not base64 text")]
    NotBase64(String),
    /// A cell or an item that is not UTF-8.
    #[error("the cell is not UTF-8 text")]
    NotUtf8,
    /// A cell whose quote is open where the file ends. The cell holds the rest of the file.
    #[error("the cell's quote is never closed")]
    OpenQuote,
    /// A row that is too long to be read.
    #[error("the row has more than 8 MB or 524,288 cells")]
    LongRow,
    /// More cells than columns.
    #[error("the row has {found} cells instead of {expected}")]
    TooManyCells {
        /// Columns in the plan.
        expected: usize,
        /// Cells in the row.
        found: usize,
    },
    /// More columns than a file may have.
    #[error(transparent)]
    TooManyColumns(#[from] TooManyColumns),
    /// A column of the first row without a name.
    #[error("the first row names the attributes, and this cell is empty")]
    NoName,
    /// Two columns of the first row have the same name.
    #[error("the first row has the attribute {0:?} twice")]
    NameTwice(String),
    /// Not an item of a JSON file.
    #[error("{0}")]
    Json(hashrange_wire::ItemFault),
    /// A record or request that deletes an item.
    #[error("this deletes an item; an import only puts items")]
    Deletes,
    /// A stream record without the new image of its item.
    #[error("the record has no NewImage")]
    NoImage,
    /// A put into another table than the first of the file.
    #[error("the item belongs to another table of the file, {0:?}")]
    OtherTable(String),
    /// An element of a batch or of an event that is neither a request nor a record.
    #[error("this is neither a request for an item nor a record of one")]
    NoRequest,
    /// A JSON file that is not UTF-8.
    #[error("the item is not UTF-8 text")]
    ItemNotUtf8,
}
