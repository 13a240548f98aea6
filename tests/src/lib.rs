//! The suites above the rooms: what several rooms promise together, shown through the service's own requests.
//!
//! Owns the language of the specs and what runs them, the independent model, and the measurements. README.md says which
//! test goes where. Must not reach into a room past its public surface.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "an edge of the project: reads its own files, opens sockets, measures wall-clock time"
)]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "this crate is tests: a panic is a failed test"
)]
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the numbers cast are small ones that the simulator drew, and hash bits cut on purpose"
)]

pub mod claims;
pub mod http;
pub mod lesson;
pub mod life;
pub mod model;
pub mod node;
pub mod past;
pub mod runner;
pub mod service;
pub mod simulation;
pub mod snapshot;
pub mod spec;
pub mod template;
pub mod traffic;
pub mod watched;

use std::path::PathBuf;

/// The folder of this crate.
#[must_use]
pub fn home() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}
