//! The way of items out of files and into them, piece by piece: what a worker of a page and a server both drive.
//!
//! Must not know where pieces come from.

use hashrange_values::{Item, Text};

use super::csv_plan::{CsvHeader, CsvPlan};
use super::csv_reader::{CsvItems, Outcome};
use super::csv_writer::{CsvWriter, NoColumn};
use super::fault::RowError;
use super::inspect::inspect_csv;
use super::json_item::{Form, JsonFormat, write_item};
use super::json_reader::{JsonItems, guess_json_format};

/// How a file of items is read.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum ItemsForm {
    /// CSV by a plan.
    Csv(CsvPlan),
    /// CSV whose first row names the attributes.
    CsvWithHeader(CsvHeader),
    /// JSON.
    Json(JsonFormat),
}

impl ItemsForm {
    /// The form that a file seems to have, by its name and its beginning: some hundred kilobytes tell more than a line.
    #[must_use]
    pub fn guess(name: &str, head: &[u8]) -> Self {
        let name = name.to_ascii_lowercase();
        let is_csv = [".csv", ".tsv"].iter().any(|ending| name.ends_with(ending));
        let first = head.iter().find(|byte| !byte.is_ascii_whitespace() && !b"\xEF\xBB\xBF".contains(byte));
        if is_csv || !matches!(first, Some(b'{' | b'[')) {
            return Self::Csv(inspect_csv(head).plan);
        }
        // The beginning of a file may end within a character.
        let text = head.utf8_chunks().next().map(|chunk| chunk.valid()).unwrap_or_default();
        Self::Json(guess_json_format(text))
    }
}

/// An item of a file, or what is wrong where one should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ItemRead {
    /// Line on which it begins, from 1.
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

/// Reads items of a file that comes in pieces of any length. Holds one item beside what a piece gives.
#[derive(Debug)]
pub struct ItemsReader {
    source: Source,
}

impl ItemsReader {
    /// A reader of files of this form.
    #[must_use]
    pub fn new(form: ItemsForm) -> Self {
        let source = match form {
            ItemsForm::Csv(plan) => Source::Csv(Box::new(CsvItems::planned(plan))),
            ItemsForm::CsvWithHeader(header) => Source::Csv(Box::new(CsvItems::named(header))),
            ItemsForm::Json(format) => Source::Json(JsonItems::new(Form::from(format))),
        };
        Self { source }
    }

    /// The items that end within the next piece of the file, and the faults in it.
    pub fn push(&mut self, piece: &[u8]) -> Vec<ItemRead> {
        let mut rest = piece;
        std::iter::from_fn(|| self.source.read(&mut rest)).map(ItemRead::from).collect()
    }

    /// The items that end with the file.
    #[must_use]
    pub fn finish(mut self) -> Vec<ItemRead> {
        let end = || match &mut self.source {
            Source::Csv(items) => items.end(),
            Source::Json(items) => items.end(),
        };
        std::iter::from_fn(end).map(ItemRead::from).collect()
    }
}

/// How a file of items is written.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum ItemsFormat {
    /// CSV with these columns; see [`CsvColumns`](crate::CsvColumns).
    Csv(Vec<Text>),
    /// A list in plain JSON, an item a line, with marks where plain JSON would lose a type.
    Json,
    /// DynamoDB JSON, an item a line.
    DynamoDbJson,
}

#[derive(Debug)]
enum Sink {
    Csv(CsvWriter),
    Json { is_begun: bool },
    Lines,
}

/// Writes items into a file, one at a time. Every format gives back the same items.
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

    /// Appends an item to the file. The caller may take away what is there at any time.
    ///
    /// # Errors
    /// When an attribute is none of the columns of a CSV file. Then nothing is written.
    pub fn write(&mut self, item: &Item, file: &mut Vec<u8>) -> Result<(), NoColumn> {
        match &mut self.sink {
            Sink::Csv(writer) => return writer.write(item, file),
            Sink::Json { is_begun } => {
                let before = if std::mem::replace(is_begun, true) { ",\n" } else { "[\n" };
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
