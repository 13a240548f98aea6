//! The metrics that are kept: a series of each in one or two lengths of period.
//!
//! Must not know which event counts as what.

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
    /// One minute; not of every metric.
    Minute,
    /// Five minutes.
    FiveMinutes,
}

/// All metrics.
#[derive(Clone, Debug, Default)]
pub struct Metrics {
    /// Shared, so that a copy for every way back is a small one.
    series: LiteMap<(Dimensions, Metric), Arc<Both>>,
    /// The full minute up to which settings are sampled.
    sampled: Option<Timestamp>,
    pub(super) lasting: Lasting,
}

hashrange_checkpoint::fields!(Metrics { series, sampled, lasting });

/// A metric in both lengths of period.
#[derive(Clone, Debug)]
struct Both {
    minutes: Option<Series>,
    five_minutes: Series,
}

hashrange_checkpoint::fields!(Both { minutes, five_minutes });

impl Metrics {
    /// Takes in how things stand: settings are sampled at every full minute of virtual time, as they were just before it. To
    /// be called after every event that may change one.
    pub fn observe(&mut self, engine: &Engine) {
        self.sample_until(engine.now());
        self.lasting.take_in(engine);
    }

    /// Samples what lasted at every full minute up to this time, as it stood just before the minute: the samples are the same
    /// however far time goes at once. Of a long time the minutes that no series would keep are left out.
    pub(super) fn sample_until(&mut self, to: Timestamp) {
        let last = to.floor_to(MINUTE);
        let Some(sampled) = self.sampled.replace(last.max(self.sampled.unwrap_or(last))) else { return };
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
            Arc::new(Both { minutes, five_minutes: Series::new(FIVE_MINUTES, FIVE_MINUTES_KEPT) })
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

    /// The points of a metric, oldest first; empty where nothing was counted, or not in this length.
    #[must_use]
    pub fn points(&self, dimensions: &Dimensions, metric: Metric, period: Period) -> Vec<Point> {
        let Some(both) = self.series.get(&(dimensions.clone(), metric)) else { return Vec::new() };
        match period {
            Period::Minute => both.minutes.iter().flat_map(Series::points).copied().collect(),
            Period::FiveMinutes => both.five_minutes.points().copied().collect(),
        }
    }

    /// The newest point of a metric, in the shortest length it has.
    #[must_use]
    pub fn newest(&self, dimensions: &Dimensions, metric: Metric) -> Option<Point> {
        let both = self.series.get(&(dimensions.clone(), metric))?;
        both.minutes.as_ref().unwrap_or(&both.five_minutes).points().next_back().copied()
    }

    /// Everything a metric was counted for, in order.
    pub fn all(&self) -> impl Iterator<Item = (&Dimensions, Metric)> {
        self.series.keys().map(|(dimensions, metric)| (dimensions, *metric))
    }

    /// Forgets a table that is gone.
    pub(super) fn forget(&mut self, table: &Text) {
        self.series.retain(|(dimensions, _), _| dimensions.table.as_ref() != Some(table));
    }
}
