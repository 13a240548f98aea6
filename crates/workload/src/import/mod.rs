//! Bulk input: files of items, read one item at a time so that a long file never blocks.

mod csv;
mod inspect;
mod json;

pub use csv::{Column, ColumnKind, CsvPlan, CsvReader, RowError, RowFault};
pub use inspect::{CsvPreview, inspect_csv};
pub use json::{JsonFormat, JsonReader, guess_json_format};

#[cfg(test)]
mod tests;
