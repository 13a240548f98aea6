//! The player: a lesson in progress, its next move, and the learner's choices.
//!
//! Owns the lesson's clock and position. A lesson has its own time, so that the same choices make the same requests at
//! the same times in every play. Must not know who executes the moves.

mod kept;
mod learner;
mod moves;

use std::collections::VecDeque;
use std::sync::Arc;

use hashrange_time::{Duration, Timestamp};
use hashrange_wire::Operation;
use hashrange_workload::{LoadPlan, LoadTally};

use crate::scope::{Scope, Service};
use crate::tally::Tally;
use crate::words::plain;
use crate::{Act, Lesson, Must, Step, Task, To, Words};

pub use kept::Kept;
pub use learner::{Attempt, Judgement, Wanted};

/// The time after every stop, so that no two stops have the same time.
const BREATH: Duration = Duration::from_millis(1);

/// The next move.
#[derive(Clone, Debug, PartialEq)]
pub enum Move {
    /// Let time pass up to this time.
    Wait(Timestamp),
    /// Send a request now, and call `Play::answered` with its result.
    Send {
        /// The operation.
        operation: Operation,
        /// Its body.
        body: String,
    },
    /// Start a load now, send all of its requests at their times, and call `Play::loaded` with its result.
    Load {
        /// Its plan.
        plan: Box<LoadPlan>,
        /// Its seed.
        seed: u64,
    },
    /// Set a setting of physics or limits now.
    Set {
        /// The setting's name.
        name: String,
        /// Its value, as text.
        value: String,
    },
    /// Go back to this time, and continue from there.
    Back(Timestamp),
    /// Wait for the learner: see `Play::phase`.
    Stop,
    /// The lesson is over.
    End,
}

/// The position within a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Phase {
    /// The acts that create the service run.
    Beginning,
    /// The acts before the words run.
    Coming,
    /// The words are shown: the learner reads, picks, acts or changes a setting.
    Shown,
    /// The predicted run is running.
    Running,
    /// The reply is shown. Saved lessons have its older name.
    #[serde(rename = "Told")]
    Replied,
    /// The lesson is over.
    Over,
}

/// A lesson in progress. A clone continues from the same point.
#[derive(Clone, Debug)]
pub struct Play {
    lesson: Arc<Lesson>,
    start: Timestamp,
    /// The lesson's time, and the time up to which the service was advanced.
    at: Timestamp,
    reported: Timestamp,
    step: usize,
    phase: Phase,
    queue: VecDeque<Act>,
    /// Checks of the current `until`, and of all of them.
    looks: u32,
    looked: u32,
    must: Must,
    /// A read that continues page by page.
    pages: Option<(Operation, String)>,
    tally: Tally,
    /// The time when the step's words were shown, and the responses until then.
    moment: Timestamp,
    before: Tally,
    /// Whether the learner changed something since then.
    touched: bool,
    back: Option<Timestamp>,
    met: bool,
    chosen: Option<To>,
    trouble: Option<String>,
}

impl Play {
    /// A lesson from its start, at this time.
    #[must_use]
    pub fn new(lesson: Arc<Lesson>, start: Timestamp) -> Self {
        Self {
            queue: lesson.making.iter().cloned().collect(),
            lesson,
            start,
            at: start,
            reported: start,
            step: 0,
            phase: Phase::Beginning,
            looks: 0,
            looked: 0,
            must: Must::Either,
            pages: None,
            tally: Tally::default(),
            moment: start,
            before: Tally::default(),
            touched: false,
            back: None,
            met: false,
            chosen: None,
            trouble: None,
        }
    }

    /// The lesson.
    #[must_use]
    pub fn lesson(&self) -> &Lesson {
        &self.lesson
    }

    /// The index of the step, from 0.
    #[must_use]
    pub const fn place(&self) -> usize {
        self.step
    }

    /// The step; `None` when the lesson is over.
    #[must_use]
    pub fn step(&self) -> Option<&Step> {
        self.lesson.steps.get(self.step)
    }

    /// The position within the step.
    #[must_use]
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// Whether the goal of the step was reached.
    #[must_use]
    pub const fn is_met(&self) -> bool {
        self.met
    }

    /// The first difference from the lesson, if there was one.
    #[must_use]
    pub fn trouble(&self) -> Option<&str> {
        self.trouble.as_deref()
    }

    /// Returns the difference once, and clears it.
    pub fn take_trouble(&mut self) -> Option<String> {
        self.trouble.take()
    }

    /// The words of the step's pieces, each figure with its current value.
    #[must_use]
    pub fn with_figures(&self, words: &Words, service: &dyn Service) -> Vec<(String, Option<String>)> {
        let scope = self.scope(service);
        let piece = |piece: &crate::Piece| match piece {
            crate::Piece::Text(text) => (plain(text), None),
            crate::Piece::Figure { sum, expected, .. } => {
                let found = scope.value(sum);
                let as_said = expected.clone().filter(|expected| found.is(expected));
                (
                    as_said.unwrap_or_else(|| found.to_string()),
                    Some(expected.clone().unwrap_or_default()),
                )
            }
        };
        words.pieces.iter().map(piece).collect()
    }

    /// Checks a condition.
    ///
    /// # Errors
    /// When it is false: the current value.
    pub fn check(&self, condition: &crate::Condition, service: &dyn Service) -> Result<(), String> {
        let scope = self.scope(service);
        if condition.holds(&scope) {
            Ok(())
        } else {
            Err(condition.now(&scope))
        }
    }

    /// The current value of a sum.
    #[must_use]
    pub fn value(&self, sum: &crate::Expression, service: &dyn Service) -> crate::Value {
        self.scope(service).value(sum)
    }

    fn scope<'a>(&'a self, service: &'a dyn Service) -> Scope<'a> {
        Scope {
            service,
            tally: &self.tally,
            table: &self.lesson.table,
            start: self.start,
        }
    }

    /// Records a load that has ended, and the time of its end.
    pub fn loaded(&mut self, tally: &LoadTally, at: Timestamp) {
        self.tally.loaded(tally);
        self.passed(at);
    }

    /// Records the time that the learner let pass.
    pub fn passed(&mut self, now: Timestamp) {
        self.at = self.at.max(now);
        self.reported = self.at;
        self.touched = true;
    }

    /// Records the time if it is later than the lesson's, because the learner let it pass.
    pub fn catch_up(&mut self, now: Timestamp) {
        if now > self.at {
            self.passed(now);
        }
    }

    /// Continues with the next step, and returns whether it does. A goal must be reached first, and a question
    /// answered.
    pub fn go_on(&mut self) -> bool {
        let done = match (self.phase, self.step().map(|step| &step.task)) {
            (Phase::Replied, _) | (Phase::Shown, Some(Task::Watch)) => true,
            (Phase::Shown, Some(Task::Do(_) | Task::Drag(..))) => self.met,
            _ => false,
        };
        if done {
            self.step += 1;
            self.enter();
        }
        done
    }

    /// Enters the step of this number.
    fn enter(&mut self) {
        self.at += if self.step == 0 { Duration::ZERO } else { BREATH };
        (self.met, self.chosen, self.touched) = (false, None, false);
        if self.step().is_some_and(|step| matches!(step.task, Task::Drag(..))) {
            // The load of the slider has not run.
            self.tally.forget_load();
        }
        let before = self.step().map(|step| step.before.clone());
        match before {
            Some(acts) => {
                self.queue.extend(acts);
                self.phase = Phase::Coming;
            }
            None => self.phase = Phase::Over,
        }
    }
}
