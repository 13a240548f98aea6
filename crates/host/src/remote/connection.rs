//! A connection as data: the endpoint, the switch for writes, and how far each table is loaded.
//!
//! Must not know how tables are loaded.

use hashrange_copy::Pages;
use hashrange_protocol::call::RemoteFacts;

use super::endpoint::Endpoint;

/// The refusal of what a connection cannot do: its mirror is not the endpoint.
pub(crate) const NO_SIMULATION: &str =
    "A connection to an endpoint has no simulation. Copy its tables into a workspace first.";

/// The connection of a workspace.
#[derive(Debug)]
pub(crate) struct Remote {
    pub(super) endpoint: Endpoint,
    /// Whether requests that change data are sent.
    pub(super) writes: bool,
    pub(super) tables: Vec<Mirrored>,
    /// Number of tables that the mirror leaves out, because there are too many or the simulation does not support them.
    pub(super) left_out: usize,
}

impl Remote {
    /// The facts about the connection that a page shows.
    pub(super) fn facts(&self) -> RemoteFacts {
        RemoteFacts {
            endpoint: self.endpoint.address.to_string(),
            region: self.endpoint.region.clone(),
            is_aws: self.endpoint.signed.is_of_aws(),
            writes: self.writes,
            left_out: self.left_out,
            loaded: self
                .tables
                .iter()
                .map(|table| (table.name.clone(), table.loaded, table.next.is_none()))
                .collect(),
            refused: self
                .tables
                .iter()
                .filter(|table| table.refused > 0)
                .map(|table| (table.name.clone(), table.refused))
                .collect(),
        }
    }
}

/// A table of the mirror.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Mirrored {
    pub(super) name: String,
    /// Items loaded.
    pub(super) loaded: u64,
    /// Items that the simulation refuses: the values of their index keys have another type, or are empty.
    pub(super) refused: u64,
    /// The start of the next page: a key, or `None` for the beginning. The outer `None` means that everything was
    /// loaded.
    pub(super) next: Option<Option<String>>,
    /// The pages loaded.
    pub(super) pages: Pages,
}

impl Mirrored {
    pub(super) fn new(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            loaded: 0,
            refused: 0,
            next: Some(None),
            pages: Pages::default(),
        }
    }

    /// Whether this many items are loaded, or all of them.
    pub(super) fn has(&self, items: u64) -> bool {
        self.next.is_none() || self.loaded + self.refused >= items
    }

    /// Drops the loaded extent. Returns the name, and the number of items that were loaded; of a complete table, more
    /// than any has.
    pub(super) fn restart(&mut self) -> (String, u64) {
        let items = if self.next.is_none() {
            u64::MAX
        } else {
            self.loaded + self.refused
        };
        (self.forget(), items)
    }

    /// Drops the loaded extent, and returns the name.
    pub(super) fn forget(&mut self) -> String {
        (self.loaded, self.refused, self.next) = (0, 0, Some(None));
        self.pages = Pages::default();
        self.name.clone()
    }
}

/// A page of items as JSON, and the key at which the next page begins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ScanPage {
    pub(super) items: Vec<String>,
    pub(super) next: Option<String>,
}
