//! Running trials, each with a number that matches its news.
//!
//! Must not know what is tried, nor how it is sent.

use std::rc::Rc;

use hashrange_protocol::trial::Tried;
use litemap::LiteMap;

/// The receiver of a trial's result. It gets `None` if the trial ends without a result.
pub(super) type Take = Rc<dyn Fn(Option<Tried>)>;

/// Running trials.
#[derive(Default)]
pub(super) struct Trials {
    newest: u64,
    all: LiteMap<u64, Take>,
}

impl Trials {
    /// Adds a trial, and returns its number.
    pub(super) fn add(&mut self, take: Take) -> u64 {
        self.newest += 1;
        self.all.insert(self.newest, take);
        self.newest
    }

    /// Removes a trial, if it is running.
    pub(super) fn remove(&mut self, number: u64) -> Option<Take> {
        self.all.remove(&number)
    }

    /// The receiver of a trial, if it is running.
    pub(super) fn get(&self, number: u64) -> Option<Take> {
        self.all.get(&number).cloned()
    }

    /// Removes and returns all trials.
    pub(super) fn take_all(&mut self) -> LiteMap<u64, Take> {
        std::mem::take(&mut self.all)
    }
}
