//! The requests of a lesson's step, as the page lists them. Must not know how they are worded.

use hashrange_engine::Units;
use hashrange_wire::Operation;
use serde::{Deserialize, Serialize};

/// The requests of a step so far.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Sent {
    /// The number of requests before those of the groups.
    pub earlier: u32,
    /// The latest groups, oldest first.
    pub groups: Vec<SentGroup>,
}

/// A request, or requests in a row of one operation to one table or index, with the same success or refusal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SentGroup {
    /// Their operation; `None` for a load of several.
    pub operation: Option<Operation>,
    /// Their table; empty if the request names none, or was refused before its table was read.
    pub table: String,
    /// The partition key value of a single request that named one.
    pub key: Option<String>,
    /// The index that they read.
    pub index: Option<String>,
    /// The exception that refused them.
    pub refused: Option<String>,
    /// Their number.
    pub times: u32,
    /// Items that they returned; `None` unless they read items.
    pub returned: Option<u64>,
    /// Units that they cost.
    pub units: Units,
    /// The number of the latest of them in the event log; `None` if the service refused its body.
    pub number: Option<u64>,
}

impl SentGroup {
    /// Whether a request belongs to the group.
    #[must_use]
    pub fn is_like(&self, other: &Self) -> bool {
        (self.operation, &self.table, &self.index, &self.refused)
            == (other.operation, &other.table, &other.index, &other.refused)
    }

    /// Adds later requests that belong to the group.
    pub fn add(&mut self, later: &Self) {
        self.times += later.times;
        self.units += later.units;
        self.returned = self
            .returned
            .map(|returned| returned + later.returned.unwrap_or_default());
        self.number = later.number;
        self.key = None;
    }
}
