//! What the page asks for: requests and trials at once, calls as errands. Every errand is performed here.
//!
//! Owns who performs an errand, and what the page hears if its code cannot be loaded. Must not know where code comes from.

use hashrange_protocol::call::CallResult;
use hashrange_protocol::trial::Tried;
use hashrange_protocol::{Answer, Ask, News, WorkspaceId};

use crate::errand::Errand;
use crate::host::{Host, Platform};
use crate::remote::UNAVAILABLE;

/// What waits for an errand.
#[derive(Clone, Copy)]
enum Pending {
    /// The page, for the answer to a call.
    Call(u64),
    /// The page, for the answer to a request.
    Request(u64),
    /// The page, for the answers to all queued trials.
    Trials,
    /// Nobody.
    Nothing,
}

impl Errand {
    /// Performs the work.
    pub async fn perform<W: Platform>(self, host: Host<W>) {
        match self {
            Self::Call(id, number, call) => host.run_call(id, number, *call).await,
            Self::BeginLesson(file) => host.begin_lesson(file).await,
            Self::GoToLesson(file) => host.go_to_lesson(file).await,
            Self::TakeUpLesson(id) => host.take_up_lesson(id).await,
            Self::Lesson(id, command) => host.lesson(id, command).await,
            Self::MakeLink(view) => host.make_link(view).await,
            Self::OpenLink(text) => host.open_link(text).await,
            Self::Send(id, number, operation, body) => host.request_remote(id, number, operation, body).await,
            Self::Trials => host.go_on_with_trials().await,
        }
    }
}

impl<W: Platform> Host<W> {
    /// Finds the answer to what the page asks for. Ignores a request for a workspace that is no longer in front.
    pub(crate) fn answer_to(&self, id: WorkspaceId, number: u64, ask: Ask) {
        match ask {
            Ask::Request { .. } if id != self.front() || id == WorkspaceId::NONE => {}
            Ask::Request { operation, body } => {
                self.within(id, |workspace| workspace.touched = true);
                if self.is_remote(id) {
                    self.spawn(|host| host.perform(Errand::Send(id, number, operation, body)));
                } else {
                    self.request(id, number, operation, body);
                }
            }
            Ask::Call(call) => {
                self.state(|state| state.calls.insert(number, false));
                self.spawn(|host| async move {
                    host.clone().perform(Errand::Call(id, number, Box::new(call))).await;
                    host.state(|state| state.calls.remove(&number));
                });
            }
            Ask::Trial(wanted) => self.try_aside(id, number, wanted),
        }
    }

    /// Stops a call, or drops a trial.
    pub(crate) fn cancel(&self, number: u64) {
        self.state(|state| {
            state.trials.stop(number);
            if let Some(stop) = state.calls.get_mut(&number) {
                *stop = true;
            }
        });
    }

    /// Performs an errand, and reports to the page if its code cannot be loaded.
    pub(crate) async fn perform(self, errand: Errand) {
        let pending = match errand {
            Errand::Call(_, number, _) => Pending::Call(number),
            Errand::Send(_, number, ..) => Pending::Request(number),
            Errand::Trials => Pending::Trials,
            _ => Pending::Nothing,
        };
        let performed = self.platform().clone().perform(self.clone(), errand).await;
        if let Err(reason) = performed {
            self.refuse(pending, &reason.to_string());
        }
    }

    /// Answers what cannot be performed.
    fn refuse(&self, pending: Pending, words: &str) {
        let refuse = |number, answer| {
            let answer = Box::new(answer);
            self.post(&News::Answer { number, answer });
        };
        match pending {
            Pending::Call(number) => refuse(number, Answer::Call(CallResult::Refused(words.to_owned()))),
            Pending::Request(number) => self.post_refused(number, "NotSent", words, UNAVAILABLE, String::new()),
            Pending::Trials => {
                let queued = self.state(|state| std::mem::take(&mut state.trials).queue);
                for asked in queued {
                    refuse(asked.number, Answer::Trial(Tried::NotApplicable(words.to_owned())));
                }
            }
            Pending::Nothing => self.post(&News::Refused(words.to_owned())),
        }
    }
}
