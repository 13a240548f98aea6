//! Items as CSV that reads as the same items: the first row has the names of attributes, an item is a row.
//!
//! Owns rows and columns; what a cell says is in `csv_cell`. Built on csv-core, as reading is. Must not know tables.

use std::collections::BTreeSet;

use csv_core::{QuoteStyle, Terminator, WriterBuilder};
use hashrange_values::{Item, Text};

use super::csv_cell::{NOTHING, cell_of};

/// The columns that items need, gathered in a first pass over them. Holds names only.
#[derive(Clone, Debug, Default)]
pub struct CsvColumns {
    first: Vec<Text>,
    others: BTreeSet<Text>,
}

impl CsvColumns {
    /// Columns that begin with these, most often the key attributes. They are there even if no item has them.
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

    /// Takes notice of the attributes of an item.
    pub fn note(&mut self, item: &Item) {
        for (name, _) in item.iter() {
            if !self.others.contains(name) && !self.first.contains(name) {
                self.others.insert(name.clone());
            }
        }
    }

    /// The names: those that were given, then the others in order.
    #[must_use]
    pub fn names(self) -> Vec<Text> {
        self.first.into_iter().chain(self.others).collect()
    }
}

/// An item has an attribute that is none of the columns.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no column is named {0:?}")]
pub struct NoColumn(pub Text);

/// Writes items as CSV, separated by commas, lines ended by `\r\n` as RFC 4180 has it.
///
/// Strings, Numbers and Booleans are as people write them. A value that would read as another one is in DynamoDB JSON: a String
/// `12` is `{"S":"12"}`, an empty one `{"S":""}`, a set `{"SS":["a"]}`. An empty cell is no attribute (model).
#[derive(Debug)]
pub struct CsvWriter {
    columns: Vec<Text>,
    is_begun: bool,
}

impl CsvWriter {
    /// A writer of these columns, as [`CsvColumns::names`] gives them.
    #[must_use]
    pub fn new(mut columns: Vec<Text>) -> Self {
        if columns.is_empty() {
            // A column that no item has a value of.
            columns.push(Text::from(NOTHING));
        }
        Self { columns, is_begun: false }
    }

    /// Appends an item to the file.
    ///
    /// # Errors
    /// When an attribute is none of the columns. Then nothing is written.
    pub fn write(&mut self, item: &Item, file: &mut Vec<u8>) -> Result<(), NoColumn> {
        let known = item.iter().filter(|(name, _)| self.columns.contains(name)).count();
        if known < item.len() {
            let unknown = item.iter().find(|(name, _)| !self.columns.contains(name));
            return unknown.map_or(Ok(()), |(name, _)| Err(NoColumn(name.clone())));
        }
        self.begin(file);
        let cells = self.columns.iter().enumerate().map(|(index, name)| match item.get(name) {
            Some(value) => cell_of(value),
            None if index == 0 && item.is_empty() => NOTHING.into(),
            None => "".into(),
        });
        write_row(cells, QuoteStyle::Necessary, file);
        Ok(())
    }

    /// Ends the file. One without items has its first row.
    pub fn finish(mut self, file: &mut Vec<u8>) {
        self.begin(file);
    }

    fn begin(&mut self, file: &mut Vec<u8>) {
        if std::mem::replace(&mut self.is_begun, true) {
            return;
        }
        // A name that begins with a byte order mark must not look like the mark of the file.
        let has_mark = self.columns.first().is_some_and(|name| name.starts_with('\u{feff}'));
        let style = if has_mark { QuoteStyle::Always } else { QuoteStyle::Necessary };
        write_row(self.columns.iter().map(Text::as_str), style, file);
    }
}

fn write_row<C: AsRef<str>>(cells: impl Iterator<Item = C>, style: QuoteStyle, file: &mut Vec<u8>) {
    let mut core = WriterBuilder::new().quote_style(style).terminator(Terminator::CRLF).build();
    let mut grow = |room: usize, write: &mut dyn FnMut(&mut csv_core::Writer, &mut [u8]) -> usize| {
        let length = file.len();
        file.resize(length + room, 0);
        let wrote = write(&mut core, file.get_mut(length..).unwrap_or(&mut []));
        file.truncate(length + wrote);
    };
    for (index, cell) in cells.enumerate() {
        let cell = cell.as_ref().as_bytes();
        // Each of these has room for all it may write: quotes around and before quotes, or a quote before what separates.
        if index > 0 {
            grow(4, &mut |core, room| core.delimiter(room).1);
        }
        grow(2 * cell.len() + 4, &mut |core, room| core.field(cell, room).2);
    }
    grow(8, &mut |core, room| core.terminator(room).1);
}
