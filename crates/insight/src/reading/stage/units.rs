//! Throughput of the table, or of one of its global indexes: used and remaining units.

use hashrange_engine::{Direction, IndexView, Reserve, Resource, Units};

use super::scene::Scene;
use super::shape::{StageBucket, StageUnits};
use crate::Second;

impl<'a> Scene<'a> {
    /// The remaining throughput of the table, or of one of its global indexes.
    pub(super) fn reserve(self, index: Option<IndexView<'a>>, direction: Direction) -> Option<Reserve> {
        let index = index.map(|index| index.definition().name.as_str());
        self.engine.reserve(self.table.name(), index, direction)
    }

    /// The units of one direction.
    pub(super) fn units(self, index: Option<IndexView<'a>>, direction: Direction, reserve: &Reserve) -> StageUnits {
        let of = |second: &Second| match direction {
            Direction::Read => second.read,
            Direction::Write => second.write,
        };
        let seconds = self.seconds(index);
        let mut used = seconds.iter().rev().map(of);
        StageUnits {
            used: used.next().unwrap_or(Units::ZERO),
            before: used.next().unwrap_or(Units::ZERO),
            per_second: reserve.per_second,
            bucket: StageBucket {
                left: reserve.left,
                most: reserve.most,
            },
            throttled: self.throttled_so_far(index, direction),
        }
    }

    /// Requests throttled so far.
    fn throttled_so_far(self, index: Option<IndexView<'a>>, direction: Direction) -> u32 {
        let resource = index.map_or(Resource::Table, |index| {
            Resource::GlobalIndex(index.definition().name.clone())
        });
        let series = self
            .insight
            .capacity(self.table.name())
            .and_then(|capacity| capacity.series(&resource));
        let total = series.map(|series| series.total()).unwrap_or_default();
        match direction {
            Direction::Read => total.throttled_reads,
            Direction::Write => total.throttled_writes,
        }
    }

    /// The previous second and the current one.
    fn seconds(self, index: Option<IndexView<'a>>) -> Vec<Second> {
        let (now, capacity) = (self.engine.now(), self.insight.capacity(self.table.name()));
        match (capacity, index) {
            (None, _) => Vec::new(),
            (Some(capacity), None) => capacity.against_table(now, 2),
            (Some(capacity), Some(index)) => {
                let resource = Resource::GlobalIndex(index.definition().name.clone());
                capacity
                    .series(&resource)
                    .map(|series| series.window(now, 2))
                    .unwrap_or_default()
            }
        }
    }
}
