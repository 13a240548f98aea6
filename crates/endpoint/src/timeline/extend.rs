//! A timeline that learns what is in its journal: records written after a checkpoint or by another owner, and those before a
//! checkpoint, which are read when somebody goes back to them.
//!
//! Must not know where the bytes were kept.

use hashrange_journal::Reader;

use super::Timeline;
use crate::ReplayError;
use crate::present::Onlooker;

impl<W: Onlooker> Timeline<W> {
    /// Takes in records that follow those of the timeline; ones that it has are passed over. The bytes begin with a journal's
    /// header where they are `whole`, and with any record otherwise. The present stays: `forward` leads on along the line to
    /// the last record. Returns the number of the last record that was read.
    ///
    /// # Errors
    /// When the bytes are no journal, are damaged or do not follow, or when the present is not on the line to the last record and
    /// no record here leads there. The timeline is of no use then.
    pub fn extend(&mut self, bytes: &[u8], whole: bool) -> Result<Option<u64>, ReplayError> {
        let reader = if whole { Reader::new(bytes)?.1 } else { Reader::within(bytes) };
        let mut last = None;
        for record in reader {
            let record = record?;
            last = Some(record.sequence);
            let next = self.records.len() + 1;
            if record.sequence > next {
                return Err(ReplayError::Away { sequence: next });
            }
            if record.sequence == next {
                self.records.push(record);
            }
        }
        self.handed_out = self.records.len();
        self.line = self.line_to(self.records.len());
        self.futures = self.left();
        if self.line.binary_search(&self.present.place()).is_err() {
            self.go_to(self.place())?;
        }
        Ok(last)
    }

    /// How many records, from the first on, are known by their outline only.
    #[must_use]
    pub fn away(&self) -> u64 {
        self.records.away()
    }

    /// A journal of which only the first records are there: the way to the last of them.
    #[must_use]
    pub fn first(mut self, records: u64) -> Self {
        self.records.truncate(records);
        self.line = self.line_to(self.records.len());
        self.futures = self.left();
        self
    }

    /// Takes in the records that are known by their outline only from a timeline that consists of them, and the snapshots on the
    /// way through them. Everything else stays as it is. Nothing where it is another timeline.
    pub fn take_past(&mut self, past: Self) {
        let last = past.records.last();
        if past.records.len() == self.away() && last == self.records.outline(self.away()) {
            self.records.take_past(past.records);
            self.snapshots.take_past(past.snapshots);
        }
    }
}
