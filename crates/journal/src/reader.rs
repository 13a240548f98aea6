//! Reading a journal: record by record, or as a whole with a report on what could not be read.
//!
//! Must not repair anything and must not skip anything: the first record that is not good ends the journal.

use std::iter::FusedIterator;

use crate::header::{Decoded, decode_header};
use crate::record::{Frame, MINIMUM_RECORD_BYTES};
use crate::{Extent, FORMAT_VERSION, Header, JournalError, Reason, Record, Torn};

/// All that is good of a journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Journal {
    /// Its header.
    pub header: Header,
    /// Its records up to the end or to the first that is not good.
    pub records: Vec<Record>,
    /// Where and why reading stopped before the end, if it did.
    pub torn: Option<Torn>,
}

impl Journal {
    /// The number of the last good record, zero when there is none; a `Writer` goes on from here.
    pub fn last_sequence(&self) -> u64 {
        self.records.last().map_or(0, |record| record.sequence)
    }
}

/// Reads a journal as a whole.
///
/// # Errors
/// Only for a header that cannot be used. Records that cannot be used are reported in `Journal::torn`, beside those before them.
pub fn read(bytes: &[u8]) -> Result<Journal, JournalError> {
    let (header, reader) = Reader::new(bytes)?;
    let mut journal = Journal { header, records: Vec::new(), torn: None };
    for record in reader {
        match record {
            Ok(record) => journal.records.push(record),
            Err(JournalError::Torn(torn)) => journal.torn = Some(torn),
            Err(other) => return Err(other),
        }
    }
    Ok(journal)
}

/// Reads a journal record by record. After an error it has nothing more to give.
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    rest: &'a [u8],
    version: u16,
    position: usize,
    next_sequence: u64,
}

impl<'a> Reader<'a> {
    /// Reads the header and stands before the first record.
    ///
    /// # Errors
    /// When the header cannot be used; see `JournalError`.
    pub fn new(bytes: &'a [u8]) -> Result<(Header, Self), JournalError> {
        let Decoded { header, version, length, records } = decode_header(bytes)?;
        Ok((header, Self { rest: records, version, position: length, next_sequence: 1 }))
    }

    /// The same for a journal that begins with a later record: those before it are in a checkpoint.
    ///
    /// # Errors
    /// As `new`.
    pub fn begun_at(first: u64, bytes: &'a [u8]) -> Result<(Header, Self), JournalError> {
        let (header, reader) = Self::new(bytes)?;
        Ok((header, Self { next_sequence: first, ..reader }))
    }

    /// Reads records of a journal of today's format without its header, from the start of any of them on.
    #[must_use]
    pub fn within(bytes: &'a [u8]) -> Self {
        let first = Frame::find(bytes).ok().and_then(|frame| frame.claimed_sequence());
        Self { rest: bytes, version: FORMAT_VERSION, position: 0, next_sequence: first.unwrap_or(1) }
    }

    /// The byte at which the next record starts, counted from the start of what is read.
    pub fn position(&self) -> usize {
        self.position
    }

    /// The format version the journal was begun in. Records of a later one may follow.
    pub fn version(&self) -> u16 {
        self.version
    }

    fn next_record(&mut self) -> Result<Record, Reason> {
        let frame = Frame::find(self.rest)?;
        let record = frame.decode()?;
        if record.sequence != self.next_sequence {
            return Err(Reason::SequenceGap { expected: self.next_sequence, found: record.sequence });
        }
        self.position += frame.bytes();
        self.rest = self.rest.get(frame.bytes()..).unwrap_or_default();
        self.next_sequence = self.next_sequence.saturating_add(1);
        Ok(record)
    }

    fn torn(&self, reason: Reason) -> Torn {
        let whole_but_wrong = matches!(reason, Reason::UnreadablePayload | Reason::SequenceGap { .. });
        let extent = if whole_but_wrong || self.a_record_follows() { Extent::Damage } else { Extent::Tail };
        Torn { at_byte: self.position, lost_bytes: self.rest.len(), reason, extent }
    }

    /// Whether a good record stands anywhere after the start of a bad one, whose length cannot be trusted. Most places are
    /// dismissed by the number they claim; bytes made to claim the right number everywhere would cost a checksum
    /// at every place, so that the checked bytes are limited.
    fn a_record_follows(&self) -> bool {
        let most_records = self.rest.len() / MINIMUM_RECORD_BYTES;
        let last_possible = self.next_sequence.saturating_add(u64::try_from(most_records).unwrap_or(u64::MAX));
        let mut bytes_left_to_check = self.rest.len().saturating_mul(4);
        for start in 1..self.rest.len() {
            let Ok(frame) = Frame::find(self.rest.get(start..).unwrap_or_default()) else { continue };
            let plausible =
                frame.claimed_sequence().is_some_and(|claimed| (self.next_sequence..=last_possible).contains(&claimed));
            if !plausible {
                continue;
            }
            let Some(left) = bytes_left_to_check.checked_sub(frame.bytes()) else { return false };
            bytes_left_to_check = left;
            if frame.is_intact() {
                return true;
            }
        }
        false
    }
}

impl Iterator for Reader<'_> {
    type Item = Result<Record, JournalError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.rest.is_empty() {
            return None;
        }
        let result = self.next_record().map_err(|reason| {
            let torn = self.torn(reason);
            self.rest = &[];
            JournalError::Torn(torn)
        });
        Some(result)
    }
}

impl FusedIterator for Reader<'_> {}
