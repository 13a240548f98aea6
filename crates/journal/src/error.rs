//! What can be wrong with the bytes of a journal, as types.
//!
//! Must not decide what is done about it: a torn tail may be cut off, damage should be shown to somebody first.

use std::fmt;

/// Why bytes were not read as a journal, or not to their end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JournalError {
    /// The bytes do not open with a journal's mark.
    NotAJournal,
    /// The bytes end inside the header.
    HeaderTooShort {
        /// How many bytes there are.
        bytes: usize,
    },
    /// The header does not match its checksum.
    HeaderDamaged,
    /// The journal was written in a format later than this program knows. Nothing of it was read.
    NewerVersion {
        /// The version of the journal.
        found: u16,
        /// The latest version that can be read.
        supported: u16,
    },
    /// The journal has a version that was never written.
    UnknownVersion {
        /// The version of the journal.
        found: u16,
    },
    /// The records end early; those before are good.
    Torn(Torn),
}

/// Where the good records of a journal end although there are more bytes, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Torn {
    /// The first byte that belongs to no good record, counted from the start of the journal. To go on writing, cut here.
    pub at_byte: usize,
    /// The bytes from there to the end, none of which is used.
    pub lost_bytes: usize,
    /// What is wrong with the record that starts there.
    pub reason: Reason,
    /// Whether only the last record is concerned.
    pub extent: Extent,
}

/// How much of a journal is concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// The end of the bytes was never written whole, as after a crash. At most the last record is lost.
    Tail,
    /// Good records may follow, or the record is whole and yet wrong: somebody or something changed the bytes.
    Damage,
}

/// What is wrong with a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The bytes end inside the record.
    EndsInsideRecord,
    /// The record's length is not one that is ever written.
    BadLength,
    /// The record does not match its checksum.
    ChecksumMismatch,
    /// The checksum is right, but the payload is not one of this format's version.
    UnreadablePayload,
    /// The record is good, but not the one that follows.
    SequenceGap {
        /// The number that follows.
        expected: u64,
        /// The number of the record.
        found: u64,
    },
}

impl fmt::Display for JournalError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAJournal => formatter.write_str("these bytes are not a Hashrange journal"),
            Self::HeaderTooShort { bytes } => {
                write!(formatter, "the journal ends inside its header, after {bytes} bytes")
            }
            Self::HeaderDamaged => formatter.write_str("the journal's header does not match its checksum"),
            Self::NewerVersion { found, supported } => {
                write!(
                    formatter,
                    "the journal has format version {found}; this program reads versions up to {supported}"
                )
            }
            Self::UnknownVersion { found } => write!(formatter, "the journal has the unknown format version {found}"),
            Self::Torn(torn) => torn.fmt(formatter),
        }
    }
}

impl std::error::Error for JournalError {}

impl fmt::Display for Torn {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { at_byte, lost_bytes, reason, extent } = self;
        let what = match extent {
            Extent::Tail => "the journal's last record is incomplete",
            Extent::Damage => "the journal is damaged",
        };
        write!(formatter, "{what} at byte {at_byte}, where {reason}; {lost_bytes} bytes are not used")
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::EndsInsideRecord => formatter.write_str("the bytes end inside a record"),
            Self::BadLength => formatter.write_str("a record has an impossible length"),
            Self::ChecksumMismatch => formatter.write_str("a record does not match its checksum"),
            Self::UnreadablePayload => formatter.write_str("a record cannot be understood"),
            Self::SequenceGap { expected, found } => {
                write!(formatter, "record {found} stands in the place of record {expected}")
            }
        }
    }
}
