//! Goals: conditions that the learner must reach, by any path, and sliders that change a load or a request.
//!
//! Must not know who judges.

use hashrange_wire::Operation;
use hashrange_workload::{LoadPlan, expand};

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

/// What a slider changes.
#[derive(Clone, Debug, PartialEq)]
pub enum Turned {
    /// A load, with its seed.
    Load(Box<LoadPlan>, u64),
    /// A request. Its body has the name of each slider as `<name>`.
    Request(Operation, String),
}

/// A slider: a setting of a load, or a number of a request, and its range.
#[derive(Clone, Debug, PartialEq)]
pub struct Turn {
    /// The line.
    pub line: usize,
    /// Of a load `rate`, `seconds`, `bytes` or `suffixes`.
    pub name: String,
    /// The minimum.
    pub from: u64,
    /// The maximum.
    pub to: u64,
    /// What it changes. All sliders of a step change the same.
    pub turned: Option<Turned>,
}

/// The body of a request with the values of its sliders, and with its abbreviations expanded.
pub(crate) fn with_turns(body: &str, turns: &[Turn], value: impl Fn(&Turn) -> u64) -> String {
    let put = |body: String, turn: &Turn| body.replace(&turn.mark(), &value(turn).to_string());
    expand(&turns.iter().fold(body.to_owned(), put), 1)
}

impl Turn {
    /// Its place in the body of a request.
    pub(crate) fn mark(&self) -> String {
        format!("<{}>", self.name)
    }

    /// The value in the file; `None` for a slider of a request.
    #[must_use]
    pub fn value(&self) -> Option<u64> {
        let Turned::Load(plan, _) = self.turned.as_ref()? else {
            return None;
        };
        Some(match self.name.as_str() {
            "rate" => u64::from(plan.rate.per_second),
            "seconds" => plan.span.micros() / 1_000_000,
            "bytes" => u64::from(plan.sizes.most),
            "suffixes" => plan.suffixes.as_ref().map_or(1, |suffixes| suffixes.count),
            _ => return None,
        })
    }
}
