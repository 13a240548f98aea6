//! Why a copy ends early, in words for people.

use crate::request::Side;

/// Why a copy ends early. What was copied is in its state: the same copy can go on from there.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CopyError {
    /// An endpoint refuses a request that the copy needs.
    #[error("{side} refuses {operation}{}: {exception}: {message}", of_table(table))]
    Refused {
        /// Which endpoint.
        side: Side,
        /// The request.
        operation: &'static str,
        /// The table it is about; empty for none.
        table: String,
        /// The exception's name.
        exception: String,
        /// Its message.
        message: String,
    },
    /// The target refuses an item.
    #[error("the target refuses an item of table {table}, {key}: {message}")]
    Item {
        /// The table.
        table: String,
        /// The item's primary key, as JSON.
        key: String,
        /// What the target says.
        message: String,
    },
    /// An endpoint did not accept a request, however often it was sent.
    #[error("{side} did not accept {operation} in {tries} tries: {reason}")]
    Exhausted {
        /// Which endpoint.
        side: Side,
        /// The request.
        operation: &'static str,
        /// How often it was sent.
        tries: u32,
        /// What came of the last try.
        reason: String,
    },
    /// An answer is not what the operation answers with.
    #[error("{side} answers {operation} with something else: {reason}")]
    Unreadable {
        /// Which endpoint.
        side: Side,
        /// The request.
        operation: &'static str,
        /// What is wrong with it.
        reason: String,
    },
    /// The target has a table of this name that is made otherwise.
    #[error("the target has a table {table} already, and it differs in: {}", differences.join(", "))]
    Schema {
        /// The table.
        table: String,
        /// What differs.
        differences: Vec<String>,
    },
    /// The target does not hold what was read.
    #[error(
        "table {table}: {read} items were read and the target holds {found}{}. It had items before, or something else \
         wrote to one of the tables. The next copy begins this table again",
        if read == found { ", with other values" } else { "" }
    )]
    Differs {
        /// The table.
        table: String,
        /// Items read from the source.
        read: u64,
        /// Items found in the target.
        found: u64,
    },
}

fn of_table(table: &str) -> String {
    if table.is_empty() { String::new() } else { format!(" for table {table}") }
}

/// Why a text is not the state of this copy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StateError {
    /// The text is something else, or damaged.
    #[error("not the state of a copy: {0}")]
    Unreadable(String),
    /// A later program wrote it.
    #[error("a newer program wrote it (format {0})")]
    Newer(u64),
    /// It belongs to a copy between other endpoints.
    #[error("it belongs to the copy from {from} to {to}")]
    Other {
        /// That copy's source.
        from: String,
        /// That copy's target.
        to: String,
    },
}
