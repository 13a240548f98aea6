//! A pending request of a view: whether it exists, whether it takes long enough for a message, and whether its response
//! still counts.
//!
//! Senders check it before they send again, because a disabled button would lose the keyboard focus. Must not know what
//! is sent.

use std::time::Duration;

use leptos::prelude::*;

use crate::signal::RwSignal;

/// How long a request is pending before a message is shown.
const WORTH_A_WORD: Duration = Duration::from_millis(250);

/// The requests of one view. They are numbered. Only the response to the latest counts.
#[derive(Clone, Copy)]
pub struct PendingRequest {
    newest: StoredValue<u64>,
    waits: RwSignal<bool>,
    long: RwSignal<bool>,
}

impl PendingRequest {
    /// A state without a pending request.
    #[must_use]
    pub fn new() -> Self {
        Self {
            newest: StoredValue::new(0),
            waits: RwSignal::new(false),
            long: RwSignal::new(false),
        }
    }

    /// Starts a request and returns its number. Responses to earlier requests no longer count.
    pub fn begin(self) -> u64 {
        self.forget();
        self.waits.set(true);
        let number = self.newest.get_value();
        set_timeout(
            move || {
                if self.waits_for(number) {
                    self.long.try_set(true);
                }
            },
            WORTH_A_WORD,
        );
        number
    }

    /// Ends a request. Returns whether its response counts. It does not count after a newer request, or if the view no
    /// longer exists.
    pub fn end(self, number: u64) -> bool {
        let counts = self.waits_for(number);
        if counts {
            self.forget();
        }
        counts
    }

    /// Drops the pending request.
    pub fn forget(self) {
        self.newest.try_update_value(|newest| *newest += 1);
        self.waits.try_set(false);
        self.long.try_set(false);
    }

    /// Whether a response is pending.
    #[must_use]
    pub fn waits(self) -> bool {
        self.waits.try_get_untracked().unwrap_or_default()
    }

    /// Whether a response is pending. Reactive.
    #[must_use]
    pub fn is_waiting(self) -> bool {
        self.waits.get()
    }

    /// Whether a response takes long enough for a message. Reactive.
    #[must_use]
    pub fn is_long(self) -> bool {
        self.long.get()
    }

    fn waits_for(self, number: u64) -> bool {
        self.waits() && self.newest.try_get_value() == Some(number)
    }
}

impl Default for PendingRequest {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_newest_answer_counts() {
        let owner = Owner::new();
        owner.set();
        let pending = PendingRequest::new();
        assert!(!pending.waits() && !pending.end(0), "nothing was sent");
        pending.newest.set_value(7);
        pending.waits.set(true);
        assert!(!pending.end(6) && pending.waits(), "an older answer arrives late");
        assert!(pending.end(7) && !pending.waits());
        assert!(!pending.end(7), "an answer counts once");
        pending.waits.set(true);
        owner.cleanup();
        assert!(!pending.end(8) && !pending.waits(), "the view is gone");
    }
}
