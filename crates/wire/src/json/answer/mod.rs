//! Parts that several responses share: items, capacity, metrics, descriptions of tables, backups and auto scaling.
//!
//! Must not know which response a part is in.

pub(crate) mod backup;
pub(crate) mod capacity;
pub(crate) mod item;
pub(crate) mod metrics;
pub(crate) mod scaling;
pub(crate) mod table;
