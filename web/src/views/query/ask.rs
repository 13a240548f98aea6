//! A Query requested by another view: the Query tab runs it. Must not know who requests it.

use leptos::prelude::*;

use crate::selection::{Selection, Tab};
use crate::signal::RwSignal;

/// One value of a partition key, of a table or one of its indexes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Collection {
    /// The table.
    pub table: String,
    /// The index; `None` for the table itself.
    pub index: Option<String>,
    /// The value as typed.
    pub partition: String,
}

/// The handle that opens the tab with a Query.
#[derive(Clone, Copy, Debug)]
pub struct QueryRequest(RwSignal<Option<Collection>>);

/// Puts the handle into the context, for all views below.
pub fn provide_query_request() {
    provide_context(QueryRequest(RwSignal::new(None)));
}

/// The handle of the page. Outside the page it opens nothing.
#[must_use]
pub fn use_query_request() -> QueryRequest {
    use_context::<QueryRequest>().unwrap_or_else(|| QueryRequest(RwSignal::new(None)))
}

impl QueryRequest {
    /// Shows the tab, which reads the collection.
    pub fn ask(self, selection: Selection, wanted: Collection) {
        selection.index.set(wanted.index.clone());
        self.0.set(Some(wanted));
        selection.tab.set(Tab::Query);
    }

    /// Returns the request for a table, and removes it.
    pub(super) fn take(self, table: &str) -> Option<Collection> {
        let wanted = self.0.get().filter(|wanted| wanted.table == table)?;
        self.0.set(None);
        Some(wanted)
    }
}
