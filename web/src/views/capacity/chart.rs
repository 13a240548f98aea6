//! The geometry of one capacity chart: units per second over the last minute, the line of the limit, marks of throttled
//! requests, and the pool of unused units.

use hashrange_plot::{BandScale, LinearScale, Point, Rect, crosses_path, step_area_path, step_path};
use hashrange_protocol::{ScalingStep, Second, Units};

use crate::state::figures;

/// The number of seconds shown.
pub(super) const SECONDS: u64 = 60;
/// Width and height of the picture, in its own units.
pub(super) const SIZE: (f64, f64) = (344.0, 62.0);
/// The position of the plot in the picture: left, top, right, bottom.
const PLOT: (f64, f64, f64, f64) = (34.0, 8.0, 342.0, 58.0);
/// Width of the bar of saved units beside the plot, and of the gap before it.
const RESERVOIR: (f64, f64) = (22.0, 8.0);
/// If the limit exceeds the highest second by this factor, it is shown as text, because the line would flatten the
/// curve.
const HIGHEST_LINE: f64 = 20.0;

/// The data of a chart.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Data {
    /// Units of every second, oldest first.
    pub(super) values: Vec<Units>,
    /// Requests throttled in every second.
    pub(super) throttled: Vec<u32>,
    /// The limit in every second, in units per second; `None` without a limit.
    pub(super) rates: Option<Vec<u64>>,
    /// Whether the limit is the provisioned rate. Otherwise it is the on-demand limit.
    pub(super) provisioned: bool,
    /// The saved units, if units can be saved.
    pub(super) pool: Option<Pool>,
}

impl Data {
    /// Units of the latest second.
    pub(super) fn current(&self) -> Units {
        self.values.last().copied().unwrap_or_default()
    }

    /// Units of the busiest second.
    pub(super) fn peak(&self) -> Units {
        self.values.iter().copied().max().unwrap_or_default()
    }
}

/// Saved unused units, and how long they last.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Pool {
    /// Remaining units.
    pub(super) left: Units,
    /// The maximum that can be saved.
    pub(super) most: Units,
    /// Seconds until it is empty at the recent rate; `None` if it does not shrink.
    pub(super) seconds: Option<u64>,
}

impl Pool {
    /// Its fill level, from 0 to 1.
    pub(super) fn share(self) -> f64 {
        (self.left.as_f64() / self.most.as_f64().max(1.0)).clamp(0.0, 1.0)
    }
}

/// A chart ready to be drawn.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Chart {
    /// The curve.
    pub(super) line: String,
    /// The area below it.
    pub(super) area: String,
    /// Heights of round values with their labels.
    pub(super) ticks: Vec<(f64, String)>,
    /// The line of the limit, if it fits.
    pub(super) rate: Option<String>,
    /// Crosses above the seconds with throttled requests.
    pub(super) throttled: String,
    /// Left and right end of the plot.
    pub(super) span: (f64, f64),
    /// Height of zero.
    pub(super) ground: f64,
    /// The bar of saved units: its outline, and its content.
    pub(super) reservoir: Option<(Rect, Rect)>,
}

/// The horizontal positions of the seconds.
pub(super) fn columns(data: &Data) -> BandScale {
    let right = if data.pool.is_some() {
        PLOT.2 - RESERVOIR.0 - RESERVOIR.1
    } else {
        PLOT.2
    };
    BandScale::new(data.values.len(), PLOT.0, right, 0.0, 0.0)
}

/// Builds the chart, oldest second first.
pub(super) fn chart(data: &Data) -> Chart {
    let (left, top, _, bottom) = PLOT;
    let columns = columns(data);
    let right = if data.values.is_empty() { PLOT.2 } else { columns.end() };
    let peak = data.values.iter().map(|units| units.as_f64()).fold(0.0, f64::max);
    let fits = |rates: &&Vec<u64>| rates.iter().all(|rate| *rate as f64 <= HIGHEST_LINE * peak.max(1.0));
    let rates = data.rates.as_ref().filter(fits);
    let most = rates
        .and_then(|rates| rates.iter().max())
        .map_or(0.0, |rate| *rate as f64);
    let height = LinearScale::nice((0.0, peak.max(most).max(1.0)), (bottom, top), 2);
    let steps = |values: &mut dyn Iterator<Item = f64>| {
        let mut points: Vec<Point> = values
            .zip(columns.bands())
            .map(|(value, band)| Point::new(band.start, height.at(value)))
            .collect();
        // Extends the last second to the width of the others.
        points.extend(points.last().copied().map(|last| Point::new(right, last.y)));
        points
    };
    let points = steps(&mut data.values.iter().map(|units| units.as_f64()));
    let marks = columns.bands().zip(&data.throttled).filter(|(_, count)| **count > 0);
    let marks = marks.map(|(band, _)| Rect::new(band.start, top - 6.0, band.width, 5.0));
    let (low, high) = height.domain();
    Chart {
        line: step_path(&points),
        area: step_area_path(&points, bottom),
        ticks: [low, high]
            .into_iter()
            .map(|value| (height.at(value), figures::mark(value)))
            .collect(),
        rate: rates.map(|rates| step_path(&steps(&mut rates.iter().map(|rate| *rate as f64)))),
        throttled: crosses_path(marks, 5.0),
        span: (left, right),
        ground: bottom,
        reservoir: data.pool.map(|pool| {
            let whole = Rect::new(PLOT.2 - RESERVOIR.0, top, RESERVOIR.0, bottom - top);
            let level = whole.height * pool.share();
            (
                whole,
                Rect {
                    y: bottom - level,
                    height: level,
                    ..whole
                },
            )
        }),
    }
}

