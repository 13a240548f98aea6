//! Metrics as CloudWatch has them, folded from events and sampled settings into bounded series.
//!
//! Kept are three hours of minutes and a day of five minutes (a model; CloudWatch keeps both for longer), and no series of
//! a table that is gone. Must not know who looks.

mod fold;
mod metric;
mod sample;
mod series;

use std::sync::Arc;

use hashrange_engine::{Engine, Units};
use hashrange_time::{Duration, Timestamp};
use hashrange_values::Text;
use hashrange_wire::Operation;
use litemap::LiteMap;

pub use metric::{Metric, MetricUnit};
use sample::Lasting;
use series::Series;
pub use series::{Point, Statistics};

const MINUTE: Duration = Duration::from_minutes(1);
const FIVE_MINUTES: Duration = Duration::from_minutes(5);
const MINUTES_KEPT: usize = 180;
const FIVE_MINUTES_KEPT: usize = 288;

/// What a metric is of. Without any of them: of the account.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Dimensions {
    /// `TableName`.
    pub table: Option<Text>,
    /// `GlobalSecondaryIndexName`.
    pub index: Option<Text>,
    /// `Operation`.
    pub operation: Option<Operation>,
}

hashrange_checkpoint::fields!(Dimensions { table, index, operation });

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
    lasting: Lasting,
}

hashrange_checkpoint::fields!(Metrics { series, sampled, lasting });

/// A metric in both lengths of period.
#[derive(Clone, Debug)]
struct Both {
    minutes: Option<Series>,
    five_minutes: Series,
}

hashrange_checkpoint::fields!(Both { minutes, five_minutes });

impl Dimensions {
    /// Those of a table itself.
    #[must_use]
    pub fn table(table: &Text) -> Self {
        Self { table: Some(table.clone()), ..Self::default() }
    }

    /// Those of a table, or of one of its global indexes.
    #[must_use]
    pub fn resource(table: &Text, index: Option<&Text>) -> Self {
        Self { index: index.cloned(), ..Self::table(table) }
    }

    /// Those of an operation on a table.
    #[must_use]
    pub fn operation(table: &Text, operation: Operation) -> Self {
        Self { operation: Some(operation), ..Self::table(table) }
    }
}

impl Metrics {
    /// Takes in how things stand: settings are sampled at every full minute of virtual time, as they were just before it. To
    /// be called after every event that may change one.
    pub fn observe(&mut self, engine: &Engine) {
        self.sample_until(engine.now());
        self.lasting.take_in(engine);
    }

    fn add(&mut self, dimensions: Dimensions, metric: Metric, at: Timestamp, value: Units) {
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

    fn count(&mut self, dimensions: Dimensions, metric: Metric, at: Timestamp, count: u64) {
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
    fn forget(&mut self, table: &Text) {
        self.series.retain(|(dimensions, _), _| dimensions.table.as_ref() != Some(table));
    }
}
