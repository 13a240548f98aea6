//! Copying tables from one DynamoDB endpoint to another: which request comes next, and what its answer means.
//!
//! A [`Copy`] hands out requests as operation names and JSON bodies, each on a numbered lane, and takes their answers. It
//! reports progress, and its state as text, from which a later copy goes on. Puts are idempotent: a page that is written
//! twice leaves the same items. Must not know sockets, files, signatures or the clock: time is a parameter, so that the
//! server's command and a page can drive the same copy. Start reading at `copy.rs`.

mod answer;
mod backoff;
mod copy;
mod copy_error;
mod definition;
mod described;
mod digest;
mod extras;
mod lane;
mod pace;
mod page;
mod plan;
mod progress;
mod report;
mod request;
mod segment;
mod state;
#[cfg(test)]
#[allow(clippy::indexing_slicing, reason = "a test may fail")]
mod tests;
mod work;

pub use copy::{Copy, Step};
pub use copy_error::{CopyError, StateError};
pub use described::{TableOf, table_of};
pub use digest::Digest;
pub use plan::Plan;
pub use progress::{Activity, Progress};
pub use report::{Lack, Report, TableReport};
pub use request::{Reply, Request, Side};
