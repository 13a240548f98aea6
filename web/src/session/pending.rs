//! Requests and errands whose answers are on their way: each has a number by which its answer finds it.
//!
//! Must not know what is asked, nor how it is sent.

use futures_channel::oneshot::Sender;
use hashrange_protocol::{Answered, Refused};
use litemap::LiteMap;

/// The answer, or the refusal.
pub(super) type Answer = Result<Box<Answered>, Box<Refused>>;

/// What waits for an answer.
#[derive(Default)]
pub(super) struct Pending {
    newest: u64,
    all: LiteMap<u64, Sender<Answer>>,
    errands: LiteMap<u64, Sender<Vec<u8>>>,
}

impl Pending {
    /// Adds a request, and returns its number.
    pub(super) fn add(&mut self, sender: Sender<Answer>) -> u64 {
        self.newest += 1;
        self.all.insert(self.newest, sender);
        self.newest
    }

    /// Adds an errand, and returns its number.
    pub(super) fn add_errand(&mut self, sender: Sender<Vec<u8>>) -> u64 {
        self.newest += 1;
        self.errands.insert(self.newest, sender);
        self.newest
    }

    /// Takes out who waits for the answer to a request.
    pub(super) fn take(&mut self, number: u64) -> Option<Sender<Answer>> {
        self.all.remove(&number)
    }

    /// Takes out who waits for an errand.
    pub(super) fn take_errand(&mut self, number: u64) -> Option<Sender<Vec<u8>>> {
        self.errands.remove(&number)
    }

    /// Gives up on the requests: they were meant for another workspace.
    pub(super) fn clear_requests(&mut self) {
        self.all.clear();
    }

    /// Gives up on all of them.
    pub(super) fn clear(&mut self) {
        self.clear_requests();
        self.errands.clear();
    }
}
