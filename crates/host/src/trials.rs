//! Requested trials, in the order of their turns, with the results that the page has received.
//!
//! Must not know how a trial starts or continues.

use std::collections::VecDeque;

use hashrange_protocol::WorkspaceId;
use hashrange_protocol::trial::{Tried, Wanted};

/// Minimum time between two progress reports of a trial, in milliseconds.
const PROGRESS_MS: f64 = 200.0;

/// Requested trials.
#[derive(Default)]
pub(crate) struct Trials {
    /// The trials; the next one is first.
    pub(crate) queue: VecDeque<Asked>,
    /// Whether a task runs them.
    pub(crate) running: bool,
}

/// A trial in progress.
pub(crate) struct Asked {
    pub(crate) number: u64,
    pub(crate) workspace: WorkspaceId,
    pub(crate) work: Work,
    /// When the page last received its progress.
    pub(crate) reported: f64,
    /// The advice that the page has received: whether there is a chain, and the numbers of helpful and unhelpful
    /// changes.
    pub(crate) advised: (bool, usize, usize),
}

/// The work of a trial.
pub(crate) enum Work {
    Waits(Wanted),
    Begun(Box<dyn Begun>),
}

/// A trial that has begun.
pub(crate) trait Begun {
    /// Continues it for a short while, and returns its result so far.
    fn go_on(&mut self) -> Tried;
}

impl Trials {
    /// Ends the trial with this number.
    pub(crate) fn stop(&mut self, number: u64) {
        self.queue.retain(|asked| asked.number != number);
    }
}

impl Asked {
    /// Whether to report this to the page. New advice is reported at once, other progress rarely.
    pub(crate) fn is_reported(&mut self, tried: &Tried, now: f64) -> bool {
        let advised = match tried {
            Tried::Advised { advised, .. } => (advised.chain.is_some(), advised.advice.len(), advised.in_vain.len()),
            _ => self.advised,
        };
        let is_reported = advised != self.advised || now - self.reported >= PROGRESS_MS;
        if is_reported {
            (self.advised, self.reported) = (advised, now);
        }
        is_reported
    }
}
