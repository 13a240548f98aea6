//! Writing a journal: hands out sequence numbers, and keeps a run of time moving on from becoming a run of records.
//!
//! Must not know where the bytes go. What it hands out is to be appended in the order in which it was handed out.

use hashrange_time::Timestamp;

use crate::{Entry, Outcome, Record, encode_record};

/// Turns entries into the bytes to append.
///
/// A running clock advances sixty times a second, and only the last of such moments matters to what comes after. So an
/// advance is held back and merged with those that follow directly, until another entry or `flush` forces it out.
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
    /// Writes the records of a journal that has none yet.
    pub const fn new() -> Self {
        Self::resume(0)
    }

    /// Goes on after the record with this number (`Journal::last_sequence`).
    pub const fn resume(last_sequence: u64) -> Self {
        Self { last_sequence, held: None }
    }

    /// The number of the last record handed out; an advance that is held back has none yet.
    pub const fn last_sequence(&self) -> u64 {
        self.last_sequence
    }

    /// Takes in what was done at `at` and what it came to, and hands out the bytes to append, none for an advance that is held
    /// back.
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

    /// Hands out the advance that is held back, if there is one. To be called before the bytes are saved or shared.
    pub fn flush(&mut self) -> Vec<u8> {
        match self.held.take() {
            Some(HeldAdvance { at, to, outcome }) => self.encode(at, Entry::Advance { to }, outcome),
            None => Vec::new(),
        }
    }

    fn encode(&mut self, at: Timestamp, entry: Entry, outcome: Outcome) -> Vec<u8> {
        self.last_sequence = self.last_sequence.saturating_add(1);
        encode_record(&Record { sequence: self.last_sequence, at, entry, outcome })
    }
}
