//! The first partitions of the table, or of one of its global indexes, each with some of its rows.

use hashrange_engine::{IndexView, PartitionRows, PartitionRun, PartitionView, Reserve, Units};
use hashrange_values::sort_by;

use super::row::{Marks, Pin, RowSource};
use super::scene::Scene;
use super::shape::{PartitionStage, RowStage, Stage};
use crate::{HeatSecond, PartitionSecond};

impl<'a> Scene<'a> {
    /// The partitions in hash order, with their remaining read and write units.
    pub(super) fn partitions(
        self,
        index: Option<IndexView<'a>>,
        left: (&Reserve, &Reserve),
        pins: Vec<Pin>,
    ) -> Vec<PartitionStage> {
        let name = index.map(|index| index.definition().name.as_str());
        // One more partition is read, because a slice ends where the next one begins.
        let most = Stage::MOST_PARTITIONS + 1;
        let views: Vec<PartitionView> = match index {
            None => self.table.partitions().take(most).collect(),
            Some(index) => index.partitions().take(most).collect(),
        };
        let ends = views
            .iter()
            .skip(1)
            .map(|next| next.from.saturating_sub(1))
            .chain([u128::MAX]);
        let heat = self.insight.partition_heat(self.engine, self.table.name(), name, 2);
        let shown = views.len().min(Stage::MOST_PARTITIONS);
        let (most, measures) = (squares_of_one(shown, index, self), self.measures(shown));
        let rows = RowSource {
            scene: self,
            index,
            marks: Marks::of(self),
            pins,
            most,
            measures,
        };
        let card = |(position, (view, to)): (usize, (&PartitionView, u128))| {
            let (used, before) = (used(&heat, 1, view.number), used(&heat, 0, view.number));
            let (found, more_rows) = rows.of(position);
            PartitionStage {
                number: view.number,
                parent: view.parent,
                from: view.from,
                // Two halves of one collection begin at the same hash.
                to: to.max(view.from),
                items: view.items as u64,
                bytes: if index.is_none() {
                    self.table.partition_bytes(position)
                } else {
                    view.bytes
                },
                reads: [used.read, before.read],
                writes: [used.write, before.write],
                reads_left: units_left(left.0, view.number),
                writes_left: units_left(left.1, view.number),
                throttled_now: [used.throttled, before.throttled],
                throttled: self.insight.throttled_in(self.table.name(), name, view.number),
                rows: found,
                more_rows,
            }
        };
        views.iter().zip(ends).take(shown).enumerate().map(card).collect()
    }
}

impl Scene<'_> {
    /// Maximum number of items of a collection whose bytes are summed, for this number of shown partitions. `None` for
    /// a table without local indexes, and for a table too small to have a collection near the limit.
    fn measures(self, partitions: usize) -> Option<usize> {
        let limit = self.engine.options().limits.item_collection_bytes;
        let near = self.table.bytes().saturating_mul(Stage::MEASURED_FROM) >= limit;
        let most = Stage::MOST_MEASURED / (partitions * Stage::MOST_ROWS).max(1);
        (near && self.locals().next().is_some()).then_some(most)
    }
}

/// Maximum number of squares of one partition. All partitions of the table share a number. All partitions of its
/// indexes share half of it.
fn squares_of_one(partitions: usize, index: Option<IndexView<'_>>, scene: Scene<'_>) -> usize {
    let sharing = if index.is_some() { scene.online().count() * 2 } else { 1 };
    Stage::MOST_SQUARES_IN_ALL / (partitions * sharing).max(1)
}

/// What a partition served and refused in a second of the window.
fn used(heat: &[HeatSecond], second: usize, partition: u32) -> PartitionSecond {
    heat.get(second).map(|second| second.of(partition)).unwrap_or_default()
}

fn units_left(reserve: &Reserve, partition: u32) -> Units {
    let known = reserve
        .partitions
        .binary_search_by_key(&partition, |(number, _)| *number)
        .ok();
    known
        .and_then(|at| reserve.partitions.get(at))
        .map_or(Units::whole(reserve.ceiling), |(_, left)| *left)
}

impl<'a> RowSource<'a> {
    /// The rows of the partition at a position, and whether it has more.
    fn of(&'a self, position: usize) -> (Vec<RowStage>, bool) {
        let most = Stage::MOST_ROWS;
        let of = |rows| match self.index {
            None => self.scene.table.partition_rows(position, most, rows),
            Some(index) => index.partition_rows(position, most, rows),
        };
        let mut share = (self.most / most).max(1);
        let mut found = of(share);
        // The rows share the squares evenly: if there are few rows, each has more squares.
        let wider = (self.most / found.runs.len().max(1)).clamp(1, Stage::MOST_SQUARES);
        if wider > share && found.runs.iter().any(|run| run.more) {
            (share, found) = (wider, of(wider));
        }
        let PartitionRows { mut runs, more } = found;
        let more = more || runs.len() > self.most;
        runs.truncate(self.most);
        let before = runs.len();
        self.pin(position, wider.max(share), &mut runs);
        let mut rows: Vec<(u128, RowStage)> = self.empty(position, &runs);
        rows.extend(
            runs.iter()
                .map(|run| (run.place, self.row(run, self.share_of(run, share, wider)))),
        );
        sort_by(&mut rows, |one, other| one.0.cmp(&other.0));
        (
            rows.into_iter().map(|(_, row)| row).collect(),
            more || runs.len() < before,
        )
    }

    /// The maximum number of squares of a row: a pinned row has more.
    fn share_of(&self, run: &PartitionRun<'_>, share: usize, wider: usize) -> usize {
        if self.pins.iter().any(|pin| pin.is_at(run.place)) {
            wider.max(share)
        } else {
            share
        }
    }
}
