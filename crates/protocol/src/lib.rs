//! The protocol between a page and the engine behind it: commands, answers, readings and progress as plain data.
//!
//! Owns what crosses the border, and the words both sides share. DynamoDB requests and answers cross as DynamoDB JSON text.
//! Must not know how messages travel, nor who computes or draws what they carry.

mod answer;
mod apart;
mod body;
mod card;
mod clock;
pub mod errand;
mod freshness;
mod lesson;
mod message;
mod packed;
mod speed;
mod strip;
pub mod trial;
mod word;
mod workspace;

pub use answer::{Answered, Page, Records, Refused};
pub use body::check_body;
pub use card::{BIN_MS, Card, Origin, WorkspaceId};
pub use clock::{ClockCommand, Line, State, Travel};
pub use freshness::Freshness;
/// The settings of a service, the dials behind them, and futures that were left.
pub use hashrange_endpoint::{DaxOptions, Future, Settings, dials};
/// What settings are made of, and plain data of readings.
pub use hashrange_engine::{Due, DueWork, KeyAttribute, Limits, Physics, Span, Throttling};
/// Files of items as they are previewed.
pub use hashrange_files::{
    Column, ColumnKind, CsvPlan, CsvPreview, CsvReader, JsonFormat, JsonReader, RowError, RowFault, guess_json_format,
    inspect_csv,
};
pub use hashrange_insight::metrics::Statistics;
/// The questions of views, and their readings.
pub use hashrange_insight::reading::{
    self, Ask, Backup, BackupsAsk, BuildBoard, Capacity, CapacityAsk, Ceilings, CollectionFill, CollectionOverviewAsk,
    CollectionRow, CollectionSeen, CollectionsAsk, CollectionsScope, CollectionsSeen, EntrySeen, EntryStanding, Expiry,
    ExpiryAsk, ExpiryRecord, ExpiryStanding, Happenings, HappeningsAsk, Hop, HopKind, IndexBuildAsk, IndexSeen,
    IndexStanding, ItemReplicas, Items, ItemsAsk, Journey, JourneyAsk, Landed, LandingAsk, LandingKey, LastRequestAsk,
    MemberSeen, NextEvent, NextEventAsk, Outcome, PartitionStage, Partitions, PartitionsAsk, Passing, Question, Queue,
    QueuesAsk, Ranked, Recovery, RecoveryAsk, RecoveryWindow, RefusalAsk, ReplicaImage, ReplicasAsk, RequestLine,
    ResourceUse, RowStage, Saved, ScaledRate, ScalingAsk, ScalingPolicy, SecondRequests, SecondRequestsAsk,
    SquareStage, SquareState, Stage, StageAccelerator, StageAnswer, StageAsk, StageBucket, StageBuild, StageIndex,
    StagePlace, StageSecond, StageStream, StageTray, StageUnits, Standing, StandingAsk, StreamAsk, StreamSquare,
    TableStream, TablesAsk, TimeToLive, TimeToLiveAsk, reading_of,
};
/// The data readings are made of.
pub use hashrange_insight::{
    Answered as AnsweredBy, Bar, BuildPhase, BuildRule, BuildViolation, CollectionOverview, DiffLine, Direction,
    Eligibility, ExpiryItem, ExpiryStage, ExpiryState, Fate, Glance, Happening, HappeningKind, IndexBuild, IndexLag,
    KeySchema, Landing, Metric, NeverExpires, PageEnd, ReadReport, ReadTrace, RecordView, Refusal, Report, ReportKind,
    Resource, ScaledView, ScalingStep, Second, ShardView, Split, SplitReason, StreamReads, SumLine, Units, Walked,
    WriteEffect, WriteReport, image_diff,
};
/// Parts of the stage that a lesson shows.
pub use hashrange_lesson::Part;
/// The most characters of a link to a workspace.
pub use hashrange_link::MOST_CHARACTERS as MOST_LINK_CHARACTERS;
/// Samples as they are listed, and plans of loads.
pub use hashrange_workload::{
    Action, Arrivals, Burst, DailyCurve, KeyChoice, KeyName, Load, LoadPlan, LoadSecond, LoadTally, Mix, Rate, Retries,
    Sample, SavedRequest, Sizes, Suffix, Suffixes, Target, least_suffixes, sample, samples,
};
pub use lesson::{
    Ending, Focus, Goal, Lesson, LessonCommand, LessonFault, LessonFile, Outcome as Predicted, Pick, Shown, Step, Task,
    Told, Turn, Wanted,
};
pub use message::{
    Command, Envelope, Hello, Import, ImportForm, Imported, Job, JobEnd, JobKind, News, WorkspaceCommand,
};
pub use packed::{packed, unpacked};
pub use speed::Speed;
pub use strip::{COLUMNS, Lane, Strip, Window};
pub use word::Word;
pub use workspace::{KeptAside, Owner, Room, SaveState};

/// The version of the messages. Both sides come from one build; a page that was redeployed in between is told.
pub const VERSION: u32 = 3;
