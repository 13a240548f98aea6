//! The parts of a file that is too long for one message, until its import is over.
//!
//! Must not know what a part means, nor where a part is stored.

use std::rc::Rc;

/// The first parts stay in memory after they are stored, because an import reads them soon.
const HELD: usize = 32;

/// The received parts.
#[derive(Debug, Default)]
pub(crate) struct Parts {
    parts: Vec<Part>,
    /// The number of writes to the store that are not over.
    pending: usize,
}

#[derive(Debug)]
struct Part {
    /// `None` if the part is only in the store, or was taken.
    bytes: Option<Rc<Vec<u8>>>,
    is_stored: bool,
}

impl Parts {
    /// The number of received parts.
    pub(super) fn count(&self) -> usize {
        self.parts.len()
    }

    /// The number of writes to the store that are not over.
    pub(super) fn pending(&self) -> usize {
        self.pending
    }

    /// Whether all parts are in the store, so that a reload finds them.
    pub(super) fn are_stored(&self) -> bool {
        self.parts.iter().all(|part| part.is_stored)
    }

    /// Adds a part. Returns whether it is the next one. Part 0 begins a file.
    pub(super) fn add(&mut self, number: u32, bytes: Rc<Vec<u8>>) -> bool {
        if number == 0 {
            self.parts.clear();
        }
        let is_next = self.count() == number as usize;
        if is_next {
            self.parts.push(Part {
                bytes: Some(bytes),
                is_stored: false,
            });
        }
        is_next
    }

    /// Notes that a part, or what follows the parts, is being stored.
    pub(super) fn begin_storing(&mut self) {
        self.pending += 1;
    }

    /// Notes that the store has answered.
    pub(super) fn end_storing(&mut self) {
        self.pending = self.pending.saturating_sub(1);
    }

    /// Notes that a part is stored.
    pub(super) fn stored(&mut self, number: u32) {
        if let Some(part) = self.parts.get_mut(number as usize) {
            part.is_stored = true;
            if number as usize >= HELD {
                part.bytes = None;
            }
        }
    }

    /// Removes and returns a part that is in memory; `None` if it is only in the store, or missing.
    pub(super) fn take(&mut self, number: u32) -> Option<Rc<Vec<u8>>> {
        self.parts.get_mut(number as usize)?.bytes.take()
    }
}
