//! Questions that views follow: each has a number by which its readings find the view.
//!
//! Must not know what is asked, nor how it is sent.

use std::rc::Rc;

use hashrange_protocol::Ask;
use litemap::LiteMap;

/// What is done with the bytes of a reading.
pub(super) type Take = Rc<dyn Fn(Option<&[u8]>)>;

/// The questions that are followed.
#[derive(Default)]
pub(super) struct Followed {
    newest: u64,
    all: LiteMap<u64, (Ask, Take)>,
}

impl Followed {
    /// Adds a question, and returns its number.
    pub(super) fn add(&mut self, ask: Ask, take: Take) -> u64 {
        self.newest += 1;
        self.all.insert(self.newest, (ask, take));
        self.newest
    }

    /// Takes a question out. Returns whether it was followed.
    pub(super) fn remove(&mut self, number: u64) -> bool {
        self.all.remove(&number).is_some()
    }

    /// Gives a reading to whoever asked.
    pub(super) fn give(&self, number: u64, bytes: Option<&[u8]>) {
        if let Some((_, take)) = self.all.get(&number) {
            take(bytes);
        }
    }

    /// Tells everybody who asked that there is no reading.
    pub(super) fn forget(&self) {
        self.all.values().for_each(|(_, take)| take(None));
    }

    /// The questions with their numbers.
    pub(super) fn asks(&self) -> Vec<(u64, Ask)> {
        self.all.iter().map(|(number, (ask, _))| (*number, ask.clone())).collect()
    }
}
