//! Load: streams of requests with their times, drawn from a seed.
//!
//! Owns rates over time, choices of keys, sizes, mixes of operations and write sharding, plans as text, and counting what
//! came of a load, and the client that tries again. Must not know the engine: who sends the requests does so, and may stop
//! anywhere.

mod client;
mod keys;
mod plan;
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
pub use tally::{Fate, LoadSecond, LoadTally};

#[cfg(test)]
mod tests;
