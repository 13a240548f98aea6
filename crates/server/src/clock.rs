//! The system clock, and the virtual time of a service that follows it: the only place of this crate that reads the
//! time.
//!
//! Must not know a service.

use std::sync::{Mutex, PoisonError};
use std::time::UNIX_EPOCH;

use hashrange_time::{Duration, Timestamp};
use tokio::time::Instant;

/// Data that is less ahead of the system clock is not worth a report.
const WORTH_A_REPORT: Duration = Duration::from_seconds(1);

/// The time of the system's clock, or the epoch if the clock is set to an earlier time.
pub(crate) fn now() -> Timestamp {
    #[allow(
        clippy::disallowed_methods,
        clippy::disallowed_types,
        reason = "a server's virtual time is the system's"
    )]
    let since = std::time::SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    Timestamp::from_micros(u64::try_from(since.as_micros()).unwrap_or(u64::MAX))
}

/// The beginning of a measurement of real time. How long work takes decides only when the rest of it is done.
pub(crate) fn mark() -> Instant {
    Instant::now()
}

/// The virtual time of a service: the system clock plus an offset, so that time never goes back and never stands still.
///
/// The offset is what the data is ahead of the system clock at the start. It grows by what the clock is set back later.
pub(crate) struct VirtualClock {
    reading: Mutex<Reading>,
    /// The offset at the start.
    ahead: Duration,
}

/// The last reading of the system clock, and the offset since then.
struct Reading {
    system: Timestamp,
    offset: Duration,
}

impl VirtualClock {
    /// A clock that continues from the time that a service has reached.
    pub(crate) fn after(reached: Timestamp) -> Self {
        Self::starting(now(), reached)
    }

    fn starting(system: Timestamp, reached: Timestamp) -> Self {
        // Zero if the system clock is the later one.
        let ahead = reached - system;
        Self {
            reading: Mutex::new(Reading { system, offset: ahead }),
            ahead,
        }
    }

    /// The virtual time. It is never earlier than an earlier result.
    pub(crate) fn now(&self) -> Timestamp {
        self.read(now)
    }

    fn read(&self, system: impl FnOnce() -> Timestamp) -> Timestamp {
        let mut reading = self.reading.lock().unwrap_or_else(PoisonError::into_inner);
        let system = system();
        let offset = reading.offset + (reading.system - system);
        *reading = Reading { system, offset };
        system + offset
    }

    /// A sentence for the user, if the data was ahead of the system clock at the start.
    pub(crate) fn report(&self) -> Option<String> {
        (self.ahead >= WORTH_A_REPORT).then(|| {
            format!(
                "the data is {} ahead of the system clock, which was set to a later time before or is set to an \
                 earlier one now. The service's time continues from where the data ends",
                self.ahead
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_seconds(1);
    const START: Timestamp = Timestamp::from_seconds(1_000_000);

    #[test]
    fn time_continues_from_data_that_is_ahead() {
        let reached = START + Duration::from_days(366) + Duration::from_hours(3);
        let clock = VirtualClock::starting(START, reached);
        assert_eq!(clock.read(|| START), reached);
        assert_eq!(clock.read(|| START + SECOND), reached + SECOND);
        let report = clock.report().expect("it is ahead");
        assert!(report.starts_with("the data is 366 d 3 h ahead"), "{report}");
    }

    #[test]
    fn time_is_the_systems_for_data_of_the_past() {
        let clock = VirtualClock::starting(START, START - SECOND);
        assert_eq!(clock.read(|| START), START);
        assert_eq!(clock.report(), None);
    }

    #[test]
    fn a_clock_that_is_set_back_neither_stops_nor_reverses_time() {
        let clock = VirtualClock::starting(START, Timestamp::EPOCH);
        assert_eq!(clock.read(|| START + SECOND), START + SECOND);
        let back = START - Duration::from_days(30);
        assert_eq!(clock.read(|| back), START + SECOND);
        assert_eq!(clock.read(|| back + SECOND), START + SECOND + SECOND);
        assert_eq!(clock.read(|| Timestamp::EPOCH), START + SECOND + SECOND);
        assert_eq!(clock.read(|| Timestamp::MAX), Timestamp::MAX);
    }
}
