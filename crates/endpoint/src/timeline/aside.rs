//! A side timeline: the past of another one up to a position, for experiments.
//!
//! Must not know the experiment.

use hashrange_engine::Remains;

use super::Timeline;
use hashrange_journal::Changes;

use crate::present::Observer;
use crate::{Differences, ReplayError};

impl<W: Observer> Timeline<W> {
    /// Creates a timeline with the past of this one up to a position, its own future, and no observer. Both share items
    /// in memory. This timeline does not change.
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
            keeps: self.keeps,
            within: self.within,
            held: Changes::default(),
            prepared: None,
            differences: Differences::default(),
            remains: Remains::default(),
            futures: Vec::new(),
        };
        aside.go_to(place)?;
        aside.cut();
        Ok(aside)
    }
}
