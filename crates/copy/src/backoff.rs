//! The wait before a request is sent again: exponential backoff with full jitter.
//!
//! The wait is a random time between 0 and a bound that doubles with every attempt (documented: sdk-retries, AWS's
//! advice for clients). Must not know the clock.

use hashrange_time::{Duration, Random};

/// The bound of the first wait.
const FIRST: Duration = Duration::from_millis(50);
/// The maximum bound.
const LONGEST: Duration = Duration::from_seconds(20);
/// The wait between two checks whether a table is ACTIVE, and its maximum.
const FIRST_LOOK: Duration = Duration::from_millis(100);
const LONGEST_LOOK: Duration = Duration::from_seconds(5);
/// Maximum number of doublings. Every bound has reached its maximum before.
const MOST_DOUBLINGS: u32 = 16;

/// The wait after `tries` attempts.
pub(crate) fn wait(random: &mut Random, tries: u32) -> Duration {
    random.between(Duration::ZERO, doubled(FIRST, LONGEST, tries))
}

/// The wait before a table is described again, after `looks` checks.
pub(crate) fn until_next_look(looks: u32) -> Duration {
    doubled(FIRST_LOOK, LONGEST_LOOK, looks)
}

fn doubled(first: Duration, longest: Duration, times: u32) -> Duration {
    let factor = 1_u64 << times.saturating_sub(1).min(MOST_DOUBLINGS);
    Duration::from_micros(first.micros().saturating_mul(factor)).min(longest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wait_is_within_a_bound_that_doubles() {
        let mut random = Random::new(7);
        for (tries, bound) in [(1, 50), (2, 100), (5, 800), (10, 20_000), (u32::MAX, 20_000)] {
            let waits: Vec<Duration> = (0..200).map(|_| wait(&mut random, tries)).collect();
            let bound = Duration::from_millis(bound);
            assert!(waits.iter().all(|wait| *wait <= bound));
            assert!(waits.iter().any(|wait| wait.micros() > bound.micros() / 2), "{tries}");
            assert!(waits.iter().any(|wait| wait.micros() < bound.micros() / 2), "{tries}");
        }
    }
}
