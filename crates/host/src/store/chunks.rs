//! Chunks of a journal: chunks that were read, and the division of bytes for storage.
//!
//! Must not know where chunks are stored.

/// The number of chunks above which they are merged.
const MANY_CHUNKS: usize = 64;
/// The approximate size of a merged chunk.
pub const PIECE_BYTES: usize = 2 << 20;
/// The maximum bytes stored as one value. Browsers copy a value completely, and refuse very large ones.
const PART_BYTES: usize = 8 << 20;

/// The part of a journal that was read from a chunk number on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chunks {
    /// The bytes, in order.
    pub bytes: Vec<u8>,
    /// The number of each chunk, and its position in the bytes.
    pub starts: Vec<(u32, usize)>,
    /// The number of the next chunk. A later read continues from it.
    pub next: u32,
    /// Whether the bytes are the whole journal. Otherwise they continue what was read before.
    pub whole: bool,
}

impl Chunks {
    /// Creates the chunks that were read from number `since` on, with their lengths. `lowest` and `highest` are the
    /// existing numbers.
    pub(super) fn read(
        since: u32,
        (lowest, highest): (Option<u32>, Option<u32>),
        lengths: impl Iterator<Item = (u32, usize)>,
        bytes: Vec<u8>,
    ) -> Self {
        // Numbers only increase. If even the lowest one was not read before, everything read before was replaced.
        let whole = lowest.is_none_or(|lowest| lowest >= since);
        let mut place = 0;
        let start = |(number, length)| {
            let start = place;
            place += length;
            (number, start)
        };
        let starts = lengths.map(start).collect();
        Self {
            bytes,
            starts,
            next: highest.map_or(0, |highest| highest.saturating_add(1)),
            whole,
        }
    }

    /// Whether fewer, larger chunks should replace them.
    #[must_use]
    pub fn are_many(&self) -> bool {
        self.starts.len() > MANY_CHUNKS.saturating_add(self.bytes.len() / PIECE_BYTES)
    }
}

/// The number of chunks that a piece of a journal needs.
#[must_use]
pub fn chunks_of(piece: &[u8]) -> u32 {
    u32::try_from(parts(piece).count()).unwrap_or(u32::MAX)
}

/// Divides bytes into parts that are stored as one value each. No bytes are one empty part.
pub(super) fn parts(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let none = bytes.is_empty().then_some(bytes);
    none.into_iter().chain(bytes.chunks(PART_BYTES))
}

#[cfg(test)]
mod tests {
    use super::{Chunks, PART_BYTES, PIECE_BYTES, parts};

    #[test]
    fn parts_are_all_of_the_bytes() {
        let lengths = |bytes: usize| parts(&vec![0; bytes]).map(<[u8]>::len).collect::<Vec<_>>();
        assert_eq!(lengths(0), [0]);
        assert_eq!(lengths(3), [3]);
        assert_eq!(lengths(PART_BYTES + 1), [PART_BYTES, 1]);
    }

    #[test]
    fn whoever_has_read_none_of_the_chunks_reads_the_whole() {
        let whole = |since, lowest| Chunks::read(since, (lowest, lowest), [].into_iter(), Vec::new()).whole;
        assert!(whole(0, Some(0)));
        assert!(whole(5, Some(5)));
        assert!(whole(5, Some(9)));
        assert!(!whole(5, Some(4)));
        assert!(whole(5, None));
    }

    #[test]
    fn big_journals_may_have_more_chunks() {
        let many = |count: u32, bytes| {
            let lengths = (0..count).map(|number| (number, 1));
            Chunks::read(0, (Some(0), Some(count)), lengths, vec![0; bytes]).are_many()
        };
        assert!(!many(64, 0));
        assert!(many(65, 0));
        assert!(!many(65, PIECE_BYTES));
    }
}
