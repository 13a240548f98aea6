//! Read models: what a request touched, what it cost and why, and the state of tables.
//!
//! Owns folding the event log into bounded series and reports, and the words of the cost calculation. Must not know the
//! DOM. It changes nothing: it only reads the engine.

mod build_log;
mod capacity_series;
mod capacity_state;
mod collection_overview;
mod collections;
mod eligibility;
mod expiry_items;
mod expiry_state;
mod figure;
mod hot_keys;
mod image_diff;
mod index_build;
mod index_lag;
mod insight;
mod item_preview;
mod log_line;
pub mod metrics;
mod outcomes;
mod partition_heat;
pub mod reading;
mod refusal;
mod report;
mod stream_board;
mod sum;
mod throttles;

pub use build_log::{BuildLog, BuildStep};
pub use capacity_series::{CapacitySeries, ScalingStep, Second, TableCapacity};
pub use capacity_state::CapacityState;
pub use collection_overview::{Bar, CollectionOverview, collection_overview};
pub use collections::{
    Collection, CollectionPage, CollectionView, Collections, IndexCollection, Member, collection_of, collection_view,
    collections,
};
pub use eligibility::Eligibility;
pub use expiry_items::{ExpiryItem, ExpiryStage, NeverExpires};
pub use expiry_state::ExpiryState;
pub use hashrange_engine::{
    Answered, Consistency, Consumption, Direction, Fate, KeyLocation, KeySchema, PageEnd, ReadTrace, RecordView,
    ReplicaView, Reserve, Resource, ScaledView, ShardView, Split, SplitReason, StreamView, Units, Walked, WriteArm,
    WriteEffect, WriteTrace,
};
pub use hot_keys::HotKeys;
pub use image_diff::{DiffLine, image_diff};
pub use index_build::{BuildPhase, BuildRule, BuildViolation, IndexBuild};
pub use index_lag::IndexLag;
pub use insight::Insight;
pub use item_preview::ItemPreview;
pub use log_line::{LogCategory, LogLine, log_lines};
pub use metrics::{Dimensions, Metric, Metrics, Period};
pub use outcomes::Outcomes;
pub use partition_heat::{HeatSecond, PartitionSecond};
pub use refusal::Refusal;
pub use report::{ReadReport, Report, ReportKind, WriteReport};
pub use stream_board::{StreamBoard, StreamReads};
pub use sum::SumLine;
pub use throttles::Throttled;
