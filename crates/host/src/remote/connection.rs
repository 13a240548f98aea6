//! A connection as data: the endpoint, the switch for writes, and how far each table is loaded.
//!
//! Must not know how tables are loaded.

use hashrange_protocol::errand::RemoteFacts;

use super::endpoint::Endpoint;

/// The connection of a workspace.
#[derive(Debug)]
pub(crate) struct Remote {
    pub(super) endpoint: Endpoint,
    /// Whether requests that change something are sent.
    pub(super) writes: bool,
    pub(super) tables: Vec<Mirrored>,
    /// Tables that are not in the mirror: too many, or of a kind that the simulation does not know.
    pub(super) left_out: usize,
}

impl Remote {
    /// What a page says of it.
    pub(super) fn facts(&self) -> RemoteFacts {
        RemoteFacts {
            endpoint: self.endpoint.address.to_string(),
            region: self.endpoint.region.clone(),
            is_aws: self.endpoint.address.is_of_aws(),
            writes: self.writes,
            left_out: self.left_out,
            loaded: self.tables.iter().map(|table| (table.name.clone(), table.loaded, table.next.is_none())).collect(),
        }
    }
}

/// A table of the mirror.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Mirrored {
    pub(super) name: String,
    /// Items loaded.
    pub(super) loaded: u64,
    /// Where the next page begins: at a key, or at the beginning; nothing when all was loaded.
    pub(super) next: Option<Option<String>>,
}

impl Mirrored {
    pub(super) fn new(name: &str) -> Self {
        Self { name: name.to_owned(), loaded: 0, next: Some(None) }
    }

    /// Forgets what was loaded, and returns the name.
    pub(super) fn forget(&mut self) -> String {
        (self.loaded, self.next) = (0, Some(None));
        self.name.clone()
    }
}

/// A page of items, each as JSON, and the key that the next one begins at.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Page {
    pub(super) items: Vec<String>,
    pub(super) next: Option<String>,
}
