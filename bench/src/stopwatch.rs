//! The time that this thread has spent on its core. Other programs on the machine do not count, if the system reports
//! it. Otherwise it is wall clock time.

use std::time::{Duration, Instant};

/// A running measurement.
pub(crate) struct Stopwatch {
    started: Instant,
    on_core: Option<Duration>,
}

impl Stopwatch {
    pub(crate) fn start() -> Self {
        Self {
            on_core: on_core(),
            started: Instant::now(),
        }
    }

    pub(crate) fn elapsed(&self) -> Duration {
        match (self.on_core, on_core()) {
            (Some(before), Some(now)) => now.saturating_sub(before),
            _ => self.started.elapsed(),
        }
    }
}

/// Time on the core so far, if the system reports it.
pub(crate) fn on_core() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}
