//! Reads and writes files of items one item at a time: CSV, JSON and DynamoDB JSON.

mod csv_cell;
mod csv_header;
mod csv_plan;
mod csv_reader;
mod csv_rows;
mod csv_writer;
mod fault;
mod inspect;
mod json_container;
mod json_item;
mod json_reader;
mod json_text;
mod stream;

pub use csv_plan::{Column, ColumnKind, CsvHeader, CsvPlan, MOST_COLUMNS};
pub use csv_reader::CsvReader;
pub use csv_writer::{CsvColumns, CsvWriter, NoColumn};
pub use fault::{NotItems, RowError, RowFault, TooManyColumns};
pub use inspect::{CsvPreview, inspect_csv, inspect_csv_as};
pub use json_item::JsonFormat;
pub use json_reader::{JsonReader, guess_json_format};
pub use stream::{ItemRead, ItemsForm, ItemsFormat, ItemsReader, ItemsWriter};

#[cfg(test)]
mod container_tests;
#[cfg(test)]
mod header_tests;
#[cfg(test)]
mod mixed_columns;
#[cfg(test)]
mod round_trips;
#[cfg(test)]
mod tests;
