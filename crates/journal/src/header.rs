//! The header of a journal: the mark, the format version, the seed and the moment it was opened.
//!
//! Must not know any record.

use hashrange_checkpoint::crc32;
use hashrange_time::Timestamp;

use crate::JournalError;

/// The format version that is written, and the latest that is read. Version 2 added refusals and loads; the header and the
/// other records are those of version 1.
pub const FORMAT_VERSION: u16 = 2;

/// The bytes a header takes.
pub const HEADER_BYTES: usize = MARK.len() + 2 + 8 + 8 + 4;

const MARK: [u8; 3] = *b"HRJ";

/// What an engine must be given before the first record is replayed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// The seed of the engine's random source.
    pub seed: u64,
    /// The engine's time when the journal was opened.
    pub opened_at: Timestamp,
}

/// The bytes a journal starts with.
pub fn encode_header(header: &Header) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(HEADER_BYTES);
    bytes.extend_from_slice(&MARK);
    bytes.extend_from_slice(&FORMAT_VERSION.to_le_bytes());
    bytes.extend_from_slice(&header.seed.to_le_bytes());
    bytes.extend_from_slice(&header.opened_at.micros().to_le_bytes());
    let checksum = crc32(&bytes);
    bytes.extend_from_slice(&checksum.to_le_bytes());
    bytes
}

/// A header as it was read.
pub(crate) struct Decoded<'a> {
    pub(crate) header: Header,
    /// The format version it was written in.
    pub(crate) version: u16,
    /// The bytes after it.
    pub(crate) records: &'a [u8],
}

/// Reads the header at the start of `bytes` and hands out the rest. The version is looked at first: a later one may have
/// another header altogether.
pub(crate) fn decode_header(bytes: &[u8]) -> Result<Decoded<'_>, JournalError> {
    let too_short = JournalError::HeaderTooShort { bytes: bytes.len() };
    let Some((mark, after_mark)) = bytes.split_first_chunk() else {
        return Err(if MARK.starts_with(bytes) { too_short } else { JournalError::NotAJournal });
    };
    if *mark != MARK {
        return Err(JournalError::NotAJournal);
    }
    let Some((version, after_version)) = after_mark.split_first_chunk() else { return Err(too_short) };
    let version = u16::from_le_bytes(*version);
    match version {
        1..=FORMAT_VERSION => {}
        0 => return Err(JournalError::UnknownVersion { found: 0 }),
        found => return Err(JournalError::NewerVersion { found, supported: FORMAT_VERSION }),
    }
    let fields = after_version
        .split_first_chunk()
        .and_then(|(seed, rest)| rest.split_first_chunk().map(|(opened_at, rest)| (seed, opened_at, rest)))
        .and_then(|(seed, opened_at, rest)| {
            rest.split_first_chunk().map(|(checksum, rest)| (seed, opened_at, checksum, rest))
        });
    let Some((seed, opened_at, checksum, records)) = fields else { return Err(too_short) };
    let covered = bytes.get(..HEADER_BYTES - checksum.len()).unwrap_or_default();
    if crc32(covered) != u32::from_le_bytes(*checksum) {
        return Err(JournalError::HeaderDamaged);
    }
    let opened_at = Timestamp::from_micros(u64::from_le_bytes(*opened_at));
    Ok(Decoded { header: Header { seed: u64::from_le_bytes(*seed), opened_at }, version, records })
}
