//! Reads CSV rows as items, from a file in pieces or as a whole.
//!
//! Owns the conversion of a row with its columns. `inspect` guesses a plan. Must not know tables.

use hashrange_values::{Item, sort_by};

use super::csv_cell::value_of;
use super::csv_plan::{Column, ColumnKind, CsvHeader, CsvPlan, MOST_COLUMNS};
use super::csv_rows::{Row, Rows, Step};
use super::fault::{RowError, RowFault, TooManyColumns};
use crate::file_fault::short;

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
    /// The place of each column in the order of the names, in which an item receives its attributes.
    ranks: Vec<usize>,
    first: First,
}

/// The place of each column in the order of the names. Of two equal names, the later column follows.
fn ranks_of(columns: &[Column]) -> Vec<usize> {
    let name = |at: &usize| columns.get(*at).map(|column| column.name.as_str());
    let mut order: Vec<usize> = (0..columns.len()).collect();
    sort_by(&mut order, |one, other| name(one).cmp(&name(other)));
    let mut ranks = vec![0; order.len()];
    for (place, at) in order.into_iter().enumerate() {
        if let Some(rank) = ranks.get_mut(at) {
            *rank = place;
        }
    }
    ranks
}

impl CsvItems {
    pub(super) fn planned(plan: CsvPlan) -> Self {
        let first = if plan.has_header { First::Passed } else { First::Item };
        Self {
            rows: Rows::new(plan.delimiter, plan.lines_before),
            ranks: ranks_of(&plan.columns),
            columns: plan.columns,
            first,
        }
    }

    pub(super) fn named(header: CsvHeader) -> Self {
        Self {
            rows: Rows::new(header.delimiter, 0),
            columns: Vec::new(),
            ranks: Vec::new(),
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
        let error = |column, reason| {
            let line = row.line;
            Some((line, Err(RowError { line, column, reason })))
        };
        if row.is_open {
            return error(Some(row.count()), RowFault::OpenQuote);
        }
        match std::mem::replace(&mut self.first, First::Item) {
            First::Passed => None,
            First::Names(header) if !row.is_long || row.count() > MOST_COLUMNS => {
                self.take_names(row, &header).err().map(|error| (row.line, Err(error)))
            }
            _ if row.is_long => error(None, RowFault::LongRow),
            _ => self.item(row).transpose().map(|outcome| (row.line, outcome)),
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
        let (mut fault, mut names) = (None, Vec::new());
        for (index, cell) in self.rows.cells(row).enumerate() {
            let (name, wrong) = match std::str::from_utf8(cell) {
                Err(_) => (String::new(), Some(RowFault::NotUtf8)),
                Ok("") => (String::new(), Some(RowFault::NoName)),
                Ok(name) if names.contains(&name) => (name.to_owned(), Some(RowFault::NameTwice(short(name)))),
                Ok(name) => {
                    names.push(name);
                    (name.to_owned(), None)
                }
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
        self.ranks = ranks_of(&self.columns);
        fault.map_or(Ok(()), Err)
    }

    /// The item of a row; `None` for an empty row.
    fn item(&self, row: Row) -> Result<Option<Item>, RowError> {
        let mut values = Vec::with_capacity(self.columns.len().min(row.count()));
        let mut says_something = false;
        for (index, cell) in self.rows.cells(row).enumerate() {
            if cell.is_empty() {
                continue;
            }
            let error = |column, reason| RowError {
                line: row.line,
                column,
                reason,
            };
            let fault = |reason| error(Some(index + 1), reason);
            let (Some(column), Some(rank)) = (self.columns.get(index), self.ranks.get(index)) else {
                let reason = RowFault::TooManyCells {
                    expected: self.columns.len(),
                    found: row.count(),
                };
                return Err(error(None, reason));
            };
            if column.kind == ColumnKind::Skip {
                continue;
            }
            let text = std::str::from_utf8(cell).map_err(|_| fault(RowFault::NotUtf8))?;
            says_something = true;
            if let Some(value) = value_of(text, column.kind).map_err(fault)? {
                values.push((*rank, (column.name.as_str(), value)));
            }
        }
        let mut item = Item::with_capacity(values.len());
        for (name, value) in in_order(values) {
            item.insert(name, value);
        }
        Ok(says_something.then_some(item))
    }
}

/// Attributes in the order of their names, each given with its place. An item takes the next name without a search.
fn in_order<T>(mut values: Vec<(usize, T)>) -> impl Iterator<Item = T> {
    sort_by(&mut values, |(one, _), (other, _)| one.cmp(other));
    values.into_iter().map(|(_, value)| value)
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

#[cfg(test)]
mod tests;
