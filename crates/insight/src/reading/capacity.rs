//! What a table, or one of its global indexes, consumes and may use: a window of seconds, what is saved, the steps of auto
//! scaling, and the sums of every resource. Must not know how that is drawn or worded.

use hashrange_engine::{IndexKind, Reserve, Resource, TableView, Throttling, Units};

use super::asks::CapacityAsk;
use super::question::{Question, Service};
use crate::capacity_series::SECONDS_KEPT;
use crate::{CapacitySeries, CapacityState, ScalingStep, Second, TableCapacity};

/// What a table, or one of its global indexes, consumes and may use.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Capacity {
    /// The table.
    pub table: String,
    /// The global index it is about; `None` for the table and its local indexes.
    pub index: Option<String>,
    /// Whether the table has local indexes.
    pub has_local: bool,
    /// The window, second by second, oldest first. It ends with the present second.
    pub window: Vec<Second>,
    /// Whether anything is throttled.
    pub metered: bool,
    /// Units a second provisioned, reads and writes; `None` on demand.
    pub provisioned: Option<(u64, u64)>,
    /// What may be read.
    pub reads: Saved,
    /// What may be written.
    pub writes: Saved,
    /// The steps of auto scaling that are kept, oldest first.
    pub steps: Vec<ScalingStep>,
    /// The table, then each of its indexes that consumes units.
    pub resources: Vec<ResourceUse>,
}

/// The throughput of one direction, and what is saved of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Saved {
    /// Units a second: provisioned, or what is served at once on demand.
    pub per_second: u64,
    /// Units left now.
    pub left: Units,
    /// The most that can be saved.
    pub most: Units,
}

/// What one resource has consumed.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct ResourceUse {
    /// The table, or an index.
    pub resource: Resource,
    /// The sum of the window. Its `second` is zero.
    pub window: Second,
    /// The sum since the beginning. Its `second` is zero.
    pub total: Second,
}

impl Question for CapacityAsk {
    type Reading = Capacity;

    fn read(&self, service: Service<'_>) -> Option<Capacity> {
        let Service { insight, engine, .. } = service;
        let view = engine.table(&self.table)?;
        let capacity = insight.capacity(&self.table);
        let index = self.index.as_deref().filter(|name| is_global(view, name));
        let state = CapacityState::of(engine, &self.table, index)?;
        Some(Capacity {
            table: self.table.clone(),
            index: index.map(str::to_owned),
            has_local: view.indexes().any(|index| index.definition().kind == IndexKind::Local),
            window: self.window(service, index),
            metered: engine.options().physics.throttling.mode != Throttling::Off,
            provisioned: state.provisioned,
            reads: Saved::of(&state.reads),
            writes: Saved::of(&state.writes),
            steps: capacity.into_iter().flat_map(|capacity| capacity.steps(index)).cloned().collect(),
            resources: self.resources(service, view),
        })
    }
}

impl CapacityAsk {
    fn seconds(&self) -> u64 {
        self.seconds.min(SECONDS_KEPT as u64)
    }

    /// A global index has throughput of its own; everything else counts against the table's (documented).
    fn window(&self, Service { insight, engine, .. }: Service<'_>, index: Option<&str>) -> Vec<Second> {
        let (now, seconds) = (engine.now(), self.seconds());
        let capacity = insight.capacity(&self.table);
        let known = match index {
            Some(name) => capacity
                .and_then(|capacity| capacity.series(&Resource::GlobalIndex(name.into())))
                .map(|series| series.window(now, seconds)),
            None => capacity.map(|capacity| capacity.against_table(now, seconds)),
        };
        known.unwrap_or_else(|| CapacitySeries::default().window(now, seconds))
    }

    fn resources(&self, Service { insight, engine, .. }: Service<'_>, view: TableView<'_>) -> Vec<ResourceUse> {
        let capacity = insight.capacity(&self.table);
        let indexes = view.indexes().filter_map(|index| {
            let name = index.definition().name.clone();
            match index.definition().kind {
                IndexKind::Local => Some(Resource::LocalIndex(name)),
                IndexKind::Global => Some(Resource::GlobalIndex(name)),
                // A vector index is charged by bytes: it has no units to show.
                IndexKind::Vector(_) => None,
            }
        });
        let all = std::iter::once(Resource::Table).chain(indexes);
        all.map(|resource| {
            let series = capacity.and_then(|capacity: &TableCapacity| capacity.series(&resource));
            let window = series.map(|series| series.window(engine.now(), self.seconds())).unwrap_or_default();
            let total = series.map(CapacitySeries::total).unwrap_or_default();
            ResourceUse { resource, window: sum(&window), total: Second { second: 0, ..total } }
        })
        .collect()
    }
}

impl Saved {
    fn of(reserve: &Reserve) -> Self {
        Self { per_second: reserve.per_second, left: reserve.left, most: reserve.most }
    }
}

fn is_global(table: TableView<'_>, name: &str) -> bool {
    table.indexes().any(|index| index.definition().name == name && index.definition().kind == IndexKind::Global)
}

fn sum(window: &[Second]) -> Second {
    window.iter().fold(Second::default(), |sum, second| Second {
        second: 0,
        read: sum.read + second.read,
        write: sum.write + second.write,
        throttled_reads: sum.throttled_reads.saturating_add(second.throttled_reads),
        throttled_writes: sum.throttled_writes.saturating_add(second.throttled_writes),
    })
}
