//! Files that people bring and take away: items as CSV and JSON, tables as templates, models of NoSQL Workbench.
//!
//! Owns the formats and what they come to as items and definitions of tables, as pure functions of bytes. Must not know the
//! engine, the interface, nor where bytes come from.

mod file_fault;
mod items;
mod proposal;
mod tables;
pub mod workbench;

pub use file_fault::{FileFault, FileReason, LeftOut};
pub use items::{
    Column, ColumnKind, CsvColumns, CsvHeader, CsvPlan, CsvPreview, CsvReader, CsvWriter, ItemRead, ItemsForm,
    ItemsFormat, ItemsReader, ItemsWriter, JsonFormat, JsonReader, NoColumn, RowError, RowFault, guess_json_format,
    inspect_csv,
};
pub use proposal::{AttributeSeen, KeyChoice, KeyProblem, Proposal, key_problem, propose};
pub use tables::{
    TableDefinition, TablesFormat, TablesRead, TablesWritten, TemplateFormat, describe_table_json, tables_in,
    tables_out,
};

#[cfg(test)]
mod arbitrary;
#[cfg(test)]
mod arbitrary_table;
