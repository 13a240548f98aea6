//! A load that takes virtual time along: how far it may have come, and what becomes of time afterwards.
//!
//! Must not know requests, nor the clock: it is told what the clock says.

use hashrange_protocol::ClockCommand;
use hashrange_time::{Duration, Timestamp};

/// A load before time.
#[derive(Clone, Copy)]
pub(crate) struct Lead {
    to: Timestamp,
    asked: Timestamp,
    ran: bool,
}

/// How far a load has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Led {
    /// A request was sent.
    Sent,
    /// The moment of the next one has not come, and whether anything happened meanwhile.
    Early { happened: bool },
    /// Much happens on the way there, and is not done yet.
    UnderWay,
    /// It is over: everything was sent, or somebody went along what happened.
    Ended,
}

impl Lead {
    /// It may come as far as this moment, which is where time was asked to go; `ran` says whether time ran before.
    pub(crate) fn begin(to: Timestamp, ran: bool) -> Self {
        Self { to, asked: to, ran }
    }

    /// How far it may have come.
    pub(crate) fn to(self) -> Timestamp {
        self.to
    }

    /// Where somebody asked time to go.
    pub(crate) fn asked(self) -> Timestamp {
        self.asked
    }

    /// Whether time is to run afterwards.
    pub(crate) fn ran(self) -> bool {
        self.ran
    }

    /// Time has passed. Others move the clock too: a sample that is loaded, for example.
    pub(crate) fn pass(&mut self, passed: Duration, now: Timestamp) {
        self.to = now.max(self.to + passed);
    }

    /// Goes along to a moment, request by request.
    pub(crate) fn leap(&mut self, to: Timestamp) {
        self.asked = to;
        self.to = to.max(self.to);
    }

    /// Hears a word about how time runs: what it could not keep up with until now is not made up for.
    pub(crate) fn obey(&mut self, command: ClockCommand, now: Timestamp) {
        self.to = self.asked.max(now);
        self.ran = match command {
            ClockCommand::Pause => false,
            ClockCommand::Resume => true,
            ClockCommand::StepTo(_) | ClockCommand::Speed(_) => self.ran,
        };
    }
}
