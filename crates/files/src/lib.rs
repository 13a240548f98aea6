//! Files for import and export: items as CSV and JSON, tables as templates, and models of NoSQL Workbench.
//!
//! Owns the formats and their conversion to items and table definitions, as pure functions of bytes. Must not know the
//! engine, the interface, nor where bytes come from.
//!
//! Files come from strangers. A CSV file has at most [`MOST_COLUMNS`] columns; a wider one is refused before its rows are
//! read. Of a row with more than 8 MB, only its line is read. What is shown of a file of tables stays in proportion to it.

mod file_fault;
mod foreign;
mod hcl;
mod items;
mod proposal;
mod tables;
pub mod workbench;
mod yaml;

pub use file_fault::{FileFault, FileReason, LeftOut};
pub use foreign::foreign_form;
pub use items::{
    Column, ColumnKind, CsvColumns, CsvHeader, CsvPlan, CsvPreview, CsvReader, CsvWriter, ItemRead, ItemsForm,
    ItemsFormat, ItemsReader, ItemsWriter, JsonFormat, JsonReader, MOST_COLUMNS, NoColumn, NotItems, RowError,
    RowFault, TooManyColumns, guess_json_format, inspect_csv, inspect_csv_as,
};
pub use proposal::{AttributeSeen, KeyChoice, KeyProblem, Proposal, attributes_seen, key_problem, propose};
pub use tables::{
    Insights, TableDefinition, TablesFormat, TablesRead, TablesWritten, TemplateFormat, data_model_out,
    describe_table_json, tables_in, tables_out,
};

#[cfg(test)]
mod arbitrary;
#[cfg(test)]
mod arbitrary_table;
#[cfg(test)]
mod export_tests;
