//! Adds records to a timeline: those after a checkpoint, those of another owner, and those before a checkpoint. The
//! last are read only when the timeline goes back to them.
//!
//! Must not know where the bytes were stored.

use hashrange_journal::Reader;

use super::Timeline;
use crate::ReplayError;
use crate::present::Observer;

impl<W: Observer> Timeline<W> {
    /// Adds the records that follow those of the timeline, and skips the records that it already has. If `whole`, the
    /// bytes start with a journal's header, and otherwise with any record. The present does not move; `forward`
    /// continues along the line to the last record. Returns the number of the last record in the bytes.
    ///
    /// # Errors
    /// When the bytes are not a journal, are damaged or do not follow. Also when the present is not on the line to the
    /// last record and no record here leads there. The timeline is unusable then.
    pub fn extend(&mut self, bytes: &[u8], whole: bool) -> Result<Option<u64>, ReplayError> {
        let reader = if whole {
            Reader::new(bytes)?.1
        } else {
            Reader::within(bytes)
        };
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

    /// The number of records, from the first on, that have only outlines.
    #[must_use]
    pub fn away(&self) -> u64 {
        self.records.away()
    }

    /// Keeps only this number of records. The line then leads to the last of them.
    #[must_use]
    pub fn first(mut self, records: u64) -> Self {
        self.records.truncate(records);
        self.line = self.line_to(self.records.len());
        self.futures = self.left();
        self
    }

    /// Adds the content of the records that have only outlines, and the snapshots between them. `past` must consist of
    /// exactly these records; otherwise nothing changes. Everything else stays the same.
    pub fn take_past(&mut self, past: Self) {
        let last = past.records.last();
        if past.records.len() == self.away() && last == self.records.outline(self.away()) {
            self.records.take_past(past.records);
            self.snapshots.take_past(past.snapshots);
        }
    }
}
