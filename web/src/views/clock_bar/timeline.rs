//! The calculations of the timeline: bars of a lane, labels of its edges, and the effect of zooming and dragging on a
//! window. Must not know signals or the DOM.

use hashrange_protocol::{COLUMNS, Lane, Strip, Window};
use hashrange_time::{Duration, Timestamp};

use crate::state::figures;

/// Height of a lane in its own units.
pub(super) const HEIGHT: u32 = 12;

/// Spans to zoom to, shortest first.
const SPANS: [Duration; 11] = [
    Window::LEAST,
    Duration::from_millis(240),
    Duration::from_millis(2_400),
    Duration::from_seconds(20),
    Duration::from_minutes(2),
    Duration::from_minutes(10),
    Duration::from_hours(1),
    Duration::from_hours(6),
    Duration::from_hours(24),
    Duration::from_days(7),
    Duration::from_days(60),
];

/// A path for each lane: a bar in every column with a count, taller for a higher count.
pub(super) fn bars(strip: &Strip) -> Vec<String> {
    let most = |lane: usize| {
        strip
            .lanes
            .get(lane)
            .into_iter()
            .flatten()
            .map(|(_, count)| *count)
            .max()
            .unwrap_or(1)
    };
    // Successful and throttled requests are compared, so they share a scale.
    let of_requests = most(0).max(most(1));
    let path = |(lane, counts): (usize, &Vec<(u32, u32)>)| {
        let most = u64::from(if lane < 2 { of_requests } else { most(lane) });
        let mut path = String::new();
        for (column, count) in counts {
            let tall = (u64::from(*count) * u64::from(HEIGHT)).div_ceil(most.max(1)).max(2);
            path.push_str(&format!("M{column}.5 {HEIGHT}v-{tall}"));
        }
        path
    };
    strip.lanes.iter().enumerate().map(path).collect()
}

/// The count of a column, and its time.
pub(super) fn column_text(strip: &Strip, column: u32) -> String {
    let column = column.min(COLUMNS - 1);
    let (Some(from), Some(to)) = (strip.moment(column), strip.moment(column + 1)) else {
        return String::new();
    };
    let counts = strip.counts(column);
    let counted: Vec<String> = Lane::ALL
        .iter()
        .zip(counts)
        .filter(|(_, count)| *count > 0)
        .map(|(lane, count)| format!("{} {}", lane.name(), figures::count(count.into())))
        .collect();
    let counted = if counted.is_empty() {
        "nothing".to_owned()
    } else {
        counted.join(", ")
    };
    format!("{}, {}: {counted}", edge(from, to - from), figures::span(to - from))
}

/// A time with the precision that a span requires.
pub(super) fn edge(at: Timestamp, span: Duration) -> String {
    let digits = match span.millis() {
        0..10 => 6,
        10..5_000 => 3,
        _ => 0,
    };
    let text = figures::moment(at, digits);
    let shown = if span.seconds() < 86_400 {
        text.get(11..)
    } else {
        text.get(..16)
    };
    shown.unwrap_or_default().to_owned()
}

/// The next shorter window, around a time if there is one.
pub(super) fn closer(window: Window, line: Duration, at: Option<(Timestamp, f64)>) -> Window {
    let now = window.span().unwrap_or(line);
    let span = SPANS
        .iter()
        .rev()
        .find(|span| **span < now)
        .copied()
        .unwrap_or(Window::LEAST);
    kept(window, span, at)
}

/// The next longer window, or the complete line if that is shorter.
pub(super) fn wider(window: Window, line: Duration, at: Option<(Timestamp, f64)>) -> Window {
    let next = window.span().and_then(|now| SPANS.into_iter().find(|span| *span > now));
    next.filter(|span| *span < line)
        .map_or(Window::Line, |span| kept(window, span, at))
}

/// A window of this span. A time under the pointer keeps its position, as a share of the width.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // a share of a span of whole numbers
fn kept(window: Window, span: Duration, at: Option<(Timestamp, f64)>) -> Window {
    let before = |share: f64| Duration::from_micros((span.micros() as f64 * share) as u64);
    match (at, window) {
        (Some((at, share)), _) => Window::From(at - before(share.clamp(0.0, 1.0)), span),
        (None, Window::From(from, old)) => {
            Window::From(from + Duration::from_micros(old.micros() / 2) - before(0.5), span)
        }
        (None, _) => Window::Around(span),
    }
}

/// The window moved by this share of its width. The complete line does not move.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // a share of a span of whole numbers
pub(super) fn moved(from: Timestamp, window: Window, share: f64) -> Window {
    let Some(span) = window.span() else { return window };
    let by = Duration::from_micros((span.micros() as f64 * share.abs()) as u64);
    Window::From(if share < 0.0 { from - by } else { from + by }, span)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strip(lanes: Vec<Vec<(u32, u32)>>) -> Strip {
        let edges = (0..=u64::from(COLUMNS))
            .map(|at| Timestamp::from_seconds(1_571_820_000 + at))
            .collect();
        Strip {
            edges,
            lanes,
            uneven: false,
        }
    }

    #[test]
    fn bars_are_levels_and_requests_share_their_scale() {
        let bars = bars(&strip(vec![vec![(0, 100), (7, 50)], vec![(0, 1)], vec![(3, 2)]]));
        assert_eq!(bars, ["M0.5 12v-12M7.5 12v-6", "M0.5 12v-2", "M3.5 12v-12"]);
    }

    #[test]
    fn a_column_is_reported_with_its_moment_and_counts() {
        let strip = strip(vec![vec![(2, 1_200)], vec![(2, 3)]]);
        assert_eq!(
            column_text(&strip, 2),
            "08:40:02.000, 1.0 s: requests 1,200, throttled 3"
        );
        assert_eq!(column_text(&strip, 9_999), "08:43:59.000, 1.0 s: nothing");
        assert_eq!(column_text(&Strip::default(), 0), "");
    }

    #[test]
    fn zooming_keeps_what_is_looked_at() {
        let (line, at) = (Duration::from_hours(3), Timestamp::from_seconds(1_000));
        let hour = closer(Window::Line, line, None);
        assert_eq!(hour, Window::Around(Duration::from_hours(1)));
        assert_eq!(wider(hour, line, None), Window::Line);
        let near = closer(hour, line, Some((at, 0.5)));
        assert_eq!(
            near,
            Window::From(Timestamp::from_seconds(700), Duration::from_minutes(10))
        );
        let nearer = closer(near, line, None);
        assert_eq!(
            nearer,
            Window::From(Timestamp::from_seconds(940), Duration::from_minutes(2))
        );
        assert_eq!(wider(nearer, line, None), near, "and back");
        assert_eq!(
            closer(Window::Around(Window::LEAST), line, None),
            Window::Around(Window::LEAST)
        );
        let earlier = moved(Timestamp::from_seconds(700), near, -0.5);
        assert_eq!(
            earlier,
            Window::From(Timestamp::from_seconds(400), Duration::from_minutes(10))
        );
    }

    #[test]
    fn edges_show_as_much_as_matters() {
        let at = Timestamp::from_micros(1_571_820_000_123_456);
        let edges = [
            Duration::from_millis(5),
            Duration::from_seconds(1),
            Duration::from_hours(1),
            Duration::from_days(3),
        ];
        let shown = ["08:40:00.123456", "08:40:00.123", "08:40:00", "2019-10-23 08:40"];
        assert_eq!(edges.map(|span| edge(at, span)), shown);
    }
}
