//! The strip of a window of time: marks counted by lane and column.
//!
//! Must not know when it is sent, nor who draws it.

use hashrange_plot::GapScale;
use hashrange_protocol::{COLUMNS, Lane, Line, Strip, Window};
use hashrange_time::{Duration, Timestamp};

use crate::marks::{Mark, Marks};

/// A wait that takes one step on the scale of the complete timeline, in microseconds.
const UNIT: u64 = 100_000;

/// The input of a strip. The strip changes only if its input changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shown {
    revision: u64,
    marks: (u64, usize),
    window: Window,
    /// The left edge of an even window, and the microseconds of a column.
    even: Option<(Timestamp, u64)>,
}

impl Shown {
    /// The current input.
    pub(crate) fn of(revision: u64, marks: &Marks, line: &Line, (now, window): (Timestamp, Window)) -> Self {
        let even = window.span().map(|span| {
            let column = (span.micros() / u64::from(COLUMNS)).max(1);
            let from = match window {
                Window::From(from, _) => from,
                _ if line.is_past() => now - Duration::from_micros(span.micros() / 2),
                _ => now + Duration::from_micros(column) - span,
            };
            // Edges stay fixed while time passes, so that a bar stays in its column.
            (from.floor_to(Duration::from_micros(column)), column)
        });
        Self {
            revision,
            marks: marks.state(),
            window,
            even,
        }
    }

    /// The requested window.
    pub(crate) fn window(&self) -> Window {
        self.window
    }
}

/// Counts the marks by column.
pub(crate) fn strip(marks: &Marks, line: &Line, shown: &Shown) -> Strip {
    let marks = marks.all();
    let edges: Vec<Timestamp> = match shown.even {
        Some((from, column)) => (0..=u64::from(COLUMNS))
            .map(|at| from + Duration::from_micros(column.saturating_mul(at)))
            .collect(),
        None => edges_of_line(marks, line),
    };
    let lanes = count(marks, &edges, shown.even.is_none());
    Strip {
        edges,
        lanes,
        uneven: shown.even.is_none(),
    }
}

/// The edges on a scale that shortens long waits.
fn edges_of_line(marks: &[Mark], line: &Line) -> Vec<Timestamp> {
    let begins = line.begins.micros();
    let ends = line.ends.micros().max(begins);
    let moments = marks.iter().map(|mark| mark.at.micros().clamp(begins, ends));
    let all: Vec<u64> = std::iter::once(begins).chain(moments).chain([ends]).collect();
    let scale = GapScale::new(&all, UNIT);
    let edge = |column: u32| Timestamp::from_micros(scale.moment(f64::from(column) / f64::from(COLUMNS)));
    (0..=COLUMNS).map(edge).collect()
}

/// The counts of each lane by column. Leaves out events before the first or after the last edge. With `all`, the edges
/// are those of the timeline, and the end columns contain such events.
fn count(marks: &[Mark], edges: &[Timestamp], all: bool) -> Vec<Vec<(u32, u32)>> {
    let mut lanes = vec![Vec::new(); Lane::ALL.len()];
    let (Some(first), Some(last)) = (edges.first(), edges.last()) else {
        return lanes;
    };
    let begin = if all {
        0
    } else {
        marks.partition_point(|mark| mark.at < *first)
    };
    let mut column = 0;
    let mut rest = edges.get(1..).unwrap_or_default();
    for mark in marks.iter().skip(begin).take_while(|mark| all || mark.at < *last) {
        // Marks and edges are sorted. The last edge opens no column.
        while let [edge, after @ ..] = rest
            && !after.is_empty()
            && *edge <= mark.at
        {
            (rest, column) = (after, column + 1);
        }
        let lane = Lane::ALL.iter().position(|lane| *lane == mark.lane);
        let Some(lane) = lane.and_then(|lane| lanes.get_mut(lane)) else {
            continue;
        };
        match lane.last_mut() {
            Some((before, count)) if *before == column => *count += mark.count,
            _ => lane.push((column, mark.count)),
        }
    }
    lanes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::marks::tests::{line_of, marks_of};
    use proptest::prelude::*;

    fn sums(strip: &Strip) -> Vec<u64> {
        strip
            .lanes
            .iter()
            .map(|lane| lane.iter().map(|(_, count)| u64::from(*count)).sum())
            .collect()
    }

    fn counted(marks: &Marks, holds: impl Fn(Timestamp) -> bool) -> Vec<u64> {
        let of = |lane: Lane, mark: &Mark| {
            if mark.lane == lane && holds(mark.at) {
                mark.count.into()
            } else {
                0
            }
        };
        Lane::ALL
            .map(|lane| marks.all().iter().map(|mark| of(lane, mark)).sum())
            .to_vec()
    }

    proptest! {
        #[test]
        fn the_sums_of_lanes_are_the_counts_of_marks(
            waits in proptest::collection::vec((0..4_000_000_u64, 0..6_usize, 1..5_u32), 0..400),
            window in prop_oneof![
                Just(Window::Line),
                (1..10_000_000_u64).prop_map(|span| Window::Around(Duration::from_micros(span))),
                (0..2_000_u64, 1..900_u64)
                    .prop_map(|(at, span)| Window::From(Timestamp::from_seconds(at), Duration::from_seconds(span))),
            ],
        ) {
            let marks = marks_of(&waits);
            let line = line_of(&marks);
            let shown = Shown::of(1, &marks, &line, (line.ends, window));
            let strip = strip(&marks, &line, &shown);
            prop_assert_eq!(strip.edges.len(), COLUMNS as usize + 1);
            prop_assert!(strip.edges.is_sorted());
            let (from, to) = (strip.edges[0], strip.edges[COLUMNS as usize]);
            let holds = |at| window == Window::Line || (at >= from && at < to);
            prop_assert_eq!(sums(&strip), counted(&marks, holds));
            for lane in &strip.lanes {
                prop_assert!(lane.is_sorted_by(|one, other| one.0 < other.0));
                prop_assert!(lane.iter().all(|(column, count)| *column < COLUMNS && *count > 0));
            }
        }
    }

    #[test]
    fn a_window_around_the_present_ends_there_and_keeps_its_columns_as_time_goes_on() {
        let marks = marks_of(&[(1_000_000, 0, 1), (1_000_000, 1, 2)]);
        let line = line_of(&marks);
        let span = Duration::from_seconds(24);
        let at = |now| Shown::of(1, &marks, &line, (now, Window::Around(span)));
        let now = Timestamp::from_seconds(1_000);
        let one = at(now);
        assert_eq!(one, at(now + Duration::from_millis(99)), "a column lasts 100 ms");
        assert_ne!(one, at(now + Duration::from_millis(100)));
        let edges = strip(&marks, &line, &one).edges;
        assert!(
            edges[COLUMNS as usize] > now && edges[COLUMNS as usize - 1] <= now,
            "the present is in the last column"
        );
        let past = Line {
            place: 0,
            end: 9,
            ..line.clone()
        };
        let edges = strip(&marks, &past, &Shown::of(1, &marks, &past, (now, Window::Around(span)))).edges;
        assert_eq!(edges[COLUMNS as usize / 2], now, "what lies ahead is seen too");
    }
}
