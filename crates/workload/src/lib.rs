//! Sample datasets, bulk input and load: tables ready to try, files of items, and streams of requests.
//!
//! Owns the built-in samples, the readers of CSV and JSON files and the seeded generators of load, as pure functions. Must not know the interface,
//! nor how requests are carried out.

mod import;
mod load;
mod samples;

pub use import::{
    Column, ColumnKind, CsvPlan, CsvPreview, CsvReader, JsonFormat, JsonReader, RowError, RowFault, guess_json_format,
    inspect_csv,
};
pub use load::{
    Action, Arrivals, Burst, DailyCurve, KeyChoice, Keys, Load, LoadPlan, Mix, Rate, Sizes, Suffix, Suffixes, Target,
    gather, least_suffixes,
};
pub use samples::{Sample, SavedRequest, sample, samples};
