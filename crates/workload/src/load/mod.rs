//! Load: streams of requests with their times, drawn from a seed.
//!
//! Owns rates over time, choices of keys, sizes, mixes of operations and write sharding. Owns plans as text, the counts
//! of a load, and the retrying client. Must not know the engine: the caller sends the requests, and may stop at any
//! time.

mod client;
mod keys;
mod plan;
mod plan_bounds;
mod plan_text;
mod rate;
mod retries;
mod sharding;
mod tally;

pub use client::{Attempt, Client};
pub use keys::{KeyChoice, Keys};
pub use plan::{Action, KeyName, Load, LoadPlan, Mix, Sizes, Target};
pub use rate::{Arrivals, Burst, DailyCurve, Rate};
pub use retries::Retries;
pub use sharding::{Suffix, Suffixes, gather, least_suffixes};
pub use tally::{Effect, Fate, Limit, LoadSecond, LoadTally};

#[cfg(test)]
mod tests;
