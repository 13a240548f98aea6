//! Readings: the data of a view. A view asks a question and follows the reading. It does not access the service.
//!
//! A question is followed only while its view exists. Readings of another workspace are dropped.

use std::rc::Rc;

use hashrange_protocol::{AnyQuestion, Command, Question, WorkspaceId, reading_of};
use leptos::prelude::*;

use super::followed::{Followed, Take};
use super::{Session, use_session};

use crate::effect::effect;
use crate::memo::Memo;
use crate::signal::{ReadSignal, RwSignal};

impl Session {
    /// Follows a question until its subscription ends.
    fn follow(self, ask: AnyQuestion, take: Take) -> u64 {
        let number = self
            .followed
            .try_update_value(|followed| followed.add(ask.clone(), take));
        let number = number.unwrap_or_default();
        self.post(Command::Follow {
            number,
            ask: Box::new(ask),
        });
        number
    }

    fn let_go(self, number: u64) {
        // A destroyed session follows nothing.
        if self.followed.try_update_value(|followed| followed.remove(number)) == Some(true) {
            self.post(Command::LetGo { number });
        }
    }

    /// Passes a reading to the view that asked for it.
    pub(super) fn take_reading(self, number: u64, workspace: WorkspaceId, bytes: Option<&[u8]>) {
        if workspace == self.workspace.get_untracked() {
            self.followed.with_value(|followed| followed.give(number, bytes));
        }
    }

    /// Drops every reading, because another workspace is in front. Its readings will follow.
    pub(super) fn forget_readings(self) {
        self.followed.with_value(Followed::forget);
    }

    /// Asks every question again after the engine was restarted.
    pub(super) fn ask_again(self) {
        for (number, ask) in self.followed.with_value(Followed::asks) {
            self.post(Command::Follow {
                number,
                ask: Box::new(ask),
            });
        }
    }

    /// The reading of a question, while the caller's owner exists.
    pub(super) fn reading<Q: Question>(
        self,
        ask: impl Fn() -> Option<Q> + Send + Sync + 'static,
    ) -> ReadSignal<Option<Q::Reading>> {
        let value = RwSignal::new(None::<Q::Reading>);
        let take = move |bytes: Option<&[u8]>| {
            // `None` after `None` is not a change.
            if bytes.is_some() || value.try_with_untracked(Option::is_some) == Some(true) {
                value.try_set(bytes.and_then(reading_of));
            }
        };
        self.follow_while_there(Box::new(move || ask().map(Q::into)), Rc::new(take));
        value.read_only()
    }

    /// Follows a question that can change, while the caller's owner exists. Not generic, so that all questions share
    /// the code.
    fn follow_while_there(self, ask: Box<dyn Fn() -> Option<AnyQuestion> + Send + Sync>, take: Take) {
        let asked = Memo::new(move |_| ask());
        let number = StoredValue::new(None::<u64>);
        let stop = move || {
            if let Some(Some(number)) = number.try_update_value(Option::take) {
                self.let_go(number);
            }
        };
        effect(move || {
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

/// The reading of a question, followed while the view exists. It is `None` before the first reading, for a missing
/// subject, and without a question.
#[must_use]
pub fn use_reading<Q: Question>(ask: impl Fn() -> Option<Q> + Send + Sync + 'static) -> ReadSignal<Option<Q::Reading>> {
    use_session().reading(ask)
}
