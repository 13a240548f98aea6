//! The content of the collections picture: the table's collections on the left, the indexes on the right, as plain
//! texts and numbers. Must not know where anything is drawn.

use hashrange_protocol::EntrySeen;
use hashrange_values::{Item, Text};

use super::side::Side;
use crate::state::table_schema::{IndexKind, Part};

/// Table and indexes side by side.
#[derive(Clone, Debug, PartialEq)]
pub struct CollectionPicture {
    /// The table.
    pub left: CollectionGroup,
    /// The indexes.
    pub right: Vec<CollectionGroup>,
    /// The position of the first listed collection among all collections of the table.
    pub from: usize,
    /// Total number of collections of the table.
    pub collections: usize,
}

/// Collections of one table or index.
#[derive(Clone, Debug, PartialEq)]
pub struct CollectionGroup {
    /// Name of the table or index.
    pub name: String,
    /// The kind of index; `None` for the table.
    pub kind: Option<IndexKind>,
    /// The projection as AWS writes it; empty for the table.
    pub projection: &'static str,
    /// The partition key attribute.
    pub partition_key: Text,
    /// The role of the partition key.
    pub part: Part,
    /// Whether there is a sort key.
    pub sorted: bool,
    /// The columns of every row.
    pub columns: Vec<Column>,
    /// The collections.
    pub lanes: Vec<Lane>,
    /// Changes of the table that have not reached the index yet.
    pub queued: usize,
}

/// A column of a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// The attribute.
    pub name: Text,
    /// Its role as a key.
    pub part: Option<Part>,
    /// False when the index does not contain it.
    pub projected: bool,
}

/// One collection.
#[derive(Clone, Debug, PartialEq)]
pub struct Lane {
    /// Name and value of the partition key.
    pub partition_key: Item,
    /// The value on one line.
    pub title: String,
    /// Total number of members.
    pub members: usize,
    /// Bytes of all members.
    pub bytes: u64,
    /// The members with their entries in local secondary indexes, which share a limit. Only for a table that has such
    /// indexes.
    pub with_local_indexes: Option<Fill>,
    /// The members listed, and the gaps between them.
    pub rows: Vec<Row>,
}

/// The size in bytes, and the maximum.
pub type Fill = hashrange_protocol::CollectionFill;

/// A line of a lane.
#[derive(Clone, Debug, PartialEq)]
pub enum Row {
    /// An item or an entry.
    Member(Box<Member>),
    /// This many members that are not listed.
    Gap(usize),
}

/// An item or an entry.
#[derive(Clone, Debug, PartialEq)]
pub struct Member {
    /// Number in the picture: an item and its entries share it.
    pub number: usize,
    /// Primary key in the table.
    pub key: Item,
    /// Place in the collection, from 1.
    pub position: usize,
    /// One cell a column.
    pub cells: Vec<Cell>,
    /// Bytes.
    pub size: u32,
    /// For an item: its state in each index on the right.
    pub entries: Vec<EntrySeen>,
}

/// The content of a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cell {
    /// The value on one line.
    Value(String),
    /// The item has no such attribute.
    Missing {
        /// True when an index on the right needs it as a key.
        needed: bool,
    },
    /// The index does not contain the attribute.
    NotProjected,
}

/// The minimum and maximum width of a column, in characters.
const COLUMN_CHARACTERS: (usize, usize) = (5, 19);
/// The number of a head's characters that count for the width. A longer name is cut before the values.
const HEAD_CHARACTERS: usize = 10;

impl CollectionGroup {
    /// Whether each line that names a collection has a second line below it. True for a table whose collections have a
    /// limit and for its local indexes, so that rows of the same collection have the same height.
    #[must_use]
    pub fn has_tall_heads(&self) -> bool {
        self.kind == Some(IndexKind::Local) || self.lanes.iter().any(|lane| lane.with_local_indexes.is_some())
    }

    /// The share of the row width of each column by the length of its values. The shares sum to 1.
    #[must_use]
    pub fn column_shares(&self) -> Vec<f64> {
        let (fewest, most) = COLUMN_CHARACTERS;
        let need = |at: usize, column: &Column| {
            let cells = self
                .lanes
                .iter()
                .flat_map(Lane::listed)
                .filter_map(|member| member.cells.get(at));
            let longest = cells.map(Cell::characters).max().unwrap_or(0);
            // The glyph is as wide as two characters.
            let head = column.name.chars().count() + if column.part.is_some() { 2 } else { 0 };
            longest.max(head.min(HEAD_CHARACTERS)).clamp(fewest, most)
        };
        let needs: Vec<usize> = self
            .columns
            .iter()
            .enumerate()
            .map(|(at, column)| need(at, column))
            .collect();
        let all = needs.iter().sum::<usize>().max(1);
        needs.into_iter().map(|need| need as f64 / all as f64).collect()
    }
}

impl Cell {
    fn characters(&self) -> usize {
        match self {
            Self::Value(text) => text.chars().count(),
            Self::Missing { .. } | Self::NotProjected => 0,
        }
    }
}

impl Lane {
    /// The members listed.
    pub fn listed(&self) -> impl Iterator<Item = &Member> {
        self.rows.iter().filter_map(|row| match row {
            Row::Member(member) => Some(member.as_ref()),
            Row::Gap(_) => None,
        })
    }
}

impl CollectionPicture {
    /// The groups of a side.
    pub fn groups(&self, side: Side) -> impl Iterator<Item = &CollectionGroup> {
        let (left, right) = match side {
            Side::Table => (Some(&self.left), &[][..]),
            Side::Index => (None, self.right.as_slice()),
        };
        left.into_iter().chain(right)
    }

    /// The listed members of a side, from top to bottom.
    pub fn members(&self, side: Side) -> impl Iterator<Item = &Member> {
        self.groups(side).flat_map(|group| &group.lanes).flat_map(Lane::listed)
    }

    /// Number of the item with this primary key, if it is listed.
    #[must_use]
    pub fn number_of(&self, key: &Item) -> Option<usize> {
        let all = self.members(Side::Table).chain(self.members(Side::Index));
        all.into_iter()
            .find(|member| member.key == *key)
            .map(|member| member.number)
    }

    /// Bytes of the largest listed member, which scales the bars.
    #[must_use]
    pub fn largest(&self) -> u32 {
        let all = self.members(Side::Table).chain(self.members(Side::Index));
        all.map(|member| member.size).max().unwrap_or(0)
    }
}
