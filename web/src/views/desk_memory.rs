//! What the desk of the Query tab keeps of each table: the request being written and what was read.
//!
//! The workspace's papers keep it over a reload. What was read is also held here as it is, for a tab's view is taken down
//! when another one comes to the front; coming back, the reader finds everything as it was, however long it is.

use std::sync::Mutex;

use hashrange_protocol::{Report, WorkspaceId};
use leptos::prelude::*;
use litemap::LiteMap;

use crate::session::{Session, build_name, use_session};
use crate::state::query_paper::{DeskOrder, QueryPaper};
use crate::state::result_paper::ResultPaper;
use crate::state::shown::Shown;
use crate::state::table_schema::TableSchema;

/// Desks whose results are held; the one left longest ago is forgotten first.
const MAX_DESKS: usize = 8;
/// The part of the papers that says which desks there are.
const DESKS: &str = "desks";

/// The desk of one table of one workspace.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Desk {
    workspace: WorkspaceId,
    /// The table's id: one made again under its name has desks of its own.
    table: String,
}

/// What was left on a desk.
#[derive(Clone, Debug, Default)]
pub struct DeskMemory {
    /// The request being written.
    pub paper: QueryPaper,
    /// What was read.
    pub result: DeskResult,
    /// Whether something was read that was too long to be kept.
    pub lost: bool,
}

/// What was read.
#[derive(Clone, Debug, Default)]
pub struct DeskResult {
    /// The pages.
    pub shown: Option<Shown>,
    /// What the last page touched.
    pub report: Option<Report>,
    /// Counts up with every desk that is left.
    left: u64,
}

static RESULTS: Mutex<LiteMap<Desk, DeskResult>> = Mutex::new(LiteMap::new());

impl Desk {
    /// The desk for the table in front.
    #[must_use]
    pub fn of(schema: Signal<TableSchema>) -> Self {
        let workspace = use_session().workspace().get_untracked();
        schema.with_untracked(|schema| Self { workspace, table: schema.id.clone() })
    }

    /// What was left on the desk.
    #[must_use]
    pub fn recall(&self, session: Session, schema: &TableSchema) -> DeskMemory {
        let held = self.take_held();
        // A desk that the papers do not know is new, even when another one had its name before.
        let Some(paper) = session.paper::<QueryPaper>(&self.form_part()) else { return DeskMemory::default() };
        let result = held.filter(|held| held.shown.is_some() || !paper.read).or_else(|| {
            let kept = session.paper::<ResultPaper>(&self.result_part())?;
            let (shown, report) = kept.read(schema, &build_name())?;
            Some(DeskResult { shown: Some(shown), report, left: 0 })
        });
        let result = result.unwrap_or_default();
        DeskMemory { lost: paper.read && result.shown.is_none(), paper, result }
    }

    /// Keeps the request being written with the workspace.
    pub fn keep_form(&self, session: Session, paper: &QueryPaper) {
        if !self.is_in_front(session) {
            return;
        }
        if !session.keep_paper(&self.form_part(), paper) {
            // What is typed is too long. That there is a desk is kept all the same, for what was read on it.
            let bare = QueryPaper { face: paper.face, read: paper.read, ..QueryPaper::default() };
            session.keep_paper(&self.form_part(), &bare);
        }
        self.touch(session);
    }

    /// Keeps what was read with the workspace, where it is not too long.
    pub fn keep_result(&self, session: Session, shown: Option<&Shown>, report: Option<&Report>) {
        if !self.is_in_front(session) {
            return;
        }
        match shown.and_then(|shown| ResultPaper::write(shown, report, &build_name())) {
            Some(paper) => {
                session.keep_paper(&self.result_part(), &paper);
            }
            None => session.drop_paper(&self.result_part()),
        }
        let order = self.touch(session);
        for table in order.without_room(|table| session.paper_size(&result_part(table))) {
            session.drop_paper(&result_part(&table));
        }
    }

    /// Holds what was read, for when the desk is come back to.
    pub fn hold(self, shown: Option<Shown>, report: Option<Report>) {
        // The page has one thread; a lock that cannot be had would only mean nothing is held.
        let Ok(mut held) = RESULTS.lock() else { return };
        let left = held.values().map(|result| result.left).max().unwrap_or(0) + 1;
        held.insert(self, DeskResult { shown, report, left });
        if held.len() > MAX_DESKS {
            let oldest = held.iter().min_by_key(|(_, result)| result.left).map(|(desk, _)| desk.clone());
            if let Some(oldest) = oldest {
                held.remove(&oldest);
            }
        }
    }

    fn take_held(&self) -> Option<DeskResult> {
        RESULTS.lock().ok().and_then(|mut held| held.remove(self))
    }

    /// Puts the desk before all others; the papers of one that is forgotten go.
    fn touch(&self, session: Session) -> DeskOrder {
        let mut order = session.paper::<DeskOrder>(DESKS).unwrap_or_default();
        for forgotten in order.touch(&self.table) {
            session.drop_paper(&form_part(&forgotten));
            session.drop_paper(&result_part(&forgotten));
        }
        session.keep_paper(DESKS, &order);
        order
    }

    /// Whether the papers are those of the desk's workspace.
    fn is_in_front(&self, session: Session) -> bool {
        session.workspace().get_untracked() == self.workspace
    }

    fn form_part(&self) -> String {
        form_part(&self.table)
    }

    fn result_part(&self) -> String {
        result_part(&self.table)
    }
}

fn form_part(table: &str) -> String {
    format!("query/{table}")
}

fn result_part(table: &str) -> String {
    format!("result/{table}")
}
