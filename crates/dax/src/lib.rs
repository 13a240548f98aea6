//! DynamoDB Accelerator (DAX): an item cache and a query cache in front of the tables.
//!
//! Owns what is remembered of answers, for how long, and which requests need not reach a table. Knows requests, answers
//! and time; must not know the engine, JSON, or where its tables are: they are a trait that it asks.
//!
//! One node stands for the cluster: that replicas are a little behind each other (documented: usually less than a second)
//! is left out. So are its own overload and everything to do with networks.

mod accelerator;
mod item_reads;
mod key;
mod metrics;
mod options;
mod query_reads;
mod shelf;
#[cfg(test)]
mod tests;
mod view;
mod writes;

pub use accelerator::{Accelerator, Tables};
pub use metrics::{CacheReport, Metrics, Report};
pub use options::Options;
