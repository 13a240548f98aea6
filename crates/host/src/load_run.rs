//! A load or bulk put that controls virtual time: the time that it may reach, and how time continues afterwards.
//!
//! Must not know requests, nor the clock: the caller passes the clock's time.

use hashrange_protocol::ClockCommand;
use hashrange_time::{Duration, Timestamp};

/// The limits of time during a load.
#[derive(Clone, Copy)]
pub(crate) struct LoadRun {
    to: Timestamp,
    asked: Timestamp,
    ran: bool,
}

/// The progress of a load.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LoadProgress {
    /// A request was sent.
    Sent,
    /// The next request is not due yet, and whether anything happened meanwhile.
    Early { happened: bool },
    /// The budget of background steps ran out before that time.
    OutOfBudget,
    /// The load is over: everything was sent, or the reader moved along the timeline.
    Ended,
}

impl LoadRun {
    /// Creates the limits: time may advance to the requested time. `ran` is whether time ran before.
    pub(crate) fn begin(to: Timestamp, ran: bool) -> Self {
        Self { to, asked: to, ran }
    }

    /// The time up to which time may advance.
    pub(crate) fn to(self) -> Timestamp {
        self.to
    }

    /// The requested time.
    pub(crate) fn asked(self) -> Timestamp {
        self.asked
    }

    /// Whether time runs after the load.
    pub(crate) fn ran(self) -> bool {
        self.ran
    }

    /// Extends the limit by passed time. Other causes move the clock too, for example a sample that loads.
    pub(crate) fn pass(&mut self, passed: Duration, now: Timestamp) {
        self.to = now.max(self.to + passed);
    }

    /// Requests that time advances to a time, request by request.
    pub(crate) fn leap(&mut self, to: Timestamp) {
        self.asked = to;
        self.to = to.max(self.to);
    }

    /// Executes a clock command, and drops a lag from before it.
    pub(crate) fn obey(&mut self, command: ClockCommand, now: Timestamp) {
        self.to = self.asked.max(now);
        self.ran = match command {
            ClockCommand::Pause => false,
            ClockCommand::Resume => true,
            ClockCommand::StepTo(_) | ClockCommand::Skip(_) | ClockCommand::Speed(_) => self.ran,
        };
    }
}
