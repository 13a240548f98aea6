//! A Query that another view asks for: the Query tab takes it up and runs it. Must not know who asks.

use leptos::prelude::*;

use crate::selection::{Selection, Tab};

/// One value of a partition key, of a table or one of its indexes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Collection {
    /// The table.
    pub table: String,
    /// The index; none for the table itself.
    pub index: Option<String>,
    /// The value as it is typed.
    pub partition: String,
}

/// The way into the tab with a Query.
#[derive(Clone, Copy, Debug)]
pub struct QueryDoor(RwSignal<Option<Collection>>);

/// Puts the way into the context, for everything below.
pub fn provide_query_door() {
    provide_context(QueryDoor(RwSignal::new(None)));
}

/// The page's way; one that leads nowhere outside the page.
#[must_use]
pub fn use_query_door() -> QueryDoor {
    use_context::<QueryDoor>().unwrap_or_else(|| QueryDoor(RwSignal::new(None)))
}

impl QueryDoor {
    /// Shows the tab, which reads the collection.
    pub fn ask(self, selection: Selection, wanted: Collection) {
        selection.index.set(wanted.index.clone());
        self.0.set(Some(wanted));
        selection.tab.set(Tab::Query);
    }

    /// Takes up what was asked for of a table, once.
    pub(super) fn take(self, table: &str) -> Option<Collection> {
        let wanted = self.0.get().filter(|wanted| wanted.table == table)?;
        self.0.set(None);
        Some(wanted)
    }
}
