//! DynamoDB Accelerator (DAX): an item cache and a query cache in front of the tables.
//!
//! Decides which responses are cached, for how long, and which requests need no table. It knows requests, responses and
//! time. Must not know the engine, JSON, or where its tables are: it calls them through a trait.
//!
//! One node represents the cluster. The simulation omits the lag between nodes (documented: dax-consistency, usually
//! less than a second), overload of the cluster, and networks.

mod accelerator;
mod item_reads;
mod key;
mod lru_cache;
mod metrics;
mod options;
mod query_reads;
#[cfg(test)]
mod tests;
mod view;
mod writes;

pub use accelerator::{Accelerator, Tables};
pub use metrics::{CacheReport, Metrics, Report};
pub use options::Options;
