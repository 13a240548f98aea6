//! Sends a read page by page and keeps what it brought: the run so far, its columns, its last report or refusal.
//!
//! Shared by the Items and the Query view. Nothing is read that the reader did not ask for.

use std::sync::Arc;

use hashrange_insight::Report;
use hashrange_values::Item;
use hashrange_wire::{QueryResponse, Request, Response, Select};
use leptos::prelude::*;

use super::refusal::Refused;
use super::suggestions::{Seen, use_seen};
use crate::session::{Session, use_session};
use crate::state::item_rows::Columns;
use crate::state::query_form::next_page;
use crate::state::read_run::ReadRun;
use crate::state::table_schema::TableSchema;

/// What the pages read so far show.
#[derive(Clone, Debug, PartialEq)]
pub struct Shown {
    /// The index looked through, or the table.
    pub index: Option<String>,
    /// True when the rows are whole items: no projection left anything out.
    pub whole: bool,
    /// The pages, added up.
    pub run: ReadRun,
    /// The columns met so far.
    pub columns: Columns,
}

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
}

impl Reader {
    /// Begins where a desk left off, with nothing read where it never was.
    pub fn new(shown: Option<Shown>, report: Option<Report>) -> Self {
        Self {
            session: use_session(),
            seen: use_seen(),
            shown: RwSignal::new(shown),
            refused: RwSignal::new(None),
            report: RwSignal::new(report),
        }
    }

    /// Reads the first page of a request.
    pub fn start(self, schema: &TableSchema, request: Request) {
        let (index, projected, select) = match &request {
            Request::Query(it) => (it.index_name.clone(), it.projection_expression.is_some(), it.select),
            Request::Scan(it) => (it.index_name.clone(), it.projection_expression.is_some(), it.select),
            _ => return,
        };
        let fetched = select == Some(Select::AllAttributes);
        let whole = !projected && (fetched || schema.shows_whole_items(index.as_deref()));
        let Some(page) = self.send(request.clone()) else {
            self.shown.set(None);
            return;
        };
        let columns = match projected {
            true => Columns::projected(schema, index.as_deref()),
            false => Columns::of(schema, index.as_deref()),
        };
        let mut shown = Shown { index, whole, run: ReadRun::new(request), columns };
        shown.add(&page);
        self.shown.set(Some(shown));
    }

    /// Reads the next page, if there is one.
    pub fn next(self) {
        let next = self.shown.with_untracked(|shown| {
            let run = &shown.as_ref()?.run;
            Some(next_page(&run.request, run.next.as_ref()?))
        });
        let Some(page) = next.and_then(|request| self.send(request)) else { return };
        self.shown.update(|shown| {
            if let Some(shown) = shown {
                shown.add(&page);
            }
        });
    }

    /// Takes over a write: the item under a primary key is now this one, or gone. Only for rows that are a table's whole
    /// items; what an index shows is read again, because the write may reach it later.
    pub fn follow_write(self, schema: &TableSchema, key: &Item, item: Option<&Arc<Item>>) {
        self.shown.update(|shown| {
            let Some(shown) = shown.as_mut().filter(|shown| shown.index.is_none() && shown.whole) else { return };
            let items = &mut shown.run.items;
            let place = items.iter().position(|known| schema.primary_key(known).as_ref() == Some(key));
            match (place, item) {
                (Some(place), Some(item)) => items.splice(place..=place, [item.clone()]).for_each(drop),
                (Some(place), None) => drop(items.remove(place)),
                (None, Some(item)) => items.push(item.clone()),
                (None, None) => {}
            }
            if let Some(item) = item {
                shown.columns.meet(item);
            }
        });
    }

    /// Forgets everything read.
    pub fn clear(self) {
        self.shown.set(None);
        self.refused.set(None);
        self.report.set(None);
    }

    fn send(self, request: Request) -> Option<QueryResponse> {
        let table = match &request {
            Request::Query(query) => query.table_name.clone(),
            Request::Scan(scan) => scan.table_name.clone(),
            _ => return None,
        };
        let answer = self.session.submit(request);
        self.report.set(self.session.last_report().get_untracked());
        match answer {
            Ok(Response::Query(page) | Response::Scan(page)) => {
                self.refused.set(None);
                self.seen.meet(&table, page.items.iter().flatten().map(AsRef::as_ref));
                Some(page)
            }
            Ok(_) => None,
            Err(error) => {
                self.refused.set(Some(Refused::from(&error)));
                None
            }
        }
    }
}

impl Shown {
    fn add(&mut self, page: &QueryResponse) {
        for item in page.items.iter().flatten() {
            self.columns.meet(item);
        }
        self.run.add(page);
    }
}
