//! The editor of manual requests: operation, body, log and saved requests. The page has one editor. Its content belongs
//! to the workspace in front.

use hashrange_protocol::{Answered, Refused, Report};
use hashrange_time::Timestamp;
use hashrange_wire::{Operation, Request, decode, encode_request_pretty};
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::derived::Signal;
use crate::effect::effect;
use crate::memo::Memo;
use crate::session::{Session, use_saved_part, use_session};
use crate::signal::RwSignal;
use crate::state::figures;
use crate::state::freshness::freshness_words;
use crate::state::json_draft::JsonDraft;
use crate::state::named_request::{NamedRequest, name_of};
use crate::state::request_log::{RequestLog, SavedRequestForm, Sent, beginning};

/// The number of sent requests that another request can take up.
const KNOWN: usize = 50;

/// The handle to the editor.
#[derive(Clone, Copy)]
pub struct RequestEditor {
    session: Session,
    saved: RwSignal<SavedRequestForm>,
    log: RwSignal<RequestLog>,
    /// The saved requests, in the reader's order.
    pub named: RwSignal<Vec<NamedRequest>>,
    /// Whether a request is pending.
    waits: RwSignal<bool>,
    /// Facts about the latest request besides its response, with its number.
    facts: RwSignal<Option<(u64, RequestFacts)>>,
}

/// Facts about a request besides its response. They are not stored with the workspace.
#[derive(Clone, Debug, PartialEq)]
pub struct RequestFacts {
    at: Timestamp,
    record: Option<u64>,
    /// Its accesses and cost.
    pub report: Option<Report>,
    /// The exception, if it was refused.
    pub exception: Option<String>,
    /// The freshness of the response as text, for a read.
    pub freshness: Option<String>,
}

impl RequestFacts {
    fn of(answered: &Answered) -> Self {
        let freshness = answered
            .freshness
            .as_ref()
            .map(|fresh| freshness_words(fresh, answered.at));
        let report = answered.report.clone();
        Self {
            at: answered.at,
            record: answered.record,
            report,
            exception: None,
            freshness,
        }
    }

    fn refused(refused: &Refused) -> Self {
        let (report, exception) = (refused.report.clone(), Some(refused.exception.clone()));
        Self {
            at: refused.at,
            record: refused.record,
            report,
            exception,
            freshness: None,
        }
    }
}

/// Provides the editor of requests to all views below.
pub fn provide_request_editor() {
    provide_context(RequestEditor::new());
}

impl RequestEditor {
    fn new() -> Self {
        let session = use_session();
        let (saved, log) = (use_saved_part("request"), use_saved_part("sent"));
        let named = use_saved_part("saved requests");
        let (waits, facts) = (RwSignal::new(false), RwSignal::new(None));
        // Requests to the previous workspace no longer get a response.
        effect(move || {
            session.workspace().track();
            waits.set(false);
            facts.set(None);
        });
        Self {
            session,
            saved,
            log,
            named,
            waits,
            facts,
        }
    }

    /// The editor of the page. Outside the page, as in a test of one view, a separate one.
    #[must_use]
    pub fn in_context() -> Self {
        use_context().unwrap_or_else(Self::new)
    }

    /// The chosen operation.
    #[must_use]
    pub fn operation(self) -> Operation {
        self.saved.with(|saved| saved.operation)
    }

    /// Chooses an operation, and drops the text for another one.
    pub fn turn_to(self, operation: Operation) {
        self.saved
            .update(|saved| (saved.operation, saved.typed, saved.name) = (operation, None, String::new()));
    }

    /// The name to save the request under.
    #[must_use]
    pub fn name(self) -> Signal<String> {
        Signal::derive(move || self.saved.with(|saved| saved.name.clone()))
    }

    /// Stores a typed name.
    pub fn type_name(self, name: String) {
        self.saved.update(|saved| saved.name = name);
    }

    /// Restores a saved request, under its name.
    pub fn open(self, request: NamedRequest) {
        self.saved.update(|saved| {
            saved.operation = request.operation;
            saved.typed = Some(request.body);
            saved.name = request.name;
        });
    }

    /// The body: the typed text, or an initial body for the table in front.
    #[must_use]
    pub fn text(self, table: Signal<Option<String>>) -> Signal<String> {
        Signal::derive(move || self.saved.with(|saved| body(saved, table.get().as_deref())))
    }

    /// The errors of the body, after something was typed.
    #[must_use]
    pub fn draft(self, table: Signal<Option<String>>) -> Signal<Option<JsonDraft>> {
        Signal::derive(move || {
            let read =
                |saved: &SavedRequestForm| JsonDraft::read(saved.operation, &body(saved, table.get().as_deref()));
            self.saved.with(|saved| saved.typed.is_some().then(|| read(saved)))
        })
    }

