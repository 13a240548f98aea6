//! The simulated service: tables, items, indexes and everything that happens to them over virtual time.
//!
//! Two functions change state: `Engine::handle` handles one request, and `Engine::advance` advances time. Programs that
//! replay records also use `service/put_back.rs`, which sets an item or a table to the content of a record. The same
//! seed, options, requests and times give the same state and the same events on every target. Must not know JSON, a
//! browser, sockets, or the wall clock.

mod rules;
mod service;
mod state;
mod view;

pub use hashrange_capacity::{Arithmetic, Consistency, Factor, Line, Rounding, Units, What, read_units, write_units};
pub use hashrange_index::{
    Distance, IndexDefinition, IndexKind, KeyAttribute, KeySchema, Projection, SearchRole, VectorFault, VectorRule,
    Violation, ViolationReason,
};
pub use hashrange_store::Remains;
pub use rules::read::foreseen::{Foreseen, Foresight};
pub use service::api::{Budget, Progress, Reply};
pub use service::engine::Engine;
#[cfg(feature = "faults")]
pub use service::fault::Fault;
pub use service::operation::transact_write_items::first_fault;
pub use state::index_life::KeyViolation;
pub use state::limits::Limits;
pub use state::lineage::{Split, SplitReason};
pub use state::log::base_change::BaseChange;
pub use state::log::consumption::{Arm, Charges, Consumption, Direction, Resource, Served};
pub use state::log::event::{Event, EventKind, RequestEvent, Returned, Sender, Stop, StopCause};
pub use state::log::exception::Exception;
pub use state::log::replicas::{Answered, ReplicaView};
pub use state::log::trace::{
    Fate, PageEnd, PartitionRead, ReadTrace, Trace, Walked, WriteArm, WriteEffect, WriteTrace,
};
pub use state::named_setting::{NamedSetting, Setting};
pub use state::options::EngineOptions;
pub use state::physics::{
    ExpiryPhysics, IndexUpdatePhysics, PHYSICS, PartitionPhysics, Physics, SettingPhysics, TableUpdatePhysics,
    ThrottlingPhysics,
};
pub use state::span::Span;
pub use state::throttling::Throttling;
pub use view::due::{Due, DueWork};
pub use view::index_view::{BuildView, IndexView};
pub use view::key_location::KeyLocation;
pub use view::partition_rows::{PartitionRows, PartitionRun};
pub use view::partition_view::PartitionView;
pub use view::past_filter::PastFilter;
pub use view::past_items::{ItemChange, ItemsThen, PastItems};
pub use view::pending_view::PendingView;
pub use view::record_view::{OpenShards, RecordView};
pub use view::reserve::Reserve;
pub use view::row_places::CollectionRun;
pub use view::scaling_view::{ScaledView, ScalingView};
pub use view::stream_view::{ShardView, StreamView};
pub use view::table_view::{ExpiryView, TableView};
pub use view::violations::{ItemViolations, ViolationReport};
