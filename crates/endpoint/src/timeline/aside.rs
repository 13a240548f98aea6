//! A timeline aside: the past of another one up to a place, for whoever tries something out there.
//!
//! Must not know what is tried.

use super::Timeline;
use hashrange_journal::Outcome;

use crate::present::Onlooker;
use crate::{Differences, ReplayError};

impl<W: Onlooker> Timeline<W> {
    /// Another timeline with the past of this one up to a place, a future of its own, and nobody who looks on. Items are
    /// shared, and this one stays as it is.
    ///
    /// # Errors
    /// As `forward`.
    pub fn aside(&self, place: u64) -> Result<Timeline<()>, ReplayError> {
        let mut aside = Timeline {
            header: self.header,
            records: self.records.clone(),
            line: self.line.clone(),
            present: self.present.unwatched(),
            snapshots: self.snapshots.unwatched(),
            torn: None,
            handed_out: self.handed_out,
            outdated: false,
            keeps: self.keeps,
            within: self.within,
            held: Outcome::default(),
            differences: Differences::default(),
            futures: Vec::new(),
        };
        aside.go_to(place)?;
        aside.cut();
        Ok(aside)
    }
}
