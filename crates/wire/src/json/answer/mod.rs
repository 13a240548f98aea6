//! Responses as bodies: the reader, and parts that several responses share.
//!
//! Must not know which response a part is in.

pub(crate) mod capacity;
pub(crate) mod item;
mod metrics;
mod read;
mod table;

pub(crate) use read::read_answer;

#[cfg(test)]
mod tests;
