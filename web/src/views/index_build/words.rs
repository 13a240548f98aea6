//! The sentences of the Index build card. Must not know signals or the DOM.

use hashrange_protocol::{BuildPhase, CellState, IndexBuild, IndexLag, Metric, Statistics};

use crate::views::figures;

/// What is being seen.
pub(super) fn sentence(build: &IndexBuild, lag: Option<&IndexLag>) -> String {
    let items = items(build.items);
    match build.phase {
        BuildPhase::Allocating => {
            format!("Resources for {} are being allocated; none of the {items} has been looked at yet.", build.index)
        }
        BuildPhase::Backfilling => {
            let left = match build.violation_count {
                0 => String::new(),
                1 => " One item violates the index's key and is left out.".to_owned(),
                count => format!(" {} items violate the index's key and are left out.", figures::count(count)),
            };
            let at = if build.percent == 100 { "has passed all" } else { "is walking the table and has passed" };
            format!(
                "A cursor {at} {} of {items}; writes behind it reach the index by themselves.{left}",
                figures::count(build.passed)
            )
        }
        BuildPhase::Deleting => format!("{} is being deleted.", build.index),
        BuildPhase::WithTable => format!("{} is being made together with its table.", build.index),
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

/// The class and the word of a cell.
pub(super) fn cell(state: CellState) -> (&'static str, &'static str) {
    match state {
        CellState::Ahead => ("build-cell build-ahead", "ahead"),
        CellState::Copied => ("build-cell build-copied", "copied"),
        CellState::Sparse => ("build-cell build-sparse", "not in the index: a key attribute is missing"),
        CellState::Violation => ("build-cell build-violation", "violation"),
    }
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
