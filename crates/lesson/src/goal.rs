//! Goals: what the learner is to reach, by any path, and a setting to turn.
//!
//! Must not know who judges.

use hashrange_workload::LoadPlan;

use crate::{Act, Condition, Words};

/// What is to be reached.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Goal {
    /// The line of the first condition.
    pub line: usize,
    /// The conditions, as they are written; all are judged after every request and event.
    pub conditions: Vec<(String, Condition)>,
    /// What helps.
    pub hint: Words,
    /// What is said when it is reached.
    pub done: Words,
    /// Acts that reach it. In a step with a slider: values, as `suffixes=10`.
    pub solve: Vec<Act>,
    /// Acts that do not.
    pub near: Vec<Act>,
    /// The values of the slider that reach it, and that do not.
    pub solve_turn: Vec<(String, u64)>,
    /// See `solve_turn`.
    pub near_turn: Vec<(String, u64)>,
    /// What is said where an attempt fails in a way that is known.
    pub misses: Vec<Miss>,
}

/// A way to fail, and what would have to be true.
#[derive(Clone, Debug, PartialEq)]
pub struct Miss {
    /// The line.
    pub line: usize,
    /// When it is meant.
    pub when: Condition,
    /// What is said.
    pub words: Words,
}

/// A setting of a load, and how far it goes.
#[derive(Clone, Debug, PartialEq)]
pub struct Turn {
    /// The line.
    pub line: usize,
    /// `rate`, `seconds`, `bytes` or `suffixes`.
    pub name: String,
    /// The least.
    pub from: u64,
    /// The most.
    pub to: u64,
    /// The load that is turned.
    pub load: Option<(Box<LoadPlan>, u64)>,
}

impl Turn {
    /// The value that the file says.
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
