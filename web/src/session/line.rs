//! The line: where the present stands among all that happened, as the clock shows it.
//!
//! Must not know how one gets from one place to another.

use hashrange_endpoint::Future;
use hashrange_time::Timestamp;

/// The present and what lies before and after it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Line {
    /// Steps that have happened: requests, changes of settings, and stretches of time.
    pub place: u64,
    /// Steps in all; more than have happened while the past is looked at.
    pub end: u64,
    /// When the first step was.
    pub begins: Timestamp,
    /// When the last step was.
    pub ends: Timestamp,
    /// Whether something was done that can be undone.
    pub can_undo: bool,
    /// Futures that were left for this one, oldest first.
    pub futures: Vec<Future>,
    /// Marks along it. Another number: other marks.
    pub marks: usize,
}

impl Line {
    /// Whether the past is looked at.
    #[must_use]
    pub fn is_past(&self) -> bool {
        self.place < self.end
    }
}
