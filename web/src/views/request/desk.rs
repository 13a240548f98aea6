//! The desk of requests written by hand: operation, body and log. There is one for the whole page, so that it is as it
//! was when the reader comes back.

use std::sync::OnceLock;

use hashrange_wire::Operation;
use leptos::prelude::*;

use crate::session::{Session, use_session};
use crate::state::json_draft::JsonDraft;
use crate::state::request_log::{RequestLog, Sent, beginning};
use crate::views::figures;

/// What lies on the desk.
#[derive(Clone, Debug)]
struct Papers {
    operation: Operation,
    /// The body, once something was typed.
    typed: Option<String>,
    log: RequestLog,
    /// The number of the request whose answer is shown.
    shown: u64,
}

/// The handle on the desk.
#[derive(Clone, Copy)]
pub struct Desk {
    session: Session,
    papers: RwSignal<Papers>,
}

/// The desk of the page.
#[must_use]
pub fn use_desk() -> Desk {
    static PAPERS: OnceLock<ArcRwSignal<Papers>> = OnceLock::new();
    let fresh = || Papers { operation: Operation::ListTables, typed: None, log: RequestLog::default(), shown: 0 };
    let papers = RwSignal::from(PAPERS.get_or_init(|| ArcRwSignal::new(fresh())).clone());
    Desk { session: use_session(), papers }
}

impl Desk {
    /// The operation chosen.
    #[must_use]
    pub fn operation(self) -> Operation {
        self.papers.with(|papers| papers.operation)
    }

    /// Chooses an operation; what was typed for another one goes.
    pub fn turn_to(self, operation: Operation) {
        self.papers.update(|papers| (papers.operation, papers.typed) = (operation, None));
    }

    /// The body: what is typed, or what to begin with for the table in front.
    #[must_use]
    pub fn text(self, table: Signal<Option<String>>) -> Signal<String> {
        Signal::derive(move || self.papers.with(|papers| body(papers, table.get().as_deref())))
    }

    /// What is wrong with the body, once something was typed.
    #[must_use]
    pub fn draft(self, table: Signal<Option<String>>) -> Signal<Option<JsonDraft>> {
        Signal::derive(move || {
            let read = |papers: &Papers| JsonDraft::read(papers.operation, &body(papers, table.get().as_deref()));
            self.papers.with(|papers| papers.typed.is_some().then(|| read(papers)))
        })
    }

    /// Takes over a typed body.
    pub fn type_body(self, text: String) {
        self.papers.update(|papers| papers.typed = Some(text));
    }

    /// Sends the body as it stands.
    pub fn send(self, table: Option<&str>) {
        let (operation, body) = self.papers.with_untracked(|papers| (papers.operation, body(papers, table)));
        let (status, answer) = match self.session.submit_json(operation.name(), &body) {
            Ok(answer) => (200, answer),
            Err((status, answer)) => (status, answer),
        };
        let at = figures::moment(self.session.now().get_untracked(), 3);
        self.papers.update(|papers| {
            papers.typed = Some(body.clone());
            papers.shown = papers.log.keep(Sent { number: 0, operation, body, at, status, answer });
        });
    }

    /// Takes a request of the log up again, with its answer.
    pub fn take_up(self, number: u64) {
        self.papers.update(|papers| {
            let Some(sent) = papers.log.get(number).cloned() else { return };
            (papers.operation, papers.typed, papers.shown) = (sent.operation, Some(sent.body), number);
        });
    }

    /// The request whose answer is shown.
    #[must_use]
    pub fn shown(self) -> Signal<Option<Sent>> {
        Signal::derive(move || self.papers.with(|papers| papers.log.get(papers.shown).cloned()))
    }

    /// The newest requests, newest first: number, operation, status and time.
    #[must_use]
    pub fn log(self) -> Signal<Vec<(u64, Operation, u16, String)>> {
        Signal::derive(move || {
            self.papers.with(|papers| {
                let lines = papers.log.iter().map(|sent| (sent.number, sent.operation, sent.status, sent.at.clone()));
                lines.collect()
            })
        })
    }
}

fn body(papers: &Papers, table: Option<&str>) -> String {
    papers.typed.clone().unwrap_or_else(|| beginning(papers.operation, table))
}
