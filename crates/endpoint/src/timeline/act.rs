//! Acting on a timeline: requests, time that passes and other settings, and the records they become.
//!
//! Must not know how one goes back.

use hashrange_engine::{Budget, Progress};
use hashrange_journal::{Entry, Outcome, Record};
use hashrange_time::Timestamp;
use hashrange_wire::{Checked, Response, ServiceError};

use super::Timeline;
use crate::mark::Rule;
use crate::outcome::outcome;
use crate::present::Onlooker;
use crate::work::work_since;
use crate::{Dispatched, Settings, front, semantics};

/// Where the present stands before something is done.
#[derive(Clone, Copy)]
pub(super) struct Stand {
    pub(super) at: Timestamp,
    /// The newest event.
    pub(super) events: u64,
}

impl<W: Onlooker> Timeline<W> {
    /// Answers a request. What the journal does not keep is no record, unless time passed before it.
    pub fn dispatch(&mut self, at: Timestamp, target: &str, body: &[u8]) -> Dispatched {
        let before = self.stand();
        let dispatched = self.present.dispatch(at, target, body);
        let record = self.answered(before, self.rule().entry_of(target, body, &dispatched.answer));
        Dispatched { record, ..dispatched }
    }

    /// Answers a request that is decoded already. The body is what it was decoded from, or would be.
    ///
    /// # Errors
    /// The service's refusal.
    pub fn handle(&mut self, at: Timestamp, request: Checked, body: String) -> Result<Response, ServiceError> {
        let (operation, before) = (request.operation(), self.stand());
        let answer = self.present.handle(at, request);
        let exception = answer.as_ref().err().map(ServiceError::exception);
        self.answered(before, self.rule().entry(operation, exception, body));
        answer
    }

    fn rule(&self) -> Rule {
        Rule::of(self.settings(), self.keeps)
    }

    /// Where the present stands before something is done. What changed since the last record is put by: it belongs to the part
    /// of a record that the present stands within, if it does.
    pub(super) fn stand(&mut self) -> Stand {
        if self.within.is_some() {
            let changed = self.changed(&Entry::LoadEnd);
            self.held.append(changed);
        }
        Stand { at: self.engine().now(), events: self.engine().last_event() }
    }

    /// What has changed since this was asked last.
    fn changed(&mut self, entry: &Entry) -> Outcome {
        outcome(&mut self.present.service.engine, entry)
    }

