//! Trials: a view asks for one and follows what it comes to. It ends with the view.
//!
//! Must not know what is tried, nor who shows it.

use std::rc::Rc;

use hashrange_protocol::Command;
use hashrange_protocol::trial::{Tried, Wanted};
use leptos::prelude::*;

use super::trials::{Take, Trials};
use super::{Session, use_session};

/// One view's trial: one at a time.
#[derive(Clone, Copy)]
pub struct Trying {
    session: Session,
    number: StoredValue<Option<u64>>,
    /// Thousandths that are done, while one is under way.
    done: RwSignal<Option<u32>>,
    /// What it has come to so far.
    found: RwSignal<Option<Tried>>,
}

impl Trying {
    /// Nothing is tried yet. What is tried later ends when the caller's owner goes.
    #[must_use]
    pub fn new() -> Self {
        let (number, done, found) = (StoredValue::new(None), RwSignal::new(None), RwSignal::new(None));
        let trying = Self { session: use_session(), number, done, found };
        on_cleanup(move || trying.let_go());
        trying
    }

    /// Begins a trial, in the place of the one under way.
    pub fn ask(self, wanted: Wanted) {
        self.let_go();
        self.found.set(None);
        self.done.set(Some(0));
        let Self { done, found, .. } = self;
        let take = move |tried: Option<Tried>| {
            let left = match &tried {
                Some(Tried::UnderWay(permille) | Tried::Advised { permille, .. }) if *permille < 1_000 => {
                    Some(*permille)
                }
                _ => None,
            };
            done.try_set(left);
            if !matches!(tried, Some(Tried::UnderWay(_))) {
                found.try_set(tried);
            }
        };
        self.number.set_value(Some(self.session.begin_trial(Rc::new(take), wanted)));
    }

    /// Ends the trial under way. What it has found stays.
    pub fn stop(self) {
        self.let_go();
        self.done.set(None);
    }

    /// Ends the trial under way, and forgets what was found.
    pub fn forget(self) {
        self.stop();
        self.found.set(None);
    }

    /// The share that is done, 0 to 1, while a trial is under way.
    #[must_use]
    pub fn share(self) -> Signal<Option<f64>> {
        Signal::derive(move || self.done.get().map(|done| f64::from(done) / 1_000.0))
    }

    /// Whether a trial is under way. Follows it.
    #[must_use]
    pub fn is_under_way(self) -> Memo<bool> {
        Memo::new(move |_| self.done.with(Option::is_some))
    }

    /// What the trial has come to so far.
    #[must_use]
    pub fn found(self) -> ReadSignal<Option<Tried>> {
        self.found.read_only()
    }

    fn let_go(self) {
        if let Some(Some(number)) = self.number.try_update_value(Option::take) {
            self.session.end_trial(number);
        }
    }
}

impl Default for Trying {
    fn default() -> Self {
        Self::new()
    }
}

impl Session {
    fn begin_trial(self, take: Take, wanted: Wanted) -> u64 {
        let number = self.trials.try_update_value(|trials| trials.add(take)).unwrap_or_default();
        self.tell(Command::Try { number, wanted: Box::new(wanted) });
        number
    }

    fn end_trial(self, number: u64) {
        // One that is over needs no word.
        if self.trials.try_update_value(|trials| trials.remove(number)).flatten().is_some() {
            self.tell(Command::StopTrying { number });
        }
    }

    /// Takes what a trial has come to, to whoever asked.
    pub(super) fn take_tried(self, number: u64, tried: Tried) {
        let over = tried.is_over();
        let take = self.trials.try_update_value(|trials| if over { trials.remove(number) } else { trials.get(number) });
        if let Some(Some(take)) = take {
            take(Some(tried));
        }
    }

    /// Ends every trial: another workspace is in front, or the engine was started anew.
    pub(super) fn give_up_trials(self) {
        let given_up = self.trials.try_update_value(Trials::take_all).unwrap_or_default();
        given_up.values().for_each(|take| take(None));
    }
}
