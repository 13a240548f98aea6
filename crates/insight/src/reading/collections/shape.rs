//! What collections are shown as: plain data, bounded.
//!
//! Must not know where it is read from.

use hashrange_values::{Item, Text};
use hashrange_wire::ProjectionType;

use crate::Glance;

/// Collections of a table and of indexes.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct CollectionsSeen {
    /// Collections of the table in all.
    pub total: usize,
    /// Place of the selected item's collection among them; `None` without it.
    pub selected_at: Option<usize>,
    /// Place of the first of those shown; 0 for one shown alone.
    pub from: usize,
    /// Those shown.
    pub table: Vec<CollectionSeen>,
    /// The indexes beside them, in the table's order.
    pub indexes: Vec<IndexSeen>,
}

/// One collection.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct CollectionSeen {
    /// Names and values of the partition key.
    pub partition_key: Item,
    /// Members in all.
    pub members: usize,
    /// Their bytes.
    pub bytes: u64,
    /// Of the table, where it has local indexes: bytes with their entries, which are limited together.
    pub limited: Option<CollectionFill>,
    /// Members listed, and the gaps between them.
    pub rows: Vec<CollectionRow>,
}

/// Bytes, and the most there may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct CollectionFill {
    /// The bytes.
    pub bytes: u64,
    /// The limit in force.
    pub limit: u64,
}

/// A line of a collection.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub enum CollectionRow {
    /// An item or an entry.
    Member(MemberSeen),
    /// This many members that are not listed.
    Gap(usize),
}

/// An item or an entry.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct MemberSeen {
    /// Primary key in the table.
    pub key: Item,
    /// Place in the collection, from 1.
    pub position: usize,
    /// What a row can show of it.
    pub glance: Glance,
    /// Bytes.
    pub size: u32,
    /// Of an item: how it stands in each index.
    pub entries: Vec<EntrySeen>,
}

/// How an item stands in an index.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum EntrySeen {
    /// It has an entry.
    Linked {
        /// Place in the index's collection, from 1.
        position: usize,
        /// Entries of that collection.
        of: usize,
        /// True when the entry does not show the item's newest values yet.
        behind: bool,
    },
    /// It lacks a key attribute of the index.
    Missing {
        /// The attribute.
        attribute: Text,
    },
    /// Its entry has not arrived.
    OnItsWay,
}

/// Collections of an index.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct IndexSeen {
    /// The index.
    pub name: Text,
    /// True for a local one.
    pub local: bool,
    /// What it carries.
    pub projection: ProjectionType,
    /// Its partition key attributes.
    pub partition: Vec<Text>,
    /// Its sort key attributes.
    pub sort: Vec<Text>,
    /// Changes of the table that have not reached it.
    pub queued: usize,
    /// The collections that hold entries of the items listed of the table, in the order of those items.
    pub collections: Vec<CollectionSeen>,
}
