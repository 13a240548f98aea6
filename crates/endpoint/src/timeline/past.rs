//! The past of a timeline as a list of what was done, and a timeline that does such a list again.
//!
//! The list says nothing of what was changed; done again, it does. Must not know how the list travels.

use hashrange_journal::{Entry, Header, Outcome, Record};
use hashrange_time::Timestamp;

use super::Timeline;
use crate::outcome::outcome;
use crate::present::Onlooker;
use crate::{ReplayError, semantics};

impl<W: Onlooker> Timeline<W> {
    /// A service before the first record of its journal, for `do_again`.
    #[must_use]
    pub fn unbegun(seed: u64, opened_at: Timestamp) -> Self {
        Self::empty(Header { seed, opened_at, semantics: semantics::in_force() })
    }

    /// The seed of the service, and the virtual time at which its journal was begun.
    #[must_use]
    pub fn beginning_of_journal(&self) -> (u64, Timestamp) {
        (self.header.seed, self.header.opened_at)
    }

    /// What led to the present, in order, each with its time; the last is cut where the present stands within it. `None` while some
    /// records are known by their outline only.
    #[must_use]
    pub fn past(&self) -> Option<Vec<(Timestamp, Entry)>> {
        let place = usize::try_from(self.place()).ok()?;
        let mut past = Vec::with_capacity(place + 1);
        let mut ends = self.header.opened_at;
        for number in self.line.get(..place)? {
            let record = self.records.get(*number)?;
            ends = record.ends();
            past.push((record.at, record.entry.clone()));
        }
        let part = self.present.service.part;
        if part.requests > 0 {
            let next = self.outline_at(self.place() + 1)?;
            ends = part.to;
            past.push((next.at, Entry::Sent { requests: part.requests, to: part.to }));
        }
        let now = self.engine().now();
        if now > ends {
            past.push((ends, Entry::Advance { to: now }));
        }
        Some(past)
    }

    /// Does the next thing of a past at the end of the line, and writes down what it comes to.
    ///
    /// # Errors
    /// When it comes to something else than it did. The timeline is of no use then.
    pub fn do_again(&mut self, at: Timestamp, entry: Entry) -> Result<(), ReplayError> {
        let sequence = self.records.len() + 1;
        let mut record = Record { sequence, at, entry, outcome: Outcome::default() };
        let work = self.present.take_anew(&record)?;
        record.outcome = outcome(&mut self.present.service.engine, &record.entry);
        self.records.push(record);
        self.line.push(sequence);
        self.snapshots.passed(work, &self.present);
        Ok(())
    }
}
