//! Checkpoints: the state of a service as bytes, and back.
//!
//! One version covers the forms of all types. Every earlier version is readable: `since` in the lists of members marks
//! added members, which get their defaults. Callers store the version beside the bytes. A checkpoint is written in
//! slices from a copy, and read in slices. Shared values are written once and are shared again. Damaged bytes cause
//! `Damaged`, never a panic, and never use more memory than a small multiple of their length. Must not know what the
//! state means.

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

/// Bytes that are not a checkpoint of this build, are incomplete, or are out of order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Damaged;

impl std::fmt::Display for Damaged {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("the checkpoint is damaged")
    }
}

impl std::error::Error for Damaged {}

/// The version of all forms that this build writes. `FORMAT.md` describes it; a test compares both.
pub const FORMAT_VERSION: u32 = 2;

/// A value that a checkpoint can hold.
pub trait Checkpointed: Sized {
    /// The form of the type, as in the format's document.
    fn form(forms: &mut Forms) -> String;

    /// Appends the value.
    fn write(&self, out: &mut Writer);

    /// Reads a value.
    ///
    /// # Errors
    /// `Damaged` if the bytes are not such a value.
    fn read(bytes: &mut Reader<'_>) -> Result<Self, Damaged>;
}
