//! The header of a journal: the mark, the format version, the version of the rules, the seed and the start time.
//!
//! Must not know any record.

use hashrange_checkpoint::crc32;
use hashrange_time::Timestamp;

use crate::JournalError;

/// The format version that is written, and the latest that is read. Version 2 added refusals and loads; version 3 added
/// semantics and changes. The other records are the same as in version 1.
pub const FORMAT_VERSION: u16 = 3;

/// The size of a header of this version, in bytes.
pub const HEADER_BYTES: usize = EARLIER_HEADER_BYTES + 2;
/// The size of a header without semantics.
const EARLIER_HEADER_BYTES: usize = MARK.len() + 2 + 8 + 8 + 4;
/// The first version with semantics.
const WITH_SEMANTICS: u16 = 3;

const MARK: [u8; 3] = *b"HRJ";

/// The parameters that an engine needs before the first record is replayed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// The seed of the engine's random source.
    pub seed: u64,
    /// The engine's time when the journal was opened.
    pub opened_at: Timestamp,
    /// The version of the rules at that time; 0 if the journal does not contain it.
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

/// A decoded header.
pub(crate) struct Decoded<'a> {
    pub(crate) header: Header,
    /// Its format version.
    pub(crate) version: u16,
    /// Its size in bytes.
    pub(crate) length: usize,
    /// The bytes after it.
    pub(crate) records: &'a [u8],
}

/// Reads the header at the start of `bytes` and returns the rest. It checks the version first, because a later version
/// can have another header.
pub(crate) fn decode_header(bytes: &[u8]) -> Result<Decoded<'_>, JournalError> {
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
    let Some((version, after_version)) = after_mark.split_first_chunk() else {
        return Err(too_short);
    };
    let version = u16::from_le_bytes(*version);
    match version {
        1..=FORMAT_VERSION => {}
        0 => return Err(JournalError::UnknownVersion { found: 0 }),
        found => {
            return Err(JournalError::NewerVersion {
                found,
                supported: FORMAT_VERSION,
            });
        }
    }
    let length = bytes_of(version);
    let (Some(covered), Some(sum)) = (bytes.get(..length - 4), bytes.get(length - 4..length)) else {
        return Err(too_short);
    };
    if crc32(covered).to_le_bytes() != *sum {
        return Err(JournalError::HeaderDamaged);
    }
    let (semantics, fields) = match after_version.split_first_chunk() {
        Some((semantics, fields)) if version >= WITH_SEMANTICS => (u16::from_le_bytes(*semantics), fields),
        _ => (0, after_version),
    };
    let fields = fields
        .split_first_chunk()
        .and_then(|(seed, rest)| rest.split_first_chunk().map(|(opened_at, _)| (seed, opened_at)));
    let Some((seed, opened_at)) = fields else {
        return Err(too_short);
    };
    let opened_at = Timestamp::from_micros(u64::from_le_bytes(*opened_at));
    let header = Header {
        seed: u64::from_le_bytes(*seed),
        opened_at,
        semantics,
    };
    Ok(Decoded {
        header,
        version,
        length,
        records: bytes.get(length..).unwrap_or_default(),
    })
}

/// The size of a journal's header, which is smaller in earlier versions. Never more than the available bytes.
#[must_use]
pub fn header_bytes(journal: &[u8]) -> usize {
    let version = journal
        .get(MARK.len()..)
        .and_then(<[u8]>::first_chunk)
        .map(|version| u16::from_le_bytes(*version));
    bytes_of(version.unwrap_or(FORMAT_VERSION)).min(journal.len())
}

fn bytes_of(version: u16) -> usize {
    if version >= WITH_SEMANTICS {
        HEADER_BYTES
    } else {
        EARLIER_HEADER_BYTES
    }
}
