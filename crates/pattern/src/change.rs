//! What a change of the design did to a pattern: two runs, compared.
//!
//! Must not know what was changed.

use hashrange_engine::Units;
use serde::{Deserialize, Serialize};

use crate::Run;

/// A difference between the run before and the run after.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Change {
    /// It passed before, or the service answered it and refuses it now.
    Broke,
    /// It failed before.
    Mended,
    /// It was a Scan before.
    NoScan,
    /// A call costs less by these units.
    Cheaper(Units),
    /// A call costs more by these units.
    Dearer(Units),
    /// It returns fewer items.
    ReturnsFewer,
    /// It returns more items.
    ReturnsMore,
}

impl Change {
    /// The differences, the most important first.
    #[must_use]
    pub fn between(before: &Run, after: &Run) -> Vec<Self> {
        let mut changes = Vec::new();
        let is_answered = |run: &Run| {
            !run.failures
                .iter()
                .any(|failure| matches!(failure, crate::Failure::Refused(_)))
        };
        let answered = (is_answered(before), is_answered(after));
        match (before.passes(), after.passes()) {
            (true, false) => changes.push(Self::Broke),
            (false, true) => changes.push(Self::Mended),
            _ if answered == (true, false) => changes.push(Self::Broke),
            _ => {}
        }
        if before.scans && !after.scans {
            changes.push(Self::NoScan);
        }
        // The units of a refused call say nothing about its price.
        if answered != (true, true) {
            return changes;
        }
        let (old, new) = (before.all_units(), after.all_units());
        match old.cmp(&new) {
            std::cmp::Ordering::Less => changes.push(Self::Dearer(new - old)),
            std::cmp::Ordering::Equal => {}
            std::cmp::Ordering::Greater => changes.push(Self::Cheaper(old - new)),
        }
        match before.returned.cmp(&after.returned) {
            std::cmp::Ordering::Less => changes.push(Self::ReturnsMore),
            std::cmp::Ordering::Equal => {}
            std::cmp::Ordering::Greater => changes.push(Self::ReturnsFewer),
        }
        changes
    }
}
