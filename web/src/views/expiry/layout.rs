//! Where items stand on the axis of time around now, and the bars of what is to come.

use hashrange_plot::{LinearScale, NearScale};

/// Width of the pictures, in their own units.
pub(super) const WIDTH: f64 = 344.0;
/// Where the axis begins: keys stand before it.
pub(super) const AXIS: f64 = 96.0;
/// Rows with a key of their own.
pub(super) const ROWS: usize = 14;
/// Height of such a row, and of a line of the others.
const ROW: f64 = 17.0;
const OTHERS: f64 = 7.0;
/// Lines the others share.
const OTHER_LINES: usize = 4;
/// Room of the names of the regions above, and of the ticks below.
const TOP: f64 = 16.0;
const TICKS: f64 = 18.0;
/// Height of the histogram's bars.
pub(super) const BARS: f64 = 44.0;

/// Distances of the ticks, in seconds, with their words.
const DISTANCES: [(f64, &str); 9] = [
    (10.0, "10 s"),
    (60.0, "1 min"),
    (600.0, "10 min"),
    (3_600.0, "1 h"),
    (21_600.0, "6 h"),
    (86_400.0, "1 d"),
    (604_800.0, "7 d"),
    (2_592_000.0, "30 d"),
    (31_536_000.0, "1 y"),
];
/// Least distance of two ticks.
const APART: f64 = 34.0;

/// The axis for items from `before` seconds ago to `after` seconds from now.
pub(super) fn axis(before: f64, after: f64) -> NearScale {
    NearScale::new((before.max(60.0), after.max(60.0)), 10.0, (AXIS, WIDTH - 8.0), 0.5)
}

/// The height of a row by its number; of rows beyond those with a key, several share a line.
pub(super) fn row(number: usize) -> f64 {
    match number.checked_sub(ROWS) {
        None => TOP + (number as f64 + 0.5) * ROW,
        Some(other) => TOP + ROWS as f64 * ROW + ((other % OTHER_LINES) as f64 + 0.5) * OTHERS,
    }
}

/// The upper and lower end of the rows, and the height of the whole picture.
pub(super) fn heights(items: usize) -> (f64, f64, f64) {
    let rows = items.clamp(1, ROWS) as f64 * ROW;
    let others = if items > ROWS { OTHER_LINES as f64 * OTHERS } else { 0.0 };
    let bottom = TOP + rows + others;
    (TOP, bottom, bottom + TICKS)
}

/// The ticks of an axis: places and words, those of the past with a minus.
pub(super) fn ticks(axis: &NearScale, before: f64, after: f64) -> Vec<(f64, String)> {
    let mut ticks = vec![(axis.middle(), "now".to_owned())];
    for (sign, most) in [(-1.0, before.max(60.0)), (1.0, after.max(60.0))] {
        let mut last = axis.middle();
        for (distance, words) in DISTANCES {
            let place = axis.at(sign * distance);
            if distance <= most && (place - last).abs() >= APART {
                let minus = if sign < 0.0 { "−" } else { "" };
                ticks.push((place, format!("{minus}{words}")));
                last = place;
            }
        }
    }
    ticks
}

/// The bars of counts: left edge, width and height of each.
pub(super) fn bars(counts: &[u64]) -> Vec<(f64, f64, f64)> {
    let most = counts.iter().copied().max().unwrap_or_default().max(1);
    let height = LinearScale::new((0.0, most as f64), (0.0, BARS));
    let pitch = WIDTH / counts.len().max(1) as f64;
    let bar = |(at, count): (usize, &u64)| (at as f64 * pitch, pitch - 1.5, height.at(*count as f64));
    counts.iter().enumerate().map(bar).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_do_not_touch_and_now_is_among_them() {
        let (before, after) = (7_200.0, 172_800.0);
        let axis = axis(before, after);
        let mut places: Vec<f64> = ticks(&axis, before, after).into_iter().map(|(place, _)| place).collect();
        places.sort_by(f64::total_cmp);
        assert!(places.len() >= 4, "{places:?}");
        assert!(places.windows(2).all(|pair| pair[1] - pair[0] >= APART), "{places:?}");
    }

    #[test]
    fn many_items_share_the_lower_lines() {
        let (top, bottom, height) = heights(500);
        assert!((0..500).all(|item| row(item) > top && row(item) < bottom && bottom < height));
        assert!(heights(3).2 < height);
    }

    #[test]
    fn the_highest_bar_is_full() {
        let bars = bars(&[0, 2, 4]);
        assert!(bars[0].2.abs() < 1e-9 && (bars[2].2 - BARS).abs() < 1e-9);
    }
}
