//! Encodes and decodes one record of a journal.
//!
//! Must not know other records: the reader checks whether a record follows the previous one.

use hashrange_checkpoint::{crc32, crc32_after};
use hashrange_time::Timestamp;

use crate::length::{Length, first_length, push_length, read_length};
use crate::{Changes, Reason};

/// One action on the engine, as it was performed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// A request was handled.
    Request {
        /// The name of the operation, as in `X-Amz-Target` after the dot.
        operation: String,
        /// The DynamoDB JSON body exactly as it arrived.
        body: String,
    },
    /// A request was refused, and caused only an event.
    Refused {
        /// The name of the operation, as in `X-Amz-Target` after the dot; the operation may not exist.
        operation: String,
        /// The body exactly as it arrived.
        body: String,
        /// The name of the exception.
        exception: String,
    },
    /// A load started: a stream of requests that follows from a plan and a seed.
    Load {
        /// The plan as text. The caller defines its format.
        plan: String,
        /// The seed.
        seed: u64,
    },
    /// The next requests of the load were sent, each at its time.
    Sent {
        /// The number of requests.
        requests: u64,
        /// The engine's time after the last of them.
        to: Timestamp,
    },
    /// The load ended or was stopped.
    LoadEnd,
    /// Virtual time advanced without a request.
    Advance {
        /// The new time.
        to: Timestamp,
    },
    /// Physics or limits were changed.
    Settings {
        /// The settings as JSON text. The caller defines its format.
        json: String,
    },
    /// The records up to the next [`Entry::StepEnd`] are one step of undo and redo. Without that end each is its own step.
    StepBegin,
    /// That step ended.
    StepEnd,
    /// The service returned to the state after an earlier record. Later records continue from that state.
    Return {
        /// The number of that record; 0 for the state before the first record.
        to: u64,
    },
}

impl Entry {
    /// The engine's time after an entry that started at `at`.
    #[must_use]
    pub fn ends(&self, at: Timestamp) -> Timestamp {
        match self {
            Self::Advance { to } | Self::Sent { to, .. } => *to,
            Self::Request { .. }
            | Self::Refused { .. }
            | Self::Load { .. }
            | Self::LoadEnd
            | Self::StepBegin
            | Self::StepEnd
            | Self::Settings { .. }
            | Self::Return { .. } => at,
        }
    }
}

/// An entry with its number, its time and its outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Its number. The first record of a journal has 1, and there are no gaps.
    pub sequence: u64,
    /// The engine's time at the action.
    pub at: Timestamp,
    /// The action.
    pub entry: Entry,
    /// Its outcome.
    pub outcome: Outcome,
}

/// The outcome of a record, under the rules that produced it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The version of those rules.
    pub semantics: u16,
    /// The changes since the previous record.
    pub changes: Changes,
}

impl Outcome {
    /// Adds a later part of the outcome of the same record.
    pub fn append(&mut self, next: Self) {
        self.semantics = self.semantics.max(next.semantics);
        self.changes.append(next.changes);
    }
}

impl Record {
    /// The engine's time after it.
    #[must_use]
    pub fn ends(&self) -> Timestamp {
        self.entry.ends(self.at)
    }
}

/// The kind bytes of the format. A number never gets another meaning.
const KIND_REQUEST: u8 = 1;
const KIND_ADVANCE: u8 = 2;
const KIND_SETTINGS: u8 = 3;
const KIND_RETURN: u8 = 4;
const KIND_REFUSED: u8 = 5;
const KIND_LOAD: u8 = 6;
const KIND_SENT: u8 = 7;
const KIND_LOAD_END: u8 = 8;
const KIND_STEP_BEGIN: u8 = 9;
const KIND_STEP_END: u8 = 10;

/// The minimum size of a payload: number, time, short semantics, no changes, and a kind without fields.
const MINIMUM_PAYLOAD_BYTES: usize = 8 + 8 + 1 + 1 + 1;

/// The minimum size of a record: a length, a checksum, and a payload.
pub(crate) const MINIMUM_RECORD_BYTES: usize = 1 + 4 + MINIMUM_PAYLOAD_BYTES;

/// The bytes of one record, ready to be appended.
pub fn encode_record(record: &Record) -> Vec<u8> {
    // A request waits for its record, so a single list of changes is not compressed. A load does not wait.
    let changes = record.outcome.changes.bytes(matches!(record.entry, Entry::Sent { .. }));
    let mut payload = Vec::with_capacity(MINIMUM_PAYLOAD_BYTES + 40 + variable_bytes(&record.entry) + changes.len());
    payload.extend_from_slice(&record.sequence.to_le_bytes());
    payload.extend_from_slice(&record.at.micros().to_le_bytes());
    push_length(&mut payload, usize::from(record.outcome.semantics));
    push_length(&mut payload, changes.len());
    payload.extend_from_slice(&changes);
    push_entry(&mut payload, &record.entry);
    let mut bytes = Vec::with_capacity(payload.len() + 14);
    push_length(&mut bytes, payload.len());
    let checksum = checksum(&bytes, &payload);
    bytes.extend_from_slice(&checksum.to_le_bytes());
    bytes.extend_from_slice(&payload);
    bytes
}

