//! The report of violations: which items of a table cannot be in an index, and why.
//!
//! Looks at the items as they are now, so it finds what a filling left out, whenever that was, and nothing that was mended
//! since. An item that lacks a key attribute is no violation: the index is sparse (documented). Must not know files or
//! commands.

use hashrange_index::{IndexDefinition, Violation, violations};
use hashrange_values::Item;

use crate::view::table_view::TableView;

/// An item that violates an index: it is in the table and cannot be in the index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ItemViolations {
    /// The item's primary key.
    pub key: Item,
    /// The attributes at fault, in the order of the index's key; never empty.
    pub violations: Vec<Violation>,
}

/// What looking for violations found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ViolationReport {
    /// Items looked at.
    pub scanned: u64,
    /// Those that violate the index, in hash order.
    pub items: Vec<ItemViolations>,
    /// Every item was looked at.
    pub complete: bool,
}

impl TableView<'_> {
    /// The items that violate one of its indexes, in hash order; `None` without such an index. Looks
    /// at every item, until `most` were found.
    #[must_use]
    pub fn violations(self, index: &str, most: usize) -> Option<ViolationReport> {
        let index = self.indexes().find(|candidate| candidate.definition().name == index)?;
        Some(report(self, index.definition(), most))
    }
}

/// Looks at items until `most` violate the index.
fn report(table: TableView<'_>, index: &IndexDefinition, most: usize) -> ViolationReport {
    let mut report = ViolationReport::default();
    for (item, _) in table.items() {
        if report.items.len() >= most {
            return report;
        }
        report.scanned += 1;
        let found: Vec<Violation> = violations(item, index).collect();
        if !found.is_empty() {
            report.items.push(ItemViolations { key: table.keys().key_of(item), violations: found });
        }
    }
    report.complete = true;
    report
}
