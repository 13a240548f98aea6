//! Rates: the number of requests per second over time, and the time of each request.
//!
//! Uses integers only, so that the times are the same on every target. Must not know what is requested.

use hashrange_time::{Duration, Random, Timestamp};

/// The distribution of requests within a second.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Arrivals {
    /// At equal distances.
    Even,
    /// As independent clients send them: exponential distances.
    Independent,
}

/// The rate over a day: percent of the usual rate at every full hour (UTC), with linear interpolation between them.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct DailyCurve {
    /// Percent at 0:00, 1:00 and so on.
    pub hours: [u32; 24],
}

impl DailyCurve {
    /// The curves that have a name (models), each with it.
    pub const ALL: [(Self, &'static str); 3] = [
        (Self::people(), "as people use it"),
        (Self::office(), "in office hours"),
        (Self::batch(), "a batch at night"),
    ];

    /// A service for work: from 8 to 18 h, less at noon, a tenth at night (a model).
    #[must_use]
    pub const fn office() -> Self {
        Self {
            hours: [
                10, 10, 10, 10, 10, 10, 20, 50, 120, 160, 170, 150, 110, 140, 160, 160, 140, 100, 50, 30, 20, 10, 10,
                10,
            ],
        }
    }

    /// A job that runs from 2 to 4 h (a model).
    #[must_use]
    pub const fn batch() -> Self {
        let mut hours = [0; 24];
        hours[2] = 100;
        hours[3] = 100;
        Self { hours }
    }

    /// A service that people use by day: a fifth at night, the maximum in the evening (a model).
    #[must_use]
    pub const fn people() -> Self {
        Self {
            hours: [
                40, 30, 22, 20, 20, 25, 40, 65, 90, 105, 115, 120, 120, 115, 110, 110, 115, 125, 145, 165, 170, 150,
                110, 70,
            ],
        }
    }
}

/// A period with a higher or lower rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Burst {
    /// When it begins.
    pub from: Timestamp,
    /// How long it lasts.
    pub span: Duration,
    /// The rate in it, in percent of the normal rate.
    pub percent: u32,
}

/// Requests a second over time.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Rate {
    /// The usual rate, in requests a second.
    pub per_second: u32,
    /// The distribution of requests within a second.
    pub arrivals: Arrivals,
    /// The course of a day, if there is one.
    pub daily: Option<DailyCurve>,
    /// Periods with a different rate. Where two periods overlap, both apply.
    pub bursts: Vec<Burst>,
}

const SECONDS_A_DAY: u64 = 86_400;
const MICROS_A_SECOND: u64 = 1_000_000;
/// The maximum time between two checks of the rate, because a rate of zero can end.
const LOOK_AGAIN: Duration = Duration::from_seconds(1);

impl Rate {
    /// The same rate at all times.
    #[must_use]
    pub const fn steady(per_second: u32) -> Self {
        Self {
            per_second,
            arrivals: Arrivals::Even,
            daily: None,
            bursts: Vec::new(),
        }
    }

    /// Thousandths of requests a second at this time.
    #[must_use]
    pub fn milli_at(&self, at: Timestamp) -> u64 {
        let mut milli = u64::from(self.per_second) * 1_000;
        if let Some(curve) = &self.daily {
            milli = percent(milli, curve.percent_milli(at), 100_000);
        }
        for burst in self
            .bursts
            .iter()
            .filter(|burst| burst.from <= at && at - burst.from < burst.span)
        {
            milli = percent(milli, u64::from(burst.percent), 100);
        }
        milli
    }

    /// The time of the request after one at `from`, or after the start; `None` if there is none before `end`.
    pub(crate) fn next(&self, from: Timestamp, end: Timestamp, random: &mut Random) -> Option<Timestamp> {
        // The remaining wait, in requests × 2^32: with a changing rate, a part of it passes in each period.
        let mut left = match self.arrivals {
            Arrivals::Even => u128::from(ONE_REQUEST),
            Arrivals::Independent => u128::from(random.exponential(Duration::from_micros(ONE_REQUEST)).micros()),
        };
        let mut at = from;
        while at < end {
            let milli = u128::from(self.milli_at(at));
            let stretch = self.same_until(at).min(end) - at;
            let passes = u128::from(stretch.micros()) * milli * u128::from(ONE_REQUEST);
            let scale = u128::from(MICROS_A_SECOND) * 1_000;
            if passes >= left * scale && milli > 0 {
                let micros = (left * scale).div_ceil(milli * u128::from(ONE_REQUEST));
                let time = at + Duration::from_micros(u64::try_from(micros).ok()?);
                return (time < end).then_some(time);
            }
            left -= passes / scale;
            at += stretch;
        }
        None
    }

    /// The end of the period that has the rate at `at`: the next second, or the border of a burst before it.
    fn same_until(&self, at: Timestamp) -> Timestamp {
        let second = at.floor_to(LOOK_AGAIN) + LOOK_AGAIN;
        let borders = self
            .bursts
            .iter()
            .flat_map(|burst| [burst.from, burst.from + burst.span]);
        borders.filter(|border| *border > at).fold(second, Timestamp::min)
    }
}

/// One request, in the unit in which waiting is counted.
const ONE_REQUEST: u64 = 1 << 32;

fn percent(value: u64, by: u64, whole: u64) -> u64 {
    u64::try_from(u128::from(value) * u128::from(by) / u128::from(whole.max(1))).unwrap_or(u64::MAX)
}

impl DailyCurve {
    /// Thousandths of a percent at this time.
    fn percent_milli(&self, at: Timestamp) -> u64 {
        let second = at.seconds() % SECONDS_A_DAY;
        let hour = usize::try_from(second / 3_600).unwrap_or(0);
        let value = |hour: usize| u64::from(self.hours.get(hour % 24).copied().unwrap_or(100));
        let after = second % 3_600;
        (value(hour) * (3_600 - after) + value(hour + 1) * after) * 1_000 / 3_600
    }
}
