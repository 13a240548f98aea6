//! Loads on a timeline: begun, sent request by request, and ended.
//!
//! A load is one record with its plan and seed; what was sent of it is a number. Must not know when the caller sends.

use hashrange_engine::Budget;
use hashrange_journal::Entry;
use hashrange_time::Timestamp;
use hashrange_workload::{Fate, LoadPlan, LoadTally};

use super::Timeline;
use super::act::Stand;
use crate::Kind;
use crate::present::Onlooker;

/// What came of going on with a load.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sending {
    /// Its next request was sent.
    Sent(Fate),
    /// Its next request is due at this moment, which is later than asked for. Nothing was done.
    Due(Timestamp),
    /// There is more background work before the next request than the budget allows; time has come this far.
    UnderWay(Timestamp),
    /// There is nothing to send: no load runs, it has just ended, or the present lies in its past.
    Ended,
}

impl<W: Onlooker> Timeline<W> {
    /// Begins a load; one that runs ends.
    pub fn begin_load(&mut self, plan: LoadPlan, seed: u64) {
        let before = self.stand();
        let branched = self.branch(before.at);
        self.end_load();
        let entry = Entry::Load { plan: plan.to_text(), seed };
        self.present.service.loads.begin(plan, seed);
        self.put(branched, before.at, entry, before.events);
    }

    /// Sends the load's next request if it is due by then, and lets time pass up to its time. One that is due at a time that
    /// is over is sent now. After the last one the load ends.
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
        let before = self.stand();
        if due > before.at {
            let reached = self.present.advance(due, budget).reached;
            if reached < due {
                if reached > before.at {
                    self.append(before, before.at, Entry::Advance { to: reached });
                }
                return Sending::UnderWay(reached);
            }
        }
        let sent = self.present.send();
        self.sent(before, due);
        if self.load_due().is_none() {
            self.end_load();
        }
        sent.map_or(Sending::Ended, Sending::Sent)
    }

    /// Writes down that a request was sent. Time up to a request that was not late passes with it: a record that says no more
    /// than that time passed since the last one is taken back.
    fn sent(&mut self, before: Stand, due: Timestamp) {
        let to = self.engine().now();
        let mut at = before.at;
        if due >= before.at {
            self.absorb_time();
            if let Some(Kind::Sent(to)) = self.records.last().map(|record| record.kind) {
                at = to;
            }
        }
        self.append(Stand { at, ..before }, at, Entry::Sent { requests: 1, to });
    }

    /// Takes back a record of time that passed between two requests of the load.
    fn absorb_time(&mut self) {
        let [.., before, last] = self.records.after(self.handed_out) else { return };
        let between = matches!((&before.entry, &last.entry), (Entry::Sent { .. }, Entry::Advance { .. }));
        let (before, last) = (before.sequence, last.sequence);
        let marked = self.snapshots.stands_at(before) || self.snapshots.stands_at(last);
        if between && !marked && self.line.ends_with(&[before, last]) {
            if let Some(time) = self.records.pop() {
                self.held.append(time.outcome);
            }
            self.line.pop();
            self.present.service.last_sequence = before;
        }
    }

    /// Ends the load, if one runs.
    pub fn end_load(&mut self) {
        if self.running_load().is_none() {
            return;
        }
        let before = self.stand();
        let branched = self.branch(before.at);
        if self.running_load().is_some() {
            self.present.service.loads.end(before.at);
            self.put(branched, before.at, Entry::LoadEnd, before.events);
        } else if branched {
            // The other future begins with its end.
            self.futures = self.left();
        }
    }

    /// What came so far of the load that runs at the present place.
    #[must_use]
    pub fn running_load(&self) -> Option<&LoadTally> {
        self.present.service.loads.running()
    }

    /// When the next request of that load is due.
    #[must_use]
    pub fn load_due(&self) -> Option<Timestamp> {
        self.present.service.loads.due()
    }

    /// What came of all loads up to the present place, in order; the last may still run.
    pub fn loads(&self) -> impl DoubleEndedIterator<Item = &LoadTally> {
        self.present.service.loads.tallies()
    }
}
