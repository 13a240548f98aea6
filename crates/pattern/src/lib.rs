//! Access patterns: the requests that an application sends, each with what it must return and what it may cost.
//!
//! Owns running each pattern once against the present tables and indexes, in an engine of its own, and the comparison of
//! two runs. Must not know where patterns are kept, nor who shows a run.

mod change;
mod pattern;
mod run;
#[cfg(test)]
mod tests;
mod usage;

pub use change::Change;
pub use pattern::{Pattern, Per, Rate};
pub use run::{Board, Failure, Run, Served};
pub use usage::{usage, usage_of_requests};
