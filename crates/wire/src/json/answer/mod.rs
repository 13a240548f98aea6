//! Responses as bodies: parts that several responses share.
//!
//! Must not know which response a part is in.

pub(crate) mod capacity;
pub(crate) mod item;
mod metrics;
mod table;

#[cfg(test)]
mod tests;
