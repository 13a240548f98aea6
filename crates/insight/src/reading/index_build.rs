//! The build of a global index: its phase, the items it leaves out, the requests allowed meanwhile, and how far it is
//! behind.

use hashrange_engine::{IndexKind, IndexView, KeySchema, TableView};
use hashrange_time::{Duration, Timestamp};

use super::question::{Question, Service};
use super::questions::IndexBuildQuestion;
use crate::metrics::Statistics;
use crate::{BuildLog, Dimensions, IndexBuild, IndexLag, Insight, Metric};

/// The build of an index.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct BuildBoard {
    /// The primary key of the table.
    pub keys: KeySchema,
    /// The current state of the index.
    pub build: IndexBuild,
    /// The time until the index becomes ACTIVE at the current pace. Known only during a backfill.
    pub left: Option<Duration>,
    /// The metrics of online indexing, and those of a vector index, each with its latest five minutes.
    pub metrics: Vec<(Metric, Option<Statistics>)>,
    /// How far it is behind.
    pub lag: IndexLag,
}

impl Question for IndexBuildQuestion {
    /// `None` for a local index, and if there is no such index.
    type Reading = Option<BuildBoard>;

    fn read(&self, Service { insight, engine, .. }: Service<'_>) -> Option<Option<BuildBoard>> {
        let (table, index) = (engine.table(&self.table)?, self.index.as_str());
        let view = table.indexes().find(|view| view.definition().name == index);
        let board = view
            .filter(|view| view.definition().kind != IndexKind::Local)
            .and_then(|view| {
                let ends = expected(&insight.build_log(table.name(), index), engine.now(), table, view);
                Some(BuildBoard {
                    keys: table.keys().clone(),
                    build: IndexBuild::of(engine, table.name(), index)?,
                    left: ends.map(|at| at - engine.now()),
                    metrics: metrics(insight, table, view),
                    lag: insight.index_lag(engine, table.name(), index)?,
                })
            });
        Some(board)
    }
}

/// When a backfill ends and the index becomes ACTIVE, at the pace so far. A backfill takes a minimum time, and the
/// remaining rows take as long each as the passed ones. `None` before the backfill, and if it was not observed.
fn expected(log: &BuildLog, now: Timestamp, table: TableView<'_>, index: IndexView<'_>) -> Option<Timestamp> {
    let (build, filling) = (index.build()?, log.filling?);
    let left = (table.item_count() as u64).saturating_sub(build.rows);
    let took = u128::from((now - filling).micros());
    let more = took * u128::from(left) / u128::from(build.rows.max(1));
    let more = if build.complete {
        0
    } else {
        u64::try_from(more).unwrap_or(u64::MAX)
    };
    Some(build.ready.max(now + Duration::from_micros(more)))
}

fn metrics(insight: &Insight, table: TableView<'_>, index: IndexView<'_>) -> Vec<(Metric, Option<Statistics>)> {
    let definition = index.definition();
    let of = Dimensions::resource(table.name(), Some(&definition.name));
    let metrics = match definition.vector() {
        None => [
            Metric::OnlineIndexPercentageProgress,
            Metric::OnlineIndexConsumedWriteCapacity,
            Metric::OnlineIndexThrottleEvents,
        ],
        // It takes bytes and no units.
        Some(_) => [
            Metric::OnlineIndexPercentageProgress,
            Metric::VectorWriteRequestBytes,
            Metric::VectorSearchRequestBytes,
        ],
    };
    let line = |metric| {
        (
            metric,
            insight.metrics().newest(&of, metric).map(|point| point.statistics),
        )
    };
    metrics.map(line).to_vec()
}
