//! What differs between test lists in different languages: texts with places, and a few expressions.
//!
//! A text and one reader of it are smaller than code for each language. Must not know any single language.

use crate::draft::Draft;
use crate::literal::Escapes;
use crate::request::Request;

/// The rules of a language.
///
/// | place | what stands there |
/// |---|---|
/// | `@i`, `@w` | the imports that depend on the requests; a sentence about tests that write |
/// | `@n`, `@s` | the name of a test as an identifier; its own name as a literal |
/// | `@c` | the call |
/// | `@f`, `@k` | how many items the response has; its consumed capacity |
/// | `@r`, `@b` | the number of items that it must have; the budget |
/// | `@(`, `@|`, `@)` | the beginning of a group, the next element of it, its end |
/// | `@@` | the character itself |
pub(super) struct Rules {
    /// The text before the tests.
    pub(super) head: &'static str,
    /// A test.
    pub(super) test: &'static str,
    /// What begins a comment.
    pub(super) comment: &'static str,
    /// The unit of indentation.
    pub(super) unit: &'static str,
    /// How the language writes characters by number.
    pub(super) escapes: Escapes,
    /// What begins the identifiers of tests that read, and of those that write.
    pub(super) prefixes: [&'static str; 2],
    /// What stands for no number, and around one.
    pub(super) numbers: [&'static str; 3],
    /// How many items a response has, for each group of [`ITEMS`], and for all other operations.
    pub(super) found: [&'static str; 7],
    /// The consumed capacity of a response that reports it, and of others.
    pub(super) capacity: [&'static str; 2],
    /// Writes the imports.
    pub(super) imports: fn(&[&Request<'_>], &mut Draft),
    /// Writes the call of a request.
    pub(super) call: fn(&Request<'_>, &mut Draft),
}

/// Operations whose responses have items, in groups that count them in the same way.
pub(super) const ITEMS: [&str; 6] = [
    " Query Scan ",
    " GetItem ",
    " BatchGetItem ",
    " TransactGetItems ",
    " ExecuteStatement ",
    " SearchVectors ",
];
