//! A hand-in as bytes: a name, its assignment, and the journal.
//!
//! ```text
//! "HRH"  version u8  CRC-32 of the rest  deflated: learner, lesson, mark of the text, journal (postcard)
//! ```
//!
//! The checksum detects damage, not fraud: the judge detects fraud. Must not know the content of a journal.

use hashrange_checkpoint::crc32;
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::{TINFLStatus, decompress_to_vec_with_limit};
use serde::{Deserialize, Serialize};

const MAGIC: &[u8; 3] = b"HRH";
const VERSION: u8 = 1;
const LEVEL: u8 = 9;
/// Maximum number of unpacked bytes: a short file can expand to very many.
const MOST_BYTES: usize = 64 * 1024 * 1024;

/// A learner's hand-in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HandIn {
    /// The learner's name, as they wrote it.
    pub learner: String,
    /// The id of the lesson.
    pub lesson: String,
    /// `Assignment::mark` of the text that was played.
    pub mark: u32,
    /// The journal of the workspace.
    pub journal: Vec<u8>,
}

/// Why bytes are not a hand-in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    /// They have another beginning.
    #[error("This file is not a hand-in.")]
    Other,
    /// A newer program wrote them.
    #[error("A newer version of Hashrange wrote this hand-in.")]
    Newer,
    /// Bytes are missing or changed.
    #[error("This hand-in is damaged: bytes are missing or changed.")]
    Damaged,
    /// They expand to too many bytes.
    #[error("This hand-in is larger than {} MB.", MOST_BYTES / 1024 / 1024)]
    TooLong,
}

impl HandIn {
    /// The bytes of a file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        // Postcard writes plain data into memory; it cannot fail.
        let packed = compress_to_vec(&postcard::to_allocvec(self).unwrap_or_default(), LEVEL);
        let sum = crc32(&packed).to_le_bytes();
        [MAGIC.as_slice(), &[VERSION], &sum, &packed].concat()
    }

    /// Reads a file.
    ///
    /// # Errors
    /// When it is not a hand-in, is damaged, or was written by a newer program.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Unreadable> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(Unreadable::Other)?;
        let (version, rest) = rest.split_first().ok_or(Unreadable::Damaged)?;
        if *version != VERSION {
            return Err(Unreadable::Newer);
        }
        let (sum, packed) = rest.split_first_chunk::<4>().ok_or(Unreadable::Damaged)?;
        if crc32(packed).to_le_bytes() != *sum {
            return Err(Unreadable::Damaged);
        }
        let data = decompress_to_vec_with_limit(packed, MOST_BYTES).map_err(|error| match error.status {
            TINFLStatus::HasMoreOutput => Unreadable::TooLong,
            _ => Unreadable::Damaged,
        })?;
        postcard::from_bytes(&data).map_err(|_| Unreadable::Damaged)
    }
}
