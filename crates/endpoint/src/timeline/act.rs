//! Actions on a timeline and their records: requests, the passage of time, and changes of settings.
//!
//! Must not know how undo works.

use hashrange_engine::{Budget, Foreseen, Progress};
use hashrange_journal::{Changes, Entry, Record};
use hashrange_time::Timestamp;
use hashrange_wire::{Checked, Response, ServiceError};

use super::Timeline;
use crate::impact::Rule;
use crate::outcome::{changes, outcome_of};
use crate::present::Observer;
use crate::replay_cost::replay_cost_since;
use crate::{Dispatched, Settings, front};

/// The present before an action.
#[derive(Clone, Copy)]
pub(super) struct Position {
    pub(super) at: Timestamp,
    /// The latest event.
    pub(super) events: u64,
}

impl<W: Observer> Timeline<W> {
    /// Handles a request. A request that the journal does not need causes no record, unless time passed before it.
    pub fn dispatch(&mut self, at: Timestamp, target: &str, body: &[u8]) -> Dispatched {
        self.dispatch_foreseen(at, target, body, &Foreseen::default())
    }

    /// Handles a request as `dispatch` does, with what was foreseen of it.
    pub fn dispatch_foreseen(&mut self, at: Timestamp, target: &str, body: &[u8], foreseen: &Foreseen) -> Dispatched {
        let before = self.position();
        let dispatched = self.present.dispatch(at, target, body, foreseen);
        let record = self.answered(before, self.rule().entry_of(target, body, &dispatched.answer));
        Dispatched { record, ..dispatched }
    }

    /// Handles a decoded request. `body` is its text.
    ///
    /// # Errors
    /// The service's refusal.
    pub fn handle(&mut self, at: Timestamp, request: Checked, body: String) -> Result<Response, ServiceError> {
        let (operation, before) = (request.operation(), self.position());
        let answer = self.present.handle(at, request);
        let exception = answer.as_ref().err().map(ServiceError::exception);
        self.answered(before, self.rule().entry(operation, exception, body));
        answer
    }

    fn rule(&self) -> Rule {
        Rule::of(self.settings(), self.keeps)
    }

    /// Returns the present before an action. If the present is inside a record, stores the changes so far: they belong
    /// to the executed part of that record.
    pub(super) fn position(&mut self) -> Position {
        if self.within.is_some() {
            let changed = self.changed(&Entry::LoadEnd);
            self.held.append(changed);
        }
        Position {
            at: self.engine().now(),
            events: self.engine().last_event(),
        }
    }

    /// The changes since the last call.
    fn changed(&mut self, entry: &Entry) -> Changes {
        changes(&mut self.present.service.engine, entry)
    }

    /// Records a handled request. Returns the number of its record, if it has one.
    fn answered(&mut self, before: Position, entry: Option<Entry>) -> Option<u64> {
        self.present.observer.observe(&self.present.service.engine);
        let now = self.engine().now();
        let Some(entry) = entry else {
            // A request that cannot be read never reaches the engine, and time does not pass before it.
            if now > before.at {
                self.append(before, before.at, Entry::Advance { to: now });
            }
            return None;
        };
        self.append(before, now, entry);
        Some(self.place())
    }

    /// Advances time, with at most this budget of background work. Consecutive calls without a request extend one
    /// record until its bytes are returned.
    pub fn advance(&mut self, to: Timestamp, budget: Budget) -> Progress {
        let before = self.position();
        let progress = self.present.advance(to, budget);
        if progress.reached > before.at || self.is_unwritten(progress.reached) {
            self.append(before, before.at, Entry::Advance { to: progress.reached });
        }
        progress
    }

    /// Whether the last record of the line ends before this time, because no visible event followed it.
    fn is_unwritten(&self, now: Timestamp) -> bool {
        !self.is_past() && self.outline_at(self.place()).is_some_and(|last| last.ends() < now)
    }

    /// Advances time for a running clock. Time without visible events is not recorded; the next record contains it.
    pub fn follow(&mut self, to: Timestamp, budget: Budget) -> Progress {
        let before = self.position();
        let progress = self.present.advance(to, budget);
        if self.engine().last_event() > before.events {
            self.append(before, before.at, Entry::Advance { to: progress.reached });
        }
        progress
    }

    /// Begins or ends a step of several records. Undo and redo treat everything between as one step.
    pub fn mark_step(&mut self, begins: bool) {
        let before = self.position();
        let entry = if begins { Entry::StepBegin } else { Entry::StepEnd };
        self.append(before, before.at, entry);
    }

