//! The readings of a past state, and every way to return to it. The same code runs natively and in WebAssembly, so that
//! a test can compare both.
//!
//! Owns the fixed list of readings and the ways. Must not know what happened, nor who calls it.
#![allow(clippy::expect_used, reason = "this crate is tests: a panic is a failed test")]

#[cfg(target_arch = "wasm32")]
mod border;
mod questions;
mod readings;
mod seen;
mod ways;

#[cfg(target_arch = "wasm32")]
pub use border::come_back;
pub use readings::{Digests, digests};
pub use seen::Seen;
pub use ways::{Moment, Returned, WAYS, Way, return_from_bytes, take_up, try_way};
