//! A frame: a slice of a checkpoint, with its kind first and a checksum last.
//!
//! The checksum covers the frames before it, so that damage, loss, reordering and foreign frames are detected before
//! reading. Must not know who writes or reads a frame.

use crate::checksum::crc32_after;

/// Size in bytes after which a frame ends; one part may be longer.
pub(crate) const FRAME: usize = 64 * 1024;

/// The kind of a frame: its first byte.
pub(crate) const PARTS: u8 = 1;
pub(crate) const STATE: u8 = 2;
pub(crate) const LAST: u8 = 3;

/// The checksum of a frame and of the frames before it, which have the checksum `before`.
pub(crate) fn checksum(before: u32, frame: &[u8]) -> u32 {
    crc32_after(before, frame)
}
