//! The tests that involve several crates: their common behaviour, shown by the service's own requests.
//!
//! Owns the language of the specs and their runner, the independent model, and the measurements. README.md explains
//! where each test belongs. Must not use a crate beyond its public interface.
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

pub mod aws_model;
pub mod claims;
pub mod evidence;
pub mod foreign;
pub mod http;
pub mod lesson;
pub mod life;
pub mod matching;
pub mod model;
pub mod node;
pub mod past;
pub mod rehearsal;
pub mod reread;
pub mod runner;
pub mod seeds;
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
pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}
