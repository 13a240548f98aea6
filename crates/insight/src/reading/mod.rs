//! Readings: what a view shows, read from insight and engine at one moment, asked for by name with its parameters.
//!
//! A reading holds no floats and depends only on the journal and on virtual time, never on when a view asks. Must not know
//! who asks, nor how a reading is drawn or worded.

mod backups;
mod capacity;
mod collection_overview;
mod collections;
mod expiry;
mod happenings;
mod index_build;
mod item_replicas;
mod item_standing;
mod items;
mod landing;
mod next_event;
mod partitions;
mod question;
mod queues;
mod refusal;
mod requests;
mod scaling;
mod stage;
mod table_stream;
mod tables;
mod time_to_live;

pub use backups::{Backup, BackupsAsk, Recovery, RecoveryAsk, RecoveryWindow};
pub use capacity::{Capacity, CapacityAsk, ResourceUse, Saved};
pub use collection_overview::CollectionOverviewAsk;
pub use collections::{
    CollectionFill, CollectionRow, CollectionSeen, CollectionsAsk, CollectionsScope, CollectionsSeen, EntrySeen,
    IndexSeen, MemberSeen,
};
pub use expiry::{Expiry, ExpiryAsk, ExpiryRecord};
pub use happenings::{Happenings, HappeningsAsk};
pub use index_build::{BuildBoard, IndexBuildAsk};
pub use item_replicas::{ItemReplicas, ReplicaImage, ReplicasAsk};
pub use item_standing::{EntryStanding, ExpiryStanding, IndexStanding, Standing, StandingAsk};
pub use items::{Items, ItemsAsk};
pub use landing::{Landed, LandingAsk, LandingKey};
pub use next_event::{NextEvent, NextEventAsk};
pub use partitions::{Partitions, PartitionsAsk, Ranked};
pub use question::{Ask, Question, Service, reading_of};
pub use queues::{Queue, QueuesAsk};
pub use refusal::RefusalAsk;
pub use requests::{LastRequestAsk, RequestLine, SecondRequests, SecondRequestsAsk};
pub use scaling::{ScaledRate, ScalingAsk, ScalingPolicy};
pub use stage::{
    Ceilings, Hop, HopKind, Journey, JourneyAsk, Outcome, PartitionStage, Passing, RowStage, SquareStage, SquareState,
    Stage, StageAccelerator, StageAnswer, StageAsk, StageBucket, StageBuild, StageIndex, StagePlace, StageSecond,
    StageStream, StageTray, StageUnits, StreamSquare,
};
pub use table_stream::{StreamAsk, TableStream};
pub use tables::TablesAsk;
pub use time_to_live::{TimeToLive, TimeToLiveAsk};

#[cfg(test)]
mod tests;
