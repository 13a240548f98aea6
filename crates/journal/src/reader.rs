//! Reads a journal record by record, or as a whole with a report about unreadable bytes.
//!
//! Must not repair or skip anything: the first invalid record ends the journal.

use std::iter::FusedIterator;

use crate::header::decode_header;
use crate::record::{Frame, MINIMUM_RECORD_BYTES};
use crate::{Extent, HEADER_BYTES, Header, JournalError, Reason, Record, Torn};

/// The valid part of a journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Journal {
    /// Its header.
    pub header: Header,
    /// Its records up to the end, or up to the first invalid one.
    pub records: Vec<Record>,
    /// The position and the reason of the first invalid record, if there is one.
    pub torn: Option<Torn>,
}

impl Journal {
    /// The number of the last valid record, or zero. A `Writer` continues from here.
    pub fn last_sequence(&self) -> u64 {
        self.records.last().map_or(0, |record| record.sequence)
    }
}

/// Reads a complete journal.
///
/// # Errors
/// Only for an invalid header. `Journal::torn` reports an invalid record, and the journal contains the records before
/// it.
pub fn read(bytes: &[u8]) -> Result<Journal, JournalError> {
    let (header, reader) = Reader::new(bytes)?;
    let mut journal = Journal {
        header,
        records: Vec::new(),
        torn: None,
    };
    for record in reader {
        match record {
            Ok(record) => journal.records.push(record),
            Err(JournalError::Torn(torn)) => journal.torn = Some(torn),
            Err(other) => return Err(other),
        }
    }
    Ok(journal)
}

/// Reads a journal record by record. After an error it returns nothing more.
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    rest: &'a [u8],
    position: usize,
    next_sequence: u64,
}

impl<'a> Reader<'a> {
    /// Reads the header. The next record is the first one.
    ///
    /// # Errors
    /// When the header is invalid; see `JournalError`.
    pub fn new(bytes: &'a [u8]) -> Result<(Header, Self), JournalError> {
        let (header, records) = decode_header(bytes)?;
        Ok((
            header,
            Self {
                rest: records,
                position: HEADER_BYTES,
                next_sequence: 1,
            },
        ))
    }

    /// Reads the header of a journal that starts with a later record, because a checkpoint contains the earlier ones.
    ///
    /// # Errors
    /// As `new`.
    pub fn begun_at(first: u64, bytes: &'a [u8]) -> Result<(Header, Self), JournalError> {
        let (header, reader) = Self::new(bytes)?;
        Ok((
            header,
            Self {
                next_sequence: first,
                ..reader
            },
        ))
    }

    /// Reads records without a header. The bytes can start with any record.
    #[must_use]
    pub fn within(bytes: &'a [u8]) -> Self {
        let first = Frame::find(bytes).ok().and_then(|frame| frame.claimed_sequence());
        Self {
            rest: bytes,
            position: 0,
            next_sequence: first.unwrap_or(1),
        }
    }

    /// The position of the next record, in bytes from the start.
    pub fn position(&self) -> usize {
        self.position
    }

    fn next_record(&mut self) -> Result<Record, Reason> {
        let frame = Frame::find(self.rest)?;
        let record = frame.decode()?;
        if record.sequence != self.next_sequence {
            return Err(Reason::SequenceGap {
                expected: self.next_sequence,
                found: record.sequence,
            });
        }
        self.position += frame.bytes();
        self.rest = self.rest.get(frame.bytes()..).unwrap_or_default();
        self.next_sequence = self.next_sequence.saturating_add(1);
        Ok(record)
    }

    fn torn(&self, reason: Reason) -> Torn {
        let whole_but_wrong = matches!(reason, Reason::UnreadablePayload | Reason::SequenceGap { .. });
        let extent = if whole_but_wrong || self.a_record_follows() {
            Extent::Damage
        } else {
            Extent::Tail
        };
        Torn {
            at_byte: self.position,
            lost_bytes: self.rest.len(),
            reason,
            extent,
        }
    }

    /// Whether a valid record exists anywhere after the start of an invalid one, whose length cannot be trusted. The
    /// claimed number excludes most positions. Forged bytes could claim a plausible number everywhere and cost a
    /// checksum each, so the number of checked bytes is limited.
    fn a_record_follows(&self) -> bool {
        let most_records = self.rest.len() / MINIMUM_RECORD_BYTES;
        let last_possible = self
            .next_sequence
            .saturating_add(u64::try_from(most_records).unwrap_or(u64::MAX));
        let mut bytes_left_to_check = self.rest.len().saturating_mul(4);
        for start in 1..self.rest.len() {
            let Ok(frame) = Frame::find(self.rest.get(start..).unwrap_or_default()) else {
                continue;
            };
            let plausible = frame
                .claimed_sequence()
                .is_some_and(|claimed| (self.next_sequence..=last_possible).contains(&claimed));
            if !plausible {
                continue;
            }
            let Some(left) = bytes_left_to_check.checked_sub(frame.bytes()) else {
                return false;
            };
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
