//! What the Index build card shows, made of what was read.

use hashrange_protocol::{BuildBoard, BuildCells, BuildContest, BuildPhase, BuildRule, BuildViolation, IndexLag};
use hashrange_values::Item;

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
    pub(super) contest: BuildContest,
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

/// What the card shows of the build of an index.
pub(super) fn read(board: &BuildBoard) -> Reading {
    let (keys, build, cells) = (&board.keys, &board.build, &board.cells);
    let index = build.index.to_string();
    let found = |found: &BuildViolation| Violation {
        key: found.key.clone(),
        text: key_text(keys, &found.key),
        reason: format!("{}: {}", found.attribute, found.reason),
        fix: found.fix.clone(),
    };
    let lag = board.lags.iter().find(|(name, _)| *name == index).map(|(_, lag)| lag);
    Reading {
        sentence: words::sentence(build, lag, board.stages.expected.map(|at| at - board.now)),
        phase: build.phase,
        percent: build.percent,
        passed: build.passed,
        items: build.items,
        entries: build.entries,
        lanes: lanes(build.phase, board.stages, board.now),
        keys: cells.cells.iter().filter_map(|cell| Some(key_text(keys, cell.key.as_ref()?))).collect(),
        cells: cells.clone(),
        tray: build.violations.iter().map(found).collect(),
        violations: build.violation_count,
        rules: build.rules.clone(),
        metrics: board.metrics.iter().map(|(metric, point)| (metric.name(), words::metric(*metric, *point))).collect(),
        contest: board.contest,
        lags: board.lags.clone(),
        index,
    }
}
