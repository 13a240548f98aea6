//! Goals: conditions that the learner must reach, by any path.
//!
//! Must not know who judges.

use crate::{Act, Condition, Words};

/// A goal.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Goal {
    /// The line of the first condition.
    pub line: usize,
    /// The conditions, as written; all are evaluated after every request and event.
    pub conditions: Vec<(String, Condition)>,
    /// The hint.
    pub hint: Words,
    /// The words when it is reached.
    pub done: Words,
    /// Acts that reach it. In a step with a slider: values, as `suffixes=10`.
    pub solve: Vec<Act>,
    /// Acts that do not reach it.
    pub near: Vec<Act>,
    /// The values of the slider that reach it.
    pub solve_turn: Vec<(String, u64)>,
    /// The values of the slider that do not reach it.
    pub near_turn: Vec<(String, u64)>,
    /// The words for known ways to fail.
    pub misses: Vec<Miss>,
}

/// A way to fail, and the missing condition.
#[derive(Clone, Debug, PartialEq)]
pub struct Miss {
    /// The line.
    pub line: usize,
    /// The condition under which the words apply.
    pub when: Condition,
    /// The words.
    pub words: Words,
}
