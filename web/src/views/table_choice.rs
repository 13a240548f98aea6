//! Whether a table is selected. If none is, whether the reason is already known.
//!
//! Must not know what a view shows in each case.

use crate::memo::Memo;
use crate::session::{use_selection, use_session};

/// The state of the selected table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableChoice {
    /// The tables are unknown, or an expected one does not exist yet.
    Unknown,
    /// The workspace has no table.
    NoTable,
    /// There are tables, and none is selected.
    NoneChosen,
    /// A table is selected.
    Chosen,
}

/// The state of the selected table. A memo, so that a view is not rebuilt whenever a table changes.
#[must_use]
pub fn use_table_choice() -> Memo<TableChoice> {
    let (session, selection) = (use_session(), use_selection());
    Memo::new(move |_| {
        let Some(tables) = session.known_tables() else {
            return TableChoice::Unknown;
        };
        if selection.expected().with(Option::is_some) {
            TableChoice::Unknown
        } else if tables.is_empty() {
            TableChoice::NoTable
        } else if selection.table.with(Option::is_none) {
            TableChoice::NoneChosen
        } else {
            TableChoice::Chosen
        }
    })
}
