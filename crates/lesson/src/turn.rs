//! Sliders: what each changes, and the body of a request with their values.
//!
//! Must not know their lines, nor who moves them.

use hashrange_wire::Operation;
use hashrange_workload::{LoadPlan, expand};

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
