//! A service that goes on along a journal from the place it stands at.
//!
//! Must not know where it came from: a checkpoint, or the journal before.

use hashrange_journal::{Entry, JournalError, Reader};

use crate::{ReplayError, Replayed, nobody};

impl Replayed {
    /// Does what the records of a journal say that come after the service's place, up to its end or to the first that is not
    /// good. The journal begins with the record of this number.
    ///
    /// # Errors
    /// When it is no journal, when a record is missing, and when one does not do what it did.
    pub fn follow(&mut self, first: u64, bytes: &[u8]) -> Result<(), ReplayError> {
        let (_, reader) = Reader::begun_at(first, bytes)?;
        self.torn = None;
        for record in reader {
            match record {
                Ok(record) if record.sequence <= self.last_sequence => {}
                Ok(record) if record.sequence > self.last_sequence.saturating_add(1) => {
                    return Err(ReplayError::Away { sequence: self.last_sequence.saturating_add(1) });
                }
                Ok(record) if matches!(record.entry, Entry::Return { .. }) => {
                    return Err(ReplayError::Return { sequence: record.sequence });
                }
                Ok(record) => self.take(&record, &mut nobody)?,
                Err(JournalError::Torn(torn)) => self.torn = Some(torn),
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }
}
