//! How a client retries throttled requests: how often, and its maximum wait.
//!
//! Must not know who waits, nor for what.

use hashrange_time::Duration;

/// The longest wait before an attempt (documented: sdk-retries, standard mode of the AWS SDKs, as their older modes).
const LONGEST_WAIT: Duration = Duration::from_seconds(20);

/// How a client retries throttled requests: exponential back-off with full jitter. The wait before the second attempt
/// is drawn from zero to `base`. Each further range is twice as large, up to twenty seconds (documented: sdk-retries,
/// AWS SDKs and Tools Reference Guide, "Retry behavior",
/// `https://docs.aws.amazon.com/sdkref/latest/guide/feature-retry-behavior.html`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Retries {
    /// Maximum number of attempts, including the first. 1 means no retries. 0 means [`Retries::IN_TURN`].
    pub attempts: u8,
    /// The longest wait before the second attempt.
    pub base: Duration,
}

hashrange_checkpoint::by_serde!(Retries);

impl Retries {
    /// The standard mode of the AWS SDKs: four attempts for DynamoDB, three for most services
    /// (documented: sdk-retries-standard). The first wait after a throttle is up to one second
    /// (documented: sdk-retries-throttling, `github.com/aws/aws-sdk-cpp/issues/3832`, "Throttling base delay";
    /// `aws-sdk-java-v2` pull request 2648).
    pub const STANDARD: Self = Self {
        attempts: 4,
        base: Duration::from_seconds(1),
    };
    /// The older mode of the SDKs for DynamoDB: ten retries, starting at 50 ms (documented: sdk-retries-dynamodb,
    /// Error handling with DynamoDB; `defaultRetryCount` and `retryDelays` in `lib/services/dynamodb.js` of
    /// `aws-sdk-js`). The SDKs for Java and C++ started at 25 ms (`DYNAMODB_DEFAULT_BASE_DELAY`).
    pub const DYNAMODB: Self = Self {
        attempts: 11,
        base: Duration::from_millis(50),
    };

    /// A bulk operation: a throttled request is sent again after the base, until it succeeds, and all later requests
    /// wait. A model: AWS documents that a hot partition slows a bulk operation (documented: bulk-limits), but no order.
    /// After 255 attempts the request is given up, so that a load ends.
    pub const IN_TURN: Self = Self {
        attempts: 0,
        base: Duration::from_millis(20),
    };

    /// Whether later requests wait for a throttled one.
    #[must_use]
    pub const fn is_in_turn(self) -> bool {
        self.attempts == 0
    }

    /// The maximum number of attempts of a request, including the first.
    #[must_use]
    pub const fn most_attempts(self) -> u8 {
        if self.is_in_turn() { u8::MAX } else { self.attempts }
    }

    /// Whether a request may be sent again after this attempt, counted from 1.
    #[must_use]
    pub const fn allows_more(self, attempt: u8) -> bool {
        attempt < self.most_attempts()
    }

    /// The longest wait after this attempt, counted from 1.
    #[must_use]
    pub fn longest_wait(self, attempt: u8) -> Duration {
        let doubled = 1_u64
            .checked_shl(u32::from(attempt.saturating_sub(1)))
            .unwrap_or(u64::MAX);
        Duration::from_micros(self.base.micros().saturating_mul(doubled)).min(LONGEST_WAIT)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_double_from_the_base_to_twenty_seconds() {
        let longest = |retries: Retries| (1..=12).map(move |attempt| retries.longest_wait(attempt).millis());
        let dynamodb: Vec<u64> = longest(Retries::DYNAMODB).collect();
        assert_eq!(
            dynamodb,
            [
                50, 100, 200, 400, 800, 1_600, 3_200, 6_400, 12_800, 20_000, 20_000, 20_000
            ]
        );
        assert_eq!(
            longest(Retries::STANDARD).take(6).collect::<Vec<_>>(),
            [1_000, 2_000, 4_000, 8_000, 16_000, 20_000]
        );
        let endless = Retries {
            attempts: u8::MAX,
            base: Duration::from_micros(u64::MAX),
        };
        assert_eq!(
            (endless.longest_wait(0), endless.longest_wait(u8::MAX)),
            (LONGEST_WAIT, LONGEST_WAIT)
        );
        assert_eq!(
            Retries {
                base: Duration::ZERO,
                ..endless
            }
            .longest_wait(u8::MAX),
            Duration::ZERO
        );
    }
}
