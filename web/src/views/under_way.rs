//! A request on its way: whether one is, whether it takes long enough to be told, and whose answer still counts.
//!
//! Whoever sends asks it before sending again; a button that was disabled meanwhile would lose the keyboard focus. Must not
//! know what is sent.

use std::time::Duration;

use leptos::prelude::*;

/// How long a request is on its way before that is worth a word.
const WORTH_A_WORD: Duration = Duration::from_millis(250);

/// The requests of one view. They are numbered; only the answer to the newest counts.
#[derive(Clone, Copy)]
pub struct UnderWay {
    newest: StoredValue<u64>,
    waits: RwSignal<bool>,
    long: RwSignal<bool>,
}

impl UnderWay {
    /// Nothing is on its way.
    #[must_use]
    pub fn new() -> Self {
        Self { newest: StoredValue::new(0), waits: RwSignal::new(false), long: RwSignal::new(false) }
    }

    /// A request sets out; gives its number. Answers to those before do not count any more.
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

    /// An answer has come; whether it counts. It does not once a newer request has set out or the view is gone.
    pub fn end(self, number: u64) -> bool {
        let counts = self.waits_for(number);
        if counts {
            self.forget();
        }
        counts
    }

    /// Waits for no answer any more.
    pub fn forget(self) {
        self.newest.try_update_value(|newest| *newest += 1);
        self.waits.try_set(false);
        self.long.try_set(false);
    }

    /// Whether an answer is waited for now.
    #[must_use]
    pub fn waits(self) -> bool {
        self.waits.try_get_untracked().unwrap_or_default()
    }

    /// Whether an answer is waited for, followed.
    #[must_use]
    pub fn is_waiting(self) -> bool {
        self.waits.get()
    }

    /// Whether an answer takes so long that it is worth a word, followed.
    #[must_use]
    pub fn is_long(self) -> bool {
        self.long.get()
    }

    fn waits_for(self, number: u64) -> bool {
        self.waits() && self.newest.try_get_value() == Some(number)
    }
}

impl Default for UnderWay {
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
        let under_way = UnderWay::new();
        assert!(!under_way.waits() && !under_way.end(0), "nothing was sent");
        under_way.newest.set_value(7);
        under_way.waits.set(true);
        assert!(!under_way.end(6) && under_way.waits(), "an older answer arrives late");
        assert!(under_way.end(7) && !under_way.waits());
        assert!(!under_way.end(7), "an answer counts once");
        under_way.waits.set(true);
        owner.cleanup();
        assert!(!under_way.end(8) && !under_way.waits(), "the view is gone");
    }
}
