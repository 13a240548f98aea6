//! The result of a copy, table by table.

use hashrange_wire::json_members;

use crate::digest::Digest;

/// The result of a copy.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// The tables that were copied and compared, in order.
    pub tables: Vec<TableReport>,
}

/// The result of one table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableReport {
    /// Its name.
    pub name: String,
    /// The number of items, the same on both sides.
    pub items: u64,
    /// The digest of the items, the same on both sides.
    pub digest: Digest,
    /// The parts of the table that could not be copied.
    pub not_copied: Vec<NotCopied>,
}

/// A part of a table that could not be copied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotCopied {
    /// The part: TTL, tags, stream, vector indexes, schema, or a setting of the table.
    pub what: String,
    /// The reason, for example the side and its message.
    pub why: String,
}
json_members!(NotCopied { what, why });
