//! Figures of a table and its indexes, from the views of the engine.
//!
//! Must not know what was folded from events.

use hashrange_engine::{Engine, IndexView, PartitionView, TableView};
use hashrange_workload::Figure;

/// A figure of the table's own view.
pub(super) fn of_table(engine: &Engine, view: TableView<'_>, figure: &Figure) -> Option<String> {
    Some(match figure {
        Figure::Items => view.item_count().to_string(),
        Figure::Indexes => view.indexes().count().to_string(),
        Figure::Behind => view.behind(engine.now()).to_string(),
        Figure::Bytes(None) => view.bytes().to_string(),
        Figure::Status(None) => view.status().as_str().to_owned(),
        Figure::Rate(None) => view
            .throughput()
            .map_or(0, |rate| rate.write_capacity_units)
            .to_string(),
        Figure::ReadRate(None) => view.throughput().map_or(0, |rate| rate.read_capacity_units).to_string(),
        Figure::Partitions(None) => view.partitions().count().to_string(),
        Figure::Fullest(None) => view.partitions().map(|one| one.items).max().unwrap_or(0).to_string(),
        Figure::Emptiest(None) => view.partitions().map(|one| one.items).min().unwrap_or(0).to_string(),
        Figure::ItemsIn(wanted) => items_in(view.partitions(), *wanted).to_string(),
        Figure::Entries(name) | Figure::Waiting(name) => {
            let index = of_name(view, name);
            let counted = |index: IndexView<'_>| {
                if matches!(figure, Figure::Entries(_)) {
                    index.item_count()
                } else {
                    index.queued()
                }
            };
            index.map_or(0, counted).to_string()
        }
        Figure::Bytes(Some(name))
        | Figure::Status(Some(name))
        | Figure::Rate(Some(name))
        | Figure::ReadRate(Some(name))
        | Figure::Partitions(Some(name))
        | Figure::Fullest(Some(name))
        | Figure::Emptiest(Some(name)) => return of_name(view, name).and_then(|index| of_index(index, figure)),
        _ => return None,
    })
}

fn of_index(index: IndexView<'_>, figure: &Figure) -> Option<String> {
    Some(match figure {
        Figure::Bytes(_) => index.bytes().to_string(),
        Figure::Status(_) => index.status().as_str().to_owned(),
        Figure::Rate(_) => index
            .throughput()
            .map_or(0, |rate| rate.write_capacity_units)
            .to_string(),
        Figure::ReadRate(_) => index
            .throughput()
            .map_or(0, |rate| rate.read_capacity_units)
            .to_string(),
        Figure::Partitions(_) => index.partitions().count().to_string(),
        Figure::Fullest(_) => index.partitions().map(|one| one.items).max().unwrap_or(0).to_string(),
        Figure::Emptiest(_) => index.partitions().map(|one| one.items).min().unwrap_or(0).to_string(),
        _ => return None,
    })
}

fn items_in(mut partitions: impl Iterator<Item = PartitionView>, wanted: u32) -> usize {
    partitions.find(|one| one.number == wanted).map_or(0, |one| one.items)
}

/// The index of this name.
pub(super) fn of_name<'a>(table: TableView<'a>, name: &str) -> Option<IndexView<'a>> {
    table.indexes().find(|index| index.definition().name == name)
}
