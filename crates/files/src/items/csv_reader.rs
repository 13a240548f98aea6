//! Reads CSV rows as items, from a file in pieces or as a whole.
//!
//! Owns the conversion of a row with its columns. `inspect` guesses a plan. Must not know tables.

use hashrange_values::Item;

use super::csv_cell::value_of;
use super::csv_plan::{Column, ColumnKind, CsvHeader, CsvPlan, MOST_COLUMNS};
use super::csv_rows::{Row, Rows, Step};
use super::fault::{RowError, RowFault, TooManyColumns};

/// An item with the first line of its row, or the error of a row.
pub(super) type Outcome = (usize, Result<Item, RowError>);

/// The content of the first row.
#[derive(Debug)]
enum First {
    /// An item.
    Item,
    /// Names, which the plan replaces.
    Passed,
    /// The names of the columns.
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
        Self {
            rows: Rows::new(plan.delimiter, plan.lines_before),
            columns: plan.columns,
            first,
        }
    }

    pub(super) fn named(header: CsvHeader) -> Self {
        Self {
            rows: Rows::new(header.delimiter, 0),
            columns: Vec::new(),
            first: First::Names(header),
        }
    }

    /// Continues in a piece of the file up to an item or an error. Removes the consumed bytes from the piece.
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
        if row.is_open {
            let error = RowError {
                line: row.line,
                column: Some(row.count()),
                reason: RowFault::OpenQuote,
            };
            return Some((row.line, Err(error)));
        }
        match std::mem::replace(&mut self.first, First::Item) {
            First::Item => self.item(row).transpose().map(|outcome| (row.line, outcome)),
            First::Passed => None,
            First::Names(header) => self.take_names(row, &header).err().map(|error| (row.line, Err(error))),
        }
    }

    /// Uses the first row as the names of the columns. Refuses more than `MOST_COLUMNS`; without columns, every further
    /// row is an error. Skips a column with an invalid name.
    fn take_names(&mut self, row: Row, header: &CsvHeader) -> Result<(), RowError> {
        if row.count() > MOST_COLUMNS {
            return Err(RowError {
                line: row.line,
                column: None,
                reason: TooManyColumns { found: row.count() }.into(),
            });
        }
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
            let kind = if wrong.is_some() {
                ColumnKind::Skip
            } else {
                header.kind(&name)
            };
            self.columns.push(Column { name, kind });
            let at_fault = |reason| RowError {
                line: row.line,
                column: Some(index + 1),
                reason,
            };
            fault = fault.or(wrong.map(at_fault));
        }
        fault.map_or(Ok(()), Err)
    }

    /// The item of a row; `None` for an empty row.
    fn item(&self, row: Row) -> Result<Option<Item>, RowError> {
        let mut item = Item::with_capacity(self.columns.len().min(row.count()));
        let mut says_something = false;
        for (index, cell) in self.rows.cells(row).enumerate() {
            if cell.is_empty() {
                continue;
            }
            let fault = |reason| RowError {
                line: row.line,
                column: Some(index + 1),
                reason,
            };
            let Some(column) = self.columns.get(index) else {
                let reason = RowFault::TooManyCells {
                    expected: self.columns.len(),
                    found: row.count(),
                };
                return Err(RowError {
                    line: row.line,
                    column: None,
                    reason,
                });
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

/// Reads the rows of a complete file as items, one at a time.
#[derive(Debug)]
pub struct CsvReader<'a> {
    items: CsvItems,
    bytes: &'a [u8],
    rest: &'a [u8],
    item_line: usize,
}

impl<'a> CsvReader<'a> {
    /// A reader of `bytes` with `plan`.
    #[must_use]
    pub fn new(bytes: &'a [u8], plan: CsvPlan) -> Self {
        Self {
            items: CsvItems::planned(plan),
            bytes,
            rest: bytes,
            item_line: 1,
        }
    }

    /// Bytes read so far.
    #[must_use]
    pub fn position(&self) -> usize {
        self.bytes.len() - self.rest.len()
    }

    /// First line of the last row, from 1, for the service's error message about its item.
    #[must_use]
    pub fn item_line(&self) -> usize {
        self.item_line
    }

    /// Total number of bytes.
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
