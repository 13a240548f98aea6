//! The selection: table, index, item and tab. A selected thing is highlighted in every view.
//!
//! Must not know what the selection is used for, nor where it is stored.

use hashrange_values::Item;
use hashrange_words::t;
use leptos::prelude::*;

use crate::signal::RwSignal;

/// A tab of the workspace.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tab {
    /// The items of the table or index.
    #[default]
    Items,
    /// Query and Scan.
    Query,
    /// The access patterns of the application.
    Patterns,
    /// Items drawn by item collection.
    Collections,
    /// Generated load on the table.
    Workload,
    /// The design of the table, or the form of a new one.
    Design,
    /// Settings of an existing table.
    Settings,
    /// Any operation, as JSON.
    Request,
}

impl Tab {
    /// Every tab, in order.
    pub const ALL: [Self; 8] = [
        Self::Items,
        Self::Query,
        Self::Patterns,
        Self::Collections,
        Self::Workload,
        Self::Design,
        Self::Settings,
        Self::Request,
    ];

    /// The name in addresses.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Items => "Items",
            Self::Query => "Query",
            Self::Patterns => "Patterns",
            Self::Collections => "Collections",
            Self::Workload => "Workload",
            Self::Design => "Design",
            Self::Settings => "Settings",
            Self::Request => "Request",
        }
    }

    /// The label.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::Items => t!("Items"),
            Self::Query => t!("Query"),
            Self::Patterns => t!("Patterns"),
            Self::Collections => t!("Collections"),
            Self::Workload => t!("Workload"),
            Self::Design => t!("Design"),
            Self::Settings => t!("Settings"),
            Self::Request => t!("Request"),
        }
    }

    /// The tab with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|tab| tab.name() == name)
    }
}

/// The handle to the selection.
#[derive(Clone, Copy, Debug)]
pub struct Selection {
    /// The table, by name. `None` while a new table is being designed, or if there are no tables.
    pub table: RwSignal<Option<String>>,
    /// The index, by name; `None` for the table itself.
    pub index: RwSignal<Option<String>>,
    /// Primary key of the selected item in the table.
    pub item: RwSignal<Option<Item>>,
    /// The tab in front.
    pub tab: RwSignal<Tab>,
    /// A table that is being created and is selected when it exists.
    expected: RwSignal<Option<String>>,
}

impl Default for Selection {
    fn default() -> Self {
        Self {
            table: RwSignal::new(None),
            index: RwSignal::new(None),
            item: RwSignal::new(None),
            tab: RwSignal::new(Tab::default()),
            expected: RwSignal::new(None),
        }
    }
}

impl Selection {
    /// Selects a table, or one of its indexes, and no item. The tab Design of a new table changes to Items.
    pub fn choose(self, table: &str, index: Option<&str>) {
        let other = self.table.with_untracked(|chosen| chosen.as_deref() != Some(table));
        if other {
            self.item.set(None);
            self.table.set(Some(table.to_owned()));
        }
        self.index.set(index.map(str::to_owned));
    }

    /// Selects a table when it exists.
    pub fn expect(self, table: &str) {
        self.expected.set(Some(table.to_owned()));
        self.choose(table, None);
    }

    /// The table to select when it exists.
    #[must_use]
    pub fn expected(self) -> RwSignal<Option<String>> {
        self.expected
    }

    /// The selection, as one line.
    #[must_use]
    pub fn line(self) -> String {
        to_line(self.table.get().as_deref(), self.index.get().as_deref(), self.tab.get())
    }

    /// Restores the selection of a line, as far as possible.
    pub fn take_up(self, line: &str) {
        let (table, index, tab) = from_line(line);
        self.item.set(None);
        self.expected.set(None);
        self.table.set(table);
        self.index.set(index);
        self.tab.set(tab);
    }

    /// Selects nothing, and shows the form of a new table.
    pub fn design_new(self) {
        self.item.set(None);
        self.index.set(None);
        self.table.set(None);
        self.tab.set(Tab::Design);
    }
}

/// Table, index and tab as one line. Their names cannot contain a semicolon.
fn to_line(table: Option<&str>, index: Option<&str>, tab: Tab) -> String {
    format!(
        "{};{};{}",
        table.unwrap_or_default(),
        index.unwrap_or_default(),
        tab.name()
    )
}

fn from_line(line: &str) -> (Option<String>, Option<String>, Tab) {
    let mut words = line.split(';');
    let mut name = || words.next().filter(|word| !word.is_empty()).map(str::to_owned);
    let (table, index, tab) = (name(), name(), name());
    (table, index, tab.as_deref().and_then(Tab::named).unwrap_or_default())
}

/// The selection of the page. Outside the page, as in a test of one view, a separate one.
#[must_use]
pub fn use_selection() -> Selection {
    use_context::<Selection>().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{Tab, from_line, to_line};

    #[test]
    fn a_line_is_read_back() {
        for tab in Tab::ALL {
            let line = to_line(Some("Thread"), Some("LastPostIndex"), tab);
            assert_eq!(
                from_line(&line),
                (Some("Thread".to_owned()), Some("LastPostIndex".to_owned()), tab)
            );
        }
        assert_eq!(from_line(&to_line(None, None, Tab::Query)), (None, None, Tab::Query));
        assert_eq!(from_line("nonsense"), (Some("nonsense".to_owned()), None, Tab::Items));
        assert_eq!(from_line(""), (None, None, Tab::Items));
    }
}
