//! The parts of a file that is too long for one message, until its import is over.
//!
//! Must not know what a part means, nor where a part is stored.

/// The received parts. Only parts that are not in the store have their bytes here.
#[derive(Debug, Default)]
pub(crate) struct Parts(Vec<Option<Vec<u8>>>);

impl Parts {
    /// The number of received parts.
    pub(super) fn count(&self) -> usize {
        self.0.len()
    }

    /// Whether all parts are in the store, so that a reload finds them.
    pub(super) fn are_kept(&self) -> bool {
        self.0.iter().all(Option::is_none)
    }

    /// Adds a part. Returns whether it is the next one. Part 0 begins a file.
    pub(super) fn add(&mut self, number: u32, held: Option<Vec<u8>>) -> bool {
        if number == 0 {
            self.0.clear();
        }
        let is_next = self.0.len() == number as usize;
        if is_next {
            self.0.push(held);
        }
        is_next
    }

    /// Removes and returns a part that is in memory; `None` if it is stored or missing.
    pub(super) fn take(&mut self, number: u32) -> Option<Vec<u8>> {
        self.0.get_mut(number as usize).and_then(Option::take)
    }
}
