//! Virtual time for both sides: the reader's commands, the position of the present in the history, and movement along
//! it.

use hashrange_endpoint::Future;
use hashrange_time::{Duration, Timestamp};

use crate::Speed;

/// A reader's command about time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum ClockCommand {
    /// Pause time.
    Pause,
    /// Resume time.
    Resume,
    /// Jump to a time. Has no effect if that time has passed.
    StepTo(Timestamp),
    /// Jump over a span, from the present or from the target of a running jump.
    Skip(Duration),
    /// Change the speed of time.
    Speed(Speed),
}

/// A movement along the history.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Travel {
    /// Moves to before the latest request.
    Undo,
    /// Moves to after the next request.
    Redo,
    /// Moves one step back, over a request or over passed time.
    Back,
    /// Moves one step forward.
    Forward,
    /// Moves to a time.
    To(Timestamp),
    /// Moves to the end of the timeline.
    Present,
    /// Moves to the end of another future.
    Switch(Future),
}

/// The timeline and the position of the present in it.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Line {
    /// Steps that have happened: requests, changes of settings, and passed time.
    pub place: u64,
    /// Total number of steps; greater than `place` in the past.
    pub end: u64,
    /// When the first step was.
    pub begins: Timestamp,
    /// When the last step was.
    pub ends: Timestamp,
    /// Whether there is something to undo.
    pub can_undo: bool,
    /// Futures that were replaced by the current one, oldest first.
    pub futures: Vec<Future>,
}

impl Line {
    /// Whether the present is before the end of the timeline.
    #[must_use]
    pub fn is_past(&self) -> bool {
        self.place < self.end
    }
}

/// The clock of a workspace and the position of its present.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct State {
    /// Virtual time.
    pub now: Timestamp,
    /// Whether virtual time runs.
    pub running: bool,
    /// The requested speed.
    pub speed: Speed,
    /// The speed reached lately, if it is lower than the requested one.
    pub reached: Option<Speed>,
    /// The finished share of the running jump in time, in parts per thousand.
    pub jump: Option<u32>,
    /// When the next background work of the service is due.
    pub next_due: Option<Timestamp>,
    /// The position of the present.
    pub line: Line,
    /// Requests up to the present.
    pub steps: u64,
    /// Increases with every change of state.
    pub revision: u64,
    /// Whether every followed reading is up to date with this revision.
    pub settled: bool,
}
