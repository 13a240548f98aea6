//! A time series in bounded memory: the statistics of each period. The oldest periods are dropped.
//!
//! Must not know what is counted. Values are stored as halves, so that half capacity units are integers.

use std::collections::VecDeque;

use hashrange_engine::Units;
use hashrange_time::{Duration, Timestamp};

/// The statistics of one period.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Statistics {
    sum: u64,
    minimum: u64,
    maximum: u64,
    samples: u64,
}

hashrange_checkpoint::fields!(Statistics {
    sum,
    minimum,
    maximum,
    samples
});

/// A period with data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Point {
    /// When the period begins.
    pub at: Timestamp,
    /// The statistics of the period.
    pub statistics: Statistics,
}

hashrange_checkpoint::fields!(Point { at, statistics });

/// The points of one period length. A period without data has no point.
#[derive(Clone, Debug)]
pub(super) struct Series {
    period: Duration,
    kept: usize,
    points: VecDeque<Point>,
}

hashrange_checkpoint::fields!(Series { period, kept, points });

impl Statistics {
    fn of(value: Units) -> Self {
        let halves = value.as_halves();
        Self {
            sum: halves,
            minimum: halves,
            maximum: halves,
            samples: 1,
        }
    }

    fn add(&mut self, value: Units) {
        let halves = value.as_halves();
        self.sum = self.sum.saturating_add(halves);
        self.minimum = self.minimum.min(halves);
        self.maximum = self.maximum.max(halves);
        self.samples = self.samples.saturating_add(1);
    }

    /// The sum of all values.
    #[must_use]
    pub fn sum(&self) -> f64 {
        self.sum as f64 / 2.0
    }

    /// The sum divided by the number of samples.
    #[must_use]
    pub fn average(&self) -> f64 {
        self.sum() / self.samples.max(1) as f64
    }

    /// The smallest value.
    #[must_use]
    pub fn minimum(&self) -> f64 {
        self.minimum as f64 / 2.0
    }

    /// The largest value.
    #[must_use]
    pub fn maximum(&self) -> f64 {
        self.maximum as f64 / 2.0
    }

    /// The number of values.
    #[must_use]
    pub fn sample_count(&self) -> u64 {
        self.samples
    }
}

impl Series {
    pub(super) fn new(period: Duration, kept: usize) -> Self {
        Self {
            period,
            kept,
            points: VecDeque::new(),
        }
    }

    /// Counts a value. `at` must never decrease.
    pub(super) fn add(&mut self, at: Timestamp, value: Units) {
        let at = at.floor_to(self.period);
        match self.points.back_mut() {
            Some(last) if last.at >= at => last.statistics.add(value),
            _ => {
                if self.points.len() == self.kept {
                    self.points.pop_front();
                }
                self.points.push_back(Point {
                    at,
                    statistics: Statistics::of(value),
                });
            }
        }
    }

    /// The points, oldest first.
    pub(super) fn points(&self) -> impl DoubleEndedIterator<Item = &Point> {
        self.points.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_period_has_its_statistics_and_old_ones_go() {
        let mut series = Series::new(Duration::from_minutes(1), 3);
        for second in 0..600 {
            series.add(Timestamp::from_seconds(second), Units::halves(1 + second % 3));
        }
        let points: Vec<&Point> = series.points().collect();
        assert_eq!((points.len(), points[0].at), (3, Timestamp::from_seconds(420)));
        let last = points[2].statistics;
        assert_eq!(
            (last.sum(), last.sample_count(), last.minimum(), last.maximum()),
            (60.0, 60, 0.5, 1.5)
        );
        assert!((last.average() - 1.0).abs() < f64::EPSILON);
    }
}
