//! Readings: what a view shows of the service. A view asks a question and follows the answer; it never sees the service.
//!
//! A question is followed only while its view is there. Readings of another workspace are dropped.

use std::rc::Rc;

use hashrange_protocol::{Ask, Command, Question, WorkspaceId, reading_of};
use leptos::prelude::*;

use super::followed::{Followed, Take};
use super::{Session, use_session};

impl Session {
    /// Follows a question until it is let go of.
    fn follow(self, ask: Ask, take: Take) -> u64 {
        let number = self.followed.try_update_value(|followed| followed.add(ask.clone(), take));
        let number = number.unwrap_or_default();
        self.tell(Command::Follow { number, ask: Box::new(ask) });
        number
    }

    fn let_go(self, number: u64) {
        // A session that is gone follows nothing any more.
        if self.followed.try_update_value(|followed| followed.remove(number)) == Some(true) {
            self.tell(Command::LetGo { number });
        }
    }

    /// Takes a reading to whoever asked.
    pub(super) fn take_reading(self, number: u64, workspace: WorkspaceId, bytes: Option<&[u8]>) {
        if workspace == self.workspace.get_untracked() {
            self.followed.with_value(|followed| followed.give(number, bytes));
        }
    }

    /// Forgets every reading: another workspace is in front, and its readings come.
    pub(super) fn forget_readings(self) {
        self.followed.with_value(Followed::forget);
    }

    /// Asks every question again: the engine was started anew.
    pub(super) fn ask_again(self) {
        for (number, ask) in self.followed.with_value(Followed::asks) {
            self.tell(Command::Follow { number, ask: Box::new(ask) });
        }
    }

    /// The answer to a question, for as long as the caller's owner is there.
    pub(super) fn reading<Q: Question>(
        self,
        ask: impl Fn() -> Option<Q> + Send + Sync + 'static,
    ) -> ReadSignal<Option<Q::Reading>> {
        let value = RwSignal::new(None::<Q::Reading>);
        let take = move |bytes: Option<&[u8]>| {
            // Nothing after nothing is no news.
            if bytes.is_some() || value.try_with_untracked(Option::is_some) == Some(true) {
                value.try_set(bytes.and_then(reading_of));
            }
        };
        self.follow_while_there(Box::new(move || ask().map(Q::into)), Rc::new(take));
        value.read_only()
    }

    /// Follows a question that may change, for as long as the caller's owner is there. One code serves every question.
    fn follow_while_there(self, ask: Box<dyn Fn() -> Option<Ask> + Send + Sync>, take: Take) {
        let asked = Memo::new(move |_| ask());
        let number = StoredValue::new(None::<u64>);
        let stop = move || {
            if let Some(Some(number)) = number.try_update_value(Option::take) {
                self.let_go(number);
            }
        };
        Effect::new(move || {
            let question = asked.get();
            stop();
            match question {
                Some(question) => number.set_value(Some(self.follow(question, Rc::clone(&take)))),
                None => take(None),
            }
        });
        on_cleanup(stop);
    }
}

/// The answer to a question, followed for as long as the view that asks is there; `None` before the first answer, where
/// what is asked about does not exist, and while nothing is asked.
#[must_use]
pub fn use_reading<Q: Question>(ask: impl Fn() -> Option<Q> + Send + Sync + 'static) -> ReadSignal<Option<Q::Reading>> {
    use_session().reading(ask)
}
