//! CSV rows as items.
//!
//! Owns reading rows by a plan: which column becomes which attribute of which type. Guessing a plan is in `inspect`.
//! Built on csv-core, which reads from a slice in steps and brings nothing else along. Must not know tables.

use csv_core::ReadRecordResult;
use hashrange_values::{AttributeValue, Item, Number, NumberError};

/// What a column's cells become. Empty cells are left out of the item, whatever the kind.
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

/// A row that did not become an item.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}{}: {reason}", column.map(|column| format!(", column {column}")).unwrap_or_default())]
pub struct RowError {
    /// Line of the file on which the row begins, from 1.
    pub line: usize,
    /// Column of the cell at fault, from 1.
    pub column: Option<usize>,
    /// What is wrong.
    pub reason: RowFault,
}

/// What is wrong with a row.
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
    /// A cell that is not UTF-8.
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
    /// Not an item of a JSON file.
    #[error("{0}")]
    Json(hashrange_wire::ItemFault),
}

/// Reads a file's rows as items, one at a time.
#[derive(Debug)]
pub struct CsvReader<'a> {
    rows: Rows<'a>,
    columns: Vec<Column>,
    /// Line on which the row read last begins.
    item_line: usize,
}

impl<'a> CsvReader<'a> {
    /// A reader of `bytes` by `plan`.
    #[must_use]
    pub fn new(bytes: &'a [u8], plan: CsvPlan) -> Self {
        let mut rows = Rows::new(bytes, plan.delimiter);
        if plan.has_header {
            rows.next_row();
        }
        Self { rows, columns: plan.columns, item_line: 1 }
    }

    /// Bytes read so far.
    #[must_use]
    pub fn position(&self) -> usize {
        self.rows.at
    }

    /// Line of the file on which the row read last begins, from 1: for what the service says about its item.
    #[must_use]
    pub fn item_line(&self) -> usize {
        self.item_line
    }

    /// Bytes in all.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows.bytes.len()
    }

    /// True for an empty file.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.bytes.is_empty()
    }

    fn item(&self, row: Row) -> Result<Item, RowError> {
        let mut item = Item::with_capacity(self.columns.len().min(row.count()));
        for (index, cell) in self.rows.cells(row).enumerate() {
            let fault = |reason| RowError { line: row.line, column: Some(index + 1), reason };
            let Some(column) = self.columns.get(index) else {
                if cell.is_empty() {
                    continue;
                }
                let reason = RowFault::TooManyCells { expected: self.columns.len(), found: row.count() };
                return Err(RowError { line: row.line, column: None, reason });
            };
            if cell.is_empty() || column.kind == ColumnKind::Skip {
                continue;
            }
            let text = std::str::from_utf8(cell).map_err(|_| fault(RowFault::NotUtf8))?;
            let value = value_of(text, column.kind).map_err(fault)?;
            item.insert(column.name.as_str(), value);
        }
        Ok(item)
    }
}

impl Iterator for CsvReader<'_> {
    type Item = Result<Item, RowError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let row = self.rows.next_row()?;
            self.item_line = row.line;
            match self.item(row) {
                // A row of empty cells says nothing.
                Ok(item) if item.is_empty() => {}
                outcome => return Some(outcome),
            }
        }
    }
}

fn value_of(text: &str, kind: ColumnKind) -> Result<AttributeValue, RowFault> {
    match kind {
        ColumnKind::Number => match text.trim().parse::<Number>() {
            Ok(number) => Ok(AttributeValue::N(number)),
            Err(NumberError::NotNumeric) => Err(RowFault::NotANumber(text.to_owned())),
            Err(_) => Err(RowFault::NumberOutOfRange(text.to_owned())),
        },
        ColumnKind::Bool => {
            boolean(text).map(AttributeValue::Bool).ok_or_else(|| RowFault::NotABoolean(text.to_owned()))
        }
        ColumnKind::Auto => Ok(automatic(text)),
        ColumnKind::String | ColumnKind::Skip => Ok(AttributeValue::string(text)),
    }
}

