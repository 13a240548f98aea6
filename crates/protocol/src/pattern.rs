//! Access patterns as the page keeps and shows them, and the bill of a month.
//!
//! Must not know how a pattern runs, nor prices.

use hashrange_wire::{JsonForm, json_members};
use serde::{Deserialize, Serialize};

pub use hashrange_bill::{Class, regions};
pub use hashrange_engine::{Consistency, Resource, Units};
pub use hashrange_pattern::{
    CapacityMode, Change, Day, Failure, FirstThrottle, Found, KeySource, Pattern, PatternsFormat, Per, Plan, Rate, Run,
    Served, Upkeep,
};
pub use hashrange_trial::DesignChange;
pub use hashrange_workload::DailyCurve;

/// Patterns as the text in which they are kept: JSON. Messages carry it too, so that one form serves both.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PatternList(String);

impl PatternList {
    /// The text of patterns.
    #[must_use]
    pub fn of(patterns: &[Pattern]) -> Self {
        Self(patterns.to_vec().to_json())
    }

    /// The patterns.
    ///
    /// # Errors
    /// For a text that is none of them.
    pub fn patterns(&self) -> Result<Vec<Pattern>, String> {
        Vec::of_json(&self.0).ok_or_else(|| "These are no patterns.".to_owned())
    }
}

/// What a board is made of.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct BoardQuestion {
    /// The patterns.
    pub patterns: PatternList,
    /// The change of the design that is tried; `None` for the design as it is.
    pub what_if: Option<DesignChange>,
    /// The terms of the bill.
    pub terms: BillTerms,
    /// The measured day; `None` for single runs.
    pub days: Option<Days>,
}

/// The terms of a bill, as the reader keeps them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct BillTerms {
    /// The code of the Region whose prices the bill has; empty for the first.
    pub region: String,
    /// Whether the free tier is deducted.
    pub free_tier: bool,
    /// The mode and class that the bill has instead of those of the tables: the place in [`PLANS`].
    pub plan: Option<u32>,
    /// What a month has beside the patterns.
    pub upkeep: Upkeep,
    /// The reader's own prices: the title of a charge, and dollars for as many units as AWS quotes.
    pub prices: Vec<(String, String)>,
}

json_members!(BillTerms default { region, free_tier, plan, upkeep, prices });

/// A measured day of a design.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Days {
    /// The day.
    pub day: Day,
    /// The same day of the design as it is, if a change is tried.
    pub before: Option<Day>,
}

/// The runs of some patterns against a design, and what a month of them costs.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PatternBoard {
    /// A row for each pattern, in their order.
    pub rows: Vec<PatternRow>,
    /// The bill.
    pub bill: BillReading,
    /// The runs and the total of the bill without the change that is tried.
    pub before: Option<(Vec<Run>, String)>,
    /// The total of the bill in each capacity mode and table class, with [`PLANS`] in their order.
    pub plans: Vec<String>,
}

/// The capacity modes and table classes that a board compares.
pub const PLANS: [Plan; 6] = [
    plan(CapacityMode::OnDemand, Class::Standard),
    plan(CapacityMode::OnDemand, Class::StandardInfrequentAccess),
    plan(CapacityMode::Provisioned, Class::Standard),
    plan(CapacityMode::Provisioned, Class::StandardInfrequentAccess),
    plan(CapacityMode::AutoScaling, Class::Standard),
    plan(CapacityMode::AutoScaling, Class::StandardInfrequentAccess),
];

const fn plan(mode: CapacityMode, class: Class) -> Plan {
    Plan {
        mode: Some(mode),
        class: Some(class),
    }
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
    /// Where the provisioned capacity does not cover the busiest hour, each as a sentence.
    pub short: Vec<String>,
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
    /// Its price in words.
    pub price: String,
    /// What it costs; `None` if its price is unknown.
    pub amount: Option<String>,
    /// The calculation: label, detail, and result of each step.
    pub steps: Vec<(String, String, String)>,
}
