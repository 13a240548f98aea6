//! Reports the differences of a journal that another version of the rules wrote. Each is reported once.
//!
//! Must not know who reads the report.

use hashrange_journal::Entry;

use super::Timeline;
use crate::present::Observer;
use crate::{Differences, semantics};

impl<W: Observer> Timeline<W> {
    /// Records whose outcome differs under the current rules and that were not reported yet. They count as reported
    /// once a record is written under the current rules.
    #[must_use]
    pub fn unreported_differences(&self) -> Option<&Differences> {
        let last = self.records.get(self.records.len());
        let reported = last.is_none_or(|last| last.outcome.semantics == semantics::in_force());
        (!reported && !self.differences.is_empty()).then_some(&self.differences)
    }

    /// Writes an empty time record, which shows that the current rules apply from now on. Does nothing in the past.
    pub fn mark_rules(&mut self) {
        if !self.is_past() {
            let before = self.position();
            self.append(before, before.at, Entry::Advance { to: before.at });
        }
    }
}
