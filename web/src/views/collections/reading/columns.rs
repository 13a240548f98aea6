//! The attributes in the rows of the picture: the sort key first, then those that the indexes need, then the most
//! frequent ones.

use hashrange_protocol::IndexSeen;
use hashrange_values::{Item, Text, sort, sort_by};

use crate::state::collection_layout::picture::Column;
use crate::state::table_schema::TableSchema;

/// The number of columns in a row of the table.
const MOST_OF_TABLE: usize = 3;
/// The number of columns in a row of an index.
const MOST_OF_INDEX: usize = 4;
/// Maximum number of index columns that show only that the attribute is not projected.
const MOST_NOT_PROJECTED: usize = 1;

/// The columns of the table's rows.
pub(super) fn of_table(schema: &TableSchema, indexes: &[IndexSeen], items: &[&Item]) -> Vec<Column> {
    let mut names: Vec<Text> = Vec::new();
    let mut add = |name: &Text| {
        if names.len() < MOST_OF_TABLE && !names.contains(name) {
            names.push(name.clone());
        }
    };
    if let Some(sort) = &schema.keys.sort {
        add(&sort.name);
    }
    let is_partition = |name: &Text| *name == schema.keys.partition.name;
    for name in indexes
        .iter()
        .flat_map(|index| index.partition.iter().chain(&index.sort))
    {
        if !is_partition(name) {
            add(name);
        }
    }
    for name in by_frequency(items).iter().filter(|name| !is_partition(name)) {
        add(name);
    }
    if names.is_empty() {
        // The items have only a partition key. A row still needs a name.
        names.push(schema.keys.partition.name.clone());
    }
    names
        .into_iter()
        .map(|name| Column {
            part: schema.part(None, &name),
            name,
            projected: true,
        })
        .collect()
}

/// The columns of an index's rows: its sort key, the table's keys, then the table's columns, projected or not.
pub(super) fn of_index(schema: &TableSchema, index: &str, of_table: &[Column]) -> Vec<Column> {
    let own = schema.keys_of(Some(index));
    let mut names: Vec<Text> = own.sort.iter().map(|key| key.name.clone()).collect();
    let others = schema
        .keys
        .iter()
        .map(|key| &key.name)
        .chain(of_table.iter().map(|column| &column.name));
    for name in others {
        if *name != own.partition.name && !names.contains(name) {
            names.push(name.clone());
        }
    }
    let mut not_projected = 0;
    let mut columns: Vec<Column> = names
        .into_iter()
        .map(|name| {
            let (part, projected) = (schema.part(Some(index), &name), schema.carries(Some(index), &name));
            Column { name, part, projected }
        })
        .filter(|column| {
            not_projected += usize::from(!column.projected);
            column.projected || not_projected <= MOST_NOT_PROJECTED
        })
        .take(MOST_OF_INDEX)
        .collect();
    if columns.is_empty() {
        // An index with only the table's partition key. A row still needs a name.
        let name = own.partition.name.clone();
        columns.push(Column {
            part: schema.part(Some(index), &name),
            name,
            projected: true,
        });
    }
    columns
}

/// Attributes of the items, most frequent first.
fn by_frequency(items: &[&Item]) -> Vec<Text> {
    let mut names: Vec<&Text> = items
        .iter()
        .flat_map(|item| item.iter())
        .map(|(name, _)| name)
        .collect();
    sort(&mut names);
    let mut names: Vec<&[&Text]> = names.chunk_by(|one, other| one == other).collect();
    sort_by(&mut names, |one, other| other.len().cmp(&one.len()));
    names
        .into_iter()
        .filter_map(|equal| Some((*equal.first()?).clone()))
        .collect()
}
