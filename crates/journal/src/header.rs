//! The header of a journal: the mark, the format version, the version of the rules, the seed and the start time.
//!
//! Must not know any record.

use hashrange_checkpoint::crc32;
use hashrange_time::Timestamp;

use crate::JournalError;

/// The format version that is written, and the latest that is read.
pub const FORMAT_VERSION: u16 = 1;

/// The size of a header, in bytes.
pub const HEADER_BYTES: usize = MARK.len() + 2 + 2 + 8 + 8 + 4;

const MARK: [u8; 3] = *b"HRJ";

/// The parameters that an engine needs before the first record is replayed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// The seed of the engine's random source.
    pub seed: u64,
    /// The engine's time when the journal was opened.
    pub opened_at: Timestamp,
    /// The version of the rules at that time.
    pub semantics: u16,
}

/// The first bytes of a journal.
pub fn encode_header(header: &Header) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(HEADER_BYTES);
    bytes.extend_from_slice(&MARK);
    bytes.extend_from_slice(&FORMAT_VERSION.to_le_bytes());
    bytes.extend_from_slice(&header.semantics.to_le_bytes());
    bytes.extend_from_slice(&header.seed.to_le_bytes());
    bytes.extend_from_slice(&header.opened_at.micros().to_le_bytes());
    let checksum = crc32(&bytes);
    bytes.extend_from_slice(&checksum.to_le_bytes());
    bytes
}

/// Reads the header at the start of `bytes` and returns the rest. It checks the version first, because a later version
/// can have another header.
pub(crate) fn decode_header(bytes: &[u8]) -> Result<(Header, &[u8]), JournalError> {
    let too_short = JournalError::HeaderTooShort { bytes: bytes.len() };
    let Some((mark, after_mark)) = bytes.split_first_chunk() else {
        return Err(if MARK.starts_with(bytes) {
            too_short
        } else {
            JournalError::NotAJournal
        });
    };
    if *mark != MARK {
        return Err(JournalError::NotAJournal);
    }
    let Some((version, fields)) = after_mark.split_first_chunk() else {
        return Err(too_short);
    };
    match u16::from_le_bytes(*version) {
        FORMAT_VERSION => {}
        0 => return Err(JournalError::UnknownVersion { found: 0 }),
        found => {
            return Err(JournalError::NewerVersion {
                found,
                supported: FORMAT_VERSION,
            });
        }
    }
    let Some((header, records)) = bytes.split_at_checked(HEADER_BYTES) else {
        return Err(too_short);
    };
    let fields = fields.split_first_chunk().and_then(|(semantics, rest)| {
        let (seed, rest) = rest.split_first_chunk()?;
        Some((semantics, seed, rest.split_first_chunk()?.0))
    });
    let (Some((covered, sum)), Some((semantics, seed, opened_at))) = (header.split_last_chunk(), fields) else {
        return Err(too_short);
    };
    if crc32(covered).to_le_bytes() != *sum {
        return Err(JournalError::HeaderDamaged);
    }
    let header = Header {
        seed: u64::from_le_bytes(*seed),
        opened_at: Timestamp::from_micros(u64::from_le_bytes(*opened_at)),
        semantics: u16::from_le_bytes(*semantics),
    };
    Ok((header, records))
}

/// Whether a header has its checksum, whatever its version is.
pub(crate) fn is_header_intact(bytes: &[u8]) -> bool {
    let header = bytes.get(..HEADER_BYTES).and_then(<[u8]>::split_last_chunk);
    header.is_some_and(|(covered, sum)| crc32(covered).to_le_bytes() == *sum)
}
