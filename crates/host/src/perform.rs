//! What the page asks for: requests and trials at once, calls as errands. Every errand is performed here.
//!
//! Owns who performs an errand, and what the page hears if its code cannot be loaded. Must not know where code comes from.

use hashrange_late::NotLoaded;
use hashrange_protocol::call::CallResult;
use hashrange_protocol::trial::Tried;
use hashrange_protocol::{Answer, Ask, News, Refused, WorkspaceId};
use hashrange_time::Timestamp;

use crate::errand::Errand;
use crate::host::{Host, Platform};

impl Errand {
    /// Performs the work.
    pub async fn perform<W: Platform>(self, host: Host<W>) {
        match self {
            Self::Call(id, number, call) => host.run_call(id, number, *call).await,
            Self::BeginLesson(file) => host.begin_lesson(file).await,
            Self::TakeUpLesson(id, line) => host.take_up_lesson(id, &line).await,
            Self::Lesson(id, command) => host.lesson(id, command).await,
            Self::MakeLink(view) => host.make_link(view).await,
            Self::OpenLink(text) => host.open_link(text).await,
            Self::Send(id, number, operation, body) => host.request_remote(id, number, operation, body).await,
            Self::Trials => host.go_on_with_trials().await,
        }
    }

    /// What the page hears if the code of this errand cannot be loaded.
    fn without_code(&self) -> impl FnOnce(NotLoaded) -> News + use<> {
        let (call, request) = match self {
            Self::Call(_, number, _) => (Some(*number), None),
            Self::Send(_, number, ..) => (None, Some(*number)),
            _ => (None, None),
        };
        move |reason| match (call, request) {
            (Some(number), _) => News::Answer {
                number,
                answer: Box::new(Answer::Call(CallResult::Refused(reason.to_string()))),
            },
            (None, Some(number)) => News::Answer {
                number,
                answer: Box::new(Answer::Request(Err(unsent(&reason)))),
            },
            (None, None) => News::Refused(reason.to_string()),
        }
    }
}

/// The refusal of a request that was not sent.
fn unsent(reason: &NotLoaded) -> Refused {
    Refused {
        at: Timestamp::EPOCH,
        record: None,
        status: 0,
        exception: "NotSent".to_owned(),
        message: reason.to_string(),
        body: String::new(),
        report: None,
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
        let without_code = errand.without_code();
        let ends_trials = matches!(errand, Errand::Trials);
        let Err(reason) = self.platform().clone().perform(self.clone(), errand).await else {
            return;
        };
        if ends_trials {
            let tried = Tried::NotApplicable(reason.to_string());
            let queued = self.state(|state| std::mem::take(&mut state.trials).queue);
            for asked in queued {
                self.post(News::Answer {
                    number: asked.number,
                    answer: Box::new(Answer::Trial(tried.clone())),
                });
            }
        } else {
            self.post(without_code(reason));
        }
    }
}
