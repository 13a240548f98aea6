//! Access patterns as the page keeps and shows them, and the bill of a month.
//!
//! Must not know how a pattern runs, nor prices.

use serde::{Deserialize, Serialize};

pub use hashrange_bill::regions;
pub use hashrange_engine::{Resource, Units};
pub use hashrange_pattern::{
    Change, Failure, FirstThrottle, Found, KeySource, Pattern, PatternsFormat, Per, Rate, Run, Served,
};

/// The runs of some patterns against the present design, and what a month of them costs.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PatternBoard {
    /// A row for each pattern, in their order.
    pub rows: Vec<PatternRow>,
    /// The bill.
    pub bill: BillReading,
}

/// The run of a pattern.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PatternRow {
    /// The run.
    pub run: Run,
    /// What its requests cost in a month, in dollars; `None` without a rate, or if no request is charged.
    pub month: Option<String>,
}

/// A bill in words.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct BillReading {
    /// The sum of all lines with a known price.
    pub total: String,
    /// The lines. None of them is nothing.
    pub lines: Vec<BillLine>,
    /// What a reader must know about it.
    pub notes: Vec<String>,
}

/// A line of a bill.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BillLine {
    /// The table, and the index after a dot.
    pub of: String,
    /// What is charged, in AWS's words.
    pub title: String,
    /// What it costs; `None` if its price is unknown.
    pub amount: Option<String>,
    /// The calculation: label, detail, and result of each step.
    pub steps: Vec<(String, String, String)>,
}
