//! The timeline: a service with its journal and a place in it; undo, redo, any other place, and other futures.
//!
//! A step is a record of the journal. The line is what leads to the end of one future; acting before its end begins
//! another, and the records of the first stay, so that it can be reached again. Must not know where journals are kept, nor
//! who moves along them.

use hashrange_engine::{Budget, Engine, Progress};
use hashrange_journal::{
    Entry, Header, JournalError, Line, Reader, Record, Return, Torn, encode_header, encode_record,
};
use hashrange_time::Timestamp;
use hashrange_wire::{Request, Response, ServiceError};

use crate::present::{Onlooker, Present};
use crate::recorder::Keeps;
use crate::snapshots::Snapshots;
use crate::work::work_since;
use crate::{Accelerator, Answer, Mark, ReplayError, Settings, front};

/// A service that can go back to what it was.
#[derive(Clone, Debug)]
pub struct Timeline<W = ()> {
    header: Header,
    /// Everything that ever happened, in the order in which it did; a record's number is its place here plus one.
    records: Vec<Record>,
    /// The numbers of the records that lead to the end of the future that is looked at.
    line: Vec<u64>,
    present: Present<W>,
    snapshots: Snapshots<W>,
    torn: Option<Torn>,
    /// Records whose bytes were handed out.
    handed_out: usize,
    /// What was left, oldest first; found anew whenever a line is left or taken up, because that reads every record.
    futures: Vec<Future>,
}

/// A future that was left for another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Future {
    /// The number of its last record.
    pub tip: u64,
    /// Steps it has in common with the line that is looked at.
    pub common: u64,
    /// Steps of its own.
    pub own: u64,
    /// The time of its last record.
    pub ends: Timestamp,
}

impl<W: Onlooker> Timeline<W> {
    /// A service without tables.
    #[must_use]
    pub fn begin(settings: &Settings) -> Self {
        let mut timeline = Self::empty(settings.header());
        let opening = Record { sequence: 1, at: settings.start, entry: Entry::Settings { json: settings.json() } };
        // Settings can always read what they wrote.
        let _ = timeline.present.take(&opening);
        timeline.records.push(opening);
        timeline.line.push(1);
        timeline.snapshots.keep(&timeline.present);
        timeline
    }

    /// A journal, before its first record: `forward` leads on.
    ///
    /// # Errors
    /// When it is none.
    pub fn load(bytes: &[u8]) -> Result<Self, ReplayError> {
        let (header, reader) = Reader::new(bytes)?;
        let mut timeline = Self::empty(header);
        for record in reader {
            match record {
                Ok(record) => timeline.records.push(record),
                Err(JournalError::Torn(torn)) => timeline.torn = Some(torn),
                Err(error) => return Err(error.into()),
            }
        }
        timeline.handed_out = timeline.records.len();
        timeline.line = timeline.line_to(timeline.records.len() as u64);
        timeline.futures = timeline.left();
        Ok(timeline)
    }

    /// The service of a journal, at its end or before the first record that is not good.
    ///
    /// # Errors
    /// When it is none, or when a record does not do what it did.
    pub fn read(bytes: &[u8]) -> Result<Self, ReplayError> {
        let mut timeline = Self::load(bytes)?;
        timeline.go_to(u64::MAX)?;
        Ok(timeline)
    }

    fn empty(header: Header) -> Self {
        let present = Present::new(&header);
        let mut snapshots = Snapshots::default();
        snapshots.keep(&present);
        let (records, line) = (Vec::new(), Vec::new());
        Self { header, records, line, present, snapshots, torn: None, handed_out: 0, futures: Vec::new() }
    }

    /// The service at the present place.
    #[must_use]
    pub fn engine(&self) -> &Engine {
        &self.present.service.engine
    }

    /// What the onlooker has seen up to the present place.
    #[must_use]
    pub fn onlooker(&self) -> &W {
        &self.present.onlooker
    }

    /// The accelerator before it at the present place, if there is one.
    #[must_use]
    pub fn dax(&self) -> Option<&Accelerator> {
        self.present.service.dax.as_ref()
    }

    /// The hash of everything a later answer can depend on.
    #[must_use]
    pub fn state_hash(&self) -> u128 {
        self.present.service.state_hash()
    }

