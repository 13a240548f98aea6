//! Statements on their way to the plans of the operations: what they say of items, in the terms of expressions and keys.
//!
//! A statement is prepared without a table first (`prepared`), then held against its table: a `SELECT` becomes ranges to
//! read (`branch`, `query`), everything else names one item (`key`, `write`). Must not know how a request carries it.

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
