//! Trials: a view starts one and follows its result. The trial ends when the view is removed.
//!
//! Must not know what is tried, nor who shows it.

use std::rc::Rc;

use hashrange_protocol::trial::{Tried, Wanted};
use hashrange_protocol::{Answer, Ask, Progress};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::{Session, use_session};

use crate::derived::Signal;
use crate::memo::Memo;
use crate::signal::{ReadSignal, RwSignal};

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
        let on_progress = move |progress| {
            if let Progress::Trial(tried) = progress {
                self.take(tried);
            }
        };
        let (number, receiver) = self.session.ask(Ask::Trial(wanted), Some(Rc::new(on_progress)));
        self.number.set_value(Some(number));
        spawn_local(async move {
            let answer = receiver.await;
            // Another trial may have replaced it.
            if self.number.try_get_value() != Some(Some(number)) {
                return;
            }
            self.number.set_value(None);
            self.done.try_set(None);
            match answer {
                Ok(Answer::Trial(tried)) => drop(self.found.try_set(Some(tried))),
                _ => drop(self.found.try_set(None)),
            }
        });
    }

    /// Takes the result so far.
    fn take(self, tried: Tried) {
        if let Tried::Running(permille) | Tried::Advised { permille, .. } = &tried {
            self.done.try_set(Some(*permille));
        }
        if !matches!(tried, Tried::Running(_)) {
            self.found.try_set(Some(tried));
        }
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
            self.session.drop_trial(number);
        }
    }
}

impl Default for Trying {
    fn default() -> Self {
        Self::new()
    }
}
