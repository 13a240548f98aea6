//! Errors that end a copy early, with messages for users.

use crate::request::Side;

/// The reason why a copy ended early. The stored state contains the progress, so the same copy can resume from there.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CopyError {
    /// An endpoint refuses a request that the copy needs.
    #[error("{side} refuses {operation}{}: {exception}: {message}", of_table(table))]
    Refused {
        /// The endpoint.
        side: Side,
        /// The operation.
        operation: &'static str,
        /// The table; empty for none.
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
        /// The target's message.
        message: String,
    },
    /// An endpoint did not accept a request, even after all attempts.
    #[error("{side} did not accept {operation} in {tries} tries: {reason}")]
    Exhausted {
        /// The endpoint.
        side: Side,
        /// The operation.
        operation: &'static str,
        /// The number of attempts.
        tries: u32,
        /// The result of the last attempt.
        reason: String,
    },
    /// A response does not have the operation's format.
    #[error("{side} responds to {operation} with an invalid body: {reason}")]
    Unreadable {
        /// The endpoint.
        side: Side,
        /// The operation.
        operation: &'static str,
        /// The error in the response.
        reason: String,
    },
    /// The target has a table of this name with another definition.
    #[error("the target already has a table {table}, which differs in: {}", differences.join(", "))]
    Schema {
        /// The table.
        table: String,
        /// The differences.
        differences: Vec<String>,
    },
    /// The items in the target differ from the items read from the source.
    #[error(
        "table {table}: {read} items were read and the target holds {found}{}. It had items before, or something else \
         wrote to one of the tables. The next copy restarts this table",
        if read == found { ", with different values" } else { "" }
    )]
    Differs {
        /// The table.
        table: String,
        /// Items read from the source.
        read: u64,
        /// Number of items in the target.
        found: u64,
    },
}

fn of_table(table: &str) -> String {
    if table.is_empty() {
        String::new()
    } else {
        format!(" for table {table}")
    }
}

/// The reason why a text is not the state of this copy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StateError {
    /// The text is something else, or damaged.
    #[error("not the state of a copy: {0}")]
    Unreadable(String),
    /// A later version of the program wrote it.
    #[error("a newer program wrote it (format {0})")]
    Newer(u64),
    /// The state file belongs to a copy between other endpoints.
    #[error("it belongs to the copy from {from} to {to}")]
    Other {
        /// That copy's source.
        from: String,
        /// That copy's target.
        to: String,
    },
}
