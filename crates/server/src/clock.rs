//! The system clock, and the task that lets the engine's work happen when it is due.
//!
//! The only place of this crate that asks what time it is.

use std::sync::Arc;
use std::time::{Duration, UNIX_EPOCH};

use hashrange_time::Timestamp;

use crate::service::Service;

/// Shortest sleep: timers are no finer than this anyway.
const SHORTEST: Duration = Duration::from_millis(1);

/// The time of the system's clock; the epoch when it is set to before that.
pub(crate) fn now() -> Timestamp {
    #[allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "a server's virtual time is the system's")]
    let since = std::time::SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Timestamp::from_micros(u64::try_from(since.as_micros()).unwrap_or(u64::MAX))
}

/// Does the engine's background work when it is due, for ever. Requests would do it too when they come, but then a quiet
/// minute's work would delay the next of them.
pub(crate) async fn keep_time(service: Arc<Service>) {
    loop {
        match service.advance() {
            None => service.changed().await,
            Some(due) => {
                let wait = due.checked_since(now()).map_or(0, hashrange_time::Duration::micros);
                let wait = Duration::from_micros(wait).max(SHORTEST);
                // A request may bring work that is due sooner.
                tokio::select! {
                    () = tokio::time::sleep(wait) => {}
                    () = service.changed() => {}
                }
            }
        }
    }
}
