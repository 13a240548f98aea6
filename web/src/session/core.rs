//! Timeline, insight, clock and marks as one: whatever is done to the service is seen by all of them.
//!
//! Must not know signals or where the journal's bytes go.

use hashrange_endpoint::{Future, Onlooker, ReplayError, Settings, Timeline};
use hashrange_engine::{Budget, Engine};
use hashrange_insight::Insight;
use hashrange_journal::Entry;
use hashrange_time::{Duration, Timestamp};
use hashrange_wire::{Request, Response, ServiceError, TableDescription};

use super::lead::{Lead, Led};
use super::line::Line;
use super::marks::{Fresh, Marks};
use crate::clock::{Clock, ClockCommand};

/// Where virtual time begins in a new workspace: the clock of the session samples, after every post of the forum sample.
const START: Timestamp = Timestamp::from_seconds(1_571_820_000);
/// Every workspace begins with the same seed, so that the same requests give the same pictures everywhere.
const SEED: u64 = 1;
/// The physics of the page: the real order of events, without the real waiting.
const PHYSICS: &str = "classroom";
/// Background steps done in one tick. A queue longer than this holds virtual time back instead of blocking the page.
const STEPS_PER_TICK: Budget = Budget { steps: 4_000 };

/// Moments a settling service is followed through, so that work that makes new work cannot keep the page.
const MOST_SETTLING: usize = 20_000;

/// Insight, taken back with the service it looks at, and marks of what it saw.
#[derive(Clone, Default)]
pub(super) struct Seen {
    insight: Insight,
    fresh: Fresh,
}

impl Onlooker for Seen {
    fn observe(&mut self, engine: &Engine) {
        self.insight.observe(engine);
        self.fresh.show(engine.events_since(self.fresh.shown()));
    }
}

/// A way along what happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Travel {
    /// To before the newest request.
    Undo,
    /// To after the next request.
    Redo,
    /// One step back, be it a request or time that passed.
    Back,
    /// One step forward.
    Forward,
    /// To a moment.
    To(Timestamp),
    /// To the end of the line.
    Present,
    /// To the end of another future.
    Switch(Future),
}

/// What one page has of the service.
pub(super) struct Core {
    timeline: Timeline<Seen>,
    clock: Clock,
    marks: Marks,
    /// Bytes of the journal that could not be kept yet.
    unsaved: Vec<u8>,
    /// Whether what is to be kept begins a journal, in the place of any that was kept before.
    begins: bool,
    /// Real time of the last look at the clock.
    measured: Option<f64>,
    /// Where time goes as fast as it can.
    jump: Option<Jump>,
    /// A load that takes time along: with it time runs and is paused, but it does not pass alone.
    lead: Option<Lead>,
    /// Whether time ran before it was stopped to look at the past.
    ran: bool,
    /// Requests of the line up to a place: what is behind it need not be counted again.
    counted: Counted,
}

#[derive(Clone, Copy, Default)]
struct Counted {
    place: u64,
    requests: u64,
}

#[derive(Clone, Copy)]
struct Jump {
    from: Timestamp,
    to: Timestamp,
}

/// Bytes of the journal to keep.
pub(super) struct Unsaved {
    pub(super) bytes: Vec<u8>,
    /// Whether they take the place of everything kept before.
    pub(super) begins: bool,
}

impl Core {
    /// An empty service and the beginning of its journal.
    pub(super) fn fresh() -> Self {
        Self::begin(&Self::usual())
    }

    /// What a new workspace is set up with.
    pub(super) fn usual() -> Settings {
        let preset = Settings::of_preset(PHYSICS).unwrap_or_default();
        Settings { seed: SEED, start: START, ..preset }
    }

    /// An empty service set up like this, and the beginning of its journal.
    pub(super) fn begin(settings: &Settings) -> Self {
        Self::around(Timeline::begin(settings), true)
    }

