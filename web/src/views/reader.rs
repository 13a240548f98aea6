//! Sends a read page by page and keeps what it brought: the run so far, its columns, its last report or refusal.
//!
//! The Query tab's. Nothing is read that the reader did not ask for. An answer to a read that a newer one has taken the
//! place of is dropped.

use hashrange_protocol::{Page, Report};
use hashrange_wire::Request;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::refusal::Refused;
use super::suggestions::{Seen, use_seen};
use super::trial::Tested;
use super::under_way::UnderWay;
use crate::session::{Session, use_session};
use crate::state::freshness::freshness_words;
use crate::state::query_form::next_page;
use crate::state::shown::Shown;
use crate::state::table_schema::TableSchema;

/// A read in progress.
#[derive(Clone, Copy)]
pub struct Reader {
    session: Session,
    seen: Seen,
    /// What is shown; nothing before the first page.
    pub shown: RwSignal<Option<Shown>>,
    /// Why the last request was refused.
    pub refused: RwSignal<Option<Refused>>,
    /// What the last page touched.
    pub report: RwSignal<Option<Report>>,
    /// How fresh the last page is, in words; nothing before one is read.
    pub freshness: RwSignal<Option<String>>,
    /// The request that can be run again: the first page's, or the one that was refused.
    pub tested: RwSignal<Option<Tested>>,
    under_way: UnderWay,
}

impl Reader {
    /// Begins where a desk left off, with nothing read where it never was.
    pub fn new(shown: Option<Shown>, report: Option<Report>) -> Self {
        let tested = shown.as_ref().and_then(|shown| Some((shown.run.record?, shown.run.request.clone())));
        let tested = tested.map(|(record, request)| Tested::of_request(record, request));
        Self {
            session: use_session(),
            seen: use_seen(),
            shown: RwSignal::new(shown),
            refused: RwSignal::new(None),
            report: RwSignal::new(report),
            freshness: RwSignal::new(None),
            tested: RwSignal::new(tested),
            under_way: UnderWay::new(),
        }
    }

    /// Whether a page is being read. Follows it when it is read reactively.
    #[must_use]
    pub fn is_reading(self) -> bool {
        self.under_way.is_waiting()
    }

    /// Whether that takes so long that it is worth a word.
    #[must_use]
    pub fn is_slow(self) -> bool {
        self.under_way.is_long()
    }

    /// Reads the first page of a request, in the place of whatever is being read.
    pub fn start(self, schema: &TableSchema, request: Request) {
        if let Some(shown) = Shown::begin(schema, request.clone()) {
            self.send(request, Some(shown));
        }
    }

    /// Reads the next page, if there is one and nothing is being read.
    pub fn next(self) {
        let next = self.shown.with_untracked(|shown| {
            let run = &shown.as_ref()?.run;
            Some(next_page(&run.request, run.next.as_ref()?))
        });
        if let Some(request) = next.filter(|_| !self.under_way.waits()) {
            self.send(request, None);
        }
    }

    /// Sends the request of a page; what it brings goes to a run that begins, or to the one shown.
    fn send(self, request: Request, begins: Option<Shown>) {
        let table = match &request {
            Request::Query(query) => query.table_name.clone(),
            Request::Scan(scan) => scan.table_name.clone(),
            _ => return,
        };
        let number = self.under_way.begin();
        spawn_local(async move {
            let answer = self.session.send(request.clone()).await;
            if !self.under_way.end(number) {
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
                    let fresh = answered.freshness.as_ref().map(|fresh| freshness_words(fresh, answered.at));
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

    /// Adds a page to the run that it begins, or to the one shown.
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
