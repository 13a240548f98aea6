//! A long call of a view: its progress, and the way to stop it.
//!
//! Must not know the call, nor who shows the progress.

use std::rc::Rc;

use hashrange_protocol::call::{Call, CallResult};
use hashrange_protocol::{Ask, Progress};

use super::requests::call_result;
use super::{Session, use_session};

use crate::derived::Signal;
use crate::signal::{ReadSignal, RwSignal};

/// The long calls of one view, one at a time.
#[derive(Clone, Copy)]
pub struct Calling {
    session: Session,
    number: RwSignal<Option<u64>>,
    words: RwSignal<String>,
}

impl Calling {
    /// No call yet.
    #[must_use]
    pub fn new() -> Self {
        Self {
            session: use_session(),
            number: RwSignal::new(None),
            words: RwSignal::new(String::new()),
        }
    }

    /// Runs a call. `None` if there will be no answer.
    pub async fn run(self, call: Call) -> Option<CallResult> {
        self.words.set(String::new());
        let words = self.words;
        let on_progress = move |progress| {
            if let Progress::Call(reported) = progress {
                words.try_set(reported);
            }
        };
        let (number, receiver) = self.session.ask(Ask::Call(call), Some(Rc::new(on_progress)));
        self.number.set(Some(number));
        let result = call_result(receiver).await;
        self.number.try_set(None);
        result
    }

    /// Stops the running call. Its result says so.
    pub fn stop(self) {
        // A view stops its call when it is removed.
        if let Some(Some(number)) = self.number.try_get_untracked() {
            self.session.cancel(number);
        }
    }

    /// Whether a call is running.
    #[must_use]
    pub fn is_running(self) -> Signal<bool> {
        Signal::derive(move || self.number.with(Option::is_some))
    }

    /// The progress of the running call, in words.
    #[must_use]
    pub fn words(self) -> ReadSignal<String> {
        self.words.read_only()
    }
}

impl Default for Calling {
    fn default() -> Self {
        Self::new()
    }
}
