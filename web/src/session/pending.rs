//! Pending requests and calls, each with a number that matches its response.
//!
//! Must not know the request, nor how it is sent.

use futures_channel::oneshot::Sender;
use hashrange_protocol::{Answered, Refused};
use litemap::LiteMap;

/// The response, or the refusal.
pub(super) type Answer = Result<Box<Answered>, Box<Refused>>;

/// The receivers of pending responses.
#[derive(Default)]
pub(super) struct Pending {
    newest: u64,
    all: LiteMap<u64, Sender<Answer>>,
    calls: LiteMap<u64, Sender<Vec<u8>>>,
}

impl Pending {
    /// Adds a request, and returns its number.
    pub(super) fn add(&mut self, sender: Sender<Answer>) -> u64 {
        self.newest += 1;
        self.all.insert(self.newest, sender);
        self.newest
    }

    /// Adds a call, and returns its number.
    pub(super) fn add_call(&mut self, sender: Sender<Vec<u8>>) -> u64 {
        self.newest += 1;
        self.calls.insert(self.newest, sender);
        self.newest
    }

    /// Removes the receiver of the response to a request.
    pub(super) fn take(&mut self, number: u64) -> Option<Sender<Answer>> {
        self.all.remove(&number)
    }

    /// Removes the receiver of the result of a call.
    pub(super) fn take_call(&mut self, number: u64) -> Option<Sender<Vec<u8>>> {
        self.calls.remove(&number)
    }

    /// Cancels the requests, because they belong to another workspace.
    pub(super) fn clear_requests(&mut self) {
        self.all.clear();
    }

    /// Cancels all requests and calls.
    pub(super) fn clear(&mut self) {
        self.clear_requests();
        self.calls.clear();
    }
}
