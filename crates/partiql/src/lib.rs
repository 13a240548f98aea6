//! PartiQL for DynamoDB: reads texts as typed statements, or returns errors with the service's own text.
//!
//! Owns the language: its words, its grammar, and the rules that do not depend on tables. Reading has two steps, as on
//! the service (its messages show it). `parser` converts any text of the grammar to an expression. `meaning` converts a
//! meaningful expression to a `Statement`. Must not know tables, key schemas, JSON or capacity, nor how a condition is
//! evaluated or an update applied.

mod error;
mod keyword;
mod lexer;
mod meaning;
mod parser;
mod problem;
mod span;
mod statement;
mod tree;
mod words;

#[cfg(test)]
mod tests;

pub use error::StatementError;
pub use problem::{Malformed, Problem};
pub use span::{Position, Span};
pub use statement::{
    Change, Column, Delete, Function, Image, Insert, Operand, Order, Predicate, Returning, Select, Sign, Source,
    Statement, Update, Value,
};
pub use tree::MAX_DEPTH;
pub use words::{functions, keywords, quoted, written};

use hashrange_values::AttributeValue;

/// Reads a statement and replaces its question marks by the parameters. Ignores extra parameters (recorded on the
/// emulator).
///
/// # Errors
/// The first error that the service reports without a table: syntax errors, then errors of the statement's parts.
pub fn parse(text: &str, parameters: &[AttributeValue]) -> Result<Statement, StatementError> {
    meaning::statement(text, parameters, parser::read(text)?)
}
