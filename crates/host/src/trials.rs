//! Trials that the page has asked for, in the order of their turns, with what the page was told of each.
//!
//! Must not know how one is begun or goes on.

use std::collections::VecDeque;

use hashrange_protocol::WorkspaceId;
use hashrange_protocol::trial::{Tried, Wanted};
use hashrange_trial::{Advising, Trial};

/// How far a trial is, is told at most this often, in milliseconds.
const PROGRESS_MS: f64 = 200.0;

/// Trials that were asked for.
#[derive(Default)]
pub(crate) struct Trials {
    /// Whose turn is next stands first.
    pub(crate) queue: VecDeque<Asked>,
    /// Whether a task goes on with them.
    pub(crate) running: bool,
}

/// A trial on its way.
pub(crate) struct Asked {
    pub(crate) number: u64,
    pub(crate) workspace: WorkspaceId,
    pub(crate) work: Work,
    /// When the page was told how far it is.
    pub(crate) told: f64,
    /// How much advice the page was told: whether there is a chain, what helps, what does not.
    pub(crate) advised: (bool, usize, usize),
}

/// What is done for one.
pub(crate) enum Work {
    Waits(Wanted),
    Trial(Box<Trial>),
    Advising(Box<Advising>),
}

impl Trials {
    /// Ends the one of this number.
    pub(crate) fn stop(&mut self, number: u64) {
        self.queue.retain(|asked| asked.number != number);
    }
}

impl Asked {
    /// Whether the page is told of this: news of advice at once, else now and then.
    pub(crate) fn is_told(&mut self, tried: &Tried, now: f64) -> bool {
        let advised = match tried {
            Tried::Advised { advised, .. } => (advised.chain.is_some(), advised.advice.len(), advised.in_vain.len()),
            _ => self.advised,
        };
        let is_told = advised != self.advised || now - self.told >= PROGRESS_MS;
        if is_told {
            (self.advised, self.told) = (advised, now);
        }
        is_told
    }
}
