//! Virtual time: timestamps, durations, the agenda of due work, the pace of work and the seeded random source.
//!
//! Time here is only a number from the caller. This crate must not know the wall clock, nor anything that differs
//! between two runs or two processors: the same calls return the same bits on x86-64 and on wasm32.

mod agenda;
mod calendar;
mod duration;
mod long_date;
mod pace;
mod random;
mod timestamp;

pub use agenda::{Agenda, Ticket};
pub use calendar::CalendarTime;
pub use duration::Duration;
pub use pace::Pace;
pub use random::Random;
pub use timestamp::{Timestamp, TimestampError};