    /// A service that a journal was replayed on.
    pub(super) fn resumed(timeline: Timeline<Seen>) -> Self {
        Self::around(timeline, false)
    }

    fn around(mut timeline: Timeline<Seen>, begins: bool) -> Self {
        timeline.set_tracing(true);
        let clock = Clock::new(timeline.engine().now());
        let (marks, unsaved) = (Marks::default(), Vec::new());
        let mut core = Self {
            timeline,
            clock,
            marks,
            unsaved,
            begins,
            measured: None,
            jump: None,
            lead: None,
            ran: true,
            counted: Counted::default(),
        };
        core.mark();
        core
    }

    pub(super) fn engine(&self) -> &Engine {
        self.timeline.engine()
    }

    pub(super) fn insight(&self) -> &Insight {
        &self.timeline.onlooker().insight
    }

    pub(super) fn settings(&self) -> &Settings {
        self.timeline.settings()
    }

    pub(super) fn clock(&self) -> Clock {
        self.clock
    }

    pub(super) fn marks(&self) -> &Marks {
        &self.marks
    }

    pub(super) fn timeline(&self) -> &Timeline<Seen> {
        &self.timeline
    }

    /// The share of a jump that is done, while there is one.
    pub(super) fn jump(&self) -> Option<f64> {
        let Jump { from, to } = self.jump?;
        let done = (self.engine().now() - from).micros() as f64;
        Some(done / ((to - from).micros() as f64).max(1.0))
    }

    /// Requests of the line up to the present.
    pub(super) fn steps(&mut self) -> u64 {
        let place = self.timeline.place();
        if place < self.counted.place {
            self.counted = Counted::default();
        }
        let request = |place: &u64| {
            self.timeline.record_at(*place).is_some_and(|record| matches!(record.entry, Entry::Request { .. }))
        };
        let requests = self.counted.requests + (self.counted.place + 1..=place).filter(request).count() as u64;
        self.counted = Counted { place, requests };
        requests
    }

    pub(super) fn describe_tables(&self) -> Vec<TableDescription> {
        let engine = self.engine();
        engine.tables().filter_map(|table| engine.describe(table.name())).collect()
    }

    /// Whether something lies ahead that happened already.
    pub(super) fn is_past(&self) -> bool {
        self.timeline.place() < self.timeline.end()
    }

    /// Answers a request at the present moment of virtual time.
    pub(super) fn handle(&mut self, real: f64, request: Request, body: String) -> Result<Response, ServiceError> {
        self.follow(real);
        self.act();
        let answer = self.timeline.handle(self.clock.now(), request, body);
        self.mark();
        answer
    }

    /// Changes physics and limits.
    pub(super) fn change(&mut self, real: f64, settings: &Settings) {
        self.follow(real);
        self.act();
        self.timeline.advance(self.clock.now(), Budget::UNBOUNDED);
        self.timeline.change(settings);
        self.mark();
    }

    /// Before anything is done: in the past it begins another future, and time goes on as it did.
    fn act(&mut self) {
        if self.is_past() {
            self.clock.set(self.engine().now());
            self.marks.forget_after(self.engine().last_event());
            if self.ran {
                self.clock.command(ClockCommand::Resume);
            }
        }
    }

    /// Lets virtual time follow real time; whether anything happened meanwhile. In the past it follows what happened.
    pub(super) fn tick(&mut self, real: f64) -> bool {
        let before = (self.engine().last_event(), self.timeline.place());
        self.follow(real);
        if self.is_past() && self.timeline.go_to_time(self.clock.now()).is_err() {
            self.clock.command(ClockCommand::Pause);
        }
        if !self.is_past() {
            let to = self.jump.map_or(self.clock.now(), |jump| jump.to);
            let reached = self.timeline.follow(to, STEPS_PER_TICK).reached;
            self.jump = self.jump.filter(|_| reached < to);
            self.clock.set(reached);
        }
        self.mark();
        (self.engine().last_event(), self.timeline.place()) != before
    }

