//! The desk of requests written by hand: operation, body and log. There is one for the whole page; what lies on it belongs
//! to the workspace in front.

use hashrange_wire::Operation;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::session::{Session, use_paper, use_session};
use crate::state::json_draft::JsonDraft;
use crate::state::request_log::{RequestLog, RequestPaper, Sent, beginning};
use crate::views::figures;

/// The handle on the desk.
#[derive(Clone, Copy)]
pub struct Desk {
    session: Session,
    paper: RwSignal<RequestPaper>,
    log: RwSignal<RequestLog>,
    /// Whether a request is on its way.
    waits: RwSignal<bool>,
}

/// Makes the desk of requests and gives it to everything below.
pub fn provide_request_desk() {
    provide_context(Desk::new());
}

impl Desk {
    fn new() -> Self {
        let session = use_session();
        let (paper, log) = (use_paper("request"), use_paper("sent"));
        let waits = RwSignal::new(false);
        // No answer comes any more to what was sent to the workspace that was in front before.
        Effect::new(move || {
            session.workspace().track();
            waits.set(false);
        });
        Self { session, paper, log, waits }
    }

    /// The desk of the page; one of its own outside the page, as in a test of one view.
    #[must_use]
    pub fn in_context() -> Self {
        use_context().unwrap_or_else(Self::new)
    }

    /// The operation chosen.
    #[must_use]
    pub fn operation(self) -> Operation {
        self.paper.with(|paper| paper.operation)
    }

    /// Chooses an operation; what was typed for another one goes.
    pub fn turn_to(self, operation: Operation) {
        self.paper.update(|paper| (paper.operation, paper.typed) = (operation, None));
    }

    /// The body: what is typed, or what to begin with for the table in front.
    #[must_use]
    pub fn text(self, table: Signal<Option<String>>) -> Signal<String> {
        Signal::derive(move || self.paper.with(|paper| body(paper, table.get().as_deref())))
    }

    /// What is wrong with the body, once something was typed.
    #[must_use]
    pub fn draft(self, table: Signal<Option<String>>) -> Signal<Option<JsonDraft>> {
        Signal::derive(move || {
            let read = |paper: &RequestPaper| JsonDraft::read(paper.operation, &body(paper, table.get().as_deref()));
            self.paper.with(|paper| paper.typed.is_some().then(|| read(paper)))
        })
    }

    /// Takes over a typed body.
    pub fn type_body(self, text: String) {
        self.paper.update(|paper| paper.typed = Some(text));
    }

    /// Sends the body as it stands, unless another is on its way. The answer is kept even if the view is gone by then.
    pub fn send(self, table: Option<&str>) {
        if self.waits.get_untracked() {
            return;
        }
        let (operation, body) = self.paper.with_untracked(|paper| (paper.operation, body(paper, table)));
        self.waits.set(true);
        self.type_body(body.clone());
        let session = self.session;
        let workspace = session.workspace().get_untracked();
        spawn_local(async move {
            let (at, status, answer) = match session.send_json(operation.name(), body.clone()).await {
                Ok(answered) => (answered.at, 200, answered.body),
                Err(refused) => (refused.at, refused.status, refused.body),
            };
            // An answer belongs to the workspace that gave it.
            if session.workspace().get_untracked() != workspace {
                return;
            }
            let (at, answer) = (figures::moment(at, 3), Some(answer));
            let sent = Sent { number: 0, operation, body, at, status, answer };
            self.waits.set(false);
            let number = self.log.try_update(|log| log.keep(sent));
            self.paper.update(|paper| paper.shown = number.unwrap_or_default());
        });
    }

    /// Whether a request is on its way. Follows it.
    #[must_use]
    pub fn waits(self) -> bool {
        self.waits.get()
    }

    /// Takes a request of the log up again, with its answer.
    pub fn take_up(self, number: u64) {
        if let Some(sent) = self.log.with_untracked(|log| log.get(number).cloned()) {
            self.paper.set(RequestPaper { operation: sent.operation, typed: Some(sent.body), shown: number });
        }
    }

    /// The request whose answer is shown.
    #[must_use]
    pub fn shown(self) -> Signal<Option<Sent>> {
        let number = Memo::new(move |_| self.paper.with(|paper| paper.shown));
        Signal::derive(move || self.log.with(|log| log.get(number.get()).cloned()))
    }

    /// The newest requests, newest first: number, operation, status and time.
    #[must_use]
    pub fn log(self) -> Signal<Vec<(u64, Operation, u16, String)>> {
        Signal::derive(move || {
            self.log.with(|log| {
                let lines = log.iter().map(|sent| (sent.number, sent.operation, sent.status, sent.at.clone()));
                lines.collect()
            })
        })
    }
}

fn body(paper: &RequestPaper, table: Option<&str>) -> String {
    paper.typed.clone().unwrap_or_else(|| beginning(paper.operation, table))
}
