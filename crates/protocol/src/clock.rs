//! Virtual time as both sides speak of it: what a reader can do to time, where the present is among all that happened, and
//! the ways along it.

use hashrange_endpoint::Future;
use hashrange_time::Timestamp;

use crate::Speed;

/// What a reader can do to time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum ClockCommand {
    /// Time stands still.
    Pause,
    /// Time runs.
    Resume,
    /// Time goes to a moment at once, unless it is past already.
    StepTo(Timestamp),
    /// Time runs at another speed.
    Speed(Speed),
}

/// A way along what happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Travel {
    /// To before the newest request.
    Undo,
    /// To after the next request.
    Redo,
    /// One step back, be it a request or time that passed.
    Back,
    /// One step forward.
    Forward,
    /// To a moment.
    To(Timestamp),
    /// To the end of the line.
    Present,
    /// To the end of another future.
    Switch(Future),
}

/// The present and what lies before and after it.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
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
}

impl Line {
    /// Whether the past is looked at.
    #[must_use]
    pub fn is_past(&self) -> bool {
        self.place < self.end
    }
}

/// The clock of a workspace and the place of its present.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct State {
    /// Virtual time.
    pub now: Timestamp,
    /// Whether virtual time runs.
    pub running: bool,
    /// The speed at which it is to run.
    pub speed: Speed,
    /// The speed at which it did run lately, where that is less.
    pub reached: Option<Speed>,
    /// The share of a jump in time that is done, in parts per thousand, while there is one.
    pub jump: Option<u32>,
    /// When the service will next do something by itself.
    pub next_due: Option<Timestamp>,
    /// Where the present is.
    pub line: Line,
    /// Requests up to the present.
    pub steps: u64,
    /// Counts up with every change of state.
    pub revision: u64,
    /// Whether every reading that is followed is of this revision.
    pub settled: bool,
}
