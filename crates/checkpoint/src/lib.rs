//! Checkpoints: the state of a service as bytes, and back.
//!
//! One version stands for the forms of all types. A later one is read with what it added left at its default, and every
//! version there ever was can be read: `since` in the lists of members says how. Callers keep the version beside the bytes. A
//! checkpoint is written in slices from a copy, and read in slices. What is shared in memory is written once and is shared again.
//! Damaged bytes end in `Damaged`, never in a panic, and never in more memory than a small multiple of their length. Must not
//! know what the state means.

mod checksum;
mod collections;
mod digest;
mod form;
mod frame;
mod kind;
mod lists;
mod plain;
mod reader;
mod restoring;
mod saving;
mod shared;
#[cfg(test)]
mod tests;
mod writer;

pub use checksum::{crc32, crc32_after};
pub use digest::Digest;
pub use form::{Forms, Members, variant};
pub use kind::Kind;
pub use reader::{Arena, Reader};
pub use restoring::Restoring;
pub use saving::Saving;
pub use shared::{address_of, read_part, write_part};
pub use writer::{Writer, digest};

/// Bytes that are no checkpoint of this build, or not a whole one, or not in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Damaged;

impl std::fmt::Display for Damaged {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("the checkpoint is damaged")
    }
}

impl std::error::Error for Damaged {}

/// The version of all forms that is written. `FORMAT.md` is what it says; a test holds them to each other.
pub const FORMAT_VERSION: u32 = 1;

/// Something that a checkpoint holds.
pub trait Checkpointed: Sized {
    /// Its form, as the document of the format says it.
    fn form(forms: &mut Forms) -> String;

    /// Appends it.
    fn write(&self, out: &mut Writer);

    /// Reads it back.
    ///
    /// # Errors
    /// `Damaged` where the bytes do not say such a thing.
    fn read(bytes: &mut Reader<'_>) -> Result<Self, Damaged>;
}
