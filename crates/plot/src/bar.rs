//! The proportional bar: values side by side as segments of one bar, none of them too narrow to be seen.
//!
//! Must not know what the values are; a value of zero is no segment's width.

/// One segment of a bar, in the order of the values.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Segment {
    /// The nearer edge.
    pub start: f64,
    /// The width; zero for a value of zero.
    pub width: f64,
}

impl Segment {
    /// The further edge.
    pub const fn end(&self) -> f64 {
        self.start + self.width
    }
}

/// Lays `values` out over `width` in proportion, with `gap` between segments that are seen. Every value above zero gets at
/// least `minimal` width, taken from the others in proportion; where there is not enough room for that, all are alike.
/// Values that are negative or not finite count as zero.
pub fn proportional_bar(values: &[f64], width: f64, minimal: f64, gap: f64) -> Vec<Segment> {
    let usable = |value: f64| if value.is_finite() && value > 0.0 { value } else { 0.0 };
    let seen = values.iter().filter(|value| usable(**value) > 0.0).count();
    let gaps = gap.max(0.0) * seen.saturating_sub(1) as f64;
    // Gaps that would leave nothing to draw are left out.
    let (room, gap) = if gaps < width { (width - gaps, gap.max(0.0)) } else { (width.max(0.0), 0.0) };
    let minimal = minimal.max(0.0).min(room / seen.max(1) as f64);
    let scale = scale_above_minimum(values.iter().map(|value| usable(*value)), room, minimal);
    let mut start = 0.0;
    let mut segments = Vec::with_capacity(values.len());
    for value in values {
        let value = usable(*value);
        let width = if value > 0.0 { (value * scale).max(minimal) } else { 0.0 };
        segments.push(Segment { start, width });
        if value > 0.0 {
            start += width + gap;
        }
    }
    segments
}

/// The width of one unit of value once the smallest values have been given their minimum. From the smallest up, each value
/// that would fall short takes the minimum out of the room; the first that would not settles the scale for the rest.
fn scale_above_minimum(values: impl Iterator<Item = f64>, room: f64, minimal: f64) -> f64 {
    let mut rising: Vec<f64> = Vec::new();
    for value in values.filter(|value| *value > 0.0) {
        rising.insert(rising.partition_point(|lower| *lower <= value), value);
    }
    // Divided by the largest, so that no sum of large values is infinite.
    let Some(largest) = rising.last().copied() else { return 0.0 };
    let mut sum: f64 = rising.iter().map(|value| value / largest).sum();
    let mut room = room;
    for value in rising {
        let share = value / largest;
        if share * room >= minimal * sum {
            break;
        }
        room -= minimal;
        sum -= share;
    }
    if sum > 0.0 { room.max(0.0) / sum / largest } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn widths(values: &[f64], width: f64, minimal: f64, gap: f64) -> Vec<f64> {
        proportional_bar(values, width, minimal, gap).iter().map(|segment| segment.width).collect()
    }

    #[test]
    fn values_share_the_bar() {
        assert_eq!(widths(&[1.0, 3.0], 100.0, 2.0, 0.0), [25.0, 75.0]);
        assert_eq!(widths(&[1.0, 0.0, 3.0], 102.0, 2.0, 2.0), [25.0, 0.0, 75.0]);
        let bar = proportional_bar(&[1.0, 0.0, 3.0], 102.0, 2.0, 2.0);
        assert_eq!((bar[2].start, bar[2].end()), (27.0, 102.0));
    }

    #[test]
    fn the_smallest_values_are_still_seen() {
        assert_eq!(widths(&[1.0, 999.0], 100.0, 4.0, 0.0), [4.0, 96.0]);
        assert_eq!(widths(&[1.0, 1.0, 98.0], 10.0, 4.0, 0.0), [10.0 / 3.0; 3]);
        assert_eq!(widths(&[5.0, 5.0], 10.0, 1.0, 20.0), [5.0, 5.0]);
    }

    #[test]
    fn what_is_no_value_takes_no_room() {
        assert_eq!(widths(&[f64::NAN, -1.0, 2.0, f64::INFINITY], 10.0, 1.0, 1.0), [0.0, 0.0, 10.0, 0.0]);
        assert_eq!(widths(&[0.0, 0.0], 10.0, 1.0, 1.0), [0.0, 0.0]);
        assert_eq!(widths(&[1.0], -5.0, 1.0, 1.0), [0.0]);
        assert!(widths(&[], 10.0, 1.0, 1.0).is_empty());
    }

    proptest! {
        #[test]
        fn segments_fill_the_bar_in_order(values in proptest::collection::vec(0.0..1e6, 1..40), minimal in 0.0..20.0) {
            let bar = proportional_bar(&values, 300.0, minimal, 1.0);
            let seen: Vec<_> = bar.iter().filter(|segment| segment.width > 0.0).collect();
            if let Some(last) = seen.last() {
                prop_assert!((last.end() - 300.0).abs() < 1e-6, "{bar:?}");
            }
            prop_assert!(seen.windows(2).all(|pair| (pair[1].start - pair[0].end() - 1.0).abs() < 1e-9));
            let fair = minimal.min((301.0 - seen.len() as f64) / seen.len().max(1) as f64);
            prop_assert!(seen.iter().all(|segment| segment.width >= fair - 1e-6), "{bar:?}");
            for (one, other) in values.iter().zip(&bar).zip(values.iter().zip(&bar).skip(1)) {
                prop_assert!((one.0 <= other.0) == (one.1.width <= other.1.width) || (one.1.width - other.1.width).abs() < 1e-6);
            }
        }
    }
}
