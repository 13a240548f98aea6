//! The past of a timeline as a list of actions, and a timeline that repeats such a list.
//!
//! The list does not contain changes; repeating it produces them. Must not know how the list is transported.

use hashrange_engine::Budget;
use hashrange_journal::{Changes, Entry, Header, Record};
use hashrange_time::Timestamp;

use super::Timeline;
use crate::outcome::{changes, outcome_of};
use crate::present::Observer;
use crate::replay::Part;
use crate::replay_cost::replay_cost_since;
use crate::{ReplayError, semantics};

impl<W: Observer> Timeline<W> {
    /// A service before the first record of its journal, for `replay_again`.
    #[must_use]
    pub fn unbegun(seed: u64, opened_at: Timestamp) -> Self {
        Self::empty(Header {
            seed,
            opened_at,
            semantics: semantics::in_force(),
        })
    }

    /// The seed of the service, and the virtual time at the start of its journal.
    #[must_use]
    pub fn beginning_of_journal(&self) -> (u64, Timestamp) {
        (self.header.seed, self.header.opened_at)
    }

    /// The actions that led to the present, in order, each with its time. The last one ends at the present. `None`
    /// while some of these records have only outlines.
    #[must_use]
    pub fn past(&self) -> Option<Vec<(Timestamp, Entry)>> {
        let place = usize::try_from(self.place()).ok()?;
        let mut past = Vec::with_capacity(place + 1);
        let mut ends = self.header.opened_at;
        for number in self.line.get(..place)? {
            let record = self.records.get(*number)?;
            ends = record.ends();
            past.push((record.at, record.entry.clone()));
        }
        let part = self.present.service.part;
        if part.requests > 0 {
            let next = self.outline_at(self.place() + 1)?;
            ends = part.to;
            past.push((
                next.at,
                Entry::Sent {
                    requests: part.requests,
                    to: part.to,
                },
            ));
        }
        let now = self.engine().now();
        if now > ends {
            past.push((ends, Entry::Advance { to: now }));
        }
        Some(past)
    }

    /// Does a part of the next action of a past: time before it, time that it lets pass, and requests of a load that it
    /// sends. Returns whether `replay_again` has only bounded work left. An action that is prepared and then repeated has
    /// the same outcome and the same record as one that is only repeated.
    pub fn prepare_again(&mut self, at: Timestamp, entry: &Entry, budget: Budget) -> bool {
        // The first record of a journal may create a new engine.
        if self.records.len() == 0 {
            return true;
        }
        let last_event = self.engine().last_event();
        self.prepared.get_or_insert(last_event);
        let until = match entry {
            Entry::Advance { to } => *to,
            _ => at,
        };
        match entry {
            _ if self.present.advance(until, budget).reached < until => false,
            Entry::Sent { requests, .. } => self.send_part(*requests, budget),
            _ => true,
        }
    }

    /// Sends requests of a record that has this number of them. Returns whether all are sent, or none is left.
    fn send_part(&mut self, requests: u64, budget: Budget) -> bool {
        for _ in 0..budget.steps {
            let Some(due) = self
                .load_due()
                .filter(|_| self.present.service.part.requests < requests)
            else {
                return true;
            };
            if self.present.advance(due, budget).reached < due {
                return false;
            }
            self.present.send();
            let sent = self.present.service.part.requests + 1;
            self.present.service.part = Part {
                requests: sent,
                to: self.engine().now(),
            };
        }
        false
    }

    /// Repeats the next action of a past at the end of the line, and records its outcome.
    ///
    /// # Errors
    /// When the outcome differs. The timeline is unusable then.
    pub fn replay_again(&mut self, at: Timestamp, entry: Entry) -> Result<(), ReplayError> {
        let sequence = self.records.len() + 1;
        let mut record = Record {
            sequence,
            at,
            entry,
            outcome: outcome_of(Changes::default()),
        };
        let prepared = self.prepared.take();
        let mut work = self.present.apply_new(&record)?;
        if let Some(last_event) = prepared {
            work = replay_cost_since(self.engine(), last_event);
        }
        record.outcome = outcome_of(changes(&mut self.present.service.engine, &record.entry));
        self.records.push(record);
        self.line.push(sequence);
        self.snapshots.passed(work, &self.present);
        Ok(())
    }
}
