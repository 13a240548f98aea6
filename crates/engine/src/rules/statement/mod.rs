//! Statements, converted to the plans of the operations: their meaning in terms of expressions and keys.
//!
//! First a statement is prepared without a table (`prepared`), then it is checked against its table. A `SELECT` becomes
//! ranges to read (`branch`, `query`). Every other statement names one item (`key`, `write`). Must not know which
//! request contains the statement.

pub(crate) mod branch;
pub(crate) mod columns;
pub(crate) mod condition;
pub(crate) mod key;
pub(crate) mod prepared;
pub(crate) mod query;

#[cfg(test)]
mod tests;
pub(crate) mod token;
pub(crate) mod update;
pub(crate) mod write;
