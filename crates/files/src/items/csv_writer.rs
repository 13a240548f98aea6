//! Writes items as CSV. Reading it returns the same items. The first row contains the attribute names, and each item is
//! one row.
//!
//! Owns rows and columns; `csv_cell` formats a cell. Must not know tables.

use std::collections::BTreeSet;

use hashrange_values::{AttributeType, Item, Text};

use super::csv_cell::{NOTHING, cell_of};
use super::csv_header::is_plain_name;

/// The columns that items need, collected in a first pass over the items. Holds names only.
#[derive(Clone, Debug, Default)]
pub struct CsvColumns {
    first: Vec<Text>,
    others: BTreeSet<Text>,
}

impl CsvColumns {
    /// Starts with these columns, usually the key attributes. They exist even if no item has them.
    #[must_use]
    pub fn beginning_with(first: impl IntoIterator<Item = Text>) -> Self {
        let mut columns = Self::default();
        for name in first {
            if !columns.first.contains(&name) {
                columns.first.push(name);
            }
        }
        columns
    }

    /// Adds the attributes of an item.
    pub fn note(&mut self, item: &Item) {
        for (name, _) in item.iter() {
            if !self.others.contains(name) && !self.first.contains(name) {
                self.others.insert(name.clone());
            }
        }
    }

    /// The names of the columns: the given ones, then the others in alphabetical order.
    #[must_use]
    pub fn names(self) -> Vec<Text> {
        self.first.into_iter().chain(self.others).collect()
    }
}

/// An item has an attribute without a column.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no column is named {0:?}")]
pub struct NoColumn(pub Text);

/// Writes items as CSV, separated by commas, with `\r\n` as line ends as in RFC 4180.
///
/// Strings, Numbers and Booleans are plain text. A value that would be read as another one is in DynamoDB JSON: a
/// String `12` is `{"S":"12"}`, an empty String `{"S":""}`, a set `{"SS":["a"]}`. So is a value of another type than
/// the first plain one of its column: a Number below Strings is `{"N":"7"}`. An empty cell means no attribute (model).
#[derive(Debug)]
pub struct CsvWriter {
    columns: Vec<Text>,
    /// The type of the plain cells of each column.
    plain_types: Vec<Option<AttributeType>>,
    is_begun: bool,
}

impl CsvWriter {
    /// Creates a writer of these columns, as [`CsvColumns::names`] returns them.
    #[must_use]
    pub fn new(mut columns: Vec<Text>) -> Self {
        if columns.is_empty() {
            // A column without values in any item.
            columns.push(Text::from(NOTHING));
        }
        Self {
            plain_types: vec![None; columns.len()],
            columns,
            is_begun: false,
        }
    }

    /// Appends an item to the file.
    ///
    /// # Errors
    /// When an attribute has no column. Then nothing is written.
    pub fn write(&mut self, item: &Item, file: &mut Vec<u8>) -> Result<(), NoColumn> {
        // A search of the columns for each attribute would take much longer in a wide file.
        let known = self.columns.iter().filter(|name| item.contains(name)).count();
        if known < item.len() {
            let unknown = item.iter().find(|(name, _)| !self.columns.contains(name));
            return unknown.map_or(Ok(()), |(name, _)| Err(NoColumn(name.clone())));
        }
        self.begin(file);
        let cells = self
            .columns
            .iter()
            .zip(&mut self.plain_types)
            .enumerate()
            .map(|(index, (name, plain_type))| match item.get(name) {
                Some(value) => cell_of(value, name, plain_type),
                None if index == 0 && item.is_empty() => NOTHING.into(),
                None => "".into(),
            });
        write_row(cells, false, file);
        Ok(())
    }

    /// Ends the file. A file without items has only the first row.
    pub fn finish(mut self, file: &mut Vec<u8>) {
        self.begin(file);
    }

    fn begin(&mut self, file: &mut Vec<u8>) {
        if std::mem::replace(&mut self.is_begun, true) {
            return;
        }
        // Quotes show a reader that the first row has names, also those that look like values or like a byte order mark.
        let is_plain = self.columns.iter().all(|name| is_plain_name(name));
        write_row(self.columns.iter().map(Text::as_str), !is_plain, file);
    }
}

/// Writes a row as csv-core does (RFC 4180). csv-core's own writer brings the standard library's reader of floating point,
/// which has tables of 10 KB that do not compress. A test compares both.
fn write_row<C: AsRef<str>>(cells: impl Iterator<Item = C>, quotes_all: bool, file: &mut Vec<u8>) {
    let begin = file.len();
    for (index, cell) in cells.enumerate() {
        if index > 0 {
            file.push(b',');
        }
        let cell = cell.as_ref().as_bytes();
        if !quotes_all && !cell.iter().any(|byte| b",\"\r\n".contains(byte)) {
            file.extend_from_slice(cell);
            continue;
        }
        file.push(b'"');
        for byte in cell {
            if *byte == b'"' {
                file.push(b'"');
            }
            file.push(*byte);
        }
        file.push(b'"');
    }
    if file.len() == begin {
        // An empty line is no row.
        file.extend_from_slice(b"\"\"");
    }
    file.extend_from_slice(b"\r\n");
}

#[cfg(test)]
mod tests {
    use csv_core::{QuoteStyle, Terminator, WriterBuilder};
    use proptest::prelude::*;

    use super::write_row;

    fn row_of_csv_core(cells: &[String], quotes_all: bool) -> Vec<u8> {
        let style = if quotes_all {
            QuoteStyle::Always
        } else {
            QuoteStyle::Necessary
        };
        let mut core = WriterBuilder::new()
            .quote_style(style)
            .terminator(Terminator::CRLF)
            .build();
        let (mut row, mut room) = (Vec::new(), [0; 500]);
        let mut take = |wrote: usize, room: &[u8]| row.extend_from_slice(&room[..wrote]);
        for (index, cell) in cells.iter().enumerate() {
            if index > 0 {
                let (_, wrote) = core.delimiter(&mut room);
                take(wrote, &room);
            }
            let (_, _, wrote) = core.field(cell.as_bytes(), &mut room);
            take(wrote, &room);
        }
        let (_, wrote) = core.terminator(&mut room);
        take(wrote, &room);
        row
    }

    proptest! {
        #[test]
        fn rows_are_those_of_csv_core(
            cells in prop::collection::vec("[a-c,\"\r\n 1.ü]{0,6}", 1..5),
            quotes_all in any::<bool>()
        ) {
            let mut row = Vec::new();
            write_row(cells.iter(), quotes_all, &mut row);
            prop_assert_eq!(row, row_of_csv_core(&cells, quotes_all), "{:?}", cells);
        }
    }
}
