//! Questions that views follow. Each has a number that links its readings to the view.
//!
//! Must not know the question, nor how it is sent.

use std::rc::Rc;

use hashrange_protocol::AnyQuestion;
use litemap::LiteMap;

/// The receiver of a reading's bytes.
pub(super) type Take = Rc<dyn Fn(Option<&[u8]>)>;

/// The followed questions.
#[derive(Default)]
pub(super) struct Followed {
    newest: u64,
    all: LiteMap<u64, (AnyQuestion, Take)>,
}

impl Followed {
    /// Adds a question, and returns its number.
    pub(super) fn add(&mut self, ask: AnyQuestion, take: Take) -> u64 {
        self.newest += 1;
        self.all.insert(self.newest, (ask, take));
        self.newest
    }

    /// Removes a question. Returns whether it was followed.
    pub(super) fn remove(&mut self, number: u64) -> bool {
        self.all.remove(&number).is_some()
    }

    /// Passes a reading to the view that asked for it.
    pub(super) fn give(&self, number: u64, bytes: Option<&[u8]>) {
        if let Some((_, take)) = self.all.get(&number) {
            take(bytes);
        }
    }

    /// Informs all views that there is no reading.
    pub(super) fn forget(&self) {
        self.all.values().for_each(|(_, take)| take(None));
    }

    /// The questions with their numbers.
    pub(super) fn asks(&self) -> Vec<(u64, AnyQuestion)> {
        self.all
            .iter()
            .map(|(number, (ask, _))| (*number, ask.clone()))
            .collect()
    }
}
