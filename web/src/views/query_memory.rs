//! The state of the Query tab for each table: the request being written and its result.
//!
//! The workspace's saved state stores it over a reload. Results are also held in memory here, because opening another
//! tab destroys the view. Afterwards the reader finds everything unchanged, whatever its length.

use std::sync::Mutex;

use hashrange_protocol::{Report, WorkspaceId};
use litemap::LiteMap;

use crate::derived::Signal;
use crate::session::{Session, build_name, use_session};
use crate::state::saved_query::{RecentTables, SavedQuery};
use crate::state::saved_result::SavedResult;
use crate::state::shown::Shown;
use crate::state::table_schema::TableSchema;

/// The maximum number of tables whose results are held. The least recently left table is dropped first.
const MAX_TABLES: usize = 8;
/// The part of the saved state that lists the tables.
const RECENT: &str = "desks";

/// The memory of one table of one workspace.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct QueryMemory {
    workspace: WorkspaceId,
    /// The table's id. A new table with the same name has its own memory.
    table: String,
}

/// The query of a table.
#[derive(Clone, Debug, Default)]
pub struct Recalled {
    /// The request being written.
    pub saved: SavedQuery,
    /// The result.
    pub result: RecalledResult,
    /// Whether a result was too long to store.
    pub lost: bool,
}

/// The result.
#[derive(Clone, Debug, Default)]
pub struct RecalledResult {
    /// The pages.
    pub shown: Option<Shown>,
    /// The report of the last page.
    pub report: Option<Report>,
    /// A sequence number of tables that the reader left.
    left: u64,
}

static RESULTS: Mutex<LiteMap<QueryMemory, RecalledResult>> = Mutex::new(LiteMap::new());

impl QueryMemory {
    /// The memory for the table in front.
    #[must_use]
    pub fn of(schema: Signal<TableSchema>) -> Self {
        let workspace = use_session().workspace().get_untracked();
        schema.with_untracked(|schema| Self {
            workspace,
            table: schema.id.clone(),
        })
    }

    /// The stored content.
    #[must_use]
    pub fn recall(&self, session: Session, schema: &TableSchema) -> Recalled {
        let held = self.take_held();
        // A table that is not in the saved state is new, even if an earlier table had its name.
        let Some(saved) = session.saved_part::<SavedQuery>(&self.form_part()) else {
            return Recalled::default();
        };
        let result = held.filter(|held| held.shown.is_some() || !saved.read).or_else(|| {
            let kept = SavedResult::of_json(&session.saved_json(&self.result_part())?)?;
            let (shown, report) = kept.read(schema, &build_name())?;
            Some(RecalledResult {
                shown: Some(shown),
                report,
                left: 0,
            })
        });
        let result = result.unwrap_or_default();
        Recalled {
            lost: saved.read && result.shown.is_none(),
            saved,
            result,
        }
    }

    /// Stores the request being written with the workspace.
    pub fn keep_form(&self, session: Session, saved: &SavedQuery) {
        if !self.is_in_front(session) {
            return;
        }
        if !session.save_part(&self.form_part(), saved) {
            // The typed text is too long. The query is stored anyway, for its result.
            let bare = SavedQuery {
                face: saved.face,
                read: saved.read,
                ..SavedQuery::default()
            };
            session.save_part(&self.form_part(), &bare);
        }
        self.touch(session);
    }

    /// Stores the result with the workspace, unless it is too long.
    pub fn keep_result(&self, session: Session, shown: Option<&Shown>, report: Option<&Report>) {
        if !self.is_in_front(session) {
            return;
        }
        match shown.and_then(|shown| SavedResult::write(shown, report, &build_name())) {
            Some(saved) => {
                session.save_json(&self.result_part(), saved.to_json());
            }
            None => session.drop_saved_part(&self.result_part()),
        }
        let order = self.touch(session);
        for table in order.without_room(|table| session.saved_part_size(&result_part(table))) {
            session.drop_saved_part(&result_part(&table));
        }
    }

    /// Holds the result until the reader returns to the table.
    pub fn hold(self, shown: Option<Shown>, report: Option<Report>) {
        // The page has one thread. After a failed lock, the result is not held.
        let Ok(mut held) = RESULTS.lock() else { return };
        let left = held.values().map(|result| result.left).max().unwrap_or(0) + 1;
        held.insert(self, RecalledResult { shown, report, left });
        if held.len() > MAX_TABLES {
            let oldest = held
                .iter()
                .min_by_key(|(_, result)| result.left)
                .map(|(memory, _)| memory.clone());
            if let Some(oldest) = oldest {
                held.remove(&oldest);
            }
        }
    }

    fn take_held(&self) -> Option<RecalledResult> {
        RESULTS.lock().ok().and_then(|mut held| held.remove(self))
    }

    /// Moves the table to the front of the list. Removes the saved state of a dropped table.
    fn touch(&self, session: Session) -> RecentTables {
        let mut order = session.saved_part::<RecentTables>(RECENT).unwrap_or_default();
        for forgotten in order.touch(&self.table) {
            session.drop_saved_part(&form_part(&forgotten));
            session.drop_saved_part(&result_part(&forgotten));
        }
        session.save_part(RECENT, &order);
        order
    }

    /// Whether the memory's workspace is in front.
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