    /// Obeys. While a load takes time along, a step is one of the load.
    pub(super) fn command(&mut self, real: f64, command: ClockCommand) {
        self.follow(real);
        if let ClockCommand::StepTo(to) = command {
            match &mut self.lead {
                Some(lead) => return lead.leap(to),
                None => self.set_out(to),
            }
        } else {
            if let Some(lead) = &mut self.lead {
                lead.obey(command, self.clock.now());
            }
            self.clock.command(command);
        }
        self.tick(real);
    }

    /// Lets time go to a moment at once; how much of the way it has done is told.
    fn set_out(&mut self, to: Timestamp) {
        let from = self.clock.now();
        self.jump = (!self.is_past() && to > from).then_some(Jump { from, to });
        self.clock.command(ClockCommand::StepTo(to));
    }

    /// Goes along what happened. Time stands still then, until something is done or it is told to run.
    ///
    /// # Errors
    /// When a record does not do again what it did.
    pub(super) fn travel(&mut self, real: f64, travel: Travel) -> Result<(), ReplayError> {
        self.follow(real);
        if !self.is_past() && matches!(travel, Travel::Redo | Travel::Forward | Travel::Present) {
            return Ok(());
        }
        let lead = self.lead.take();
        self.jump = None;
        // Another future may have other requests at the same places.
        self.counted = Counted::default();
        if !self.is_past() {
            self.ran = lead.map_or(self.clock.is_running(), Lead::ran);
        }
        let outcome = match travel {
            Travel::Undo => self.timeline.go_to(self.newest_request().saturating_sub(1)),
            Travel::Redo => self.timeline.go_to(self.next_request()),
            Travel::Back => self.timeline.go_to(self.timeline.place().saturating_sub(1)),
            Travel::Forward => self.timeline.go_to(self.timeline.place() + 1),
            Travel::To(moment) => self.timeline.go_to_time(moment),
            Travel::Present => self.timeline.go_to(u64::MAX),
            Travel::Switch(future) => self.switch(future),
        };
        self.clock.set(self.engine().now());
        let running = self.ran && !self.is_past();
        self.clock.command(if running { ClockCommand::Resume } else { ClockCommand::Pause });
        self.mark();
        outcome
    }

    fn switch(&mut self, future: Future) -> Result<(), ReplayError> {
        self.timeline.go_to(future.common)?;
        self.marks.forget_after(self.engine().last_event());
        self.timeline.switch(future)
    }

    /// The place of the newest thing done, not counting time.
    fn newest_request(&self) -> u64 {
        let done = |place: &u64| self.timeline.record_at(*place).is_some_and(is_done);
        (1..=self.timeline.place()).rev().find(done).unwrap_or_default()
    }

    fn next_request(&self) -> u64 {
        let done = |place: &u64| self.timeline.record_at(*place).is_some_and(is_done);
        (self.timeline.place() + 1..=self.timeline.end()).find(done).unwrap_or(u64::MAX)
    }

    /// Where the present stands.
    pub(super) fn line(&self) -> Line {
        let timeline = &self.timeline;
        let begins = timeline.record_at(1).map_or_else(|| self.engine().now(), |first| first.at);
        let ends = timeline.steps().next_back().map_or(begins, |last| match last.entry {
            Entry::Advance { to } => to,
            _ => last.at,
        });
        Line {
            place: timeline.place(),
            end: timeline.end(),
            begins,
            ends,
            can_undo: self.newest_request() > 1,
            futures: timeline.futures().to_vec(),
            marks: self.marks.all().len(),
        }
    }

    /// From now on time passes with a load only, as far as it runs; it runs to begin with. A leap under way is the load's.
    pub(super) fn begin_lead(&mut self, real: f64) {
        self.follow(real);
        let ran = if self.is_past() { self.ran } else { self.clock.is_running() };
        let now = self.clock.now();
        let to = self.jump.take().map_or(now, |jump| jump.to);
        self.clock.command(ClockCommand::Resume);
        self.lead = Some(Lead::begin(to, ran));
    }

