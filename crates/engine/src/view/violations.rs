//! The report of violations: which items of a table cannot be in an index, and why.
//!
//! It checks the current items. So it finds everything that a backfill left out, at any time, and nothing that was
//! repaired since. An item that lacks a key attribute is no violation: the index is sparse
//! (documented: global-indexes). Must not know files or commands.

use hashrange_index::{IndexDefinition, Violation, violations};
use hashrange_values::Item;

use crate::view::table_view::TableView;

/// An item of the table that violates an index and cannot be in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ItemViolations {
    /// The item's primary key.
    pub key: Item,
    /// The violating attributes, in the order of the index's key; never empty.
    pub violations: Vec<Violation>,
}

/// The result of a search for violations.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ViolationReport {
    /// Number of checked items.
    pub scanned: u64,
    /// The items that violate the index, in hash order.
    pub items: Vec<ItemViolations>,
    /// Whether every item was checked.
    pub complete: bool,
}

impl TableView<'_> {
    /// The items that violate one of its indexes, in hash order; `None` without such an index. It checks items until it
    /// has found `most`.
    #[must_use]
    pub fn violations(self, index: &str, most: usize) -> Option<ViolationReport> {
        let index = self.indexes().find(|candidate| candidate.definition().name == index)?;
        Some(report(self, index.definition(), most))
    }
}

/// Checks items until `most` violate the index.
fn report(table: TableView<'_>, index: &IndexDefinition, most: usize) -> ViolationReport {
    let mut report = ViolationReport::default();
    for (item, _) in table.items() {
        if report.items.len() >= most {
            return report;
        }
        report.scanned += 1;
        let found: Vec<Violation> = violations(item, index).collect();
        if !found.is_empty() {
            report.items.push(ItemViolations {
                key: table.keys().key_of(item),
                violations: found,
            });
        }
    }
    report.complete = true;
    report
}
