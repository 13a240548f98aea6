//! What is pending: requests, calls and trials, each with a number that matches its answer.
//!
//! Must not know what is asked for, nor how it is sent.

use std::rc::Rc;

use futures_channel::oneshot::{Receiver, Sender, channel};
use hashrange_protocol::{Answer, Progress};
use litemap::LiteMap;

/// The receiver of progress.
pub(super) type OnProgress = Rc<dyn Fn(Progress)>;

/// Somebody who waits for an answer.
struct Waiting {
    answer: Sender<Answer>,
    on_progress: Option<OnProgress>,
    /// Whether it waits on when another workspace comes to the front.
    outlasts: bool,
}

/// What is pending.
#[derive(Default)]
pub(super) struct Pending {
    newest: u64,
    all: LiteMap<u64, Waiting>,
}

impl Pending {
    /// Adds somebody who waits. Returns the number, and the receiver of the answer, which ends if there will be none.
    pub(super) fn add(&mut self, on_progress: Option<OnProgress>, outlasts: bool) -> (u64, Receiver<Answer>) {
        let (answer, receiver) = channel();
        self.newest += 1;
        self.all.insert(
            self.newest,
            Waiting {
                answer,
                on_progress,
                outlasts,
            },
        );
        (self.newest, receiver)
    }

    /// The receiver of the progress of something, if it is pending.
    pub(super) fn on_progress(&self, number: u64) -> Option<OnProgress> {
        self.all.get(&number)?.on_progress.clone()
    }

    /// Removes the receiver of an answer, if it is pending.
    pub(super) fn take(&mut self, number: u64) -> Option<Sender<Answer>> {
        self.all.remove(&number).map(|waiting| waiting.answer)
    }

    /// Cancels what belongs to the workspace that was in front.
    pub(super) fn leave_workspace(&mut self) {
        self.all.retain(|_, waiting| waiting.outlasts);
    }

    /// Cancels everything.
    pub(super) fn clear(&mut self) {
        self.all.clear();
    }
}