fn boolean(text: &str) -> Option<bool> {
    let word = text.trim();
    let is = |words: [&str; 3]| words.iter().any(|candidate| word.eq_ignore_ascii_case(candidate));
    if is(["true", "yes", "1"]) {
        Some(true)
    } else if is(["false", "no", "0"]) {
        Some(false)
    } else {
        None
    }
}

fn automatic(text: &str) -> AttributeValue {
    if text.eq_ignore_ascii_case("true") || text.eq_ignore_ascii_case("false") {
        return AttributeValue::Bool(text.eq_ignore_ascii_case("true"));
    }
    match plain_number(text) {
        Some(number) => AttributeValue::N(number),
        None => AttributeValue::string(text),
    }
}

/// A number whose text loses nothing as one: no leading zeros (they are part of codes), no plus, no exponent.
pub(super) fn plain_number(text: &str) -> Option<Number> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let starts_plain = digits == "0" || digits.starts_with("0.") || !digits.starts_with(['0', '.']);
    let only_digits = digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') && !digits.ends_with('.');
    (starts_plain && only_digits).then(|| text.parse().ok()).flatten()
}

/// One row: where its cells end in the reader's buffer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    /// Line on which it begins, from 1.
    pub(super) line: usize,
    cells: usize,
}

impl Row {
    pub(super) fn count(self) -> usize {
        self.cells
    }
}

/// The rows of a file as raw cells.
#[derive(Debug)]
pub(super) struct Rows<'a> {
    bytes: &'a [u8],
    at: usize,
    line: usize,
    core: csv_core::Reader,
    text: Vec<u8>,
    ends: Vec<usize>,
}

impl<'a> Rows<'a> {
    pub(super) fn new(bytes: &'a [u8], delimiter: u8) -> Self {
        let core = csv_core::ReaderBuilder::new().delimiter(delimiter).build();
        // A byte order mark would become part of the first cell.
        let at = if bytes.starts_with(b"\xEF\xBB\xBF") { 3 } else { 0 };
        Self { bytes, at, line: 1, core, text: vec![0; 256], ends: vec![0; 16] }
    }

    /// Reads the next row; its cells are then in [`Rows::cells`].
    pub(super) fn next_row(&mut self) -> Option<Row> {
        // Line ends before a row are skipped here and not by the reader, so that the row's own line is known.
        while let Some(byte @ (b'\r' | b'\n')) = self.bytes.get(self.at) {
            self.line += usize::from(*byte == b'\n');
            self.at += 1;
        }
        let (start, line) = (self.at, self.line);
        let (mut written, mut cells) = (0, 0);
        loop {
            let input = self.bytes.get(self.at..).unwrap_or(&[]);
            let text = self.text.get_mut(written..).unwrap_or(&mut []);
            let ends = self.ends.get_mut(cells..).unwrap_or(&mut []);
            let (result, read, wrote, ended) = self.core.read_record(input, text, ends);
            self.at += read;
            written += wrote;
            cells += ended;
            match result {
                ReadRecordResult::InputEmpty => {}
                ReadRecordResult::OutputFull => self.text.resize(self.text.len() * 2, 0),
                ReadRecordResult::OutputEndsFull => self.ends.resize(self.ends.len() * 2, 0),
                ReadRecordResult::Record => {
                    let consumed = self.bytes.get(start..self.at).unwrap_or(&[]);
                    self.line += consumed.iter().filter(|&&byte| byte == b'\n').count();
                    return Some(Row { line, cells });
                }
                ReadRecordResult::End => return None,
            }
        }
    }

    /// The cells of the row read last.
    pub(super) fn cells(&self, row: Row) -> impl Iterator<Item = &[u8]> {
        let ends = self.ends.get(..row.cells).unwrap_or(&[]);
        ends.iter().scan(0, |start, &end| {
            let cell = self.text.get(*start..end);
            *start = end;
            cell
        })
    }
}
