//! The file whose items are imported: its first bytes, which the dialog reads, and its size.
//!
//! Must not know where the rest of the file is.

use std::collections::VecDeque;
use std::sync::Arc;

use hashrange_protocol::{ItemsForm, ItemsReader, RowError};
use hashrange_values::Item;

/// The number of bytes per read, for callers that need only a few rows.
const SLICE: usize = 16 * 1024;

/// A file, or a text instead of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportFile {
    /// The file's name.
    pub name: String,
    /// Its first bytes. All bytes of a short file.
    pub bytes: Arc<[u8]>,
    /// Bytes of the whole file.
    pub size: u64,
}

impl ImportFile {
    /// A source that is completely loaded.
    #[must_use]
    pub fn whole(name: String, bytes: Vec<u8>) -> Self {
        let size = bytes.len() as u64;
        Self {
            name,
            bytes: bytes.into(),
            size,
        }
    }

    /// Whether the loaded bytes are the whole file.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.bytes.len() as u64 == self.size
    }

    /// The items in the first bytes of the file, and the errors in them. Omits an item that continues after these
    /// bytes.
    pub(super) fn items(&self, form: ItemsForm) -> impl Iterator<Item = Result<Item, RowError>> + '_ {
        let (mut reader, mut rest) = (Some(ItemsReader::new(form)), &*self.bytes);
        let mut ready = VecDeque::new();
        std::iter::from_fn(move || {
            while ready.is_empty() {
                let (slice, after) = rest.split_at_checked(SLICE).unwrap_or((rest, &[]));
                rest = after;
                if slice.is_empty() {
                    ready.extend(reader.take().filter(|_| self.is_whole())?.finish());
                    continue;
                }
                ready.extend(reader.as_mut()?.push(slice));
            }
            ready.pop_front().map(|read| read.item)
        })
    }
}
