//! The sentences of the Index build card. Must not know signals or the DOM.

use hashrange_protocol::{BuildCell, BuildPhase, CellState, IndexBuild, IndexLag, Metric, Statistics};
use hashrange_time::Duration;

use crate::views::figures;

/// What is being seen; `left` until the index becomes ACTIVE.
pub(super) fn sentence(build: &IndexBuild, lag: Option<&IndexLag>, left: Option<Duration>) -> String {
    let items = items(build.items);
    match build.phase {
        BuildPhase::Allocating => {
            format!("DynamoDB allocates resources for {}. Backfilling of {items} begins after that.", build.index)
        }
        BuildPhase::Backfilling => {
            let violations = match build.violation_count {
                0 => String::new(),
                1 => " One item violates the index's key schema and gets no entry.".to_owned(),
                count => format!(" {} items violate the index's key schema and get no entry.", figures::count(count)),
            };
            let active = left.map_or_else(String::new, |left| format!(" ACTIVE in about {}.", figures::span(left)));
            format!(
                "Backfilling has passed {} of {items} and wrote {} entries. New writes behind the cursor reach the index on their own.{violations}{active}",
                figures::count(build.passed),
                figures::count(build.entries)
            )
        }
        BuildPhase::Deleting => format!("{} is being deleted.", build.index),
        BuildPhase::WithTable => format!("{} is created together with its table.", build.index),
        BuildPhase::Updating | BuildPhase::Active => {
            let behind = match lag.map_or(0, |lag| lag.queued) {
                0 => "and is up to date".to_owned(),
                1 => "and is 1 change behind its table".to_owned(),
                queued => format!("and is {} changes behind its table", figures::count(queued as u64)),
            };
            format!("{} holds {} of {items} {behind}.", build.index, figures::count(build.entries))
        }
    }
}

fn items(count: u64) -> String {
    if count == 1 { "1 item".to_owned() } else { format!("{} items", figures::count(count)) }
}

/// A phase as the service's description tells it.
pub(super) fn phase(phase: BuildPhase) -> &'static str {
    match phase {
        BuildPhase::WithTable => "CREATING",
        BuildPhase::Allocating => "CREATING, Backfilling false",
        BuildPhase::Backfilling => "CREATING, Backfilling true",
        BuildPhase::Active => "ACTIVE",
        BuildPhase::Updating => "UPDATING",
        BuildPhase::Deleting => "DELETING",
    }
}

/// The class of a cell, and its words: of an item, or of all that were met in a slice of the hash range.
pub(super) fn cell(cell: &BuildCell) -> (&'static str, String) {
    let (class, word) = match cell.state {
        CellState::Ahead => ("build-cell build-ahead", "ahead of the cursor"),
        CellState::Copied => ("build-cell build-copied", "entry copied"),
        CellState::Sparse => ("build-cell build-sparse", "no entry: lacks a key attribute"),
        CellState::Violation => ("build-cell build-violation", "no entry: violates the key schema"),
    };
    let met = cell.met;
    let words = match (cell.key.is_some(), cell.state) {
        (true, _) | (_, CellState::Ahead) => word.to_owned(),
        _ => format!("{} copied, {} without the key, {} violations", met.entries, met.skipped, met.violations),
    };
    (class, words)
}

/// The share of a slice's items that have no entry; of an item none, since its class says it.
pub(super) fn without_entry(cell: &BuildCell) -> f64 {
    let met = cell.met;
    let without = met.skipped + met.violations;
    if cell.state == CellState::Copied { without as f64 / (met.entries + without).max(1) as f64 } else { 0.0 }
}

/// How far an index is behind.
pub(super) fn lag(lag: &IndexLag) -> [String; 4] {
    let oldest = lag.oldest.map_or_else(|| "–".to_owned(), figures::span);
    let slowest = if lag.arrived == 0 { "–".to_owned() } else { figures::span(lag.slowest) };
    [figures::count(lag.queued as u64), oldest, figures::count(lag.arrived), slowest]
}

/// The newest five minutes of a metric of online indexing.
pub(super) fn metric(metric: Metric, point: Option<Statistics>) -> String {
    match point {
        None => "no data".to_owned(),
        Some(point) if metric == Metric::OnlineIndexPercentageProgress => format!("{:.0} %", point.maximum()),
        Some(point) => format!("{:.0}", point.sum()),
    }
}
