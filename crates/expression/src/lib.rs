//! The expression language: one lexer, one tree and one evaluator. Every error has a span.
//!
//! Owns the texts and rules of condition, filter, key-condition, projection, update and search-condition expressions.
//! It parses them with the placeholders of one request, refuses them with the service's own texts, and runs them
//! against an item. Must not know tables, key schemas, JSON or capacity.

mod build;
mod charge;
mod check;
mod condition;
mod error;
mod evaluate;
mod function;
mod key_condition;
mod lexer;
mod parser;
mod problem;
mod projection;
mod reserved;
mod scope;
mod search_condition;
mod tree;
mod update;

#[cfg(test)]
mod tests;

pub use check::rules::value_notation;
pub use condition::{Condition, Operand, Test, parse_condition};
pub use error::{ExpressionError, ExpressionKind, Mention, Span};
pub use evaluate::{compare, pick};
pub use function::Function;
pub use key_condition::{KeyCondition, KeyTerm, KeyTest, parse_key_condition};
pub use problem::Problem;
pub use projection::{Projection, parse_projection};
pub use reserved::is_reserved;
pub use scope::Scope;
pub use search_condition::{SearchCondition, SearchTerm, parse_search_condition};
pub use tree::Sign;
pub use update::{ActionKind, Applied, SetValue, Update, parse_update};

/// Longest expression text in UTF-8 bytes (documented: limits-expressions).
pub const MAX_EXPRESSION_BYTES: usize = 4096;
/// Maximum number of operators in one expression (documented: limits-expressions; functions and parentheses do not
/// count, observed: expression-operator-count).
pub const MAX_OPERATORS: usize = 300;
/// Maximum number of values in one `IN` list (documented: limits-expressions).
pub const MAX_IN_OPERANDS: usize = 100;
/// Maximum number of levels of a document path, including the top-level attribute (documented: limits-item).
pub const MAX_PATH_LEVELS: usize = 32;
/// Longest placeholder in UTF-8 bytes, including the leading `#` or `:` (documented: limits-expressions).
pub const MAX_PLACEHOLDER_BYTES: usize = 255;
