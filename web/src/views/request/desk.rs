//! The desk of requests written by hand: operation, body and log. There is one for the whole page; what lies on it belongs
//! to the workspace in front.

use hashrange_protocol::{Answered, Refused, Report};
use hashrange_time::Timestamp;
use hashrange_wire::Operation;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::session::{Session, use_paper, use_session};
use crate::state::freshness::freshness_words;
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
    /// What is known of the newest request beside its answer, with its number.
    told: RwSignal<Option<(u64, Told)>>,
}

/// What is known of a request beside its answer. It is not kept with the workspace.
#[derive(Clone, Debug, PartialEq)]
pub struct Told {
    at: Timestamp,
    record: Option<u64>,
    /// What it touched and cost.
    pub report: Option<Report>,
    /// The exception, where it was refused.
    pub exception: Option<String>,
    /// How fresh the response is, in words, where it is a read's.
    pub freshness: Option<String>,
}

impl Told {
    fn of(answered: &Answered) -> Self {
        let freshness = answered.freshness.as_ref().map(|fresh| freshness_words(fresh, answered.at));
        let report = answered.report.clone();
        Self { at: answered.at, record: answered.record, report, exception: None, freshness }
    }

    fn refused(refused: &Refused) -> Self {
        let (report, exception) = (refused.report.clone(), Some(refused.exception.clone()));
        Self { at: refused.at, record: refused.record, report, exception, freshness: None }
    }
}

/// Makes the desk of requests and gives it to everything below.
pub fn provide_request_desk() {
    provide_context(Desk::new());
}

impl Desk {
    fn new() -> Self {
        let session = use_session();
        let (paper, log) = (use_paper("request"), use_paper("sent"));
        let (waits, told) = (RwSignal::new(false), RwSignal::new(None));
        // No answer comes any more to what was sent to the workspace that was in front before.
        Effect::new(move || {
            session.workspace().track();
            waits.set(false);
            told.set(None);
        });
        Self { session, paper, log, waits, told }
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
            let (told, status, answer) = match session.send_json(operation.name(), body.clone()).await {
                Ok(answered) => (Told::of(&answered), 200, answered.body),
                Err(refused) => (Told::refused(&refused), refused.status, refused.body),
            };
            // An answer belongs to the workspace that gave it.
            if session.workspace().get_untracked() != workspace {
                return;
            }
            let (at, answer) = (figures::moment(told.at, 3), Some(answer));
            let sent = Sent { number: 0, operation, body, at, status, record: told.record, answer };
            self.waits.set(false);
            let number = self.log.try_update(|log| log.keep(sent));
            self.told.set(Some((number.unwrap_or_default(), told)));
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

    /// What is known of the request whose answer is shown, where it was sent since the page was opened.
    #[must_use]
    pub fn told(self) -> Signal<Option<Told>> {
        Signal::derive(move || {
            let shown = self.paper.with(|paper| paper.shown);
            self.told.with(|told| told.as_ref().filter(|(number, _)| *number == shown).map(|(_, told)| told.clone()))
        })
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