    /// Changes physics, limits and accelerator from now on. Seed, start and Region do not change.
    pub fn change(&mut self, settings: &Settings) {
        let Settings {
            seed,
            start,
            ref region,
            ..
        } = *self.settings();
        let settings = Settings {
            seed,
            start,
            region: region.clone(),
            ..settings.clone()
        };
        let (options, before) = (settings.options(), self.position());
        self.present
            .service
            .engine
            .adjust(before.at, options.physics, options.limits);
        front::set(&mut self.present.service.dax, settings.dax);
        self.present.observer.observe(&self.present.service.engine);
        let entry = Entry::Settings { json: settings.json() };
        self.present.service.settings = settings;
        self.append(before, before.at, entry);
    }

    /// Records an action that the engine has already executed. Takes the position before it, its time, and its content.
    pub(super) fn append(&mut self, before: Position, at: Timestamp, entry: Entry) {
        let branched = self.branch(before.at);
        self.put(branched, at, entry, before.events);
    }

    /// Records an action after `branch`, which returned whether another future starts.
    pub(super) fn put(&mut self, branched: bool, at: Timestamp, entry: Entry, events_before: u64) {
        let mut came = std::mem::take(&mut self.held);
        came.append(self.changed(&entry));
        if branched || !self.prolonged(at, &entry, &mut came) {
            self.push(at, entry, came);
        }
        if branched {
            self.futures = self.left();
        }
        self.snapshots
            .passed(replay_cost_since(self.engine(), events_before), &self.present);
    }

    /// Call this before recording: an action in the past starts another future. That future contains the load's
    /// requests up to this time, and the rest of the load is not sent. Returns whether a future starts.
    pub(super) fn branch(&mut self, from: Timestamp) -> bool {
        let stands_after = self.present.place();
        if stands_after == self.records.len() {
            return false;
        }
        let (past, sent) = (self.is_past(), self.part_sent());
        self.write(from, Entry::Return { to: stands_after }, Changes::default());
        self.line
            .truncate(self.line.partition_point(|sequence| *sequence <= stands_after));
        self.within = None;
        if let Some((at, entry)) = sent {
            let came = std::mem::take(&mut self.held);
            self.push(at, entry, came);
        }
        if past && self.running_load().is_some() {
            self.present.service.loads.end(from);
            self.push(from, Entry::LoadEnd, Changes::default());
        }
        true
    }

    /// The executed part of the record after the present position, if it is one of sent requests.
    pub(super) fn part_sent(&mut self) -> Option<(Timestamp, Entry)> {
        let part = std::mem::take(&mut self.present.service.part);
        let record = self.outline_at(self.place() + 1)?;
        (part.requests > 0).then_some((
            record.at,
            Entry::Sent {
                requests: part.requests,
                to: part.to,
            },
        ))
    }

    /// Extends the last record by this one if possible, and returns whether it did. A record is not extended after its
    /// bytes were returned, or if a snapshot follows it.
    fn prolonged(&mut self, at: Timestamp, entry: &Entry, came: &mut Changes) -> bool {
        let place = self.present.place();
        if self.records.len() <= self.handed_out || self.snapshots.stands_at(place) {
            return false;
        }
        let prolong = |last: &mut Record| {
            match (entry, &mut last.entry) {
                (Entry::Advance { to }, Entry::Advance { to: last }) => *last = *to,
                (
                    Entry::Sent { requests, to },
                    Entry::Sent {
                        requests: sent,
                        to: last,
                    },
                ) if *last == at => {
                    *sent = sent.saturating_add(*requests);
                    *last = *to;
                }
                _ => return false,
            }
            last.outcome.append(outcome_of(std::mem::take(came)));
            true
        };
        self.records.change_last(prolong) == Some(true)
    }

    /// Writes the next record of the line.
    pub(super) fn push(&mut self, at: Timestamp, entry: Entry, came: Changes) {
        let sequence = self.write(at, entry, came);
        self.line.push(sequence);
    }

    /// Writes a record; the present is then after it.
    fn write(&mut self, at: Timestamp, entry: Entry, came: Changes) -> u64 {
        let sequence = self.records.len() + 1;
        self.records.push(Record {
            sequence,
            at,
            entry,
            outcome: outcome_of(came),
        });
        self.present.service.last_sequence = sequence;
        sequence
    }
}
