//! One request as bytes in, one answer as bytes out; and a service brought back from the journal of its requests.
//!
//! Owns the way from a target header and a body to the engine, and from what the engine says to a status and a body: the
//! HTTP server, the JavaScript package, the page and the suites all go it. Owns what of it is worth a journal's record,
//! the way back from the records, and the way back and forth along them. Must not know where bytes come from or are kept,
//! nor headers other than the target, nor the wall clock.

mod answer;
mod checkpoint;
pub mod dials;
mod differences;
mod dispatch;
mod follow;
mod front;
mod loads;
mod mark;
mod outcome;
mod present;
mod recorder;
mod records;
mod replay;
mod semantics;
mod service_checkpoint;
mod settings;
mod settle;
mod snapshots;
mod spelled;
#[cfg(test)]
mod tests;
mod timeline;
mod work;

pub use answer::Answer;
pub use differences::{Difference, Differences};
pub use dispatch::{
    API_VERSION, Dispatched, SCALING_API_VERSION, STREAMS_API_VERSION, operation_of, read, refuse_unread, target_of,
};
pub use front::{Front, Watch, nobody, state_hash};
pub use hashrange_checkpoint::{Checkpointed, Damaged, FORMAT_VERSION as CHECKPOINT_VERSION, Forms};
pub use hashrange_dax::{Accelerator, Options as DaxOptions, Report as DaxReport};
pub use mark::{Keeps, Mark, is_step, mark_of};
pub use present::Onlooker;
pub use recorder::Recorder;
pub use records::{Kind, Outline};
pub use replay::{ReplayError, Replayed, replay};
pub use semantics::{SEMANTICS, semantics};
#[cfg(any(test, feature = "changed-rules"))]
pub use semantics::{change_rules, renumber_rules};
pub use service_checkpoint::{ServiceCheckpoint, ServiceRestoring, forms_of_service};
pub use settings::Settings;
pub use timeline::{Checkpoint, Future, Restoring, Sending, Timeline, forms_of_timeline};
