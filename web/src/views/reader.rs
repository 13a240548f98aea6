//! Sends a read page by page and stores the result: the run so far, its columns, its last report or refusal.
//!
//! It belongs to the Query tab, and reads only on request. Drops the response to a replaced read.

use hashrange_protocol::{Page, Report};
use hashrange_wire::Request;
use leptos::task::spawn_local;

use super::pending_request::PendingRequest;
use super::refusal::Refused;
use super::suggestions::{Seen, use_seen};
use super::trial::Tested;
use crate::session::{Session, use_session};
use crate::signal::RwSignal;
use crate::state::freshness::freshness_words;
use crate::state::query_form::next_page;
use crate::state::shown::Shown;
use crate::state::table_schema::TableSchema;

/// A read in progress.
#[derive(Clone, Copy)]
pub struct Reader {
    session: Session,
    seen: Seen,
    /// The shown result. `None` before the first page.
    pub shown: RwSignal<Option<Shown>>,
    /// Why the last request was refused.
    pub refused: RwSignal<Option<Refused>>,
    /// The report of the last page.
    pub report: RwSignal<Option<Report>>,
    /// The freshness of the last page as text. `None` before the first page.
    pub freshness: RwSignal<Option<String>>,
    /// The request that can be run again: the first page's, or the refused one.
    pub tested: RwSignal<Option<Tested>>,
    pending: PendingRequest,
}

impl Reader {
    /// Starts with the stored result of a table, or empty.
    pub fn new(shown: Option<Shown>, report: Option<Report>) -> Self {
        let tested = shown
            .as_ref()
            .and_then(|shown| Some((shown.run.record?, shown.run.request.clone())));
        let tested = tested.map(|(record, request)| Tested::of_request(record, request));
        Self {
            session: use_session(),
            seen: use_seen(),
            shown: RwSignal::new(shown),
            refused: RwSignal::new(None),
            report: RwSignal::new(report),
            freshness: RwSignal::new(None),
            tested: RwSignal::new(tested),
            pending: PendingRequest::new(),
        }
    }

    /// Whether a page is being read. Reactive.
    #[must_use]
    pub fn is_reading(self) -> bool {
        self.pending.is_waiting()
    }

    /// Whether the read takes long enough for a message.
    #[must_use]
    pub fn is_slow(self) -> bool {
        self.pending.is_long()
    }

    /// Reads the first page of a request, and replaces the running read.
    pub fn start(self, schema: &TableSchema, request: Request) {
        if let Some(shown) = Shown::begin(schema, request.clone()) {
            self.send(request, Some(shown));
        }
    }

    /// Reads the next page, if there is one and no read is running.
    pub fn next(self) {
        let next = self.shown.with_untracked(|shown| {
            let run = &shown.as_ref()?.run;
            Some(next_page(&run.request, run.next.as_ref()?))
        });
        if let Some(request) = next.filter(|_| !self.pending.waits()) {
            self.send(request, None);
        }
    }

    /// Sends the request of a page. Its result starts a run, or extends the shown one.
    fn send(self, request: Request, begins: Option<Shown>) {
        let table = match &request {
            Request::Query(query) => query.table_name.clone(),
            Request::Scan(scan) => scan.table_name.clone(),
            _ => return,
        };
        let number = self.pending.begin();
        spawn_local(async move {
            let answer = self.session.send(request.clone()).await;
            if !self.pending.end(number) {
                return;
            }
            let record = match &answer {
                Ok(answered) => answered.record.filter(|_| begins.is_some()),
                Err(refused) => refused.record,
            };
            if let Some(record) = record {
                self.tested.set(Some(Tested::of_request(record, request)));
            }
            match answer {
                Ok(answered) => {
                    let page = answered.page();
                    let fresh = answered
                        .freshness
                        .as_ref()
                        .map(|fresh| freshness_words(fresh, answered.at));
                    self.freshness.set(fresh);
                    self.report.set(answered.report);
                    self.refused.set(None);
                    if let Some(page) = page {
                        self.seen.meet(&table, page.items.iter().flatten().map(AsRef::as_ref));
                        self.add(&page, record, begins);
                    }
                }
                Err(refused) => {
                    self.freshness.set(None);
                    self.report.set(refused.report.clone());
                    self.refused.set(Some(Refused::from(refused)));
                    if begins.is_some() {
                        self.shown.set(None);
                    }
                }
            }
        });
    }

    /// Adds a page to the run that it starts, or to the shown one.
    fn add(self, page: &Page, record: Option<u64>, begins: Option<Shown>) {
        self.shown.update(|shown| {
            if let Some(mut begun) = begins {
                begun.run.record = record;
                *shown = Some(begun);
            }
            if let Some(shown) = shown {
                shown.add(page);
            }
        });
    }
}
