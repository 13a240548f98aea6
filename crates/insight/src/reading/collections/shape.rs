//! Collections for display: plain data, bounded.
//!
//! Must not know where they are read from.

use hashrange_values::{Item, Text};
use hashrange_wire::ProjectionType;

use crate::ItemPreview;

/// Collections of a table and of indexes.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct CollectionsSeen {
    /// Total number of collections of the table.
    pub total: usize,
    /// Position of the selected item's collection in the table; `None` without a selected item, or if it is absent.
    pub selected_at: Option<usize>,
    /// Position of the first listed collection; 0 if only one collection is requested.
    pub from: usize,
    /// The listed collections of the table.
    pub table: Vec<CollectionSeen>,
    /// The requested indexes, in the table's order.
    pub indexes: Vec<IndexSeen>,
}

/// One collection.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct CollectionSeen {
    /// Names and values of the partition key.
    pub partition_key: Item,
    /// Total number of members.
    pub members: usize,
    /// Bytes of all members.
    pub bytes: u64,
    /// For a table with local indexes: the bytes of items and local index entries, which share one limit.
    pub limited: Option<CollectionFill>,
    /// The listed members, and the gaps between them.
    pub rows: Vec<CollectionRow>,
}

/// Bytes, and their maximum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct CollectionFill {
    /// The bytes.
    pub bytes: u64,
    /// The current limit.
    pub limit: u64,
}

/// A line of a collection.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub enum CollectionRow {
    /// An item or an entry.
    Member(MemberSeen),
    /// A number of members that are not listed.
    Gap(usize),
}

/// An item or an entry.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct MemberSeen {
    /// Primary key in the table.
    pub key: Item,
    /// Position in the collection, from 1.
    pub position: usize,
    /// The part of the item that a row can show.
    pub preview: ItemPreview,
    /// Bytes.
    pub size: u32,
    /// For an item: its state in each index.
    pub entries: Vec<EntrySeen>,
}

/// The state of an item in an index.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum EntrySeen {
    /// It has an entry.
    Linked {
        /// Position in the index's collection, from 1.
        position: usize,
        /// Number of entries in that collection.
        of: usize,
        /// True if the entry does not have the item's latest values yet.
        behind: bool,
    },
    /// The item lacks a key attribute of the index.
    Missing {
        /// The attribute.
        attribute: Text,
    },
    /// Its entry is pending.
    OnItsWay,
}

/// Collections of an index.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct IndexSeen {
    /// The index.
    pub name: Text,
    /// True for a local index.
    pub local: bool,
    /// The projection.
    pub projection: ProjectionType,
    /// Its partition key attributes.
    pub partition: Vec<Text>,
    /// Its sort key attributes.
    pub sort: Vec<Text>,
    /// Number of pending changes of the table.
    pub queued: usize,
    /// The collections with entries of the listed items, in the order of those items.
    pub collections: Vec<CollectionSeen>,
}
