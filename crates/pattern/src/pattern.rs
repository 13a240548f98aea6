//! A pattern as people keep it.
//!
//! Must not know how it runs.

use hashrange_engine::Units;
use hashrange_wire::{JsonForm, JsonTree, Operation, json_members, json_words, member_of_tree, place_of_tree};

/// A request that an application sends, under a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// The name: the question that the request answers, or what it writes.
    pub name: String,
    /// The operation.
    pub operation: Operation,
    /// The body of the request, as DynamoDB JSON.
    pub body: String,
    /// The number of items that it must return, if that matters.
    pub returns: Option<u64>,
    /// The most units that one call may consume, of the table and its indexes together.
    pub budget: Option<Units>,
    /// The most milliseconds that one call may take (a model: see `latency.rs`).
    pub milliseconds: Option<u64>,
    /// How often it is sent.
    pub rate: Option<Rate>,
    /// The percentage of the rate in each of the 24 hours of a day (UTC); empty if it is even.
    pub daily: Vec<u32>,
    /// Where its key values come from when it is played.
    pub keys: KeySource,
}

/// The hours of a day.
pub(crate) const DAY: usize = 24;

/// The form in which patterns are kept. A budget is in half units.
impl JsonForm for Pattern {
    fn to_tree(&self) -> JsonTree {
        JsonTree::object(vec![
            ("name", self.name.to_tree()),
            ("operation", self.operation.to_tree()),
            ("body", self.body.to_tree()),
            ("returns", self.returns.to_tree()),
            ("budget", self.budget.map(Units::as_halves).to_tree()),
            ("milliseconds", self.milliseconds.to_tree()),
            ("rate", self.rate.to_tree()),
            ("daily", self.daily.to_tree()),
            ("keys", self.keys.to_tree()),
        ])
    }

    fn of_tree(tree: &JsonTree) -> Result<Self, &'static str> {
        let (name, operation) = (member_of_tree(tree, "name")?, member_of_tree(tree, "operation")?);
        let mut read = Self::of(name, operation, member_of_tree(tree, "body")?);
        read.returns = member_of_tree(tree, "returns")?;
        read.budget = member_of_tree::<Option<u64>>(tree, "budget")?.map(Units::halves);
        read.milliseconds = member_of_tree(tree, "milliseconds")?;
        read.rate = member_of_tree(tree, "rate")?;
        place_of_tree(tree, "daily", &mut read.daily)?;
        place_of_tree(tree, "keys", &mut read.keys)?;
        Ok(read)
    }
}

json_members!(Rate { calls, per });
json_words!(Per {
    Second,
    Minute,
    Hour,
    Day
});
json_words!(KeySource {
    Written,
    Each,
    Random,
    Hot
});

impl Pattern {
    /// A pattern with a request, and nothing else.
    #[must_use]
    pub fn of(name: String, operation: Operation, body: String) -> Self {
        Self {
            name,
            operation,
            body,
            returns: None,
            budget: None,
            milliseconds: None,
            rate: None,
            daily: Vec::new(),
            keys: KeySource::Written,
        }
    }

    /// The percentage of the rate in an hour of the day, at most 10,000.
    #[must_use]
    pub fn percent(&self, hour: usize) -> u32 {
        match self.daily.get(hour) {
            Some(percent) => (*percent).min(10_000),
            None if self.daily.is_empty() => 100,
            None => 0,
        }
    }

    /// The hour of the day in which these patterns send the most calls; the first of equal ones.
    #[must_use]
    pub fn busiest_hour(patterns: &[Self]) -> usize {
        let calls = |hour: usize| patterns.iter().map(|pattern| pattern.millionths_in(hour)).sum::<u128>();
        (0..DAY).rev().max_by_key(|hour| calls(*hour)).unwrap_or(0)
    }

    /// The calls of an hour of the day, in millionths.
    #[must_use]
    pub(crate) fn millionths_in(&self, hour: usize) -> u128 {
        self.rate.map_or(0, |rate| {
            let calls = u128::from(rate.calls) * u128::from(self.percent(hour));
            calls * 3_600 * 10_000 / u128::from(rate.per.seconds())
        })
    }
}

/// Where the key values of a played pattern come from.
///
/// The key of GetItem, UpdateItem and DeleteItem, and of the members of batches and transactions, becomes the key of an
/// item that exists at the beginning. In a Query, the value that `KeyConditionExpression` compares with the partition key
/// of its table or index becomes one of the values there; a test of the sort key stays as written, and the Query begins
/// with the first page. A put takes its partition key value from the items; its sort key, or its only key, is new in each
/// call (a model: applications create items). In a table with several kinds of items, the values are those of items whose
/// keys begin like the written ones, with a text without digits up to the first `#`: `USER#1` becomes another `USER#` (a
/// model). Large tables and
/// indexes give the values of 10,000 items, evenly spread over their hash range. Scan, PartiQL, vector searches and legacy
/// `KeyConditions` stay as written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum KeySource {
    /// As written: every call is the same.
    #[default]
    Written,
    /// Each existing value in turn, in a scattered order.
    Each,
    /// Existing values, each equally likely.
    Random,
    /// 90 % of the calls use 10 % of the existing values (a model). These are scattered over the hash range.
    Hot,
}

/// How often a pattern is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// The number of calls.
    pub calls: u32,
    /// In this time.
    pub per: Per,
}

/// The time in which the calls of a rate are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Per {
    /// A second.
    Second,
    /// A minute.
    Minute,
    /// An hour.
    Hour,
    /// A day.
    Day,
}

impl Per {
    /// All, the shortest first, each with its name.
    pub const ALL: [(Self, &'static str); 4] = [
        (Self::Second, "second"),
        (Self::Minute, "minute"),
        (Self::Hour, "hour"),
        (Self::Day, "day"),
    ];

    /// Its length in seconds.
    #[must_use]
    pub const fn seconds(self) -> u64 {
        match self {
            Self::Second => 1,
            Self::Minute => 60,
            Self::Hour => 3_600,
            Self::Day => 86_400,
        }
    }
}
