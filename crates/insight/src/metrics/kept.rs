//! The stored metrics: each has a series in one or two period lengths.
//!
//! Must not know which event changes which metric.

use std::sync::Arc;

use hashrange_engine::{Engine, Units};
use hashrange_time::{Duration, Timestamp};
use hashrange_values::Text;
use litemap::LiteMap;

use super::dimensions::Dimensions;
use super::lasting::Lasting;
use super::metric::Metric;
use super::series::{Point, Series};

const MINUTE: Duration = Duration::from_minutes(1);
const FIVE_MINUTES: Duration = Duration::from_minutes(5);
const MINUTES_KEPT: usize = 180;
const FIVE_MINUTES_KEPT: usize = 288;

/// The length of a period.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Period {
    /// One minute; not every metric has it.
    Minute,
    /// Five minutes.
    FiveMinutes,
}

/// All metrics.
#[derive(Clone, Debug, Default)]
pub struct Metrics {
    /// Shared, so that snapshots for undo are small.
    series: LiteMap<(Dimensions, Metric), Arc<Both>>,
    /// The full minute up to which settings are sampled.
    sampled: Option<Timestamp>,
    pub(super) lasting: Lasting,
}

hashrange_checkpoint::fields!(Metrics {
    series,
    sampled,
    lasting
});

/// A metric in both period lengths.
#[derive(Clone, Debug)]
struct Both {
    minutes: Option<Series>,
    five_minutes: Series,
}

hashrange_checkpoint::fields!(Both { minutes, five_minutes });

impl Metrics {
    /// Reads the current settings. They are sampled at every full minute of virtual time, as they were just before it.
    /// Call this after every event that can change a setting.
    pub fn observe(&mut self, engine: &Engine) {
        self.sample_until(engine.now());
        self.lasting.take_in(engine);
    }

    /// Samples lasting values at every full minute up to this time, as they were just before the minute. The samples do
    /// not depend on the size of time steps. Minutes that no series would store are skipped.
    pub(super) fn sample_until(&mut self, to: Timestamp) {
        let last = to.floor_to(MINUTE);
        let Some(sampled) = self.sampled.replace(last.max(self.sampled.unwrap_or(last))) else {
            return;
        };
        let kept = FIVE_MINUTES * (FIVE_MINUTES_KEPT as u64 + 1);
        let oldest = Timestamp::from_micros(last.floor_to(FIVE_MINUTES).micros().saturating_sub(kept.micros()));
        let first = (sampled + MINUTE).max(oldest);
        if first > last {
            return;
        }
        let values = self.lasting.values();
        for (dimensions, metric, value) in values.iter() {
            let minutes = std::iter::successors(Some(first), |minute| Some(*minute + MINUTE));
            let minutes = minutes.take_while(|minute| *minute <= last);
            self.add_at((dimensions.clone(), *metric), minutes, Units::whole(*value));
        }
    }

    pub(super) fn add(&mut self, dimensions: Dimensions, metric: Metric, at: Timestamp, value: Units) {
        self.add_at((dimensions, metric), std::iter::once(at), value);
    }

    fn add_at(&mut self, of: (Dimensions, Metric), times: impl Iterator<Item = Timestamp>, value: Units) {
        let metric = of.1;
        let both = self.series.entry(of).or_insert_with(|| {
            let minutes = metric.is_by_minute().then(|| Series::new(MINUTE, MINUTES_KEPT));
            Arc::new(Both {
                minutes,
                five_minutes: Series::new(FIVE_MINUTES, FIVE_MINUTES_KEPT),
            })
        });
        let both = Arc::make_mut(both);
        for at in times {
            if let Some(minutes) = &mut both.minutes {
                minutes.add(at, value);
            }
            both.five_minutes.add(at, value);
        }
    }

    pub(super) fn count(&mut self, dimensions: Dimensions, metric: Metric, at: Timestamp, count: u64) {
        self.add(dimensions, metric, at, Units::whole(count));
    }

    /// The points of a metric, oldest first; empty if nothing was counted, or if the metric lacks this period.
    #[must_use]
    pub fn points(&self, dimensions: &Dimensions, metric: Metric, period: Period) -> Vec<Point> {
        let Some(both) = self.series.get(&(dimensions.clone(), metric)) else {
            return Vec::new();
        };
        match period {
            Period::Minute => both.minutes.iter().flat_map(Series::points).copied().collect(),
            Period::FiveMinutes => both.five_minutes.points().copied().collect(),
        }
    }

    /// The latest point of a metric, in its shortest period.
    #[must_use]
    pub fn newest(&self, dimensions: &Dimensions, metric: Metric) -> Option<Point> {
        let both = self.series.get(&(dimensions.clone(), metric))?;
        both.minutes
            .as_ref()
            .unwrap_or(&both.five_minutes)
            .points()
            .next_back()
            .copied()
    }

    /// All dimensions and metrics that were counted, in order.
    pub fn all(&self) -> impl Iterator<Item = (&Dimensions, Metric)> {
        self.series.keys().map(|(dimensions, metric)| (dimensions, *metric))
    }

    /// Drops the metrics of a deleted table.
    pub(super) fn forget(&mut self, table: &Text) {
        self.series
            .retain(|(dimensions, _), _| dimensions.table.as_ref() != Some(table));
    }
}
