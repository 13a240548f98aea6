//! What the Index build card shows, read at one moment.

use hashrange_engine::{Engine, IndexKind, IndexView, TableView};
use hashrange_insight::{
    BuildCells, BuildLog, BuildPhase, BuildRule, Dimensions, IndexBuild, IndexLag, Insight, Metric, Resource,
};
use hashrange_time::{Duration, Timestamp};
use hashrange_values::Item;

use super::words;
use crate::views::figures;
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

/// A stage of the life of an index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Lane {
    pub(super) name: &'static str,
    pub(super) state: LaneState,
    /// When it began and how long it took, as far as it is known.
    pub(super) detail: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LaneState {
    Over,
    Now,
    Ahead,
}

/// An item in the tray.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Violation {
    pub(super) key: Item,
    pub(super) text: String,
    pub(super) reason: String,
    pub(super) fix: String,
}

/// Who uses the write capacity of the index, in units of the last second.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Contest {
    pub(super) filling: f64,
    pub(super) live: f64,
    /// Provisioned write units a second; none on demand.
    pub(super) rate: Option<u64>,
    /// Steps of filling that ended for want of write units.
    pub(super) throttled: u64,
    pub(super) steps: u64,
}

/// Reads the build of the index chosen, or of the one that is most worth being seen.
pub(super) fn read(insight: &Insight, engine: &Engine, table: &str, chosen: Option<&str>) -> Option<Reading> {
    let view = engine.table(table)?;
    let globals = || view.indexes().filter(|index| index.definition().kind == IndexKind::Global);
    let name = |index: IndexView<'_>| index.definition().name.to_string();
    let index = globals().find(|index| Some(index.definition().name.as_str()) == chosen);
    let index = index.or_else(|| globals().find(|index| index.backfilling().is_some()));
    let index = index.or_else(|| globals().max_by_key(|index| insight.build_log(table, &name(*index)).began))?;
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
    let lags = globals().map(name).filter_map(|name| Some((name.clone(), insight.index_lag(engine, table, &name)?)));
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

fn lanes(phase: BuildPhase, log: &BuildLog, now: Timestamp) -> Vec<Lane> {
    let place = match phase {
        BuildPhase::Allocating => 0,
        BuildPhase::Backfilling => 1,
        _ => 2,
    };
    let from = [log.began, log.filling, log.active];
    let ends = [log.filling, log.active, None];
    let lane = |(at, name): (usize, &'static str)| {
        let state = match at.cmp(&place) {
            std::cmp::Ordering::Less => LaneState::Over,
            std::cmp::Ordering::Equal => LaneState::Now,
            std::cmp::Ordering::Greater => LaneState::Ahead,
        };
        let began = from.get(at).copied().flatten();
        let ended = ends.get(at).copied().flatten();
        let detail = match (state, began) {
            (LaneState::Ahead, _) => "to come".to_owned(),
            (LaneState::Over, None) if log.began.is_none() => "not needed: made with its table".to_owned(),
            (_, None) => String::new(),
            (_, Some(began)) => {
                let took = ended.unwrap_or(now) - began;
                format!("{}, {}", figures::time_of_day(began.seconds()), figures::span(took))
            }
        };
        Lane { name, state, detail }
    };
    ["resource allocation", "backfilling", "active"].into_iter().enumerate().map(lane).collect()
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

fn contest(insight: &Insight, now: Timestamp, table: TableView<'_>, index: &str, log: &BuildLog) -> Contest {
    let second = Duration::from_seconds(1);
    let recent = log.recent.iter().rev().take_while(|step| now - step.at < second);
    let series =
        insight.capacity(table.name()).and_then(|capacity| capacity.series(&Resource::GlobalIndex(index.into())));
    let live = series.and_then(|series| series.window(now, 1).last().map(|second| second.write.as_f64()));
    let view = table.indexes().find(|view| view.definition().name == index);
    Contest {
        // Not `sum`: that of nothing is a negative zero.
        filling: recent.fold(0.0, |sum, step| sum + step.units.as_f64()),
        live: live.unwrap_or_default(),
        rate: view.and_then(IndexView::throughput).map(|rate| rate.write_capacity_units),
        throttled: log.throttled,
        steps: log.steps,
    }
}