    /// Stores a typed body.
    pub fn type_body(self, text: String) {
        self.saved.update(|saved| saved.typed = Some(text));
    }

    /// Sends the body unchanged, unless another request is pending. The response is stored even if the view no longer
    /// exists.
    pub fn send(self, table: Option<&str>) {
        if self.waits.get_untracked() {
            return;
        }
        let (operation, body) = self.saved.with_untracked(|saved| (saved.operation, body(saved, table)));
        self.type_body(body.clone());
        self.send_body(operation, body);
    }

    /// Sends the shown statement for its next page. The body being written stays.
    pub fn send_next(self, token: String) {
        let shown = self.saved.with_untracked(|saved| saved.shown);
        let Some(sent) = self.sent(shown).filter(|_| !self.waits.get_untracked()) else {
            return;
        };
        if let Ok(Request::ExecuteStatement(mut statement)) = decode(sent.operation, sent.body.as_bytes()) {
            statement.next_token = Some(token);
            self.send_body(
                sent.operation,
                encode_request_pretty(&Request::ExecuteStatement(statement)),
            );
        }
    }

    fn send_body(self, operation: Operation, body: String) {
        self.waits.set(true);
        let session = self.session;
        let workspace = session.workspace().get_untracked();
        spawn_local(async move {
            let (facts, status, answer) = match session.send_json(operation.name(), body.clone()).await {
                Ok(answered) => (RequestFacts::of(&answered), 200, answered.body),
                Err(refused) => (RequestFacts::refused(&refused), refused.status, refused.body),
            };
            // A response belongs to the workspace that sent it.
            if session.workspace().get_untracked() != workspace {
                return;
            }
            let (at, answer) = (figures::moment(facts.at, 3), Some(answer));
            let sent = Sent {
                number: 0,
                operation,
                body,
                at,
                status,
                record: facts.record,
                answer,
            };
            self.waits.set(false);
            let number = self.log.try_update(|log| log.keep(sent));
            self.facts.set(Some((number.unwrap_or_default(), facts)));
            self.saved.update(|saved| saved.shown = number.unwrap_or_default());
        });
    }

    /// Whether a request is pending. Reactive.
    #[must_use]
    pub fn waits(self) -> bool {
        self.waits.get()
    }

    /// Restores a request of the log, with its response.
    pub fn take_up(self, number: u64) {
        if let Some(sent) = self.sent(number) {
            self.saved.set(SavedRequestForm {
                operation: sent.operation,
                typed: Some(sent.body),
                shown: number,
                name: String::new(),
            });
        }
    }

    /// The request whose response is shown.
    #[must_use]
    pub fn shown(self) -> Signal<Option<Sent>> {
        let number = Memo::new(move |_| self.saved.with(|saved| saved.shown));
        Signal::derive(move || self.log.with(|log| log.get(number.get()).cloned()))
    }

    /// Facts about the shown request, if it was sent since the page was opened.
    #[must_use]
    pub fn facts(self) -> Signal<Option<RequestFacts>> {
        Signal::derive(move || {
            let shown = self.saved.with(|saved| saved.shown);
            self.facts.with(|facts| {
                facts
                    .as_ref()
                    .filter(|(number, _)| *number == shown)
                    .map(|(_, facts)| facts.clone())
            })
        })
    }

    /// The numbers of the latest requests that a filter finds, latest first; and how many there are.
    #[must_use]
    pub fn found(self, filter: RwSignal<String>) -> Memo<(Vec<u64>, usize)> {
        Memo::new(move |_| {
            self.log
                .with(|log| (filter.with(|filter| log.found(filter)), log.len()))
        })
    }

    /// Every saved request, and the latest sent ones with their times. Each request once. Reactive.
    #[must_use]
    pub fn known(self) -> Vec<NamedRequest> {
        let mut known = self.named.get();
        self.log.with(|log| {
            for sent in log.latest().take(KNOWN) {
                let is_it = |one: &NamedRequest| one.operation == sent.operation && one.body == sent.body;
                if !known.iter().any(is_it) {
                    known.push(NamedRequest {
                        name: format!("{}, {}", name_of(sent.operation, &sent.body), sent.at),
                        operation: sent.operation,
                        body: sent.body.clone(),
                    });
                }
            }
        });
        known
    }

    /// A request of the log.
    #[must_use]
    pub fn sent(self, number: u64) -> Option<Sent> {
        self.log.with_untracked(|log| log.get(number).cloned())
    }
}

fn body(saved: &SavedRequestForm, table: Option<&str>) -> String {
    saved.typed.clone().unwrap_or_else(|| beginning(saved.operation, table))
}
