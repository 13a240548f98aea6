//! Copies tables from one DynamoDB endpoint to another: decides on the next request and interprets its response.
//!
//! A [`Copy`](struct@Copy) returns requests as operation names and JSON bodies, each on a numbered worker, and takes
//! their responses. It reports progress, and its state as text, from which a later copy resumes. Puts are idempotent: a
//! page that is written twice leaves the same items. Must not know sockets, files, signatures or the clock. Time is a
//! parameter, so that the server's command and a page can drive the same copy. Start reading at `copy.rs`.

mod acceptance;
mod answer;
mod backoff;
mod copy;
mod copy_error;
mod definition;
mod described;
mod digest;
mod extras;
mod listing;
mod pace;
mod page;
mod pages;
mod plan;
mod progress;
mod report;
mod request;
mod segment;
mod settings;
mod state;
#[cfg(test)]
#[allow(clippy::indexing_slicing, reason = "a test may fail")]
mod tests;
mod work;
mod worker;

pub use copy::{Copy, Step};
pub use copy_error::{CopyError, StateError};
pub use described::{TableOf, table_of};
pub use digest::Digest;
pub use pages::{Endless, MOST_PAGES, Pages};
pub use plan::Plan;
pub use progress::{Activity, Progress};
pub use report::{NotCopied, Report, TableReport};
pub use request::{Reply, Request, Side};
