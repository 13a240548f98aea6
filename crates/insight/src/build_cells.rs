//! A table in hash order as an index that is being filled meets it: a cell for each item of a small table, a cell for
//! each slice of the hash range of a large one.
//!
//! Bounded: a large table is never walked. Must not know where a cell is drawn.

use hashrange_engine::{BUILD_PARTS, Engine, IndexView, TableView};
use hashrange_time::Timestamp;
use hashrange_values::Item;

use crate::{BuildLog, BuildSlice, Report, ReportKind};

/// Cells at most; tables of more items are shown in slices.
pub const MOST_CELLS: usize = BUILD_PARTS as usize;

/// The table in hash order.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct BuildCells {
    /// Whether each cell is one item.
    pub each_is_an_item: bool,
    /// The cells, in hash order; none of a large table whose index was not filled but made with it.
    pub cells: Vec<BuildCell>,
    /// The cell the cursor is in; `None` before it sets out and after it has arrived.
    pub cursor: Option<usize>,
}

/// A cell.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct BuildCell {
    /// The item's primary key; `None` for a slice.
    pub key: Option<Item>,
    /// What became of it.
    pub state: CellState,
    /// Whether it was written while the index was being filled.
    pub live: bool,
    /// What filling met in a slice; nothing for an item.
    pub met: BuildSlice,
}

/// What became of an item or slice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum CellState {
    /// The cursor has not come by.
    Ahead,
    /// The cursor has passed it; the item, or at least one of the slice, has an entry.
    Copied,
    /// The cursor has passed it; the item, or each of the slice, lacks a key attribute of the index, which is sparse.
    Sparse,
    /// The item, or one of the slice, violates the key schema of the index, and is left out.
    Violation,
}

impl BuildCells {
    /// The cells of a table under one of its indexes, with what was watched of its life.
    pub(crate) fn of<'a>(
        engine: &Engine,
        (table, index): (&str, &str),
        log: &BuildLog,
        reports: impl Iterator<Item = &'a Report>,
    ) -> Option<Self> {
        let table = engine.table(table)?;
        let index = table.indexes().find(|view| view.definition().name == index)?;
        let written = log.began.map(|since| written(table, since, reports)).unwrap_or_default();
        let front = Front::of(index);
        if table.item_count() <= MOST_CELLS {
            Some(items(table, index, front, &written))
        } else {
            Some(slices(table, log, front, &written))
        }
    }
}

/// How far the cursor has come.
#[derive(Clone, Copy)]
enum Front {
    Nowhere,
    At(u128),
    Everywhere,
}

impl Front {
    fn of(index: IndexView<'_>) -> Self {
        match (index.build(), index.backfilling()) {
            (Some(build), _) if build.complete => Self::Everywhere,
            (Some(build), _) => build.cursor.map_or(Self::Nowhere, Self::At),
            (None, Some(_)) => Self::Nowhere,
            (None, None) => Self::Everywhere,
        }
    }

    fn has_passed(self, place: u128) -> bool {
        match self {
            Self::Nowhere => false,
            Self::At(cursor) => place <= cursor,
            Self::Everywhere => true,
        }
    }
}

/// Keys written since a moment, as far as reports of them are kept.
fn written<'a>(table: TableView<'_>, since: Timestamp, reports: impl Iterator<Item = &'a Report>) -> Vec<Item> {
    let mut keys = Vec::new();
    for report in reports.filter(|report| report.at >= since && report.error.is_none()) {
        note(&report.kind, table.name(), &mut keys);
    }
    keys
}

fn note(kind: &ReportKind, table: &str, keys: &mut Vec<Item>) {
    match kind {
        ReportKind::Write(report) if report.trace.table == table => keys.push(report.trace.key.clone()),
        ReportKind::Members(members) => members.iter().for_each(|member| note(member, table, keys)),
        _ => {}
    }
}

fn items(table: TableView<'_>, index: IndexView<'_>, front: Front, written: &[Item]) -> BuildCells {
    let (violations, _) = index.violations();
    let keys = &index.definition().keys;
    let mut cursor = None;
    let mut cells = Vec::new();
    for (at, (item, _)) in table.items().take(MOST_CELLS).enumerate() {
        let key = table.keys().key_of(item);
        let passed = table.place(&key).is_some_and(|place| front.has_passed(place));
        let state = match passed {
            false => CellState::Ahead,
            true if violations.iter().any(|found| found.key == key) => CellState::Violation,
            true if keys.attributes().any(|key| !item.contains(&key.name)) => CellState::Sparse,
            true => CellState::Copied,
        };
        if passed && matches!(front, Front::At(_)) {
            cursor = Some(at);
        }
        cells.push(BuildCell { live: written.contains(&key), key: Some(key), state, met: BuildSlice::default() });
    }
    BuildCells { each_is_an_item: true, cells, cursor }
}

fn slices(table: TableView<'_>, log: &BuildLog, front: Front, written: &[Item]) -> BuildCells {
    let width = u128::MAX / u128::from(BUILD_PARTS);
    let cell_of = |place: u128| usize::try_from(place / width).unwrap_or_default().min(MOST_CELLS - 1);
    let cell = |(at, met): (u128, BuildSlice)| {
        let state = match met {
            _ if !front.has_passed(width * at) => CellState::Ahead,
            BuildSlice { violations: 1.., .. } => CellState::Violation,
            BuildSlice { entries: 1.., .. } => CellState::Copied,
            BuildSlice { .. } => CellState::Sparse,
        };
        BuildCell { key: None, state, live: false, met }
    };
    // Nothing was met of an index that is still being allocated, nor of one that was made with its table.
    let met = match (log.began, log.slices.is_empty()) {
        (None, true) => Vec::new(),
        (_, true) => vec![BuildSlice::default(); MOST_CELLS],
        (_, false) => log.slices.clone(),
    };
    let mut cells: Vec<BuildCell> = (0..).zip(met).map(cell).collect();
    for place in written.iter().filter_map(|key| table.place(key)) {
        if let Some(cell) = cells.get_mut(cell_of(place)) {
            cell.live = true;
        }
    }
    let cursor = if let Front::At(place) = front { Some(cell_of(place)) } else { None };
    BuildCells { each_is_an_item: false, cells, cursor }
}
