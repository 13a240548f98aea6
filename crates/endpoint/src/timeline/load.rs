//! Loads on a timeline: started, sent request by request, and ended.
//!
//! A load is one record with its plan and seed. Records of sent requests contain only their number. Must not know when
//! the caller sends.

use hashrange_engine::Budget;
use hashrange_journal::Entry;
use hashrange_time::Timestamp;
use hashrange_workload::{Fate, LoadPlan, LoadTally};

use super::Timeline;
use super::act::Position;
use crate::Kind;
use crate::present::Observer;

/// The result of continuing a load.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sending {
    /// Its next request was sent.
    Sent(Fate),
    /// Its next request is due at this time, which is later than requested. Nothing was done.
    Due(Timestamp),
    /// Background work used up the budget before the next request was due; time has reached this point.
    OutOfBudget(Timestamp),
    /// There is nothing to send: no load runs, it has just ended, or the present is in its past.
    Ended,
}

impl<W: Observer> Timeline<W> {
    /// Starts a load, and ends the running one.
    pub fn begin_load(&mut self, plan: LoadPlan, seed: u64) {
        let before = self.position();
        let branched = self.branch(before.at);
        self.end_load();
        let entry = Entry::Load {
            plan: plan.to_text(),
            seed,
        };
        self.present.service.loads.begin(plan, seed);
        self.put(branched, before.at, entry, before.events);
    }

    /// Sends the next request of the load if it is due by `until`, and advances time to it. An overdue request is sent
    /// now. After the last request the load ends.
    pub fn send_next(&mut self, until: Timestamp, budget: Budget) -> Sending {
        let Some(due) = self.load_due().filter(|_| !self.is_past()) else {
            if !self.is_past() {
                self.end_load();
            }
            return Sending::Ended;
        };
        if due > until {
            return Sending::Due(due);
        }
        let before = self.position();
        if due > before.at {
            let reached = self.present.advance(due, budget).reached;
            if reached < due {
                if reached > before.at {
                    self.append(before, before.at, Entry::Advance { to: reached });
                }
                return Sending::OutOfBudget(reached);
            }
        }
        let sent = self.present.send();
        self.sent(before, due);
        if self.load_due().is_none() {
            self.end_load();
        }
        sent.map_or(Sending::Ended, Sending::Sent)
    }

    /// Records that a request was sent. The record of a punctual request includes the time before it, so a separate
    /// record of that time is removed.
    fn sent(&mut self, before: Position, due: Timestamp) {
        let to = self.engine().now();
        let mut at = before.at;
        if due >= before.at {
            self.absorb_time();
            if let Some(Kind::Sent(to)) = self.records.last().map(|record| record.kind) {
                at = to;
            }
        }
        self.append(Position { at, ..before }, at, Entry::Sent { requests: 1, to });
    }

    /// Removes the record of time that passed between two requests of the load.
    fn absorb_time(&mut self) {
        let [.., before, last] = self.records.after(self.handed_out) else {
            return;
        };
        let between = matches!(
            (&before.entry, &last.entry),
            (Entry::Sent { .. }, Entry::Advance { .. })
        );
        let (before, last) = (before.sequence, last.sequence);
        let marked = self.snapshots.stands_at(before) || self.snapshots.stands_at(last);
        if between && !marked && self.line.ends_with(&[before, last]) {
            if let Some(time) = self.records.pop() {
                self.held.append(time.outcome.changes);
            }
            self.line.pop();
            self.present.service.last_sequence = before;
        }
    }

    /// Ends the running load, if there is one.
    pub fn end_load(&mut self) {
        if self.running_load().is_none() {
            return;
        }
        let before = self.position();
        let branched = self.branch(before.at);
        if self.running_load().is_some() {
            self.present.service.loads.end(before.at);
            self.put(branched, before.at, Entry::LoadEnd, before.events);
        } else if branched {
            // `branch` already ended the load at the start of the other future.
            self.futures = self.left();
        }
    }

    /// The results so far of the load that is running at the present position.
    #[must_use]
    pub fn running_load(&self) -> Option<&LoadTally> {
        self.present.service.loads.running()
    }

    /// The time when the next request of that load is due.
    #[must_use]
    pub fn load_due(&self) -> Option<Timestamp> {
        self.present.service.loads.due()
    }

    /// The results of all loads up to the present position, in order. The last load can still be running.
    pub fn loads(&self) -> impl DoubleEndedIterator<Item = &LoadTally> {
        self.present.service.loads.tallies()
    }
}
