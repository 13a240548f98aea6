//! Trials: a view starts one and follows its result. The trial ends when the view is removed.
//!
//! Must not know what is tried, nor who shows it.

use std::rc::Rc;

use hashrange_protocol::Command;
use hashrange_protocol::trial::{Tried, Wanted};
use leptos::prelude::*;

use super::trials::{Take, Trials};
use super::{Session, use_session};

/// The trials of one view, one at a time.
#[derive(Clone, Copy)]
pub struct Trying {
    session: Session,
    number: StoredValue<Option<u64>>,
    /// The progress of a running trial, in thousandths.
    done: RwSignal<Option<u32>>,
    /// Its result so far.
    found: RwSignal<Option<Tried>>,
}

impl Trying {
    /// No trial yet. Later trials end with the caller's owner.
    #[must_use]
    pub fn new() -> Self {
        let (number, done, found) = (StoredValue::new(None), RwSignal::new(None), RwSignal::new(None));
        let trying = Self {
            session: use_session(),
            number,
            done,
            found,
        };
        on_cleanup(move || trying.let_go());
        trying
    }

    /// Starts a trial, and replaces the running one.
    pub fn ask(self, wanted: Wanted) {
        self.let_go();
        self.found.set(None);
        self.done.set(Some(0));
        let Self { done, found, .. } = self;
        let take = move |tried: Option<Tried>| {
            let left = match &tried {
                Some(Tried::Running(permille) | Tried::Advised { permille, .. }) if *permille < 1_000 => {
                    Some(*permille)
                }
                _ => None,
            };
            done.try_set(left);
            if !matches!(tried, Some(Tried::Running(_))) {
                found.try_set(tried);
            }
        };
        self.number
            .set_value(Some(self.session.begin_trial(Rc::new(take), wanted)));
    }

    /// Ends the running trial. Its result stays.
    pub fn stop(self) {
        self.let_go();
        self.done.set(None);
    }

    /// Ends the running trial, and drops its result.
    pub fn forget(self) {
        self.stop();
        self.found.set(None);
    }

    /// The finished share of a running trial, 0 to 1.
    #[must_use]
    pub fn share(self) -> Signal<Option<f64>> {
        Signal::derive(move || self.done.get().map(|done| f64::from(done) / 1_000.0))
    }

    /// Whether a trial is running. Reactive.
    #[must_use]
    pub fn is_running(self) -> Memo<bool> {
        Memo::new(move |_| self.done.with(Option::is_some))
    }

    /// The result of the trial so far.
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
        let number = self
            .trials
            .try_update_value(|trials| trials.add(take))
            .unwrap_or_default();
        self.post(Command::Try {
            number,
            wanted: Box::new(wanted),
        });
        number
    }

    fn end_trial(self, number: u64) {
        // A finished trial needs no message.
        if self
            .trials
            .try_update_value(|trials| trials.remove(number))
            .flatten()
            .is_some()
        {
            self.post(Command::StopTrying { number });
        }
    }

    /// Passes a trial's result to the view that started it.
    pub(super) fn take_tried(self, number: u64, tried: Tried) {
        let over = tried.is_over();
        let take = self.trials.try_update_value(|trials| {
            if over {
                trials.remove(number)
            } else {
                trials.get(number)
            }
        });
        if let Some(Some(take)) = take {
            take(Some(tried));
        }
    }

    /// Ends every trial, because another workspace is in front or the engine was restarted.
    pub(super) fn give_up_trials(self) {
        let given_up = self.trials.try_update_value(Trials::take_all).unwrap_or_default();
        given_up.values().for_each(|take| take(None));
    }
}
