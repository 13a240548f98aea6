//! State: tables, indexes, rows, meters, queues, streams and history, as data that holds its invariants.
//!
//! Must not know operations, requests, or the engine.

pub(crate) mod author;
pub(crate) mod backups;
pub(crate) mod billing;
pub(crate) mod bounds;
pub(crate) mod catalogue;
pub(crate) mod context;
pub(crate) mod counters;
pub(crate) mod definition;
pub(crate) mod entry_rows;
pub(crate) mod expiry;
pub(crate) mod fingerprint;
pub(crate) mod followers;
pub(crate) mod heat;
pub(crate) mod history;
pub(crate) mod images;
pub(crate) mod index;
pub(crate) mod index_life;
pub(crate) mod key_use;
pub(crate) mod limits;
pub(crate) mod lineage;
pub(crate) mod log;
pub(crate) mod meter;
pub(crate) mod named_setting;
pub(crate) mod options;
pub(crate) mod partition_units;
pub(crate) mod physics;
pub(crate) mod policy_slot;
pub(crate) mod resource_name;
pub(crate) mod rows;
pub(crate) mod scaling;
pub(crate) mod settings;
pub(crate) mod shared_state;
pub(crate) mod span;
pub(crate) mod stream;
pub(crate) mod table;
pub(crate) mod task;
pub(crate) mod throttling;
pub(crate) mod throughput;
pub(crate) mod tokens;
pub(crate) mod transaction_locks;
