//! Reads items from files and writes them into files, piece by piece, for the worker of a page and for a server.
//!
//! Must not know where pieces come from.

use hashrange_values::{Item, Text};

use super::csv_plan::{CsvHeader, CsvPlan};
use super::csv_reader::{CsvItems, Outcome};
use super::csv_writer::{CsvWriter, NoColumn};
use super::fault::{NotItems, RowError};
use super::inspect::inspect_csv;
use super::json_item::{Form, JsonFormat, write_item};
use super::json_reader::{JsonItems, guess_json_format};
use crate::foreign::foreign_items;

/// The format of a file of items to read.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum ItemsForm {
    /// CSV with a plan.
    Csv(CsvPlan),
    /// CSV whose first row names the attributes.
    CsvWithHeader(CsvHeader),
    /// JSON.
    Json(JsonFormat),
}

impl ItemsForm {
    /// The apparent format of a file, from its name and its first bytes. These should be some hundred kilobytes.
    ///
    /// # Errors
    /// When it is another form of file, or CSV with too many columns.
    pub fn guess(name: &str, head: &[u8]) -> Result<Self, NotItems> {
        if let Some(form) = foreign_items(name, head) {
            return Err(NotItems::Form(form));
        }
        let name = name.to_ascii_lowercase();
        let is_csv = [".csv", ".tsv"].iter().any(|ending| name.ends_with(ending));
        let first = head
            .iter()
            .find(|byte| !byte.is_ascii_whitespace() && !b"\xEF\xBB\xBF".contains(byte));
        if is_csv || !matches!(first, Some(b'{' | b'[')) {
            return Ok(Self::Csv(inspect_csv(head)?.plan));
        }
        // The first bytes of a file may end inside a character.
        let text = head.utf8_chunks().next().map(|chunk| chunk.valid()).unwrap_or_default();
        Ok(Self::Json(guess_json_format(text)))
    }
}

/// An item of a file, or the error in its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ItemRead {
    /// Its first line, from 1.
    pub line: usize,
    /// The item.
    pub item: Result<Item, RowError>,
}

impl From<Outcome> for ItemRead {
    fn from((line, item): Outcome) -> Self {
        Self { line, item }
    }
}

#[derive(Debug)]
enum Source {
    Csv(Box<CsvItems>),
    Json(JsonItems),
}

impl Source {
    fn read(&mut self, piece: &mut &[u8]) -> Option<Outcome> {
        match self {
            Self::Csv(items) => items.read(piece),
            Self::Json(items) => items.read(piece),
        }
    }
}

/// Reads items of a file that arrives in pieces of any length. Holds one item besides the current piece.
#[derive(Debug)]
pub struct ItemsReader {
    source: Source,
}

impl ItemsReader {
    /// A reader of files of this format.
    #[must_use]
    pub fn new(form: ItemsForm) -> Self {
        let source = match form {
            ItemsForm::Csv(plan) => Source::Csv(Box::new(CsvItems::planned(plan))),
            ItemsForm::CsvWithHeader(header) => Source::Csv(Box::new(CsvItems::named(header))),
            ItemsForm::Json(format) => Source::Json(JsonItems::new(Form::from(format))),
        };
        Self { source }
    }

    /// Reads the next piece of the file. Returns the items that end in it, and its errors.
    pub fn push(&mut self, piece: &[u8]) -> Vec<ItemRead> {
        let mut rest = piece;
        std::iter::from_fn(|| self.source.read(&mut rest))
            .map(ItemRead::from)
            .collect()
    }

    /// Ends the file, and returns the last items.
    #[must_use]
    pub fn finish(mut self) -> Vec<ItemRead> {
        let end = || match &mut self.source {
            Source::Csv(items) => items.end(),
            Source::Json(items) => items.end(),
        };
        std::iter::from_fn(end).map(ItemRead::from).collect()
    }
}

/// The format of a file of items to write.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum ItemsFormat {
    /// CSV with these columns; see [`CsvColumns`](crate::CsvColumns).
    Csv(Vec<Text>),
    /// A list in plain JSON, one item per line, with marks where plain JSON would lose a type.
    Json,
    /// DynamoDB JSON, one item per line.
    DynamoDbJson,
}

#[derive(Debug)]
enum Sink {
    Csv(CsvWriter),
    Json { is_begun: bool },
    Lines,
}

/// Writes items into a file, one at a time. Reading the file returns the same items in every format.
#[derive(Debug)]
pub struct ItemsWriter {
    sink: Sink,
}

impl ItemsWriter {
    /// A writer of files of this format.
    #[must_use]
    pub fn new(format: ItemsFormat) -> Self {
        let sink = match format {
            ItemsFormat::Csv(columns) => Sink::Csv(CsvWriter::new(columns)),
            ItemsFormat::Json => Sink::Json { is_begun: false },
            ItemsFormat::DynamoDbJson => Sink::Lines,
        };
        Self { sink }
    }

    /// Appends an item to the file. The caller may drain the bytes at any time.
    ///
    /// # Errors
    /// When an attribute has no column in a CSV file. Then nothing is written.
    pub fn write(&mut self, item: &Item, file: &mut Vec<u8>) -> Result<(), NoColumn> {
        match &mut self.sink {
            Sink::Csv(writer) => return writer.write(item, file),
            Sink::Json { is_begun } => {
                let before = if std::mem::replace(is_begun, true) {
                    ",\n"
                } else {
                    "[\n"
                };
                file.extend_from_slice(before.as_bytes());
                file.extend_from_slice(write_item(item, JsonFormat::Plain).as_bytes());
            }
            Sink::Lines => {
                file.extend_from_slice(write_item(item, JsonFormat::DynamoDb).as_bytes());
                file.push(b'\n');
            }
        }
        Ok(())
    }

    /// Ends the file.
    pub fn finish(self, file: &mut Vec<u8>) {
        match self.sink {
            Sink::Csv(writer) => writer.finish(file),
            Sink::Json { is_begun } => file.extend_from_slice(if is_begun { b"\n]\n" } else { b"[]\n" }),
            Sink::Lines => {}
        }
    }
}
