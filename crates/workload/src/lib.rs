//! Sample datasets, bulk input, load and scenes: tables ready to try, files of items, streams of requests, and lessons.
//!
//! Owns the built-in samples, the readers of CSV and JSON files, the seeded generators of load and the scenes, as pure
//! functions. Must not know the interface, nor how requests are carried out.

mod import;
mod load;
mod samples;
mod scene;

pub use import::{
    Column, ColumnKind, CsvPlan, CsvPreview, CsvReader, JsonFormat, JsonReader, RowError, RowFault, guess_json_format,
    inspect_csv,
};
pub use load::{
    Action, Arrivals, Attempt, Burst, Client, DailyCurve, Fate, KeyChoice, KeyName, Keys, Load, LoadPlan, LoadSecond,
    LoadTally, Mix, Rate, Retries, Sizes, Suffix, Suffixes, Target, gather, least_suffixes,
};
pub use samples::{Sample, SavedRequest, TableScript, expand, sample, samples};
pub use scene::{
    Caption, Check, Figure, FigureFault, FigureWord, Move, Piece, Play, Scene, Step, scene, scenes, welcome,
};
