//! Reads all records of a damaged journal that verify, also those after the damage.
//!
//! A service cannot simply continue with these records, because others are missing. Must not repair anything, nor know
//! the content of a record.

use crate::header::{decode_header, is_header_intact};
use crate::record::{Frame, MINIMUM_RECORD_BYTES};
use crate::{HEADER_BYTES, JournalError, Record};

/// A part of a journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// A record that verifies.
    Record(Record),
    /// Bytes that are no such record.
    Damage {
        /// Where they start.
        at_byte: usize,
        /// Their number.
        bytes: usize,
    },
}

/// Reads the parts of a journal, in order. Numbers of records ascend; some can be missing.
#[derive(Clone, Debug)]
pub struct Salvage<'a> {
    bytes: &'a [u8],
    at: usize,
    /// The lowest number of the next record.
    next: u64,
    /// Bytes whose checksums may still be computed in vain. Forged bytes could otherwise cost a checksum each.
    in_vain: usize,
    /// The record after the damage that was just returned.
    found: Option<(Record, usize)>,
}

impl<'a> Salvage<'a> {
    /// Reads a journal that begins with this record. A damaged header is damage like any other.
    ///
    /// # Errors
    /// When a later version wrote the journal: its records can have another form.
    pub fn new(first: u64, bytes: &'a [u8]) -> Result<Self, JournalError> {
        let at = match decode_header(bytes) {
            Ok(_) => HEADER_BYTES,
            Err(error @ JournalError::NewerVersion { .. }) if is_header_intact(bytes) => return Err(error),
            Err(_) => 0,
        };
        Ok(Self {
            bytes,
            at,
            next: first,
            in_vain: bytes.len().saturating_mul(4),
            found: None,
        })
    }

    fn rest(&self, at: usize) -> &'a [u8] {
        self.bytes.get(at..).unwrap_or_default()
    }

    /// The record at this position and its length, if it verifies and has a possible number.
    fn record_at(&mut self, at: usize) -> Option<(Record, usize)> {
        let rest = self.rest(at);
        let most_records = u64::try_from(rest.len() / MINIMUM_RECORD_BYTES).unwrap_or(u64::MAX);
        let last_possible = self.next.saturating_add(most_records).saturating_add(self.lost(at));
        let frame = Frame::find(rest).ok()?;
        let claimed = frame.claimed_sequence()?;
        if !(self.next..=last_possible).contains(&claimed) || self.in_vain < frame.bytes() {
            return None;
        }
        let Ok(record) = frame.decode() else {
            self.in_vain -= frame.bytes();
            return None;
        };
        Some((record, frame.bytes()))
    }

    /// The maximum number of records in the bytes before this position that are damaged.
    fn lost(&self, at: usize) -> u64 {
        u64::try_from(at.saturating_sub(self.at) / MINIMUM_RECORD_BYTES).unwrap_or(u64::MAX)
    }

    fn take(&mut self, (record, bytes): (Record, usize)) -> Found {
        self.at += bytes;
        self.next = record.sequence.saturating_add(1);
        Found::Record(record)
    }
}

impl Iterator for Salvage<'_> {
    type Item = Found;

    fn next(&mut self) -> Option<Found> {
        let found = self.found.take();
        if let Some(found) = found.or_else(|| self.record_at(self.at)) {
            return Some(self.take(found));
        }
        let at_byte = self.at;
        if at_byte >= self.bytes.len() {
            return None;
        }
        let mut end = at_byte + 1;
        while end < self.bytes.len() {
            self.found = self.record_at(end);
            if self.found.is_some() {
                break;
            }
            end += 1;
        }
        self.at = end;
        Some(Found::Damage {
            at_byte,
            bytes: end - at_byte,
        })
    }
}
