//! Statements on their way to the plans of the operations: what they say of items, in the terms of expressions and keys.
//!
//! A statement is prepared without a table first (`prepared`), then held against its table: a `SELECT` becomes ranges to
//! read (`branch`, `query`), everything else names one item (`key`, `write`). Must not know how a request carries it.

mod branch;
mod columns;
mod condition;
mod key;
mod prepared;
mod query;
#[cfg(test)]
mod tests;
mod token;
mod update;
mod write;

pub(crate) use columns::{pick, pick_some};
pub(crate) use key::{Conflict, named};
pub(crate) use prepared::{Change, Prepared, Select, prepare};
pub(crate) use query::{Query, only_key, select};
pub(crate) use token::identity;
pub(crate) use write::{Write, write};
