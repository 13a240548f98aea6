//! Sample datasets and bulk input: tables ready to try, and files of items.
//!
//! Owns the built-in samples and the readers of CSV and JSON files, as pure functions. Must not know the interface,
//! nor how requests are carried out.

mod import;
mod samples;

pub use import::{
    Column, ColumnKind, CsvPlan, CsvPreview, CsvReader, JsonFormat, JsonReader, RowError, RowFault, guess_json_format,
    inspect_csv,
};
pub use samples::{Sample, SavedRequest, sample, samples};
