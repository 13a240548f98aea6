//! The speed of virtual time: how many times faster than real time, or slower, in exact thousandths.
//!
//! Must not know which speeds a page offers.

use std::fmt;

use hashrange_time::Duration;

/// The speed of virtual time as a multiple of real time, in thousandths. At 1, a virtual millisecond takes a second.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub struct Speed(u32);

impl Speed {
    /// A virtual millisecond takes a second.
    pub const SLOWEST: Self = Self(1);
    /// As fast as real time.
    pub const REAL: Self = Self(1_000);
    /// Eleven days of virtual time pass in a second.
    pub const FASTEST: Self = Self(1_000_000_000);

    /// A speed in thousandths of real time, [`Self::SLOWEST`] to [`Self::FASTEST`].
    #[must_use]
    pub const fn from_per_mille(per_mille: u32) -> Self {
        let most = if per_mille > Self::FASTEST.0 {
            Self::FASTEST.0
        } else {
            per_mille
        };
        Self(if most < Self::SLOWEST.0 { Self::SLOWEST.0 } else { most })
    }

    /// Returns the speed in thousandths of real time.
    #[must_use]
    pub const fn per_mille(self) -> u32 {
        self.0
    }

    /// Returns the speed limited to [`Self::SLOWEST`] and [`Self::FASTEST`], because a decoded speed can be outside
    /// them.
    #[must_use]
    pub const fn bounded(self) -> Self {
        Self::from_per_mille(self.0)
    }

    /// Returns the virtual time that passes in a span of real time, and the remaining thousandths of a microsecond.
    /// `left` is the previous remainder, so that many short spans lose no time.
    #[must_use]
    pub fn of(self, real: Duration, left: u32) -> (Duration, u32) {
        let thousandths = u128::from(real.micros()) * u128::from(self.0) + u128::from(left);
        let micros = u64::try_from(thousandths / 1_000).unwrap_or(u64::MAX);
        (
            Duration::from_micros(micros),
            u32::try_from(thousandths % 1_000).unwrap_or_default(),
        )
    }

    /// Returns the speed as a number: `0.05`, `1`, `3600`.
    #[must_use]
    pub fn decimal(self) -> String {
        let (whole, part) = (self.0 / 1_000, self.0 % 1_000);
        if part == 0 {
            whole.to_string()
        } else {
            format!("{whole}.{part:03}").trim_end_matches('0').to_owned()
        }
    }
}

impl Default for Speed {
    fn default() -> Self {
        Self::REAL
    }
}

/// `0.05×`, `3,600×`.
impl fmt::Display for Speed {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let decimal = self.decimal();
        let whole = decimal.split('.').next().unwrap_or_default().len();
        for (at, digit) in decimal.chars().enumerate() {
            if at > 0 && at < whole && (whole - at).is_multiple_of(3) {
                out.write_str(",")?;
            }
            write!(out, "{digit}")?;
        }
        out.write_str("×")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_speed_is_worded_as_a_number_of_times() {
        let words = |per_mille| Speed::from_per_mille(per_mille).to_string();
        assert_eq!(
            [1, 10, 50, 500, 1_500].map(words),
            ["0.001×", "0.01×", "0.05×", "0.5×", "1.5×"]
        );
        assert_eq!([1_000, 60_000, 3_600_000].map(words), ["1×", "60×", "3,600×"]);
        assert_eq!(Speed::FASTEST.to_string(), "1,000,000×");
        assert_eq!(
            (Speed::from_per_mille(0), Speed::from_per_mille(u32::MAX)),
            (Speed::SLOWEST, Speed::FASTEST)
        );
        assert_eq!(Speed::from_per_mille(3_600_000).decimal(), "3600");
    }

    #[test]
    fn what_is_left_of_a_microsecond_is_kept() {
        let frame = Duration::from_micros(33_333);
        let (passed, left) = Speed::SLOWEST.of(frame, 0);
        assert_eq!((passed.micros(), left), (33, 333));
        let all = (0..3_000).fold((Duration::ZERO, 0), |(sum, left), _| {
            let (passed, left) = Speed::SLOWEST.of(frame, left);
            (sum + passed, left)
        });
        assert_eq!(all, (Duration::from_micros(99_999), 0));
        assert_eq!(
            Speed::FASTEST.of(Duration::from_millis(33), 0).0,
            Duration::from_seconds(33_000)
        );
    }
}
