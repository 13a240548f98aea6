//! Readings: the data of a view, read from insight and engine at one time, requested by name with parameters.
//!
//! A reading contains no floats. It depends only on the journal and on virtual time, never on when a view asks. Must
//! not know who asks, nor how a reading is drawn or worded.

mod backups;
mod capacity;
mod collection_overview;
mod collections;
mod expiry;
mod index_build;
mod item_replicas;
mod item_status;
mod items;
mod key_location;
mod log_lines;
mod next_event;
mod partitions;
mod question;
mod questions;
mod refusal;
mod requests;
mod scaling;
mod sizes;
mod stage;
mod table_stream;
mod tables;
mod time_to_live;

pub use backups::{Backup, Recovery, RecoveryWindow};
pub use capacity::{Capacity, ResourceUse, Saved};
pub use collections::{
    CollectionFill, CollectionRow, CollectionSeen, CollectionsSeen, EntrySeen, IndexSeen, MemberSeen,
};
pub use expiry::{Expiry, ExpiryRecord};
pub use index_build::BuildBoard;
pub use item_replicas::{ItemReplicas, ReplicaImage};
pub use item_status::{EntryStatus, ExpiryStatus, IndexPresence, ItemStatus};
pub use items::Items;
pub use key_location::LocatedKey;
pub use log_lines::LogLines;
pub use next_event::NextEvent;
pub use partitions::{Partitions, Ranked};
pub use question::{AnyQuestion, Question, Service, reading_of};
pub use questions::{
    BackupsQuestion, CapacityQuestion, CollectionOverviewQuestion, CollectionsQuestion, CollectionsScope,
    ExpiryQuestion, IndexBuildQuestion, ItemStatusQuestion, ItemsQuestion, JourneyQuestion, KeyLocationQuestion,
    KeyToLocate, LastRequestQuestion, LogLinesQuestion, NextEventQuestion, PartitionsQuestion, RecoveryQuestion,
    RefusalQuestion, ReplicasQuestion, ScalingQuestion, SecondRequestsQuestion, SizesQuestion, StageQuestion,
    StreamQuestion, TablesQuestion, TimeToLiveQuestion,
};
pub use requests::{RequestLine, SecondRequests};
pub use scaling::{ScaledRate, ScalingPolicy};
pub use sizes::Size;
pub use stage::{
    Ceilings, Hop, HopKind, Journey, Outcome, PartitionStage, Passing, RowStage, SquareStage, SquareState, Stage,
    StageAccelerator, StageAnswer, StageBucket, StageBuild, StageIndex, StagePlace, StageSecond, StageStream,
    StageTray, StageUnits, StreamSquare,
};
pub use table_stream::TableStream;
pub use time_to_live::TimeToLive;

#[cfg(test)]
mod tests;
