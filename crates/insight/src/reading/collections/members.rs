//! The members of one collection, of a table or of an index: those that are listed, and the gaps between them.
//!
//! Must not know which of them are listed.

use std::sync::Arc;

use hashrange_engine::KeySchema;
use hashrange_values::Item;

use super::listing::Listed;
use super::shape::{CollectionRow, CollectionSeen, MemberSeen};
use crate::ItemPreview;

/// Items with their sizes, in stored order.
pub(super) type Rows<'a> = Vec<(&'a Arc<Item>, u32)>;

impl Listed {
    /// The member that it represents: position, item and size.
    pub(super) fn member<'a>(self, rows: &Rows<'a>) -> Option<(usize, &'a Arc<Item>, u32)> {
        match self {
            Self::Member(place) => rows.get(place).map(|(item, size)| (place, *item, *size)),
            Self::Gap(_) => None,
        }
    }
}

/// A collection of the table, or of an index with these keys; `None` without members.
pub(super) fn collection_seen(
    rows: &Rows<'_>,
    lines: &[Listed],
    keys: &KeySchema,
    table_keys: &KeySchema,
) -> Option<CollectionSeen> {
    let partition = KeySchema {
        partition: keys.partition.clone(),
        sort: Vec::new(),
    };
    let row = |line: &Listed| match line {
        Listed::Gap(members) => Some(CollectionRow::Gap(*members)),
        Listed::Member(_) => {
            let (place, item, size) = line.member(rows)?;
            Some(CollectionRow::Member(MemberSeen {
                key: table_keys.key_of(item),
                position: place + 1,
                preview: ItemPreview::at(item, size, &[keys, table_keys]),
                size,
                entries: Vec::new(),
            }))
        }
    };
    Some(CollectionSeen {
        partition_key: partition.key_of(rows.first()?.0),
        members: rows.len(),
        bytes: bytes_of(rows),
        limited: None,
        rows: lines.iter().filter_map(row).collect(),
    })
}

pub(super) fn bytes_of(rows: &Rows<'_>) -> u64 {
    rows.iter().map(|(_, size)| u64::from(*size)).sum()
}