fn push_entry(payload: &mut Vec<u8>, entry: &Entry) {
    match entry {
        Entry::Request { operation, body } => {
            payload.push(KIND_REQUEST);
            push_text(payload, operation);
            payload.extend_from_slice(body.as_bytes());
        }
        Entry::Refused {
            operation,
            body,
            exception,
        } => {
            payload.push(KIND_REFUSED);
            push_text(payload, operation);
            push_text(payload, exception);
            payload.extend_from_slice(body.as_bytes());
        }
        Entry::Load { plan, seed } => {
            payload.push(KIND_LOAD);
            payload.extend_from_slice(&seed.to_le_bytes());
            payload.extend_from_slice(plan.as_bytes());
        }
        Entry::Sent { requests, to } => {
            payload.push(KIND_SENT);
            payload.extend_from_slice(&requests.to_le_bytes());
            payload.extend_from_slice(&to.micros().to_le_bytes());
        }
        Entry::LoadEnd => payload.push(KIND_LOAD_END),
        Entry::StepBegin => payload.push(KIND_STEP_BEGIN),
        Entry::StepEnd => payload.push(KIND_STEP_END),
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
}

/// Writes a text that other fields follow.
fn push_text(payload: &mut Vec<u8>, text: &str) {
    push_length(payload, text.len());
    payload.extend_from_slice(text.as_bytes());
}

fn variable_bytes(entry: &Entry) -> usize {
    match entry {
        Entry::Request { operation, body } => operation.len() + body.len(),
        Entry::Refused {
            operation,
            body,
            exception,
        } => operation.len() + body.len() + exception.len(),
        Entry::Load { plan, .. } => plan.len(),
        Entry::Advance { .. }
        | Entry::Return { .. }
        | Entry::Sent { .. }
        | Entry::LoadEnd
        | Entry::StepBegin
        | Entry::StepEnd => 8,
        Entry::Settings { json } => json.len(),
    }
}

/// The checksum covers the length too, because a changed length moves the borders of the payload.
fn checksum(length: &[u8], payload: &[u8]) -> u32 {
    crc32_after(crc32(length), payload)
}

/// The borders of a record at the start of some bytes. Its checksum is unchecked.
pub(crate) struct Frame<'a> {
    length: &'a [u8],
    checksum: u32,
    payload: &'a [u8],
}

impl<'a> Frame<'a> {
    /// Finds the borders. It allocates nothing. A length beyond the end means an incomplete record.
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
        Ok(Self {
            length: prefix,
            checksum: u32::from_le_bytes(*checksum),
            payload,
        })
    }

    /// All bytes of the record.
    pub(crate) fn bytes(&self) -> usize {
        self.length.len() + 4 + self.payload.len()
    }

    /// The record's number, unchecked; `None` if the payload is too short for a record.
    pub(crate) fn claimed_sequence(&self) -> Option<u64> {
        let long_enough = self.payload.len() >= MINIMUM_PAYLOAD_BYTES;
        let (sequence, _) = self.payload.split_first_chunk().filter(|_| long_enough)?;
        Some(u64::from_le_bytes(*sequence))
    }

    /// Whether the checksum is right.
    pub(crate) fn is_intact(&self) -> bool {
        checksum(self.length, self.payload) == self.checksum
    }

    /// Checks and decodes the record.
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
    let (outcome, rest) = first_outcome(rest)?;
    let (kind, fields) = rest.split_first()?;
    let entry = decode_entry(*kind, fields, sequence)?;
    let at = Timestamp::from_micros(u64::from_le_bytes(*at));
    Some(Record {
        sequence,
        at,
        entry,
        outcome,
    })
}

/// Reads the outcome at the start of some bytes, and returns the rest.
fn first_outcome(bytes: &[u8]) -> Option<(Outcome, &[u8])> {
    let (semantics, rest) = first_length(bytes)?;
    let (length, rest) = first_length(rest)?;
    let (changes, rest) = rest.split_at_checked(length)?;
    let outcome = Outcome {
        semantics: u16::try_from(semantics).ok()?,
        changes: Changes::from_bytes(changes),
    };
    Some((outcome, rest))
}

fn decode_entry(kind: u8, fields: &[u8], sequence: u64) -> Option<Entry> {
    Some(match kind {
        KIND_REQUEST => {
            let (operation, body) = first_text(fields)?;
            Entry::Request {
                operation,
                body: text(body)?,
            }
        }
        KIND_REFUSED => {
            let (operation, rest) = first_text(fields)?;
            let (exception, body) = first_text(rest)?;
            Entry::Refused {
                operation,
                body: text(body)?,
                exception,
            }
        }
        KIND_LOAD => {
            let (seed, plan) = fields.split_first_chunk()?;
            Entry::Load {
                plan: text(plan)?,
                seed: u64::from_le_bytes(*seed),
            }
        }
        KIND_SENT => {
            let (requests, to) = fields.split_first_chunk()?;
            Entry::Sent {
                requests: u64::from_le_bytes(*requests),
                to: moment(to)?,
            }
        }
        KIND_LOAD_END => fields.is_empty().then_some(Entry::LoadEnd)?,
        KIND_STEP_BEGIN => fields.is_empty().then_some(Entry::StepBegin)?,
        KIND_STEP_END => fields.is_empty().then_some(Entry::StepEnd)?,
        KIND_ADVANCE => Entry::Advance { to: moment(fields)? },
        KIND_SETTINGS => Entry::Settings { json: text(fields)? },
        KIND_RETURN => {
            let to = u64::from_le_bytes(<[u8; 8]>::try_from(fields).ok()?);
            // An undo cannot lead to a later record.
            (to < sequence).then_some(Entry::Return { to })?
        }
        _ => return None,
    })
}

fn moment(bytes: &[u8]) -> Option<Timestamp> {
    <[u8; 8]>::try_from(bytes)
        .ok()
        .map(|micros| Timestamp::from_micros(u64::from_le_bytes(micros)))
}

/// Reads a text that other fields follow, and returns the rest.
fn first_text(fields: &[u8]) -> Option<(String, &[u8])> {
    let (length, rest) = first_length(fields)?;
    let (first, rest) = rest.split_at_checked(length)?;
    Some((text(first)?, rest))
}

fn text(bytes: &[u8]) -> Option<String> {
    std::str::from_utf8(bytes).ok().map(str::to_owned)
}
