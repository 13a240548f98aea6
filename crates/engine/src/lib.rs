//! The simulated service: tables, items, indexes and everything that happens to them over virtual time.
//!
//! Two doors change state, and nothing else does: `Engine::handle` takes a request at a time, `Engine::advance` lets time
//! pass. The same seed, options, requests and times give the same state and the same events on every target. Must not
//! know JSON, a browser, sockets, or the wall clock.

mod admission;
mod background;
mod backups;
mod base_change;
mod billing;
mod catalogue;
mod checkpoint;
mod collection;
mod consumption;
mod counters;
mod describe;
mod due;
mod engine;
mod entry_rows;
mod event;
mod exception;
mod expiry;
mod fault;
mod fingerprint;
mod followers;
mod heat;
mod history;
mod index;
mod index_life;
mod key_use;
mod landing;
mod ledger;
mod limits;
mod lineage;
mod operation;
mod partition_rows;
mod pending_view;
mod physics;
mod policy_slot;
mod put_back;
mod read;
mod record_view;
mod replicas;
mod row_places;
mod rows;
mod scaling;
mod scaling_view;
mod schema;
mod settings;
mod state_hash;
mod statement;
mod stream;
mod table;
mod throughput;
mod tokens;
mod trace;
mod under_way;
mod vector_schema;
mod view;
mod violations;
mod write;

pub use admission::Reserve;
pub use base_change::BaseChange;
pub use consumption::{Arm, Charges, Consumption, Direction, Resource, Served};
pub use due::{Due, DueWork};
pub use engine::{Budget, Engine, EngineOptions, Progress, Watch};
pub use event::{Event, EventKind, RequestEvent, Returned, Sender, Stop, StopCause};
pub use exception::Exception;
#[cfg(feature = "faults")]
pub use fault::Fault;
pub use hashrange_capacity::{Arithmetic, Consistency, Factor, Line, Rounding, Units, What, read_units, write_units};
pub use hashrange_index::{
    Distance, IndexDefinition, IndexKind, KeyAttribute, KeySchema, Projection, SearchRole, VectorFault, VectorRule,
    Violation, ViolationReason,
};
pub use index_life::KeyViolation;
pub use landing::Landing;
pub use limits::Limits;
pub use lineage::{Split, SplitReason};
pub use operation::first_fault;
pub use partition_rows::{PartitionRows, PartitionRun};
pub use pending_view::PendingView;
pub use physics::{
    ExpiryPhysics, IndexUpdatePhysics, PartitionPhysics, Physics, SettingPhysics, Span, TableUpdatePhysics, Throttling,
    ThrottlingPhysics,
};
pub use record_view::{OpenShards, RecordView};
pub use replicas::{Answered, ReplicaView};
pub use row_places::CollectionRun;
pub use scaling_view::{ScaledView, ScalingView};
pub use trace::{Fate, PageEnd, PartitionRead, ReadTrace, Trace, Walked, WriteArm, WriteEffect, WriteTrace};
pub use view::{BuildView, ExpiryView, IndexView, PartitionView, ShardView, StreamView, TableView};
pub use violations::{ItemViolations, ViolationReport};
