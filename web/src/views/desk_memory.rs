//! What the desks of a table keep while another tab is in front: the request being written and what was read.
//!
//! A tab's view is taken down when another one comes to the front; coming back, the reader finds everything as it was.

use std::collections::BTreeMap;
use std::sync::Mutex;

use hashrange_insight::Report;
use leptos::prelude::*;

use super::reader::Shown;
use crate::session::use_session;
use crate::state::json_draft::JsonDraft;
use crate::state::query_form::QueryForm;
use crate::state::table_schema::TableSchema;

/// Desks remembered; the one left longest ago is forgotten first.
const MAX_DESKS: usize = 8;

/// Which desk of a table is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum DeskName {
    /// The Items tab.
    Items,
    /// The Query tab.
    Query,
}

/// A desk of one table of one workspace.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Desk {
    name: DeskName,
    workspace: u32,
    /// The table's id: one made again under its name has desks of its own.
    table: String,
}

impl Desk {
    /// The desk of this name for the table in front.
    #[must_use]
    pub fn of(name: DeskName, schema: Signal<TableSchema>) -> Self {
        let workspace = use_session().workspace().get_untracked();
        schema.with_untracked(|schema| Self { name, workspace, table: schema.id.clone() })
    }
}

/// What a desk leaves behind.
#[derive(Clone, Debug, Default)]
pub struct DeskMemory {
    /// The request being written.
    pub form: QueryForm,
    /// The JSON being typed, when it leads.
    pub draft: Option<JsonDraft>,
    /// Whether its JSON was shown; `None` until the reader has said.
    pub json: Option<bool>,
    /// What was read.
    pub shown: Option<Shown>,
    /// What the last page touched.
    pub report: Option<Report>,
    /// Counts up with every desk that is left.
    pub left: u64,
}

static DESKS: Mutex<BTreeMap<Desk, DeskMemory>> = Mutex::new(BTreeMap::new());

/// What the desk left behind, once.
#[must_use]
pub fn recall(desk: &Desk) -> DeskMemory {
    // The page has one thread; a lock that cannot be had would only mean nothing is remembered.
    DESKS.lock().ok().and_then(|mut desks| desks.remove(desk)).unwrap_or_default()
}

/// Keeps what the desk leaves behind.
pub fn keep(desk: Desk, mut memory: DeskMemory) {
    let Ok(mut desks) = DESKS.lock() else { return };
    memory.left = desks.values().map(|memory| memory.left).max().unwrap_or(0) + 1;
    desks.insert(desk, memory);
    if desks.len() > MAX_DESKS {
        let oldest = desks.iter().min_by_key(|(_, memory)| memory.left).map(|(place, _)| place.clone());
        if let Some(oldest) = oldest {
            desks.remove(&oldest);
        }
    }
}
