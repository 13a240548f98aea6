//! The geometry of one capacity chart: units a second over the last minute, and the line of what is provisioned.

use hashrange_insight::{Second, Units};
use hashrange_plot::{LinearScale, Point, compact, step_area_path, step_path};

/// Seconds shown.
pub(super) const SECONDS: u64 = 60;
/// Width and height of the picture, in its own units.
pub(super) const SIZE: (f64, f64) = (344.0, 62.0);
/// Where the plot lies in the picture: left, top, right, bottom.
const PLOT: (f64, f64, f64, f64) = (34.0, 8.0, 342.0, 58.0);
/// A provisioned rate this many times above the highest second is told in words instead of pressing the curve flat.
const HIGHEST_LINE: f64 = 20.0;

/// A chart ready to be drawn.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Chart {
    /// The curve.
    pub(super) line: String,
    /// The area below it.
    pub(super) area: String,
    /// Heights of round values with their words.
    pub(super) ticks: Vec<(f64, String)>,
    /// Height of what is provisioned, when it fits.
    pub(super) provisioned: Option<f64>,
    /// Left and right end of the plot.
    pub(super) span: (f64, f64),
    /// Height of nothing.
    pub(super) ground: f64,
}

/// Lays the seconds out, oldest first.
pub(super) fn chart(values: &[Units], provisioned: Option<u64>) -> Chart {
    let (left, top, right, bottom) = PLOT;
    let peak = values.iter().map(|units| units.as_f64()).fold(0.0, f64::max);
    let rate = provisioned.map(|rate| rate as f64).filter(|rate| *rate <= HIGHEST_LINE * peak.max(1.0));
    let highest = peak.max(rate.unwrap_or(0.0)).max(1.0);
    let height = LinearScale::nice((0.0, highest), (bottom, top), 2);
    let across = LinearScale::new((0.0, values.len().max(1) as f64), (left, right));
    let mut points: Vec<Point> = values
        .iter()
        .enumerate()
        .map(|(second, units)| Point::new(across.at(second as f64), height.at(units.as_f64())))
        .collect();
    // The last second lasts as long as the others.
    points.extend(points.last().copied().map(|last| Point::new(right, last.y)));
    let (low, high) = height.domain();
    Chart {
        line: step_path(&points),
        area: step_area_path(&points, bottom),
        ticks: [low, high].into_iter().map(|value| (height.at(value), compact(value))).collect(),
        provisioned: rate.map(|rate| height.at(rate)),
        span: (left, right),
        ground: bottom,
    }
}

/// Picks reads or writes out of a window.
pub(super) fn values(window: &[Second], writes: bool) -> Vec<Units> {
    window.iter().map(|second| if writes { second.write } else { second.read }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_of_what_is_provisioned_is_drawn_where_it_fits() {
        let quiet = vec![Units::ZERO; 60];
        assert!(chart(&quiet, Some(10)).provisioned.is_some());
        assert_eq!(chart(&quiet, Some(40_000)).provisioned, None);
        assert_eq!(chart(&quiet, None).provisioned, None);
    }

    #[test]
    fn the_curve_reaches_from_end_to_end() {
        let values = vec![Units::halves(5); 60];
        let chart = chart(&values, Some(10));
        assert!(chart.line.starts_with("M34"), "{}", chart.line);
        assert_eq!(chart.ticks.len(), 2);
        assert_eq!(chart.ticks.last().map(|tick| tick.1.as_str()), Some("10"));
    }
}
