//! Builds the collections picture from a reading: columns, cells and numbers for the listed members. Must not know
//! signals or the DOM.

mod columns;
#[cfg(test)]
mod tests;

use hashrange_protocol::{CollectionRow, CollectionSeen, CollectionsSeen, IndexSeen, ItemPreview, MemberSeen};
use hashrange_values::{Item, Text, escape_key_bytes, key_bytes};
use litemap::LiteMap;

use crate::state::collection_layout::picture::{Cell, CollectionGroup, CollectionPicture, Column, Lane, Member, Row};
use crate::state::item_rows::cell_text;
use crate::state::table_schema::{IndexKind, Part, TableSchema};

/// Collections shown at a time.
pub(super) const COLLECTIONS_SHOWN: usize = 6;

/// The picture of a reading of a table with this schema.
pub(super) fn read(schema: &TableSchema, seen: &CollectionsSeen) -> CollectionPicture {
    let items: Vec<&Item> = seen
        .table
        .iter()
        .flat_map(listed)
        .map(|member| member.preview.item.as_ref())
        .collect();
    let columns = columns::of_table(schema, &seen.indexes, &items);
    let mut side = SideBuilder {
        needed: needed(&seen.indexes),
        numbers: Numbers::default(),
    };
    let partition = &schema.keys.partition.name;
    let lanes = seen
        .table
        .iter()
        .map(|collection| side.lane(collection, partition, &columns))
        .collect();
    side.needed.clear();
    let right = seen
        .indexes
        .iter()
        .map(|index| side.group(schema, index, &columns))
        .collect();
    let left = CollectionGroup {
        name: schema.name.clone(),
        kind: None,
        projection: "",
        partition_key: partition.clone(),
        part: Part::Partition,
        sorted: schema.keys.sort.is_some(),
        columns,
        lanes,
        queued: 0,
    };
    CollectionPicture {
        left,
        right,
        from: seen.from,
        collections: seen.total,
    }
}

/// The attributes that an item must have to be in every shown index.
fn needed(indexes: &[IndexSeen]) -> Vec<Text> {
    indexes
        .iter()
        .flat_map(|index| index.partition.iter().chain(&index.sort))
        .cloned()
        .collect()
}

fn listed(collection: &CollectionSeen) -> impl Iterator<Item = &MemberSeen> {
    collection.rows.iter().filter_map(|row| match row {
        CollectionRow::Member(member) => Some(member),
        CollectionRow::Gap(_) => None,
    })
}

/// Builds the rows of one side, with what every row needs.
struct SideBuilder {
    /// Attributes whose absence excludes an item from an index.
    needed: Vec<Text>,
    numbers: Numbers,
}

impl SideBuilder {
    /// An index with its collections.
    fn group(&mut self, schema: &TableSchema, index: &IndexSeen, of_table: &[Column]) -> CollectionGroup {
        let columns = columns::of_index(schema, &index.name, of_table);
        let partition_key = index.partition.first().cloned().unwrap_or_default();
        let lanes = index
            .collections
            .iter()
            .map(|it| self.lane(it, &partition_key, &columns))
            .collect();
        CollectionGroup {
            name: index.name.to_string(),
            kind: Some(if index.local {
                IndexKind::Local
            } else {
                IndexKind::Global
            }),
            projection: index.projection.as_str(),
            part: schema
                .part(Some(&index.name), &partition_key)
                .unwrap_or(Part::Partition),
            partition_key,
            sorted: !index.sort.is_empty(),
            columns,
            lanes,
            queued: index.queued,
        }
    }

    fn lane(&mut self, collection: &CollectionSeen, partition_key: &Text, columns: &[Column]) -> Lane {
        let row = |row: &CollectionRow| match row {
            CollectionRow::Gap(members) => Row::Gap(*members),
            CollectionRow::Member(member) => Row::Member(Box::new(self.member(member, columns))),
        };
        Lane {
            title: collection
                .partition_key
                .get(partition_key)
                .map(cell_text)
                .unwrap_or_default(),
            partition_key: collection.partition_key.clone(),
            members: collection.members,
            bytes: collection.bytes,
            with_local_indexes: collection.limited,
            rows: collection.rows.iter().map(row).collect(),
        }
    }

    fn member(&mut self, member: &MemberSeen, columns: &[Column]) -> Member {
        Member {
            number: self.numbers.of(&member.key),
            key: member.key.clone(),
            position: member.position,
            cells: columns
                .iter()
                .map(|column| self.cell(&member.preview, column))
                .collect(),
            size: member.size,
            entries: member.entries.clone(),
        }
    }

    fn cell(&self, preview: &ItemPreview, column: &Column) -> Cell {
        match preview.item.get(&column.name) {
            _ if !column.projected => Cell::NotProjected,
            Some(value) => Cell::Value(cell_text(value)),
            // The item is large. The attribute may exist, but was not sent.
            None if preview.cut => Cell::Value("…".to_owned()),
            None => Cell::Missing {
                needed: self.needed.contains(&column.name),
            },
        }
    }
}

/// Numbers for primary keys. The same key always has the same number.
#[derive(Default)]
struct Numbers {
    given: LiteMap<Vec<u8>, usize>,
}

impl Numbers {
    fn of(&mut self, key: &Item) -> usize {
        let next = self.given.len();
        *self.given.entry(identity(key)).or_insert(next)
    }
}

/// The key's values as bytes. Different keys have different bytes.
fn identity(key: &Item) -> Vec<u8> {
    let (mut scratch, mut out) = (Vec::new(), Vec::new());
    for (_, value) in key.iter() {
        scratch.clear();
        escape_key_bytes(key_bytes(value, &mut scratch).unwrap_or_default(), &mut out);
    }
    out
}
