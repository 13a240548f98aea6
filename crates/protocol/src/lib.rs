//! The protocol between a page and its engine: commands, responses, readings and progress as plain data.
//!
//! Owns the messages, and the words that both sides share. DynamoDB requests and responses cross as DynamoDB JSON text.
//! Must not know how messages are transported, nor who computes or draws their content.

mod answer;
mod ask;
mod body;
pub mod call;
mod card;
mod clock;
pub mod code;
mod encoding;
mod freshness;
mod lesson;
mod message;
pub mod pattern;
mod saved_view;
mod sent;
mod speed;
pub mod statement;
mod strip;
pub mod trial;
mod word;
mod workspace;

pub use answer::{Answered, Page, Records, Refused};
pub use ask::{Answer, Ask, Progress};
pub use body::check_body;
pub use card::{BIN_MS, Card, Origin, WorkspaceId};
pub use clock::{ClockCommand, Line, State, Travel};
pub use encoding::{decode, encode};
pub use freshness::Freshness;
/// The settings of a service, and other futures.
pub use hashrange_endpoint::{DaxOptions, Future, Settings, setting};
/// Types of settings, and plain data of readings.
pub use hashrange_engine::{Due, DueWork, KeyAttribute, Limits, Physics, Span, Throttling};
/// Files of items as they are previewed.
pub use hashrange_files::{
    AttributeSeen, Column, ColumnKind, CsvPlan, CsvPreview, ItemsForm, ItemsReader, JsonFormat, JsonReader, NotItems,
    RowError, attributes_seen, foreign_form, inspect_csv_as, propose,
};
pub use hashrange_insight::metrics::Statistics;
/// The questions of views, and their readings.
pub use hashrange_insight::reading::{
    self, AnyQuestion, Backup, BackupsQuestion, BuildBoard, Capacity, CapacityQuestion, Ceilings, CollectionFill,
    CollectionOverviewQuestion, CollectionRow, CollectionSeen, CollectionsQuestion, CollectionsScope, CollectionsSeen,
    EntrySeen, EntryStatus, Expiry, ExpiryQuestion, ExpiryRecord, ExpiryStatus, Hop, HopKind, IndexBuildQuestion,
    IndexPresence, IndexSeen, ItemReplicas, ItemStatus, ItemStatusQuestion, Items, ItemsQuestion, Journey,
    JourneyQuestion, KeyLocationQuestion, KeyToLocate, LastRequestQuestion, LocatedKey, LogLines, LogLinesQuestion,
    MemberSeen, NextEvent, NextEventQuestion, Outcome, PartitionStage, Partitions, PartitionsQuestion, Passing,
    Question, Ranked, Recovery, RecoveryQuestion, RecoveryWindow, RefusalQuestion, ReplicaImage, ReplicasQuestion,
    RequestLine, ResourceUse, RowStage, Saved, ScaledRate, ScalingPolicy, ScalingQuestion, SecondRequests,
    SecondRequestsQuestion, Size, SizesQuestion, SquareStage, SquareState, Stage, StageAccelerator, StageAnswer,
    StageBucket, StageBuild, StageIndex, StagePlace, StageQuestion, StageSecond, StageStream, StageTray, StageUnits,
    StreamQuestion, StreamSquare, TableStream, TablesQuestion, TimeToLive, TimeToLiveQuestion, reading_of,
};
/// The types that readings consist of.
pub use hashrange_insight::{
    Answered as AnsweredBy, Bar, BuildPhase, BuildRule, BuildViolation, CollectionOverview, DiffLine, Direction,
    Eligibility, ExpiryItem, ExpiryStage, ExpiryState, Fate, IndexBuild, IndexLag, ItemPreview, KeyLocation, KeySchema,
    LogCategory, LogLine, Metric, NeverExpires, PageEnd, ReadReport, ReadTrace, RecordView, Refusal, Report,
    ReportKind, Resource, ScaledView, ScalingStep, Second, ShardView, Split, SplitReason, StreamReads, SumLine, Units,
    Walked, WriteEffect, WriteReport, image_diff,
};
/// Parts of the stage that a lesson shows.
pub use hashrange_lesson::Part;
/// The maximum number of characters of a link to a workspace.
pub use hashrange_link::MOST_CHARACTERS as MOST_LINK_CHARACTERS;
/// Samples as they are listed, and plans of loads.
pub use hashrange_workload::{
    Action, Arrivals, Burst, DailyCurve, KeyChoice, KeyName, Load, LoadPlan, LoadSecond, LoadTally, Mix, Rate, Retries,
    Sample, SavedRequest, Sizes, Suffix, Suffixes, Target, least_suffixes, sample, samples,
};
pub use lesson::{
    Ending, FigureText, Focus, Goal, GoalCondition, Lesson, LessonCommand, LessonFault, LessonFile,
    Outcome as Predicted, Pick, Shown, Step, Task, Turn,
};
pub use message::{Command, Envelope, Hello, Import, Imported, Job, JobEnd, JobKind, News, WorkspaceCommand};
pub use saved_view::SavedView;
pub use sent::{Sent, SentGroup};
pub use speed::Speed;
pub use strip::{COLUMNS, Lane, Strip, Window};
pub use word::Word;
pub use workspace::{KeptAside, Owner, SaveState, StorageStatus};

/// The version of the messages. Both sides must come from one build. A page of another version gets an error.
pub const VERSION: u32 = 9;
