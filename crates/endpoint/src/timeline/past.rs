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

/// What a record has ahead of it that can take long.
struct Ahead {
    /// The time up to which time passes.
    until: Timestamp,
    /// The number of requests that a load sends.
    requests: u64,
}

impl Ahead {
    fn of(at: Timestamp, entry: &Entry) -> Self {
        match entry {
            Entry::Advance { to } => Self {
                until: *to,
                requests: 0,
            },
            Entry::Sent { requests, .. } => Self {
                until: at,
                requests: *requests,
            },
            _ => Self { until: at, requests: 0 },
        }
    }
}

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
        self.records.len() == 0 || self.prepare(Ahead::of(at, entry), budget)
    }

    /// Does a part of the record to which `forward` goes next. Returns whether `forward` has only bounded work left. The
    /// record of another version of the rules is not prepared.
    pub fn prepare_forward(&mut self, budget: Budget) -> bool {
        let place = self.place();
        let ahead = self.record_at(place + 1).and_then(|record| {
            let is_trusted = record.outcome.semantics == semantics::in_force();
            (place > 0 && is_trusted).then(|| Ahead::of(record.at, &record.entry))
        });
        ahead.is_none_or(|ahead| self.prepare(ahead, budget))
    }

    fn prepare(&mut self, Ahead { until, requests }: Ahead, budget: Budget) -> bool {
        let last_event = self.engine().last_event();
        self.prepared.get_or_insert(last_event);
        self.present.advance(until, budget).reached >= until && self.send_part(requests, budget)
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

    /// The work of a record, with the part of it that was prepared.
    pub(super) fn with_prepared(&mut self, work: u64) -> u64 {
        let prepared = self.prepared.take();
        prepared.map_or(work, |last_event| replay_cost_since(self.engine(), last_event))
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
        let work = self.present.apply_new(&record)?;
        let work = self.with_prepared(work);
        record.outcome = outcome_of(changes(&mut self.present.service.engine, &record.entry));
        self.records.push(record);
        self.line.push(sequence);
        self.snapshots.passed(work, &self.present);
        Ok(())
    }
}
