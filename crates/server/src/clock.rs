//! The system clock: the only place of this crate that reads the time.

use std::time::{Instant, UNIX_EPOCH};

use hashrange_time::Timestamp;

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

/// The beginning of a measurement of real time.
pub(crate) fn mark() -> Instant {
    #[allow(
        clippy::disallowed_methods,
        clippy::disallowed_types,
        reason = "how long work takes decides only when the rest of it is done"
    )]
    Instant::now()
}
