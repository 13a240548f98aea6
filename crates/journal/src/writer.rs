//! Writes a journal: assigns sequence numbers, and merges consecutive time records.
//!
//! Must not know where the bytes are stored. The returned bytes must be appended in order.

use hashrange_time::Timestamp;

use crate::{Entry, Outcome, Record, encode_record};

/// Converts entries to the bytes to append.
///
/// A running clock advances sixty times a second, and only the last of these times matters to later records. So the
/// writer delays an advance and merges it with directly following ones, until another entry or `flush` writes it.
#[derive(Clone, Debug, Default)]
pub struct Writer {
    last_sequence: u64,
    held: Option<HeldAdvance>,
}

#[derive(Clone, Debug)]
struct HeldAdvance {
    at: Timestamp,
    to: Timestamp,
    outcome: Outcome,
}

impl Writer {
    /// Writes the records of a new journal.
    pub const fn new() -> Self {
        Self::resume(0)
    }

    /// Continues after the record with this number (`Journal::last_sequence`).
    pub const fn resume(last_sequence: u64) -> Self {
        Self {
            last_sequence,
            held: None,
        }
    }

    /// The number of the last returned record. A delayed advance has no number yet.
    pub const fn last_sequence(&self) -> u64 {
        self.last_sequence
    }

    /// Records an action at `at` and its outcome, and returns the bytes to append. They are empty for a delayed
    /// advance.
    pub fn push(&mut self, at: Timestamp, entry: Entry, outcome: Outcome) -> Vec<u8> {
        match (entry, &mut self.held) {
            (Entry::Advance { to }, Some(held)) => {
                held.to = held.to.max(to);
                held.outcome.append(outcome);
                Vec::new()
            }
            (Entry::Advance { to }, None) => {
                self.held = Some(HeldAdvance { at, to, outcome });
                Vec::new()
            }
            (entry, _) => {
                let mut bytes = self.flush();
                bytes.extend(self.encode(at, entry, outcome));
                bytes
            }
        }
    }

    /// Returns the bytes of the delayed advance, if there is one. Call it before the bytes are saved or shared.
    pub fn flush(&mut self) -> Vec<u8> {
        match self.held.take() {
            Some(HeldAdvance { at, to, outcome }) => self.encode(at, Entry::Advance { to }, outcome),
            None => Vec::new(),
        }
    }

    fn encode(&mut self, at: Timestamp, entry: Entry, outcome: Outcome) -> Vec<u8> {
        self.last_sequence = self.last_sequence.saturating_add(1);
        encode_record(&Record {
            sequence: self.last_sequence,
            at,
            entry,
            outcome,
        })
    }
}
