//! The life of a secondary index: with its table, or allocated and filled while the table is in use.
//!
//! Owns which rows of the table an index that is being filled has passed. Must not know how entries are written.

use hashrange_capacity::Units;
use hashrange_index::Violation;
use hashrange_store::RowKey;
use hashrange_time::Timestamp;
use hashrange_values::Item;

/// Violations listed one by one; further ones are only counted.
const MOST_VIOLATIONS: usize = 1_000;

/// Where an index is in its life.
#[derive(Clone, Debug)]
pub(crate) enum IndexLife {
    /// Made together with its table.
    Creating,
    /// Added later; its resources are being allocated. No row is written to it yet.
    Allocating,
    /// Added later; being filled from the table.
    Backfilling(Box<Backfill>),
    /// Ready.
    Active,
    /// Going.
    Deleting,
}

hashrange_checkpoint::variants!(IndexLife { Creating, Allocating, Backfilling(inner), Active, Deleting });

/// How far an index is filled. The table is passed once, in hash order (a model; the service does not tell the order).
#[derive(Clone, Debug)]
pub(crate) struct Backfill {
    /// The last row passed.
    cursor: Option<RowKey>,
    /// Every row was passed.
    complete: bool,
    /// Not ACTIVE before this moment.
    pub(crate) ready: Timestamp,
    /// Rows passed.
    pub(crate) rows: u64,
    /// Entries written.
    pub(crate) entries: u64,
    /// Write units of those entries.
    pub(crate) units: Units,
    /// Whole units it may still write in this step; below zero after a large entry.
    pub(crate) credit: i64,
    /// Rows that cannot be in the index, as far as they are listed.
    violations: Vec<KeyViolation>,
    violation_count: u64,
}

hashrange_checkpoint::fields!(Backfill {
    cursor,
    complete,
    ready,
    rows,
    entries,
    units,
    credit,
    violations,
    violation_count
});

/// A row that cannot be in an index that was added after it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyViolation {
    /// The row's primary key.
    pub key: Item,
    /// What is wrong with it.
    pub violation: Violation,
}

hashrange_checkpoint::fields!(KeyViolation { key, violation });

impl Backfill {
    pub(crate) fn new(ready: Timestamp) -> Self {
        Self {
            cursor: None,
            complete: false,
            ready,
            rows: 0,
            entries: 0,
            units: Units::ZERO,
            credit: 0,
            violations: Vec::new(),
            violation_count: 0,
        }
    }

    /// Whether the row was passed: from then on its changes reach the index like any other's.
    pub(crate) fn passed(&self, row: &RowKey) -> bool {
        self.complete || self.cursor.as_ref().is_some_and(|cursor| row <= cursor)
    }

    /// The last row passed.
    pub(crate) fn cursor(&self) -> Option<&RowKey> {
        self.cursor.as_ref()
    }

    /// Moves past a row.
    pub(crate) fn pass(&mut self, row: RowKey) {
        self.cursor = Some(row);
        self.rows += 1;
    }

    /// Notes that no row is left.
    pub(crate) fn complete(&mut self) {
        self.complete = true;
    }

    pub(crate) fn is_complete(&self) -> bool {
        self.complete
    }

    /// Remembers a row that is left out.
    pub(crate) fn leave_out(&mut self, key: Item, violation: Violation) {
        self.violation_count += 1;
        if self.violations.len() < MOST_VIOLATIONS {
            self.violations.push(KeyViolation { key, violation });
        }
    }

    pub(crate) fn into_violations(self) -> (Vec<KeyViolation>, u64) {
        (self.violations, self.violation_count)
    }

    pub(crate) fn violations(&self) -> (&[KeyViolation], u64) {
        (&self.violations, self.violation_count)
    }
}
