//! A long call: its number, and when its progress was reported.
//!
//! Must not know the work of the call.

/// Minimum time between two reports of progress, in milliseconds.
const PROGRESS_MS: f64 = 250.0;

/// The running call.
#[derive(Clone, Debug)]
pub(crate) struct Running {
    pub(crate) number: u64,
    /// When its progress was last reported.
    reported: f64,
}

impl Running {
    pub(crate) fn new(number: u64) -> Self {
        Self {
            number,
            reported: f64::MIN,
        }
    }

    /// Whether progress at this time is reported.
    pub(crate) fn is_due(&mut self, now: f64) -> bool {
        let due = now - self.reported >= PROGRESS_MS;
        if due {
            self.reported = now;
        }
        due
    }
}
