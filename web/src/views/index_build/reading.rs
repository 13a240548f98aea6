//! What the Index build card shows, read at one moment.

use hashrange_engine::{Engine, IndexKind, IndexView, TableView};
use hashrange_insight::{BuildCells, BuildPhase, BuildRule, Dimensions, IndexBuild, IndexLag, Insight, Metric};
use hashrange_values::Item;

use super::contest::{Contest, contest};
use super::lane::{Lane, lanes};
use super::words;
use crate::views::key_name::key_text;

/// One reading.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Reading {
    /// The index.
    pub(super) index: String,
    /// What is being seen.
    pub(super) sentence: String,
    pub(super) phase: BuildPhase,
    pub(super) percent: u64,
    pub(super) passed: u64,
    pub(super) items: u64,
    pub(super) entries: u64,
    pub(super) lanes: Vec<Lane>,
    pub(super) cells: BuildCells,
    /// What each cell is, in words; empty for slices of the hash range.
    pub(super) keys: Vec<String>,
    pub(super) tray: Vec<Violation>,
    pub(super) violations: u64,
    pub(super) rules: Vec<BuildRule>,
    /// The three metrics by name with their newest five minutes.
    pub(super) metrics: Vec<(String, String)>,
    pub(super) contest: Contest,
    pub(super) lags: Vec<(String, IndexLag)>,
}

/// An item in the tray.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Violation {
    pub(super) key: Item,
    pub(super) text: String,
    pub(super) reason: String,
    pub(super) fix: String,
}

/// Reads the build of the index chosen, or of the one that is most worth being seen.
pub(super) fn read(insight: &Insight, engine: &Engine, table: &str, chosen: Option<&str>) -> Option<Reading> {
    let view = engine.table(table)?;
    let built = || view.indexes().filter(|index| index.definition().kind != IndexKind::Local);
    let name = |index: IndexView<'_>| index.definition().name.to_string();
    let index = built().find(|index| Some(index.definition().name.as_str()) == chosen);
    let index = index.or_else(|| built().find(|index| index.backfilling().is_some()));
    let index = index.or_else(|| built().max_by_key(|index| insight.build_log(table, &name(*index)).began))?;
    let index = name(index);
    let build = IndexBuild::of(engine, table, &index)?;
    let log = insight.build_log(table, &index);
    let cells = insight.build_cells(engine, table, &index)?;
    let keys = view.keys();
    let tray = build.violations.iter().map(|found| Violation {
        key: found.key.clone(),
        text: key_text(keys, &found.key),
        reason: format!("{}: {}", found.attribute, found.reason),
        fix: found.fix.clone(),
    });
    let lags = built().map(name).filter_map(|name| Some((name.clone(), insight.index_lag(engine, table, &name)?)));
    let lags: Vec<(String, IndexLag)> = lags.collect();
    Some(Reading {
        sentence: words::sentence(&build, lags.iter().find(|(name, _)| *name == index).map(|(_, lag)| lag)),
        phase: build.phase,
        percent: build.percent,
        passed: build.passed,
        items: build.items,
        entries: build.entries,
        lanes: lanes(build.phase, &log, engine.now()),
        keys: cells.cells.iter().filter_map(|cell| Some(key_text(keys, cell.key.as_ref()?))).collect(),
        cells,
        tray: tray.collect(),
        violations: build.violation_count,
        metrics: metrics(insight, view, &index),
        contest: contest(insight, engine.now(), view, &index, &log),
        rules: build.rules,
        lags,
        index,
    })
}

fn metrics(insight: &Insight, table: TableView<'_>, index: &str) -> Vec<(String, String)> {
    let of = Dimensions::resource(table.name(), Some(&index.into()));
    let metrics = [
        Metric::OnlineIndexPercentageProgress,
        Metric::OnlineIndexConsumedWriteCapacity,
        Metric::OnlineIndexThrottleEvents,
    ];
    let line = |metric: Metric| {
        let point = insight.metrics().newest(&of, metric);
        let value = point.map_or_else(
            || "no data".to_owned(),
            |point| match metric {
                Metric::OnlineIndexPercentageProgress => format!("{:.0} %", point.statistics.maximum()),
                _ => format!("{:.0}", point.statistics.sum()),
            },
        );
        (metric.name(), value)
    };
    metrics.map(line).to_vec()
}
