//! What the service does under load and over time, and what its readings and lessons show of it. One program, a module for
//! each subject.
#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test: it fails by panicking"
)]

mod auto_scaling;
mod bulk_order;
mod claims;
mod free_work;
mod hot_indexes;
mod hot_keys;
mod index_filling;
mod lesson_pictures;
mod lessons;
mod live_views;
mod metrics;
mod nothing_missed;
mod partition_keys;
mod partition_map;
mod partitions;
mod plans;
mod readings_of_storage;
mod refusal_beforehand;
mod stage;
mod time_passes;
mod trials;
mod vector_search;
mod violation_report;
mod warm_throughput;
