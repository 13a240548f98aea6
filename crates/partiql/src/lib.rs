//! PartiQL for DynamoDB: statements as text into typed statements, or a refusal in the service's own words.
//!
//! Owns the language: its words, its grammar, what a statement may say whatever the tables are. A statement is read in two
//! steps, as the service does it (its messages tell): any text of the grammar becomes an expression (`parser`), and an
//! expression that means something here becomes a `Statement` (`meaning`). Must not know tables, key schemas, JSON or
//! capacity, nor how a condition is judged or an update applied.

mod error;
mod keyword;
mod lexer;
mod meaning;
mod parser;
mod problem;
mod span;
mod statement;
mod tree;

#[cfg(test)]
mod tests;

pub use error::StatementError;
pub use problem::{Malformed, Problem};
pub use span::{Position, Span};
pub use statement::{
    Change, Column, Comparator, Delete, Function, Image, Insert, Operand, Order, Predicate, Returning, Select, Sign,
    Source, Statement, Update, Value,
};
pub use tree::MAX_DEPTH;

use hashrange_values::AttributeValue;

/// Reads a statement, and puts the parameters in for its question marks. Parameters too many are ignored (recorded on the
/// emulator).
///
/// # Errors
/// The first thing the service would refuse without looking at a table: syntax, then what the parts may be.
pub fn parse(text: &str, parameters: &[AttributeValue]) -> Result<Statement, StatementError> {
    meaning::statement(text, parameters, parser::read(text)?)
}
