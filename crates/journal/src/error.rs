//! Errors in the bytes of a journal, as types.
//!
//! Must not decide how to handle them: a torn end may be truncated, but damage should be shown to a user first.

use std::fmt;

/// The reason why bytes were not read as a journal, or not to their end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JournalError {
    /// The bytes do not start with a journal's mark.
    NotAJournal,
    /// The bytes end inside the header.
    HeaderTooShort {
        /// The number of bytes.
        bytes: usize,
    },
    /// The header does not match its checksum.
    HeaderDamaged,
    /// The journal has a later format than this program supports. No record was read.
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
    /// The valid records end early.
    Torn(Torn),
}

/// The position and the reason where the valid records of a journal end before its bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Torn {
    /// The first byte that belongs to no valid record, counted from the start of the journal. Truncate the journal here
    /// before writing more.
    pub at_byte: usize,
    /// The number of unused bytes from there to the end.
    pub lost_bytes: usize,
    /// The error of the record that starts there.
    pub reason: Reason,
    /// Whether only the last record is affected.
    pub extent: Extent,
}

/// The affected part of a journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// The end of the bytes is incomplete, as after a crash. At most the last record is lost.
    Tail,
    /// Valid records may follow, or the record is complete but wrong. The bytes were changed.
    Damage,
}

/// The kinds of errors of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The bytes end inside the record.
    EndsInsideRecord,
    /// The record has a length that no writer produces.
    BadLength,
    /// The record does not match its checksum.
    ChecksumMismatch,
    /// The checksum is right, but the payload is invalid in this format version.
    UnreadablePayload,
    /// The record is valid, but does not have the next number.
    SequenceGap {
        /// The next number.
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
        let Self {
            at_byte,
            lost_bytes,
            reason,
            extent,
        } = self;
        let what = match extent {
            Extent::Tail => "the journal's last record is incomplete",
            Extent::Damage => "the journal is damaged",
        };
        write!(
            formatter,
            "{what} at byte {at_byte}, where {reason}; {lost_bytes} bytes are not used"
        )
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
                write!(formatter, "record {found} is in the place of record {expected}")
            }
        }
    }
}