    /// Lets time go to a moment of the load, or as far as it may.
    pub(super) fn go_with_load(&mut self, real: f64, at: Timestamp) -> Led {
        self.follow(real);
        let Some(lead) = self.lead else { return Led::Ended };
        self.set_out(at.min(lead.to()));
        let happened = self.tick(real);
        match self.jump {
            Some(_) => Led::UnderWay,
            None if lead.to() < at => Led::Early { happened },
            None => Led::There,
        }
    }

    /// Time passes by itself again, as it did or was told to meanwhile, and goes where it was asked to.
    pub(super) fn end_lead(&mut self, real: f64) {
        self.follow(real);
        if let Some(lead) = self.lead.take() {
            self.clock.command(if lead.ran() { ClockCommand::Resume } else { ClockCommand::Pause });
            self.command(real, ClockCommand::StepTo(lead.asked()));
        }
    }

    /// Lets some virtual time pass at once.
    pub(super) fn pass(&mut self, real: f64, span: Duration) {
        self.clock.command(ClockCommand::StepTo(self.clock.now() + span));
        self.tick(real);
    }

    /// Obeys a command, or goes on with it; whether a jump is still on its way.
    pub(super) fn go(&mut self, real: f64, command: ClockCommand) -> bool {
        self.command(real, command);
        self.jump.is_some()
    }

    /// Lets virtual time go on until nothing is due any more.
    pub(super) fn settle(&mut self, real: f64) {
        for _ in 0..MOST_SETTLING {
            let Some(due) = self.engine().next_due() else { return };
            self.clock.command(ClockCommand::StepTo(due));
            self.tick(real);
        }
    }

    fn follow(&mut self, real: f64) {
        let elapsed = self.measured.map_or(Duration::ZERO, |measured| duration_of(real - measured));
        self.measured = Some(real);
        match &mut self.lead {
            Some(lead) => lead.pass(self.clock.passed(elapsed), self.clock.now()),
            None => _ = self.clock.update(elapsed),
        }
    }

    /// Marks what is new.
    fn mark(&mut self) {
        self.marks.take(self.timeline.onlooker().fresh.take());
    }

    /// Marks how far time has come, for a page that is about to be hidden or left.
    pub(super) fn mark_time(&mut self) {
        if !self.is_past() {
            self.timeline.advance(self.clock.now(), Budget::UNBOUNDED);
        }
    }

    /// Takes the bytes to keep; nothing when all are taken.
    pub(super) fn take_unsaved(&mut self) -> Option<Unsaved> {
        let mut bytes = std::mem::take(&mut self.unsaved);
        bytes.extend(self.timeline.hand_out());
        if bytes.is_empty() {
            return None;
        }
        Some(Unsaved { bytes, begins: std::mem::take(&mut self.begins) })
    }

    pub(super) fn has_unsaved(&self) -> bool {
        !self.unsaved.is_empty() || self.timeline.has_more()
    }

    /// Gives bytes back that could not be kept. A journal that has begun anew meanwhile does not want them.
    pub(super) fn give_back(&mut self, mut unsaved: Unsaved) {
        if !self.begins {
            unsaved.bytes.append(&mut self.unsaved);
            self.unsaved = unsaved.bytes;
            self.begins = unsaved.begins;
        }
    }
}

/// Whether a record is something that was done, not time that passed.
fn is_done(record: &hashrange_journal::Record) -> bool {
    matches!(record.entry, Entry::Request { .. } | Entry::Settings { .. })
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // the cast saturates, and a clock never runs so long
fn duration_of(milliseconds: f64) -> Duration {
    Duration::from_micros((milliseconds.max(0.0) * 1_000.0) as u64)
}

#[cfg(test)]
mod tests;
