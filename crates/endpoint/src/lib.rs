//! Handles a request as bytes and returns the response as bytes. Restores a service from the journal of its requests.
//!
//! Owns the path from a target header and a body to the engine, and from the engine's result to a status and a body.
//! The HTTP server, the JavaScript package, the page and the suites all use it. It decides which requests a journal
//! records, and owns their replay, undo and redo. Must not know where bytes come from or where they are stored, nor
//! headers other than the target, nor the wall clock.

mod answer;
mod body_items;
mod checkpoint;
mod dear;
mod differences;
mod dispatch;
mod follow;
mod front;
mod impact;
mod load_fate;
mod loads;
mod outcome;
mod present;
mod reconcile;
mod recorder;
mod records;
mod replay;
mod replay_cost;
mod salvage;
mod semantics;
mod service_checkpoint;
pub mod setting;
mod settings;
mod snapshots;
#[cfg(test)]
mod tests;
mod timeline;

pub use answer::Answer;
pub use dear::{foresee, foreseeable};
pub use differences::{Difference, Differences};
pub use dispatch::{
    API_VERSION, Dispatched, SCALING_API_VERSION, STREAMS_API_VERSION, operation_of, read, refuse_unread, target_of,
};
pub use front::{Front, OnStep, ignore_steps, state_hash};
pub use hashrange_checkpoint::{Checkpointed, Damaged, FORMAT_VERSION as CHECKPOINT_VERSION, Forms};
pub use hashrange_dax::{Accelerator, Options as DaxOptions, Report as DaxReport};
pub use impact::{Impact, Keeps, impact_of, is_step};
pub use present::Observer;
pub use recorder::Recorder;
pub use records::{Kind, Outline};
pub use replay::{ReplayError, Replayed, replay};
pub use semantics::{SEMANTICS, semantics};
#[cfg(any(test, feature = "changed-rules"))]
pub use semantics::{change_rules, renumber_rules};
pub use service_checkpoint::{ServiceCheckpoint, ServiceRestoring, forms_of_service};
pub use settings::Settings;
pub use timeline::{Checkpoint, Future, Restoring, Sending, Timeline, forms_of_timeline};
