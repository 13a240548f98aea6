//! Patterns as files, and back: test lists, the file of AWS's DynamoDB MCP server, models of NoSQL Workbench, and JSON.
//!
//! Owns which format a file has. Must not know where bytes come from, nor who keeps patterns.

mod data_model;
mod own;
mod parts;
mod tests_of;
mod workbench;

use hashrange_code::Language;
use hashrange_files::foreign_form;
use hashrange_files::workbench::ModelTable;
use hashrange_values::Item;
use hashrange_wire::JsonTree;
use serde::{Deserialize, Serialize};

pub use self::parts::{PatternsRead, PatternsWritten};
use crate::{Board, Pattern};

/// The maximum number of patterns of a file.
const MOST: usize = 1_000;

/// A format of files of patterns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PatternsFormat {
    /// Tests for `cargo test`.
    Rust,
    /// Tests for `node:test`.
    JavaScript,
    /// Tests for pytest.
    Python,
    /// The file of AWS's DynamoDB MCP server, with the tables and their items.
    McpServer,
    /// A model of NoSQL Workbench, with the tables and their items.
    Workbench,
    /// JSON of this program. It has every member of a pattern.
    Json,
}

impl PatternsFormat {
    /// The name of a file: the one that its tool looks for, if it looks for one.
    #[must_use]
    pub fn file_name(self) -> &'static str {
        match self {
            Self::Rust => "patterns.rs",
            Self::JavaScript => "patterns.test.mjs",
            Self::Python => "test_patterns.py",
            Self::McpServer => "dynamodb_data_model.json",
            Self::Workbench => "patterns.model.json",
            Self::Json => "hashrange-patterns.json",
        }
    }
}

/// Writes patterns. `tables` returns the present tables with their items, for formats that have them.
#[must_use]
pub fn write_patterns(
    format: PatternsFormat,
    patterns: &[Pattern],
    board: &Board,
    tables: &dyn Fn() -> Vec<ModelTable>,
) -> PatternsWritten {
    match format {
        PatternsFormat::Rust => tests_of::write(Language::Rust, patterns),
        PatternsFormat::JavaScript => tests_of::write(Language::JavaScript, patterns),
        PatternsFormat::Python => tests_of::write(Language::Python, patterns),
        PatternsFormat::McpServer => {
            let tables = tables();
            let tables: Vec<(_, &[Item])> = tables
                .iter()
                .map(|table| (&table.definition, table.items.as_slice()))
                .collect();
            data_model::write(patterns, &tables)
        }
        PatternsFormat::Workbench => workbench::write(patterns, tables(), board),
        PatternsFormat::Json => own::write(patterns),
    }
}

/// Reads the patterns of a file in one of the three formats with patterns. What cannot be read is named, and the others
/// are read.
///
/// # Errors
/// Why the file cannot be read, as a sentence.
pub fn read_patterns(text: &str) -> Result<PatternsRead, String> {
    if let Some(form) = foreign_form(text.as_bytes()) {
        return Err(format!("This is {form}."));
    }
    let text = text.trim_start_matches('\u{feff}');
    let file = JsonTree::parse(text)
        .map_err(|error| format!("The file is not JSON: line {}, {}.", error.line, error.reason))?;
    let (format, mark) = own::MARK;
    let read = if file.member(format).and_then(JsonTree::text) == Some(mark) {
        own::read(&file)?
    } else if file.member(workbench::MARK).is_some() {
        workbench::read(text)?
    } else if file.member(data_model::MARK).is_some() {
        data_model::read(&file)
    } else {
        return Err(format!(
            "The file has no access patterns. They are expected in {mark}, a dynamodb_data_model.json, or a NoSQL Workbench model."
        ));
    };
    match read.patterns.len() {
        0 if read.left_out.is_empty() => Err("The file has no access pattern.".to_owned()),
        0 => Err(format!("No access pattern can be read: {}.", read.left_out.join(", "))),
        1..=MOST => Ok(read),
        more => Err(format!("The file has {more} access patterns. At most {MOST} are read.")),
    }
}
