//! What a copy came to, table by table.

use serde::{Deserialize, Serialize};

use crate::digest::Digest;

/// What a copy came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// The tables that were copied and compared, in order.
    pub tables: Vec<TableReport>,
}

/// What became of one table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableReport {
    /// Its name.
    pub name: String,
    /// How many items both sides have.
    pub items: u64,
    /// The digest of the items, the same on both sides.
    pub digest: Digest,
    /// What could not be copied.
    pub lacks: Vec<Lack>,
}

/// Something of a table that could not be copied.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lack {
    /// What: TTL, tags, stream, vector indexes.
    pub what: String,
    /// Why: which side said what.
    pub why: String,
}
