//! Errands: work whose code a page loads when it first needs it (`Platform::perform`).
//!
//! Owns the list of errands, who performs each, and what the page hears if the code cannot be loaded. Must not know
//! where code comes from.

use hashrange_late::NotLoaded;
use hashrange_protocol::call::{Call, CallResult};
use hashrange_protocol::trial::Tried;
use hashrange_protocol::{Answer, LessonCommand, LessonFile, News, Refused, WorkspaceId};
use hashrange_time::Timestamp;

use crate::host::Host;
use crate::platform::Platform;

/// Work whose code arrives late.
#[derive(Debug)]
pub enum Errand {
    /// Runs a call of the page.
    Call(WorkspaceId, u64, Box<Call>),
    /// Opens a lesson in its own workspace.
    BeginLesson(LessonFile),
    /// Continues the lesson of a workspace from its stored line.
    TakeUpLesson(WorkspaceId, String),
    /// Executes a command of the learner.
    Lesson(WorkspaceId, LessonCommand),
    /// Writes the workspace in front as a link, with the page's own state.
    MakeLink(String),
    /// Opens a link in its own workspace.
    OpenLink(String),
    /// Sends a request to the endpoint of a connection: its workspace, number, operation and body.
    Send(WorkspaceId, u64, String, String),
    /// Continues the queued trials until there are none.
    Trials,
}

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
