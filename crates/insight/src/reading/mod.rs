//! Readings: what a view shows, read from insight and engine at one moment, asked for by name with its parameters.
//!
//! A reading holds no floats and depends only on the journal and on virtual time, never on when a view asks. Must not know
//! who asks, nor how a reading is drawn or worded.

mod asks;
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

pub use asks::{
    BackupsAsk, CapacityAsk, CollectionOverviewAsk, CollectionsAsk, CollectionsScope, ExpiryAsk, HappeningsAsk,
    IndexBuildAsk, ItemsAsk, JourneyAsk, LandingAsk, LandingKey, LastRequestAsk, NextEventAsk, PartitionsAsk,
    QueuesAsk, RecoveryAsk, RefusalAsk, ReplicasAsk, ScalingAsk, SecondRequestsAsk, StageAsk, StandingAsk, StreamAsk,
    TablesAsk, TimeToLiveAsk,
};
pub use backups::{Backup, Recovery, RecoveryWindow};
pub use capacity::{Capacity, ResourceUse, Saved};
pub use collections::{
    CollectionFill, CollectionRow, CollectionSeen, CollectionsSeen, EntrySeen, IndexSeen, MemberSeen,
};
pub use expiry::{Expiry, ExpiryRecord};
pub use happenings::Happenings;
pub use index_build::BuildBoard;
pub use item_replicas::{ItemReplicas, ReplicaImage};
pub use item_standing::{EntryStanding, ExpiryStanding, IndexStanding, Standing};
pub use items::Items;
pub use landing::Landed;
pub use next_event::NextEvent;
pub use partitions::{Partitions, Ranked};
pub use question::{Ask, Question, Service, reading_of};
pub use queues::Queue;
pub use requests::{RequestLine, SecondRequests};
pub use scaling::{ScaledRate, ScalingPolicy};
pub use stage::{
    Ceilings, Hop, HopKind, Journey, Outcome, PartitionStage, Passing, RowStage, SquareStage, SquareState, Stage,
    StageAccelerator, StageAnswer, StageBucket, StageBuild, StageIndex, StagePlace, StageSecond, StageStream,
    StageTray, StageUnits, StreamSquare,
};
pub use table_stream::TableStream;
pub use time_to_live::TimeToLive;

#[cfg(test)]
mod tests;