    /// Takes in a request that was answered. Tells the number of its record, if it has one.
    fn answered(&mut self, before: Stand, entry: Option<Entry>) -> Option<u64> {
        self.present.onlooker.observe(&self.present.service.engine);
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

    /// Lets time pass, with at most this budget of background work. Time that passes several times without a request in
    /// between is one record until its bytes are handed out.
    pub fn advance(&mut self, to: Timestamp, budget: Budget) -> Progress {
        let before = self.stand();
        let progress = self.present.advance(to, budget);
        if progress.reached > before.at || self.is_unwritten(progress.reached) {
            self.append(before, before.at, Entry::Advance { to: progress.reached });
        }
        progress
    }

    /// Whether the line ends before this time, because nothing was seen to happen since.
    fn is_unwritten(&self, now: Timestamp) -> bool {
        !self.is_past() && self.outline_at(self.place()).is_some_and(|last| last.ends() < now)
    }

    /// The same for a clock that runs: time in which nothing is seen to happen is not written down. What comes after it says
    /// when it is.
    pub fn follow(&mut self, to: Timestamp, budget: Budget) -> Progress {
        let before = self.stand();
        let progress = self.present.advance(to, budget);
        if self.engine().last_event() > before.events {
            self.append(before, before.at, Entry::Advance { to: progress.reached });
        }
        progress
    }

    /// Changes physics, limits and accelerator from now on; seed, start and Region stay.
    pub fn change(&mut self, settings: &Settings) {
        let Settings { seed, start, ref region, .. } = *self.settings();
        let settings = Settings { seed, start, region: region.clone(), ..settings.clone() };
        let (options, before) = (settings.options(), self.stand());
        self.present.service.engine.adjust(before.at, options.physics, options.limits);
        front::set(&mut self.present.service.dax, settings.dax);
        self.present.onlooker.observe(&self.present.service.engine);
        let entry = Entry::Settings { json: settings.json() };
        self.present.service.settings = settings;
        self.append(before, before.at, entry);
    }

    /// Takes in what the engine has done already: where it stood before, when it was done, and what it was.
    pub(super) fn append(&mut self, before: Stand, at: Timestamp, entry: Entry) {
        let branched = self.branch(before.at);
        self.put(branched, at, entry, before.events);
    }

    /// The same after `branch`, which has told whether another future begins.
    pub(super) fn put(&mut self, branched: bool, at: Timestamp, entry: Entry, events_before: u64) {
        let mut came = std::mem::take(&mut self.held);
        came.append(self.changed(&entry));
        if branched || !self.prolonged(at, &entry, &mut came) {
            self.push(at, entry, came);
        }
        if branched {
            self.futures = self.left();
        }
        self.snapshots.passed(work_since(self.engine(), events_before), &self.present);
    }

    /// Before something is written down: in the past another future begins. What was sent of a load up to there stays in it,
    /// and the rest of the load does not happen. Whether one begins.
    pub(super) fn branch(&mut self, from: Timestamp) -> bool {
        let stands_after = self.present.place();
        if stands_after == self.records.len() {
            return false;
        }
        let (past, sent) = (self.is_past(), self.part_sent());
        self.write(from, Entry::Return { to: stands_after }, nothing());
        self.line.truncate(self.line.partition_point(|sequence| *sequence <= stands_after));
        self.within = None;
        if let Some((at, entry)) = sent {
            let came = std::mem::take(&mut self.held);
            self.push(at, entry, came);
        }
        if past && self.running_load().is_some() {
            self.present.service.loads.end(from);
            self.push(from, Entry::LoadEnd, nothing());
        }
        true
    }

    /// What has happened of the record after the present place, where it is one of sent requests.
    pub(super) fn part_sent(&mut self) -> Option<(Timestamp, Entry)> {
        let part = std::mem::take(&mut self.present.service.part);
        let record = self.outline_at(self.place() + 1)?;
        (part.requests > 0).then_some((record.at, Entry::Sent { requests: part.requests, to: part.to }))
    }

    /// Whether the last record went on with this, and now says so. One whose bytes were handed out stays as it is, and so
    /// does one after which a snapshot stands.
    fn prolonged(&mut self, at: Timestamp, entry: &Entry, came: &mut Outcome) -> bool {
        let place = self.present.place();
        if self.records.len() <= self.handed_out || self.snapshots.stands_at(place) {
            return false;
        }
        let prolong = |last: &mut Record| {
            match (entry, &mut last.entry) {
                (Entry::Advance { to }, Entry::Advance { to: last }) => *last = *to,
                (Entry::Sent { requests, to }, Entry::Sent { requests: sent, to: last }) if *last == at => {
                    *sent = sent.saturating_add(*requests);
                    *last = *to;
                }
                _ => return false,
            }
            last.outcome.append(std::mem::take(came));
            true
        };
        self.records.change_last(prolong) == Some(true)
    }

    /// Writes the next record of the line.
    pub(super) fn push(&mut self, at: Timestamp, entry: Entry, came: Outcome) {
        let sequence = self.write(at, entry, came);
        self.line.push(sequence);
    }

    /// Writes a record, after which the present stands.
    fn write(&mut self, at: Timestamp, entry: Entry, outcome: Outcome) -> u64 {
        let sequence = self.records.len() + 1;
        self.records.push(Record { sequence, at, entry, outcome });
        self.present.service.last_sequence = sequence;
        sequence
    }
}

/// The outcome of a record that changed nothing by itself.
fn nothing() -> Outcome {
    Outcome { semantics: semantics::in_force(), ..Outcome::default() }
}
