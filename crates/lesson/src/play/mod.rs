//! The player: a lesson on its way, what comes next, and what the learner chooses.
//!
//! Owns the lesson's clock and where in the lesson one is. Time is the lesson's own, so that the same choices make the same
//! requests at the same moments wherever it is played. Must not know who carries the moves out.

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
use crate::{Act, Lesson, Must, Step, Task, To, Words};

pub use kept::Kept;
pub use learner::{Attempt, Judgement, Wanted};

/// Passes after every stop, so that no two have one moment.
const BREATH: Duration = Duration::from_millis(1);

/// What is to be done next.
#[derive(Clone, Debug, PartialEq)]
pub enum Move {
    /// Let time pass up to this moment.
    Wait(Timestamp),
    /// Send a request now, and tell `Play::answered` what came of it.
    Send {
        /// The operation.
        operation: Operation,
        /// Its body.
        body: String,
    },
    /// Begin a load now, send all of its requests at their times, and tell `Play::loaded` what came of it.
    Load {
        /// What it is drawn from.
        plan: Box<LoadPlan>,
        /// Its seed.
        seed: u64,
    },
    /// Give a dial of physics or limits another value now.
    Set {
        /// The dial's name.
        name: String,
        /// Its value, as text.
        value: String,
    },
    /// Go back to this moment, and on from there.
    Back(Timestamp),
    /// Wait for the learner: `Play::phase` says for what.
    Stop,
    /// It is over.
    End,
}

/// Where in a step one is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Phase {
    /// The service is made.
    Beginning,
    /// What comes before the words happens.
    Coming,
    /// The words are there: the learner reads, picks, does or turns.
    Shown,
    /// What the learner predicted happens.
    Running,
    /// The reply is there.
    Told,
    /// The lesson is over.
    Over,
}

/// A lesson on its way. It can be cloned and goes on from there.
#[derive(Clone, Debug)]
pub struct Play {
    lesson: Arc<Lesson>,
    start: Timestamp,
    /// The lesson's time, and how far the service was told to go.
    at: Timestamp,
    told: Timestamp,
    step: usize,
    phase: Phase,
    queue: VecDeque<Act>,
    /// Looks of this `until`, and of all.
    looks: u32,
    looked: u32,
    must: Must,
    /// A read that goes on page by page.
    pages: Option<(Operation, String)>,
    tally: Tally,
    /// The moment of the step's words, and the answers until then.
    moment: Timestamp,
    before: Tally,
    /// Whether the learner changed something since.
    touched: bool,
    back: Option<Timestamp>,
    met: bool,
    chosen: Option<To>,
    trouble: Option<String>,
}

impl Play {
    /// A lesson from its beginning, at this moment.
    #[must_use]
    pub fn new(lesson: Arc<Lesson>, start: Timestamp) -> Self {
        Self {
            queue: lesson.making.iter().cloned().collect(),
            lesson,
            start,
            at: start,
            told: start,
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

    /// The number of the step, from 0.
    #[must_use]
    pub const fn place(&self) -> usize {
        self.step
    }

    /// The step; none when it is over.
    #[must_use]
    pub fn step(&self) -> Option<&Step> {
        self.lesson.steps.get(self.step)
    }

    /// Where in the step one is.
    #[must_use]
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// Whether the goal of the step was reached.
    #[must_use]
    pub const fn is_met(&self) -> bool {
        self.met
    }

    /// What went otherwise than the lesson says, if anything did.
    #[must_use]
    pub fn trouble(&self) -> Option<&str> {
        self.trouble.as_deref()
    }

    /// The same, once: it is not told again.
    pub fn take_trouble(&mut self) -> Option<String> {
        self.trouble.take()
    }

    /// The words of the step's pieces, each figure with what it is now.
    #[must_use]
    pub fn told(&self, words: &Words, service: &dyn Service) -> Vec<(String, Option<String>)> {
        let scope = self.scope(service);
        let piece = |piece: &crate::Piece| match piece {
            crate::Piece::Text(text) => (text.clone(), None),
            crate::Piece::Figure { sum, expected, .. } => {
                let found = scope.value(sum);
                let as_said = expected.clone().filter(|expected| found.is(expected));
                (as_said.unwrap_or_else(|| found.to_string()), Some(expected.clone().unwrap_or_default()))
            }
        };
        words.pieces.iter().map(piece).collect()
    }

    /// Whether a condition holds now, and if not, what there is.
    ///
    /// # Errors
    /// When it does not: what there is instead.
    pub fn check(&self, condition: &crate::Condition, service: &dyn Service) -> Result<(), String> {
        let scope = self.scope(service);
        if condition.holds(&scope) { Ok(()) } else { Err(condition.now(&scope)) }
    }

    /// What a sum comes to now.
    #[must_use]
    pub fn value(&self, sum: &crate::Expression, service: &dyn Service) -> crate::Value {
        self.scope(service).value(sum)
    }

    fn scope<'a>(&'a self, service: &'a dyn Service) -> Scope<'a> {
        Scope { service, tally: &self.tally, table: &self.lesson.table, start: self.start }
    }

    /// Takes note of a load that has ended, and of when that was.
    pub fn loaded(&mut self, tally: &LoadTally, at: Timestamp) {
        self.tally.loaded(tally);
        self.passed(at);
    }

    /// Takes note of the time, where the learner let it pass.
    pub fn passed(&mut self, now: Timestamp) {
        self.at = self.at.max(now);
        self.told = self.at;
        self.touched = true;
    }

    /// The same where time is ahead of the lesson's: the learner let it pass.
    pub fn catch_up(&mut self, now: Timestamp) {
        if now > self.at {
            self.passed(now);
        }
    }

    /// Goes on to the next step; whether it may. A goal must be reached first, and a question answered.
    pub fn go_on(&mut self) -> bool {
        let done = match (self.phase, self.step().map(|step| &step.task)) {
            (Phase::Told, _) | (Phase::Shown, Some(Task::Watch)) => true,
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
            // The load that is turned has not run.
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