    /// Physics and limits at the present place, and the rest of what the service was set up with.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.present.service.settings
    }

    /// Whether requests leave traces from now on. Never changes an answer.
    pub fn set_tracing(&mut self, on: bool) {
        self.present.service.engine.set_tracing(on);
    }

    /// Where and why the good records ended before the bytes did when the journal was read.
    #[must_use]
    pub fn torn(&self) -> Option<&Torn> {
        self.torn.as_ref()
    }

    /// Steps of the line that have happened at the present place.
    #[must_use]
    pub fn place(&self) -> u64 {
        self.line.partition_point(|sequence| *sequence <= self.present.place()) as u64
    }

    /// Steps of the line in all: the place that redoing leads to in the end.
    #[must_use]
    pub fn end(&self) -> u64 {
        self.line.len() as u64
    }

    /// The first place: after the settings that open the journal.
    fn beginning(&self) -> u64 {
        u64::from(self.record_at(1).is_some_and(|first| matches!(first.entry, Entry::Settings { .. })))
    }

    /// The record that leads to a place of the line.
    #[must_use]
    pub fn record_at(&self, place: u64) -> Option<&Record> {
        self.record(*self.line.get(index_of(place)?)?)
    }

    /// The records of the line, in order.
    pub fn steps(&self) -> impl DoubleEndedIterator<Item = &Record> {
        self.line.iter().filter_map(|sequence| self.record(*sequence))
    }

    fn record(&self, sequence: u64) -> Option<&Record> {
        self.records.get(index_of(sequence)?)
    }

    /// The journal as bytes, with every future.
    #[must_use]
    pub fn journal(&self) -> Vec<u8> {
        let mut bytes = encode_header(&self.header);
        bytes.extend(self.records.iter().flat_map(encode_record));
        bytes
    }

    /// The bytes to add to what was handed out before; the whole journal at first. Nothing when there is nothing new.
    pub fn hand_out(&mut self) -> Vec<u8> {
        let mut bytes = if self.handed_out == 0 { encode_header(&self.header) } else { Vec::new() };
        bytes.extend(self.records.iter().skip(self.handed_out).flat_map(encode_record));
        self.handed_out = self.records.len();
        bytes
    }

    /// Whether there is something to hand out.
    #[must_use]
    pub fn has_more(&self) -> bool {
        self.handed_out < self.records.len()
    }

    /// Answers a request. Refusals and requests that only tell something are no records, unless time passed before them.
    pub fn dispatch(&mut self, at: Timestamp, target: &str, body: &[u8]) -> Answer {
        let (from, seen) = self.stand();
        let answer = self.present.dispatch(at, target, body);
        self.answered((from, seen), at, self.keeps().entry_of(target, body, &answer));
        answer
    }

    /// Answers a request that is decoded already. The body is what it was decoded from, or would be.
    ///
    /// # Errors
    /// The service's refusal.
    pub fn handle(&mut self, at: Timestamp, request: Request, body: String) -> Result<Response, ServiceError> {
        let (operation, (from, seen)) = (request.operation(), self.stand());
        let answer = self.present.handle(at, request);
        let marked = self.keeps().holds(operation, answer.as_ref().err().map(ServiceError::exception));
        let entry = marked.then(|| Entry::Request { operation: operation.name().to_owned(), body });
        self.answered((from, seen), at, entry);
        answer
    }

    /// Every request that is paid for is a step.
    fn keeps(&self) -> Keeps {
        Keeps::of(self.settings(), Mark::Cost)
    }

    fn stand(&self) -> (Timestamp, u64) {
        (self.engine().now(), self.engine().last_event())
    }

    fn answered(&mut self, (from, seen): (Timestamp, u64), at: Timestamp, entry: Option<Entry>) {
        self.present.onlooker.observe(&self.present.service.engine);
        let now = self.engine().now();
        match entry {
            Some(entry) => self.append(at.max(from), entry, seen),
            None if now > from => self.append(from, Entry::Advance { to: now }, seen),
            None => {}
        }
    }

    /// Lets time pass, with at most this budget of background work. Time that passes several times without a request in
    /// between is one record until its bytes are handed out.
    pub fn advance(&mut self, to: Timestamp, budget: Budget) -> Progress {
        let (from, seen) = self.stand();
        let progress = self.present.advance(to, budget);
        if progress.reached > from {
            self.present.onlooker.observe(&self.present.service.engine);
            self.append(from, Entry::Advance { to: progress.reached }, seen);
        }
        progress
    }

    /// The same for a clock that runs: time in which nothing is seen to happen is not written down. What comes after it says
    /// when it is.
    pub fn follow(&mut self, to: Timestamp, budget: Budget) -> Progress {
        let (from, seen) = self.stand();
        let progress = self.present.advance(to, budget);
        if self.engine().last_event() > seen {
            self.present.onlooker.observe(&self.present.service.engine);
            self.append(from, Entry::Advance { to: progress.reached }, seen);
        }
        progress
    }

    /// Changes physics, limits and accelerator from now on; seed, start and Region stay.
    pub fn change(&mut self, settings: &Settings) {
        let Settings { seed, start, ref region, .. } = *self.settings();
        let settings = Settings { seed, start, region: region.clone(), ..settings.clone() };
        let (options, (now, seen)) = (settings.options(), self.stand());
        self.present.service.engine.adjust(now, options.physics, options.limits);
        front::set(&mut self.present.service.dax, settings.dax);
        self.present.onlooker.observe(&self.present.service.engine);
        let entry = Entry::Settings { json: settings.json() };
        self.present.service.settings = settings;
        self.append(now, entry, seen);
    }

    /// Takes in what the engine has done already.
    fn append(&mut self, at: Timestamp, entry: Entry, events_before: u64) {
        let stands_after = self.present.place();
        let forks = stands_after != self.records.len() as u64;
        if forks {
            self.push(at, Entry::Return { to: stands_after });
            self.line.truncate(self.line.partition_point(|sequence| *sequence <= stands_after));
        } else if self.prolonged(&entry) {
            self.snapshots.forget(stands_after);
            return;
        }
        let sequence = self.push(at, entry);
        self.line.push(sequence);
        if forks {
            self.futures = self.left();
        }
        self.present.service.last_sequence = sequence;
        self.snapshots.passed(work_since(self.engine(), events_before), &self.present);
    }

    /// Whether time only went on as it did in the last record, which then says so.
    fn prolonged(&mut self, entry: &Entry) -> bool {
        let fresh = self.records.len() > self.handed_out;
        let last = self.records.last_mut().filter(|_| fresh).map(|record| &mut record.entry);
        let (Entry::Advance { to }, Some(Entry::Advance { to: last })) = (entry, last) else { return false };
        *last = *to;
        true
    }

    fn push(&mut self, at: Timestamp, entry: Entry) -> u64 {
        let sequence = self.records.len() as u64 + 1;
        self.records.push(Record { sequence, at, entry });
        sequence
    }

    /// Some steps forward; false when the end is reached.
    ///
    /// # Errors
    /// When a record does not do again what it did, which is a bug of ours; the present is before it.
    pub fn forward(&mut self, steps: u64) -> Result<bool, ReplayError> {
        let end = self.place().saturating_add(steps).min(self.end());
        for place in self.place()..end {
            let record = self.line.get(index_of(place + 1).unwrap_or_default());
            let Some(record) = record.and_then(|sequence| self.records.get(index_of(*sequence)?)) else { break };
            let work = self.present.take(record)?;
            self.snapshots.passed(work, &self.present);
        }
        Ok(self.place() < self.end())
    }

    /// One step back; false at the beginning.
    ///
    /// # Errors
    /// As `forward`.
    pub fn undo(&mut self) -> Result<bool, ReplayError> {
        if self.place() <= self.beginning() {
            return Ok(false);
        }
        self.go_to(self.place() - 1).map(|()| true)
    }

    /// One step forward; false at the end.
    ///
    /// # Errors
    /// As `forward`.
    pub fn redo(&mut self) -> Result<bool, ReplayError> {
        let more = self.place() < self.end();
        self.forward(1).map(|_| more)
    }

    /// To a place; to the beginning or the end when it lies outside.
    ///
    /// # Errors
    /// As `forward`.
    pub fn go_to(&mut self, place: u64) -> Result<(), ReplayError> {
        let place = place.min(self.end()).max(self.beginning().min(self.end()));
        let way = self.line.get(..usize::try_from(place).unwrap_or(usize::MAX)).unwrap_or_default();
        let stands = self.present.place();
        let ahead = self.place() < place && (stands == 0 || way.binary_search(&stands).is_ok());
        if let Some(nearest) = self.snapshots.take_up(way, ahead.then_some(stands)) {
            let tracing = self.present.service.engine.is_tracing();
            self.present = nearest;
            self.present.service.engine.set_tracing(tracing);
        }
        let steps = place.saturating_sub(self.place());
        self.forward(steps).map(drop)
    }

    /// To a moment: everything before it has happened, nothing after it. Time that passed in one step is cut there.
    ///
    /// # Errors
    /// As `forward`.
    pub fn go_to_time(&mut self, moment: Timestamp) -> Result<(), ReplayError> {
        let over = |sequence: &u64| {
            self.record(*sequence).is_some_and(|record| match record.entry {
                Entry::Advance { to } => to <= moment,
                Entry::Request { .. } | Entry::Settings { .. } | Entry::Return { .. } => record.at <= moment,
            })
        };
        let place = self.line.partition_point(over) as u64;
        if place != self.place() || moment < self.engine().now() {
            self.go_to(place)?;
        }
        if place < self.end() {
            self.present.advance(moment, Budget::UNBOUNDED);
            self.present.onlooker.observe(&self.present.service.engine);
        }
        Ok(())
    }

    /// The futures that were left, oldest first.
    #[must_use]
    pub fn futures(&self) -> &[Future] {
        &self.futures
    }

    fn left(&self) -> Vec<Future> {
        let returns = self.returns();
        let left = returns.iter().map(|taken| taken.sequence - 1).chain([self.records.len() as u64]);
        let goes_on = |tip: u64| {
            let next = self.record(tip + 1).is_some_and(|record| Return::of(record).is_none());
            next || returns.iter().any(|taken| taken.to == tip)
        };
        let mut tips: Vec<u64> = left.filter(|tip| self.line.last() != Some(tip) && !goes_on(*tip)).collect();
        tips.dedup();
        tips.into_iter().filter_map(|tip| self.future(tip)).collect()
    }

    fn future(&self, tip: u64) -> Option<Future> {
        let line = self.line_to(tip);
        let common = line.iter().zip(&self.line).take_while(|(one, other)| one == other).count();
        let last = self.record(tip)?;
        let ends = if let Entry::Advance { to } = last.entry { to } else { last.at };
        Some(Future { tip, common: common as u64, own: (line.len() - common) as u64, ends })
    }

    /// Looks at another future, and goes to its end.
    ///
    /// # Errors
    /// As `forward`.
    pub fn switch(&mut self, future: Future) -> Result<(), ReplayError> {
        self.line = self.line_to(future.tip.min(self.records.len() as u64));
        self.futures = self.left();
        self.go_to(u64::MAX)
    }

    fn returns(&self) -> Vec<Return> {
        self.records.iter().filter_map(Return::of).collect()
    }

    fn line_to(&self, tip: u64) -> Vec<u64> {
        Line::to(tip, &self.returns()).sequences().collect()
    }

    /// Another timeline with the past of this one, up to the present place, and a future of its own. Items are shared.
    #[must_use]
    pub fn fork(&self) -> Self {
        let mut fork = self.clone();
        fork.cut();
        fork
    }

    /// Lets go of everything after the present place, in every future: the rest of a journal that leads nowhere.
    pub fn cut(&mut self) {
        let place = self.present.place();
        self.records.truncate(usize::try_from(place).unwrap_or(usize::MAX));
        self.line.truncate(self.line.partition_point(|sequence| *sequence <= place));
        self.snapshots.forget_after(place);
        self.handed_out = self.handed_out.min(self.records.len());
        self.futures = self.left();
    }

    #[cfg(test)]
    pub(crate) fn snapshot_places(&self) -> Vec<u64> {
        self.snapshots.places()
    }
}

/// Where a number that counts from one stands.
fn index_of(number: u64) -> Option<usize> {
    usize::try_from(number.checked_sub(1)?).ok()
}
