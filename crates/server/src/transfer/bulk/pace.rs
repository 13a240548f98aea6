//! The rate of a bulk operation: when the next items may be put, by the write request units of those before.
//!
//! A model: AWS publishes no rates of tiers. Must not know a clock.

use hashrange_time::{Duration, Timestamp};
use hashrange_wire::StartBulkPutItemsRequest;

/// How much lost time an operation makes up for: the delays of this machine, not those of a hot partition.
const MOST_LAG: Duration = Duration::from_millis(100);
const MICROS_A_SECOND: f64 = 1_000_000.0;

/// The pace of one operation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    /// Write request units per second.
    rate: u64,
    next: Timestamp,
}

impl Pace {
    /// The pace of a request that starts now: the rate of its tier, or its own maximum if that is lower.
    pub(super) fn of(request: &StartBulkPutItemsRequest, now: Timestamp) -> Self {
        let tier = request.performance_tier.unwrap_or_default().write_units();
        let most = request
            .max_write_request_units
            .and_then(|most| u64::try_from(most).ok());
        Self {
            rate: most.map_or(tier, |most| most.min(tier)).max(1),
            next: now,
        }
    }

    /// Takes in the units of items that were put at this time. Returns how long the next ones wait.
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "a short, positive duration"
    )]
    pub(super) fn spend(&mut self, units: f64, now: Timestamp) -> Duration {
        let took = (units.max(0.0) * MICROS_A_SECOND / self.rate as f64) as u64;
        self.next = self.next.max(now - MOST_LAG) + Duration::from_micros(took);
        self.next - now
    }
}

#[cfg(test)]
mod tests {
    use hashrange_wire::BulkOperationPerformanceTier;

    use super::*;

    const START: Timestamp = Timestamp::from_seconds(1_000);

    fn pace(tier: Option<BulkOperationPerformanceTier>, most: Option<i64>) -> Pace {
        let request = StartBulkPutItemsRequest {
            performance_tier: tier,
            max_write_request_units: most,
            ..StartBulkPutItemsRequest::default()
        };
        Pace::of(&request, START)
    }

    #[test]
    fn the_rate_is_that_of_the_tier_or_the_lower_maximum() {
        let accelerated = Some(BulkOperationPerformanceTier::Accelerated);
        for (tier, most, millis) in [
            (None, None, 1_000),
            (accelerated, None, 100),
            (None, Some(2_000), 2_000),
            (accelerated, Some(2_000), 2_000),
            (None, Some(1_000_000), 1_000),
        ] {
            let wait = pace(tier, most).spend(4_000.0, START);
            assert_eq!(wait.millis(), millis, "{tier:?} {most:?}");
        }
    }

    #[test]
    fn units_add_up_over_time() {
        let mut pace = pace(None, Some(1_024));
        assert_eq!(pace.spend(512.0, START).millis(), 500);
        let later = START + Duration::from_millis(500);
        assert_eq!(pace.spend(1_024.0, later).millis(), 1_000);
    }

    #[test]
    fn lost_time_is_not_made_up_for() {
        let mut pace = pace(None, None);
        let late = START + Duration::from_seconds(60);
        assert_eq!(pace.spend(4_000.0, late).millis(), 900);
    }
}
