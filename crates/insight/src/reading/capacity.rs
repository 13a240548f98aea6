//! What a table, or one of its global indexes, consumes and may use: a window of seconds, burst credit, the steps of
//! auto scaling, and the totals of every resource. Must not know how that is drawn or worded.

use hashrange_engine::{IndexKind, Reserve, Resource, TableView, Throttling, Units};

use super::question::{Question, Service};
use super::questions::CapacityQuestion;
use crate::capacity_series::SECONDS_KEPT;
use crate::{CapacitySeries, CapacityState, ScalingStep, Second, TableCapacity};

/// The capacity that a table, or one of its global indexes, consumes and may use.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Capacity {
    /// The table.
    pub table: String,
    /// The global index; `None` for the table and its local indexes.
    pub index: Option<String>,
    /// Whether the table has local indexes.
    pub has_local: bool,
    /// The window, second by second, oldest first. It ends with the current second.
    pub window: Vec<Second>,
    /// Whether throttling is on.
    pub metered: bool,
    /// Provisioned units per second, reads and writes; `None` on demand.
    pub provisioned: Option<(u64, u64)>,
    /// The read throughput.
    pub reads: Saved,
    /// The write throughput.
    pub writes: Saved,
    /// The stored steps of auto scaling, oldest first.
    pub steps: Vec<ScalingStep>,
    /// The table, then each of its indexes that consumes units.
    pub resources: Vec<ResourceUse>,
}

/// The throughput of one direction, and its burst credit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Saved {
    /// Units per second: provisioned, or the on-demand limit.
    pub per_second: u64,
    /// Units left now.
    pub left: Units,
    /// The maximum that can be saved.
    pub most: Units,
}

/// What one resource has consumed.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct ResourceUse {
    /// The table, or an index.
    pub resource: Resource,
    /// The sum of the window. Its `second` is zero.
    pub window: Second,
    /// The sum since the start. Its `second` is zero.
    pub total: Second,
}

impl Question for CapacityQuestion {
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
            steps: capacity
                .into_iter()
                .flat_map(|capacity| capacity.steps(index))
                .cloned()
                .collect(),
            resources: self.resources(service, view),
        })
    }
}

impl CapacityQuestion {
    fn seconds(&self) -> u64 {
        self.seconds.min(SECONDS_KEPT as u64)
    }

    /// The seconds of the window. A global index has its own throughput. Everything else counts against the table's
    /// throughput (documented: global-indexes).
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
                // A vector index is charged by bytes and has no units.
                IndexKind::Vector(_) => None,
            }
        });
        let all = std::iter::once(Resource::Table).chain(indexes);
        all.map(|resource| {
            let series = capacity.and_then(|capacity: &TableCapacity| capacity.series(&resource));
            let window = series
                .map(|series| series.window(engine.now(), self.seconds()))
                .unwrap_or_default();
            let total = series.map(CapacitySeries::total).unwrap_or_default();
            ResourceUse {
                resource,
                window: sum(&window),
                total: Second { second: 0, ..total },
            }
        })
        .collect()
    }
}

impl Saved {
    fn of(reserve: &Reserve) -> Self {
        Self {
            per_second: reserve.per_second,
            left: reserve.left,
            most: reserve.most,
        }
    }
}

fn is_global(table: TableView<'_>, name: &str) -> bool {
    table
        .indexes()
        .any(|index| index.definition().name == name && index.definition().kind == IndexKind::Global)
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
