//! The changes of a record, as lists of bytes. Other code writes and reads their content.
//!
//! The single list of a request is stored uncompressed. The lists of a load are compressed in blocks. Must not know the
//! content of a list.
//!
//! ```text
//! changes  blocks, one after the other
//! block    length * 2 + 1 where it is packed (deflate)  bytes
//! bytes    lists, each with its length before it
//! ```

use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;

use crate::length::{MAXIMUM_BYTES, first_length, push_length};

/// Size of open lists at which they become a block.
const BLOCK_BYTES: usize = 16 << 10;
/// The minimum size of a compressed block.
const LEAST_PACKED_BYTES: usize = 512;
/// The compression level, from 0 to 10. It is low, because a load waits for the compression.
const LEVEL: u8 = 1;
/// Maximum size of a block after decompression. It exceeds the writes of one request and a block before them.
const MOST_BYTES: usize = 64 << 20;

/// Lists of changes, in order.
#[derive(Clone, Debug, Default)]
pub struct Changes {
    /// Complete blocks.
    blocks: Vec<u8>,
    /// Lists that are not in a block yet.
    open: Vec<u8>,
    /// The number of these lists.
    lists: usize,
}

impl Changes {
    /// The changes of one list; no changes if the list is empty.
    #[must_use]
    pub fn of(list: &[u8]) -> Self {
        let mut changes = Self::default();
        changes.push(list);
        changes
    }

    /// Whether there are no changes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.blocks.is_empty() && self.open.is_empty()
    }

    /// Adds a list, if it is not empty.
    pub fn push(&mut self, list: &[u8]) {
        if list.is_empty() {
            return;
        }
        if self.open.len() >= BLOCK_BYTES {
            self.close();
        }
        self.open.reserve(list.len() + MAXIMUM_BYTES);
        push_length(&mut self.open, list.len());
        self.open.extend_from_slice(list);
        self.lists += 1;
    }

    /// Adds later changes.
    pub fn append(&mut self, next: Self) {
        if next.blocks.is_empty() && self.open.len() + next.open.len() <= BLOCK_BYTES {
            self.open.extend(next.open);
            self.lists += next.lists;
        } else {
            self.close();
            self.blocks.extend(next.blocks);
            (self.open, self.lists) = (next.open, next.lists);
        }
    }

    fn close(&mut self) {
        push_block(&mut self.blocks, &self.open, true);
        self.open.clear();
        self.lists = 0;
    }

    /// The lists; `None` for damaged bytes.
    #[must_use]
    pub fn lists(&self) -> Option<Vec<Vec<u8>>> {
        let mut lists = Vec::new();
        let mut rest = self.blocks.as_slice();
        while !rest.is_empty() {
            let (head, after) = first_length(rest)?;
            let (block, after) = after.split_at_checked(head >> 1)?;
            rest = after;
            if head & 1 == 0 {
                push_lists(&mut lists, block)?;
            } else {
                push_lists(&mut lists, &decompress_to_vec_with_limit(block, MOST_BYTES).ok()?)?;
            }
        }
        push_lists(&mut lists, &self.open)?;
        Some(lists)
    }

    /// The bytes of a record. If `patient`, no response waits for them, so a single list is compressed too.
    pub(crate) fn bytes(&self, patient: bool) -> Vec<u8> {
        let mut bytes = self.blocks.clone();
        push_block(&mut bytes, &self.open, patient || self.lists > 1);
        bytes
    }

    /// The changes from the bytes of a record. They are checked only when the lists are read.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Self {
        Self {
            blocks: bytes.to_vec(),
            ..Self::default()
        }
    }
}

/// Equal if their content is equal, compressed or not.
impl PartialEq for Changes {
    fn eq(&self, other: &Self) -> bool {
        match (self.lists(), other.lists()) {
            (Some(lists), Some(others)) => lists == others,
            _ => self.bytes(false) == other.bytes(false),
        }
    }
}

impl Eq for Changes {}

/// Appends a block. It is compressed if `may_pack` and if that makes it shorter.
fn push_block(blocks: &mut Vec<u8>, lists: &[u8], may_pack: bool) {
    if lists.is_empty() {
        return;
    }
    let packed = (may_pack && lists.len() >= LEAST_PACKED_BYTES).then(|| packed(lists));
    let (bytes, mark) = match &packed {
        Some(packed) if packed.len() < lists.len() => (packed.as_slice(), 1),
        _ => (lists, 0),
    };
    blocks.reserve(bytes.len() + MAXIMUM_BYTES);
    push_length(blocks, bytes.len() << 1 | mark);
    blocks.extend_from_slice(bytes);
}

fn packed(lists: &[u8]) -> Vec<u8> {
    compress_to_vec(lists, LEVEL)
}

fn push_lists(lists: &mut Vec<Vec<u8>>, mut rest: &[u8]) -> Option<()> {
    while !rest.is_empty() {
        let (length, after) = first_length(rest)?;
        let (list, after) = after.split_at_checked(length)?;
        lists.push(list.to_vec());
        rest = after;
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_come_back_in_order_however_many_there_are() {
        let lists: Vec<Vec<u8>> = (0..400_usize).map(|number| vec![b'x'; 1 + number % 300]).collect();
        let (mut one_by_one, mut in_parts) = (Changes::default(), Changes::default());
        for list in &lists {
            one_by_one.push(list);
            in_parts.append(Changes::of(list));
        }
        for changes in [&one_by_one, &in_parts] {
            assert_eq!(changes.lists().as_ref(), Some(&lists));
            let read = Changes::from_bytes(&changes.bytes(false));
            assert_eq!((read.lists().as_ref(), &read), (Some(&lists), changes));
            assert!(changes.bytes(false).len() < 4_000, "{}", changes.bytes(false).len());
        }
        assert!(Changes::of(&[]).is_empty() && Changes::default().bytes(true).is_empty());
        assert_eq!(Changes::of(b"one").bytes(true), [8, 3, b'o', b'n', b'e']);
    }

    #[test]
    fn one_list_is_packed_where_nobody_waits_for_it() {
        let one = Changes::of(&[b'x'; 20_000]);
        let mut two = one.clone();
        two.append(one.clone());
        assert!(two.bytes(true).len() < 400, "{}", two.bytes(true).len());
        assert!(one.bytes(false).len() > 20_000 && one.bytes(true).len() < 200);
        assert_eq!(Changes::from_bytes(&one.bytes(true)), one);
        assert_ne!(Changes::from_bytes(&one.bytes(true)), Changes::of(b"x"));
    }

    #[test]
    fn bytes_that_say_no_lists_are_reported_apart() {
        for bytes in [&[8, 3, 1][..], &[8, 9, 1, 1, 1], &[3, 1], &[0x80], &[7, 1, 2, 3]] {
            assert_eq!(Changes::from_bytes(bytes).lists(), None, "{bytes:?}");
        }
    }
}
