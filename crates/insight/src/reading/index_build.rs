//! How a global index comes to be beside its table: its phase, the table in hash order, who uses its write units, and how
//! far every index is behind.

use hashrange_engine::{Engine, IndexKind, IndexView, KeySchema, Resource, TableView, Units};
use hashrange_time::{Duration, Timestamp};

use super::{Question, Service};
use crate::metrics::Statistics;
use crate::{BuildCells, BuildLog, Dimensions, IndexBuild, IndexLag, Insight, Metric};

/// Asks for the build of an index.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct IndexBuildAsk {
    /// The table.
    pub table: String,
    /// The index. Without one, or with one that is not built this way: the one that is most worth being seen.
    pub index: Option<String>,
}

/// The build of an index.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct BuildBoard {
    /// The primary key of the table.
    pub keys: KeySchema,
    /// Virtual time of the reading.
    pub now: Timestamp,
    /// The index as it stands.
    pub build: IndexBuild,
    /// When each stage of its life began.
    pub stages: BuildStages,
    /// The table in hash order.
    pub cells: BuildCells,
    /// The metrics of online indexing, each with its newest five minutes.
    pub metrics: Vec<(Metric, Option<Statistics>)>,
    /// Who uses the index's write units.
    pub contest: BuildContest,
    /// Every index with how far it is behind.
    pub lags: Vec<(String, IndexLag)>,
}

/// When the stages of an index began, as far as they were watched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct BuildStages {
    /// When it was asked for.
    pub began: Option<Timestamp>,
    /// When filling began.
    pub filling: Option<Timestamp>,
    /// When it became ACTIVE.
    pub active: Option<Timestamp>,
    /// While it is being filled: when it becomes ACTIVE if filling goes on at the pace it had so far.
    pub expected: Option<Timestamp>,
}

/// Who uses the write units of an index, in the last second.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct BuildContest {
    /// Units of filling it.
    pub filling: Units,
    /// Units of writes to the table.
    pub live: Units,
    /// Provisioned write units a second; none on demand.
    pub rate: Option<u64>,
    /// Steps of filling that ended for want of write units.
    pub throttled: u64,
    /// Steps of filling.
    pub steps: u64,
}

impl Question for IndexBuildAsk {
    /// `None` while the table has no index that is built this way.
    type Reading = Option<BuildBoard>;

    fn read(&self, Service { insight, engine, .. }: Service<'_>) -> Option<Option<BuildBoard>> {
        let table = engine.table(&self.table)?;
        let index = worth_seeing(insight, table, self.index.as_deref());
        Some(index.and_then(|index| board(insight, engine, table, &index)))
    }
}

/// The indexes that are filled beside their table.
fn built(table: TableView<'_>) -> impl Iterator<Item = IndexView<'_>> {
    table.indexes().filter(|index| index.definition().kind != IndexKind::Local)
}

fn name(index: IndexView<'_>) -> String {
    index.definition().name.to_string()
}

/// The index chosen, or one that is being filled, or the newest.
fn worth_seeing(insight: &Insight, table: TableView<'_>, chosen: Option<&str>) -> Option<String> {
    let began = |index: &IndexView<'_>| insight.build_log(table.name(), &name(*index)).began;
    let index = built(table)
        .find(|index| Some(index.definition().name.as_str()) == chosen)
        .or_else(|| built(table).find(|index| index.backfilling().is_some()))
        .or_else(|| built(table).max_by_key(began))?;
    Some(name(index))
}

fn board(insight: &Insight, engine: &Engine, table: TableView<'_>, index: &str) -> Option<BuildBoard> {
    let log = insight.build_log(table.name(), index);
    let lags = built(table).map(name).filter_map(|name| {
        let lag = insight.index_lag(engine, table.name(), &name)?;
        Some((name, lag))
    });
    let view = built(table).find(|view| view.definition().name == index)?;
    let expected = expected(&log, engine.now(), table, view);
    Some(BuildBoard {
        keys: table.keys().clone(),
        now: engine.now(),
        build: IndexBuild::of(engine, table.name(), index)?,
        stages: BuildStages { began: log.began, filling: log.filling, active: log.active, expected },
        cells: insight.build_cells(engine, table.name(), index)?,
        metrics: metrics(insight, table, index),
        contest: contest(insight, engine.now(), table, index, &log),
        lags: lags.collect(),
    })
}

/// When an index that is being filled becomes ACTIVE, at the pace it had so far: it takes a time at least, and what is left
/// takes as long as what was passed. `None` before it is filled, and when that was not watched.
pub(super) fn expected(
    log: &BuildLog,
    now: Timestamp,
    table: TableView<'_>,
    index: IndexView<'_>,
) -> Option<Timestamp> {
    let (build, filling) = (index.build()?, log.filling?);
    let left = (table.item_count() as u64).saturating_sub(build.rows);
    let took = u128::from((now - filling).micros());
    let more = took * u128::from(left) / u128::from(build.rows.max(1));
    let more = if build.complete { 0 } else { u64::try_from(more).unwrap_or(u64::MAX) };
    Some(build.ready.max(now + Duration::from_micros(more)))
}

fn metrics(insight: &Insight, table: TableView<'_>, index: &str) -> Vec<(Metric, Option<Statistics>)> {
    let of = Dimensions::resource(table.name(), Some(&index.into()));
    let metrics = [
        Metric::OnlineIndexPercentageProgress,
        Metric::OnlineIndexConsumedWriteCapacity,
        Metric::OnlineIndexThrottleEvents,
    ];
    let line = |metric| (metric, insight.metrics().newest(&of, metric).map(|point| point.statistics));
    metrics.map(line).to_vec()
}

/// The contest of the last second.
fn contest(insight: &Insight, now: Timestamp, table: TableView<'_>, index: &str, log: &BuildLog) -> BuildContest {
    let second = Duration::from_seconds(1);
    let recent = log.recent.iter().rev().take_while(|step| now - step.at < second);
    let series =
        insight.capacity(table.name()).and_then(|capacity| capacity.series(&Resource::GlobalIndex(index.into())));
    let live = series.and_then(|series| series.window(now, 1).last().map(|second| second.write));
    let view = table.indexes().find(|view| view.definition().name == index);
    BuildContest {
        filling: recent.fold(Units::ZERO, |sum, step| sum + step.units),
        live: live.unwrap_or_default(),
        rate: view.and_then(IndexView::throughput).map(|rate| rate.write_capacity_units),
        throttled: log.throttled,
        steps: log.steps,
    }
}
