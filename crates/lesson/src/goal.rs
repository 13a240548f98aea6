//! Goals: conditions that the learner must reach, by any path, and a setting to change.
//!
//! Must not know who judges.

use hashrange_workload::LoadPlan;

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

/// A setting of a load, and its range.
#[derive(Clone, Debug, PartialEq)]
pub struct Turn {
    /// The line.
    pub line: usize,
    /// `rate`, `seconds`, `bytes` or `suffixes`.
    pub name: String,
    /// The minimum.
    pub from: u64,
    /// The maximum.
    pub to: u64,
    /// The load that the setting changes.
    pub load: Option<(Box<LoadPlan>, u64)>,
}

impl Turn {
    /// The value in the file.
    #[must_use]
    pub fn value(&self) -> Option<u64> {
        let (plan, _) = self.load.as_ref()?;
        Some(match self.name.as_str() {
            "rate" => u64::from(plan.rate.per_second),
            "seconds" => plan.span.micros() / 1_000_000,
            "bytes" => u64::from(plan.sizes.most),
            "suffixes" => plan.suffixes.as_ref().map_or(1, |suffixes| suffixes.count),
            _ => return None,
        })
    }
}