/// The units of reads or writes of every second.
pub(super) fn values(window: &[Second], writes: bool) -> Vec<Units> {
    window
        .iter()
        .map(|second| if writes { second.write } else { second.read })
        .collect()
}

/// The number of throttled reads or writes of every second.
pub(super) fn throttled(window: &[Second], writes: bool) -> Vec<u32> {
    window
        .iter()
        .map(|second| {
            if writes {
                second.throttled_writes
            } else {
                second.throttled_reads
            }
        })
        .collect()
}

/// The rate of every second, oldest first, from the current rate and the scaling steps before it.
pub(super) fn rates(window: &[Second], now: u64, steps: &[&ScalingStep]) -> Vec<u64> {
    let rate_in = |second: u64| {
        let next = steps.iter().find(|step| step.at.seconds() > second);
        next.map_or(now, |step| step.from)
    };
    window.iter().map(|second| rate_in(second.second)).collect()
}

#[cfg(test)]
mod tests {
    use hashrange_protocol::Direction;
    use hashrange_time::Timestamp;

    use super::*;

    fn data(values: Units, rate: Option<u64>) -> Data {
        Data {
            values: vec![values; 60],
            throttled: vec![0; 60],
            rates: rate.map(|rate| vec![rate; 60]),
            ..Data::default()
        }
    }

    #[test]
    fn the_line_of_what_is_provisioned_is_drawn_where_it_fits() {
        assert!(chart(&data(Units::ZERO, Some(10))).rate.is_some());
        assert_eq!(chart(&data(Units::ZERO, Some(40_000))).rate, None);
        assert_eq!(chart(&data(Units::ZERO, None)).rate, None);
    }

    #[test]
    fn values_beside_the_axis_stay_within_its_margin() {
        let high = |units| {
            chart(&data(Units::halves(units), None))
                .ticks
                .last()
                .map(|tick| tick.1.clone())
        };
        assert_eq!(
            [2_000, 17_000, 50_000, 4_000_000]
                .map(high)
                .map(Option::unwrap_or_default),
            ["1000", "10k", "30k", "2M"]
        );
    }

    #[test]
    fn the_curve_reaches_from_end_to_end() {
        let drawn = chart(&data(Units::halves(5), Some(10)));
        assert!(
            drawn.line.starts_with("M34") && drawn.line.contains("H342"),
            "{}",
            drawn.line
        );
        assert_eq!(drawn.ticks.len(), 2);
        assert_eq!(drawn.ticks.last().map(|tick| tick.1.as_str()), Some("10"));
        assert_eq!((drawn.reservoir, drawn.throttled), (None, String::new()));
        assert_eq!(chart(&Data::default()).line, "");
    }

    #[test]
    fn the_reservoir_stands_beside_the_curve_and_marks_above_it() {
        let mut data = data(Units::whole(12), Some(10));
        data.pool = Some(Pool {
            left: Units::whole(750),
            most: Units::whole(3_000),
            seconds: None,
        });
        data.throttled = (0..60).map(|second| u32::from(second == 59)).collect();
        let drawn = chart(&data);
        let (whole, full) = drawn.reservoir.unwrap_or_default();
        assert_eq!((full.height, full.bottom()), (whole.height / 4.0, whole.bottom()));
        assert!(
            drawn.span.1 < whole.x && drawn.throttled.matches('M').count() == 2,
            "{drawn:?}"
        );
    }

    #[test]
    fn steps_of_auto_scaling_are_steps_of_the_line() {
        let window: Vec<Second> = (100..104)
            .map(|second| Second {
                second,
                ..Second::default()
            })
            .collect();
        let step = |at, from, to| {
            let at = Timestamp::from_seconds(at);
            ScalingStep {
                at,
                index: None,
                direction: Direction::Write,
                from,
                to,
            }
        };
        let steps = [step(101, 5, 8), step(103, 8, 20)];
        assert_eq!(rates(&window, 20, &steps.iter().collect::<Vec<_>>()), [5, 8, 8, 20]);
        assert_eq!(rates(&window, 7, &[]), [7; 4]);
    }
}
