//! How a client tries again what was throttled: how often, and how long it waits at most.
//!
//! Must not know who waits, nor for what.

use hashrange_time::Duration;

/// The longest wait before an attempt (documented: standard mode of the AWS SDKs, as their older modes).
const LONGEST_WAIT: Duration = Duration::from_seconds(20);

/// How a client tries again what was throttled: exponential back-off with full jitter. The wait before the second attempt is
/// drawn from nothing to `base`, each further one from twice as much, up to twenty seconds (documented: AWS SDKs and Tools
/// Reference Guide, "Retry behavior", `https://docs.aws.amazon.com/sdkref/latest/guide/feature-retry-behavior.html`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Retries {
    /// Attempts at most, the first among them. Up to 1 nothing is tried again.
    pub attempts: u8,
    /// The longest wait before the second attempt.
    pub base: Duration,
}

hashrange_checkpoint::by_serde!(Retries);

impl Retries {
    /// The standard mode of the AWS SDKs: three attempts (documented, same page), after a throttle from up to one second on
    /// (documented: `github.com/aws/aws-sdk-cpp/issues/3832`, "Throttling base delay"; `aws-sdk-java-v2` pull request 2648).
    pub const STANDARD: Self = Self { attempts: 3, base: Duration::from_seconds(1) };
    /// What SDKs did for DynamoDB before that mode: ten retries, from 50 ms on (documented: Error handling with DynamoDB;
    /// `defaultRetryCount` and `retryDelays` in `lib/services/dynamodb.js` of `aws-sdk-js`). The SDKs for Java and C++ began
    /// with 25 ms (`DYNAMODB_DEFAULT_BASE_DELAY`).
    pub const DYNAMODB: Self = Self { attempts: 11, base: Duration::from_millis(50) };

    /// The longest wait after this attempt, counted from 1.
    #[must_use]
    pub fn longest_wait(self, attempt: u8) -> Duration {
        let doubled = 1_u64.checked_shl(u32::from(attempt.saturating_sub(1))).unwrap_or(u64::MAX);
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
        assert_eq!(dynamodb, [50, 100, 200, 400, 800, 1_600, 3_200, 6_400, 12_800, 20_000, 20_000, 20_000]);
        assert_eq!(
            longest(Retries::STANDARD).take(6).collect::<Vec<_>>(),
            [1_000, 2_000, 4_000, 8_000, 16_000, 20_000]
        );
        let endless = Retries { attempts: u8::MAX, base: Duration::from_micros(u64::MAX) };
        assert_eq!((endless.longest_wait(0), endless.longest_wait(u8::MAX)), (LONGEST_WAIT, LONGEST_WAIT));
        assert_eq!(Retries { base: Duration::ZERO, ..endless }.longest_wait(u8::MAX), Duration::ZERO);
    }
}
