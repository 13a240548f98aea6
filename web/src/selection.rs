//! What is selected: table, index, item and tab. Everything selected anywhere is highlighted everywhere.
//!
//! Must not know what the selection is used for.

use hashrange_values::Item;
use leptos::prelude::*;

/// The tabs of the workspace.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tab {
    /// The items of the table or index.
    #[default]
    Items,
    /// Query and Scan.
    Query,
    /// Items drawn by item collection.
    Collections,
    /// How the table is made, or the form of a new one.
    Design,
}

impl Tab {
    /// Every tab with its words, in order.
    pub const ALL: [(Self, &'static str); 4] = [
        (Self::Items, "Items"),
        (Self::Query, "Query"),
        (Self::Collections, "Collections"),
        (Self::Design, "Design"),
    ];
}

/// The handle to the selection.
#[derive(Clone, Copy, Debug)]
pub struct Selection {
    /// The table, by name; none while a new one is being designed or there is none.
    pub table: RwSignal<Option<String>>,
    /// The index, by name; none for the table itself.
    pub index: RwSignal<Option<String>>,
    /// Primary key of the selected item in the table.
    pub item: RwSignal<Option<Item>>,
    /// The tab in front.
    pub tab: RwSignal<Tab>,
}

impl Default for Selection {
    fn default() -> Self {
        Self {
            table: RwSignal::new(None),
            index: RwSignal::new(None),
            item: RwSignal::new(None),
            tab: RwSignal::new(Tab::default()),
        }
    }
}

impl Selection {
    /// Selects a table, or one of its indexes, and no item. The design of nothing gives way to the items.
    pub fn choose(self, table: &str, index: Option<&str>) {
        let other = self.table.with_untracked(|chosen| chosen.as_deref() != Some(table));
        if other {
            self.item.set(None);
            self.table.set(Some(table.to_owned()));
        }
        self.index.set(index.map(str::to_owned));
    }

    /// Selects nothing, and shows the form of a new table.
    pub fn design_new(self) {
        self.item.set(None);
        self.index.set(None);
        self.table.set(None);
        self.tab.set(Tab::Design);
    }
}

/// The selection of the page; one of its own outside the page, as in a test of one view.
#[must_use]
pub fn use_selection() -> Selection {
    use_context::<Selection>().unwrap_or_default()
}
