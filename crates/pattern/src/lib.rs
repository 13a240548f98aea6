//! Access patterns: the requests that an application sends, each with what it must return and what it may cost.
//!
//! Owns running each pattern once against the present tables and indexes, in an engine of its own, and the comparison of
//! two runs; playing all patterns together at their rates; the search for the multiple of the rates that holds; and
//! patterns as files. Must not know where patterns are kept, nor who shows a run.

mod arrivals;
mod calls;
mod change;
mod day;
mod day_play;
mod draw;
mod file;
mod latency;
mod limit;
mod pattern;
mod play;
mod played;
mod run;
mod samples;
mod script;
mod slots;
#[cfg(test)]
mod tests;
mod upkeep;
mod usage;

pub use change::Change;
pub use day::{Day, DayPart, DaySample};
pub use day_play::DayPlay;
pub use file::{PatternsFormat, PatternsRead, PatternsWritten, read_patterns, write_patterns};
pub use limit::{Found, Limit};
pub use pattern::{KeySource, Pattern, Per, Rate};
pub use play::{Play, PlayOptions};
pub use played::{CallCounts, FirstThrottle, Played};
pub use run::{Board, Failure, Run, Served};
pub use script::Script;
pub use upkeep::Upkeep;
pub use usage::{CapacityMode, Plan, Short, shortages, usage, usage_of_requests};
