//! What the desks of a table keep while another tab is in front: the request being written and what was read.
//!
//! A tab's view is taken down when another one comes to the front; coming back, the reader finds everything as it was.

use std::collections::BTreeMap;
use std::sync::Mutex;

use hashrange_insight::Report;

use super::reader::Shown;
use crate::state::json_draft::JsonDraft;
use crate::state::query_form::QueryForm;

/// Tables remembered; the one left longest ago is forgotten first.
const MAX_TABLES: usize = 8;

/// Which desk of a table is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum DeskName {
    /// The Items tab.
    Items,
    /// The Query tab.
    Query,
}

/// What a desk leaves behind.
#[derive(Clone, Debug, Default)]
pub struct DeskMemory {
    /// The request being written.
    pub form: QueryForm,
    /// The JSON being typed, when it leads.
    pub draft: Option<JsonDraft>,
    /// Whether its JSON was shown.
    pub json: bool,
    /// What was read.
    pub shown: Option<Shown>,
    /// What the last page touched.
    pub report: Option<Report>,
    /// Counts up with every desk that is left.
    pub left: u64,
}

static DESKS: Mutex<BTreeMap<(DeskName, String), DeskMemory>> = Mutex::new(BTreeMap::new());

/// What the desk left behind, once.
#[must_use]
pub fn recall(desk: DeskName, table: &str) -> DeskMemory {
    // The page has one thread; a lock that cannot be had would only mean nothing is remembered.
    DESKS.lock().ok().and_then(|mut desks| desks.remove(&(desk, table.to_owned()))).unwrap_or_default()
}

/// Keeps what the desk leaves behind.
pub fn keep(desk: DeskName, table: &str, mut memory: DeskMemory) {
    let Ok(mut desks) = DESKS.lock() else { return };
    memory.left = desks.values().map(|memory| memory.left).max().unwrap_or(0) + 1;
    desks.insert((desk, table.to_owned()), memory);
    if desks.len() > MAX_TABLES {
        let oldest = desks.iter().min_by_key(|(_, memory)| memory.left).map(|(place, _)| place.clone());
        if let Some(oldest) = oldest {
            desks.remove(&oldest);
        }
    }
}
