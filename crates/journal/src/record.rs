//! One record of a journal and its bytes, both ways.
//!
//! Must not know its neighbours: whether a record follows the one before is the reader's business.

use hashrange_time::Timestamp;

use crate::Reason;
use crate::length::{Length, push_length, read_length};

/// One thing that was done to the engine, as it was done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// A request was handled.
    Request {
        /// The name of the operation, as in `X-Amz-Target` after the dot.
        operation: String,
        /// The DynamoDB JSON body exactly as it arrived.
        body: String,
    },
    /// Virtual time moved on without a request.
    Advance {
        /// The moment it moved to.
        to: Timestamp,
    },
    /// Physics or limits were changed.
    Settings {
        /// The settings as the engine's owner writes them.
        json: String,
    },
    /// The service went back, to be as it was after an earlier record; what follows happened there.
    Return {
        /// The number of that record; 0 for the very beginning.
        to: u64,
    },
}

/// An entry with its place and its time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Its number; the first record of a journal has 1, and none is left out.
    pub sequence: u64,
    /// The engine's time when it was done.
    pub at: Timestamp,
    /// What was done.
    pub entry: Entry,
}

/// The kind bytes of the format. A number is never used again for something else.
const KIND_REQUEST: u8 = 1;
const KIND_ADVANCE: u8 = 2;
const KIND_SETTINGS: u8 = 3;
const KIND_RETURN: u8 = 4;

/// The bytes of a payload before the fields of its kind.
const PAYLOAD_FIXED_BYTES: usize = 8 + 8 + 1;

/// The fewest bytes a record takes: a length, a checksum and an empty text.
pub(crate) const MINIMUM_RECORD_BYTES: usize = 1 + 4 + PAYLOAD_FIXED_BYTES;

/// The bytes of one record, ready to be appended.
pub fn encode_record(record: &Record) -> Vec<u8> {
    let mut payload = Vec::with_capacity(PAYLOAD_FIXED_BYTES + 32 + variable_bytes(&record.entry));
    payload.extend_from_slice(&record.sequence.to_le_bytes());
    payload.extend_from_slice(&record.at.micros().to_le_bytes());
    match &record.entry {
        Entry::Request { operation, body } => {
            payload.push(KIND_REQUEST);
            push_length(&mut payload, operation.len());
            payload.extend_from_slice(operation.as_bytes());
            payload.extend_from_slice(body.as_bytes());
        }
        Entry::Advance { to } => {
            payload.push(KIND_ADVANCE);
            payload.extend_from_slice(&to.micros().to_le_bytes());
        }
        Entry::Settings { json } => {
            payload.push(KIND_SETTINGS);
            payload.extend_from_slice(json.as_bytes());
        }
        Entry::Return { to } => {
            payload.push(KIND_RETURN);
            payload.extend_from_slice(&to.to_le_bytes());
        }
    }
    let mut bytes = Vec::with_capacity(payload.len() + 14);
    push_length(&mut bytes, payload.len());
    let checksum = checksum(&bytes, &payload);
    bytes.extend_from_slice(&checksum.to_le_bytes());
    bytes.extend_from_slice(&payload);
    bytes
}

fn variable_bytes(entry: &Entry) -> usize {
    match entry {
        Entry::Request { operation, body } => operation.len() + body.len(),
        Entry::Advance { .. } | Entry::Return { .. } => 8,
        Entry::Settings { json } => json.len(),
    }
}

/// The length is covered too: a changed length moves the borders, and then even a right payload would be a wrong one.
fn checksum(length: &[u8], payload: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(length);
    hasher.update(payload);
    hasher.finalize()
}

/// The borders of a record at the start of some bytes; its checksum has not been looked at.
pub(crate) struct Frame<'a> {
    length: &'a [u8],
    checksum: u32,
    payload: &'a [u8],
}

impl<'a> Frame<'a> {
    /// Finds the borders. Nothing is allocated: a length beyond the end is a record that was never written whole.
    pub(crate) fn find(bytes: &'a [u8]) -> Result<Self, Reason> {
        let (length, prefix) = match read_length(bytes) {
            Length::Read { value, bytes } => (value, bytes),
            Length::Cut => return Err(Reason::EndsInsideRecord),
            Length::Impossible => return Err(Reason::BadLength),
        };
        let length = usize::try_from(length).map_err(|_| Reason::EndsInsideRecord)?;
        let (prefix, rest) = bytes.split_at_checked(prefix).ok_or(Reason::EndsInsideRecord)?;
        let (checksum, rest) = rest.split_first_chunk().ok_or(Reason::EndsInsideRecord)?;
        let payload = rest.get(..length).ok_or(Reason::EndsInsideRecord)?;
        Ok(Self { length: prefix, checksum: u32::from_le_bytes(*checksum), payload })
    }

    /// All bytes of the record.
    pub(crate) fn bytes(&self) -> usize {
        self.length.len() + 4 + self.payload.len()
    }

    /// The record's number, unchecked; nothing where the payload is too short for a record.
    pub(crate) fn claimed_sequence(&self) -> Option<u64> {
        let long_enough = self.payload.len() >= PAYLOAD_FIXED_BYTES;
        let (sequence, _) = self.payload.split_first_chunk().filter(|_| long_enough)?;
        Some(u64::from_le_bytes(*sequence))
    }

    /// Whether the checksum is right.
    pub(crate) fn is_intact(&self) -> bool {
        checksum(self.length, self.payload) == self.checksum
    }

    /// The record itself.
    pub(crate) fn decode(&self) -> Result<Record, Reason> {
        if !self.is_intact() {
            return Err(Reason::ChecksumMismatch);
        }
        decode_payload(self.payload).ok_or(Reason::UnreadablePayload)
    }
}

fn decode_payload(payload: &[u8]) -> Option<Record> {
    let (sequence, rest) = payload.split_first_chunk()?;
    let sequence = u64::from_le_bytes(*sequence);
    let (at, rest) = rest.split_first_chunk()?;
    let (kind, fields) = rest.split_first()?;
    let entry = match *kind {
        KIND_REQUEST => {
            let Length::Read { value, bytes } = read_length(fields) else { return None };
            let (operation, body) = fields.get(bytes..)?.split_at_checked(usize::try_from(value).ok()?)?;
            Entry::Request { operation: text(operation)?, body: text(body)? }
        }
        KIND_ADVANCE => {
            let to = <[u8; 8]>::try_from(fields).ok()?;
            Entry::Advance { to: Timestamp::from_micros(u64::from_le_bytes(to)) }
        }
        KIND_SETTINGS => Entry::Settings { json: text(fields)? },
        KIND_RETURN => {
            let to = u64::from_le_bytes(<[u8; 8]>::try_from(fields).ok()?);
            // There is no way back to what is still to come.
            if to >= sequence {
                return None;
            }
            Entry::Return { to }
        }
        _ => return None,
    };
    let at = Timestamp::from_micros(u64::from_le_bytes(*at));
    Some(Record { sequence, at, entry })
}

fn text(bytes: &[u8]) -> Option<String> {
    std::str::from_utf8(bytes).ok().map(str::to_owned)
}
