//! Continues a service along a journal from its position.
//!
//! Must not know the origin of the service: a checkpoint, or the previous journal.

use hashrange_journal::{Entry, JournalError, Reader};

use crate::{ReplayError, Replayed, ignore_steps};

impl Replayed {
    /// Replays the records after the service's position, up to the end or to the first damaged one. The journal starts
    /// with record number `first`.
    ///
    /// # Errors
    /// When the bytes are not a journal, when a record is missing, or when a record does not have its recorded outcome.
    pub fn follow(&mut self, first: u64, bytes: &[u8]) -> Result<(), ReplayError> {
        let (_, reader) = Reader::begun_at(first, bytes)?;
        self.torn = None;
        for record in reader {
            match record {
                Ok(record) if record.sequence <= self.last_sequence => {}
                Ok(record) if record.sequence > self.last_sequence.saturating_add(1) => {
                    return Err(ReplayError::Away {
                        sequence: self.last_sequence.saturating_add(1),
                    });
                }
                Ok(record) if matches!(record.entry, Entry::Return { .. }) => {
                    return Err(ReplayError::Return {
                        sequence: record.sequence,
                    });
                }
                Ok(record) => self.take(&record, &mut ignore_steps)?,
                Err(JournalError::Torn(torn)) => self.torn = Some(torn),
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }
}
