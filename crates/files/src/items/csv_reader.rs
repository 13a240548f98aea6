//! CSV rows as items, of bytes that come in pieces, or of a whole file.
//!
//! Owns what a row becomes by its columns. Guessing a plan is in `inspect`. Must not know tables.

use hashrange_values::Item;

use super::csv_cell::value_of;
use super::csv_plan::{Column, ColumnKind, CsvHeader, CsvPlan};
use super::csv_rows::{Row, Rows, Step};
use super::fault::{RowError, RowFault};

/// An item with the line on which its row begins, or a row that is none.
pub(super) type Outcome = (usize, Result<Item, RowError>);

/// What the first row is.
#[derive(Debug)]
enum First {
    /// An item.
    Item,
    /// Names that the plan replaces.
    Passed,
    /// The names.
    Names(CsvHeader),
}

/// Reads rows as items.
#[derive(Debug)]
pub(super) struct CsvItems {
    rows: Rows,
    columns: Vec<Column>,
    first: First,
}

impl CsvItems {
    pub(super) fn planned(plan: CsvPlan) -> Self {
        let first = if plan.has_header { First::Passed } else { First::Item };
        Self { rows: Rows::new(plan.delimiter), columns: plan.columns, first }
    }

    pub(super) fn named(header: CsvHeader) -> Self {
        Self { rows: Rows::new(header.delimiter), columns: Vec::new(), first: First::Names(header) }
    }

    /// Reads on in a piece of the file up to an item or a fault. Takes what it read off the piece.
    pub(super) fn read(&mut self, piece: &mut &[u8]) -> Option<Outcome> {
        loop {
            match self.rows.read(piece) {
                Step::Row(row) => {
                    if let Some(outcome) = self.outcome(row) {
                        return Some(outcome);
                    }
                }
                Step::More | Step::End => return None,
            }
        }
    }

    /// Ends the file.
    pub(super) fn end(&mut self) -> Option<Outcome> {
        match self.rows.end() {
            Step::Row(row) => self.outcome(row),
            Step::More | Step::End => None,
        }
    }

    fn outcome(&mut self, row: Row) -> Option<Outcome> {
        match std::mem::replace(&mut self.first, First::Item) {
            First::Item => self.item(row).transpose().map(|outcome| (row.line, outcome)),
            First::Passed => None,
            First::Names(header) => self.take_names(row, &header).err().map(|error| (row.line, Err(error))),
        }
    }

    /// Takes the first row for the names of the columns. One that cannot be a name is skipped with its column.
    fn take_names(&mut self, row: Row, header: &CsvHeader) -> Result<(), RowError> {
        let mut fault = None;
        for (index, cell) in self.rows.cells(row).enumerate() {
            let (name, wrong) = match std::str::from_utf8(cell) {
                Err(_) => (String::new(), Some(RowFault::NotUtf8)),
                Ok("") => (String::new(), Some(RowFault::NoName)),
                Ok(name) if self.columns.iter().any(|column| column.name == name) => {
                    (name.to_owned(), Some(RowFault::NameTwice(name.to_owned())))
                }
                Ok(name) => (name.to_owned(), None),
            };
            let kind = if wrong.is_some() { ColumnKind::Skip } else { header.kind(&name) };
            self.columns.push(Column { name, kind });
            let at_fault = |reason| RowError { line: row.line, column: Some(index + 1), reason };
            fault = fault.or(wrong.map(at_fault));
        }
        fault.map_or(Ok(()), Err)
    }

    /// The item of a row; `None` where it says nothing.
    fn item(&self, row: Row) -> Result<Option<Item>, RowError> {
        let mut item = Item::with_capacity(self.columns.len().min(row.count()));
        let mut says_something = false;
        for (index, cell) in self.rows.cells(row).enumerate() {
            if cell.is_empty() {
                continue;
            }
            let fault = |reason| RowError { line: row.line, column: Some(index + 1), reason };
            let Some(column) = self.columns.get(index) else {
                let reason = RowFault::TooManyCells { expected: self.columns.len(), found: row.count() };
                return Err(RowError { line: row.line, column: None, reason });
            };
            if column.kind == ColumnKind::Skip {
                continue;
            }
            let text = std::str::from_utf8(cell).map_err(|_| fault(RowFault::NotUtf8))?;
            says_something = true;
            if let Some(value) = value_of(text, column.kind).map_err(fault)? {
                item.insert(column.name.as_str(), value);
            }
        }
        Ok(says_something.then_some(item))
    }
}

/// Reads a whole file's rows as items, one at a time.
#[derive(Debug)]
pub struct CsvReader<'a> {
    items: CsvItems,
    bytes: &'a [u8],
    rest: &'a [u8],
    item_line: usize,
}

impl<'a> CsvReader<'a> {
    /// A reader of `bytes` by `plan`.
    #[must_use]
    pub fn new(bytes: &'a [u8], plan: CsvPlan) -> Self {
        Self { items: CsvItems::planned(plan), bytes, rest: bytes, item_line: 1 }
    }

    /// Bytes read so far.
    #[must_use]
    pub fn position(&self) -> usize {
        self.bytes.len() - self.rest.len()
    }

    /// Line of the file on which the row read last begins, from 1: for what the service says about its item.
    #[must_use]
    pub fn item_line(&self) -> usize {
        self.item_line
    }

    /// Bytes in all.
    #[must_use]
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// True for an empty file.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }
}

impl Iterator for CsvReader<'_> {
    type Item = Result<Item, RowError>;

    fn next(&mut self) -> Option<Self::Item> {
        let (line, outcome) = self.items.read(&mut self.rest).or_else(|| self.items.end())?;
        self.item_line = line;
        Some(outcome)
    }
}
