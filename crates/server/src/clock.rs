//! The system clock: the only place of this crate that reads the time.

use std::time::UNIX_EPOCH;

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
