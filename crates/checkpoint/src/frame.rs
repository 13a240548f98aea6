//! A frame: a slice of a checkpoint that begins with what it holds and ends with a checksum.
//!
//! The checksum takes in the frames before it, so that what is damaged, missing, out of order or of another checkpoint is found
//! before it is read. Must not know who writes or reads a frame.

use crate::checksum::crc32_after;

/// Bytes after which a frame ends; one part may be longer.
pub(crate) const FRAME: usize = 64 * 1024;

/// What a frame holds: the first of its bytes.
pub(crate) const PARTS: u8 = 1;
pub(crate) const STATE: u8 = 2;
pub(crate) const LAST: u8 = 3;

/// The checksum of a frame after those with this one.
pub(crate) fn checksum(before: u32, frame: &[u8]) -> u32 {
    crc32_after(before, frame)
}
