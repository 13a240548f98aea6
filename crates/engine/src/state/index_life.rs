//! The life of a secondary index: created with its table, or allocated and backfilled while the table is in use.
//!
//! Owns which rows of the table a backfill has passed. Must not know how entries are written.

use hashrange_capacity::Units;
use hashrange_index::Violation;
use hashrange_store::RowKey;
use hashrange_time::Timestamp;
use hashrange_values::Item;

/// Maximum number of listed violations. Further violations are only counted.
const MOST_VIOLATIONS: usize = 1_000;

/// The stage of an index's life.
#[derive(Clone, Debug)]
pub(crate) enum IndexLife {
    /// Being created together with its table.
    Creating,
    /// Added later; its resources are being allocated. No row is written to it yet.
    Allocating,
    /// Added later; being backfilled from the table.
    Backfilling(Box<Backfill>),
    /// Ready.
    Active,
    /// Being deleted.
    Deleting,
}

hashrange_checkpoint::variants!(IndexLife { Creating, Allocating, Backfilling(inner), Active, Deleting });

/// The progress of a backfill. It passes the table once, in hash order (a model; the service does not document the
/// order).
#[derive(Clone, Debug)]
pub(crate) struct Backfill {
    /// The last row passed.
    cursor: Option<RowKey>,
    /// Whether every row was passed.
    complete: bool,
    /// The earliest time for the index to become ACTIVE.
    pub(crate) ready: Timestamp,
    /// Rows passed.
    pub(crate) rows: u64,
    /// Entries written.
    pub(crate) entries: u64,
    /// Write units of those entries.
    pub(crate) units: Units,
    /// Millionths of a unit that it may still write in this step; negative after a large entry.
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

/// An existing row that cannot be in an index that was added later.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyViolation {
    /// The row's primary key.
    pub key: Item,
    /// The violation.
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

    /// Whether the backfill has passed the row. From then on, changes of the row reach the index as usual.
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

    /// Records that no row is left.
    pub(crate) fn complete(&mut self) {
        self.complete = true;
    }

    pub(crate) fn is_complete(&self) -> bool {
        self.complete
    }

    /// Records a row that is left out.
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
