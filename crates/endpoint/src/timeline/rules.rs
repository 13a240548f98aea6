//! A timeline whose journal another version of the rules wrote: what differs is told once.
//!
//! Must not know who is told.

use hashrange_journal::Entry;

use super::Timeline;
use crate::present::Onlooker;
use crate::{Differences, semantics};

impl<W: Onlooker> Timeline<W> {
    /// Records that would come to something else now, where nobody was told yet: nothing was written since under these rules.
    #[must_use]
    pub fn untold_differences(&self) -> Option<&Differences> {
        let last = self.records.get(self.records.len()).map_or(0, |record| record.outcome.semantics);
        let told = last == 0 || last == semantics::in_force();
        (!told && !self.differences.is_empty()).then_some(&self.differences)
    }

    /// Writes down that these rules are in force from now on: a record of time in which nothing happens. Nothing in the past.
    pub fn mark_rules(&mut self) {
        if !self.is_past() {
            let before = self.stand();
            self.append(before, before.at, Entry::Advance { to: before.at });
        }
    }
}
