//! Requests, and lesson files to be checked, whose answers are on their way: each has a number by which its answer finds it.
//!
//! Must not know what is asked, nor how it is sent.

use futures_channel::oneshot::Sender;
use hashrange_protocol::{Answered, LessonFault, Refused};
use litemap::LiteMap;

/// The answer, or the refusal.
pub(super) type Answer = Result<Box<Answered>, Box<Refused>>;

/// What waits for an answer.
#[derive(Default)]
pub(super) struct Pending {
    newest: u64,
    all: LiteMap<u64, Sender<Answer>>,
    checks: LiteMap<u64, Sender<Vec<LessonFault>>>,
}

impl Pending {
    /// Adds a request, and returns its number.
    pub(super) fn add(&mut self, sender: Sender<Answer>) -> u64 {
        self.newest += 1;
        self.all.insert(self.newest, sender);
        self.newest
    }

    /// Adds a lesson file, and returns its number.
    pub(super) fn add_check(&mut self, sender: Sender<Vec<LessonFault>>) -> u64 {
        self.newest += 1;
        self.checks.insert(self.newest, sender);
        self.newest
    }

    /// Takes out who waits for the answer to a request.
    pub(super) fn take(&mut self, number: u64) -> Option<Sender<Answer>> {
        self.all.remove(&number)
    }

    /// Takes out who waits for the faults of a lesson file.
    pub(super) fn take_check(&mut self, number: u64) -> Option<Sender<Vec<LessonFault>>> {
        self.checks.remove(&number)
    }

    /// Gives up on all of them.
    pub(super) fn clear(&mut self) {
        self.all.clear();
        self.checks.clear();
    }
}
