//! Timeline, insight, clock and marks as one: whatever is done to the service is seen by all of them.
//!
//! Must not know signals or where the journal's bytes go.

use std::collections::VecDeque;

use hashrange_assignment::Watcher;
use hashrange_endpoint::{Dispatched, Future, Keeps, Onlooker, ReplayError, Sending, Settings, Timeline, target_of};
use hashrange_engine::{Budget, Engine};
use hashrange_insight::Insight;
use hashrange_insight::reading::Service;
use hashrange_journal::Entry;
use hashrange_protocol::{ClockCommand, Line, Travel};
use hashrange_time::{Duration, Timestamp};
use hashrange_wire::{Checked, Response, ServiceError};
use hashrange_workload::LoadPlan;

use crate::clock::Clock;
use crate::lead::{Lead, Led};
use crate::marks::{Fresh, Marks};

/// Where virtual time begins in a new workspace: the clock of the session samples, after every post of the forum sample.
const START: Timestamp = Timestamp::from_seconds(1_571_820_000);
/// Every workspace begins with the same seed, so that the same requests give the same pictures everywhere.
const SEED: u64 = 1;
/// The physics of the page: the real order of events, without the real waiting.
const PHYSICS: &str = "classroom";
/// Background steps done in one tick. A queue longer than this holds virtual time back instead of blocking the page.
const STEPS_PER_TICK: Budget = Budget { steps: 4_000 };

/// Virtual time that may pass at once before a request.
const SOON: Duration = Duration::from_minutes(10);

/// Moments a settling service is followed through, so that work that makes new work cannot keep the page.
const MOST_SETTLING: usize = 20_000;

/// Insight, taken back with the service it looks at, and marks of what it saw.
#[derive(Clone, Default)]
pub(crate) struct Seen {
    insight: Insight,
    fresh: Fresh,
}

hashrange_checkpoint::fields!(Seen { insight, fresh });

impl Watcher for Seen {
    fn insight(&self) -> &Insight {
        &self.insight
    }
}

impl Onlooker for Seen {
    fn observe(&mut self, engine: &Engine) {
        self.insight.observe(engine);
        self.fresh.show(engine);
    }
}

/// What one page has of the service.
pub(crate) struct Core {
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

impl Core {
    /// An empty service and the beginning of its journal.
    pub(crate) fn fresh() -> Self {
        Self::begin(&Self::usual())
    }

    /// What a new workspace is set up with.
    pub(crate) fn usual() -> Settings {
        let preset = Settings::of_preset(PHYSICS).unwrap_or_default();
        Settings { seed: SEED, start: START, ..preset }
    }

    /// An empty service set up like this, and the beginning of its journal.
    pub(crate) fn begin(settings: &Settings) -> Self {
        Self::around(Timeline::begin(settings), true)
    }

    /// The same for a service that is never kept: its records do not say what they changed.
    pub(crate) fn begin_unkept(settings: &Settings) -> Self {
        let mut core = Self::begin(settings);
        core.timeline.leave_outcomes_out();
        core
    }

    /// A service whose journal was done again from its first record on, and is kept nowhere yet.
    pub(crate) fn begun(timeline: Timeline<Seen>) -> Self {
        Self::around(timeline, true)
    }

    /// A service that a journal was replayed on.
    pub(crate) fn resumed(timeline: Timeline<Seen>) -> Self {
        Self::around(timeline, false)
    }

    fn around(mut timeline: Timeline<Seen>, begins: bool) -> Self {
        // Whatever is seen must be there again: reads, refusals and what they touched.
        timeline.set_tracing(true);
        timeline.set_keeps(Keeps::Everything);
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

    pub(crate) fn engine(&self) -> &Engine {
        self.timeline.engine()
    }

    pub(crate) fn insight(&self) -> &Insight {
        &self.timeline.onlooker().insight
    }

    /// What readings are made of.
    pub(crate) fn service(&self) -> Service<'_> {
        Service { insight: self.insight(), engine: self.engine(), dax: self.timeline.dax() }
    }

    pub(crate) fn settings(&self) -> &Settings {
        self.timeline.settings()
    }

    pub(crate) fn clock(&self) -> Clock {
        self.clock
    }

    pub(crate) fn marks(&self) -> &Marks {
        &self.marks
    }

    pub(crate) fn timeline(&self) -> &Timeline<Seen> {
        &self.timeline
    }

    /// The share of a jump that is done in parts per thousand, while there is one.
    pub(crate) fn jump(&self) -> Option<u32> {
        let Jump { from, to } = self.jump?;
        let (done, all) = ((self.engine().now() - from).micros(), (to - from).micros());
        u32::try_from(u128::from(done) * 1_000 / u128::from(all.max(1))).ok()
    }

    /// How much virtual time is to pass until this moment of real time.
    pub(crate) fn wanted(&self, real: f64) -> Duration {
        self.clock.passed(self.elapsed(real))
    }

    /// Whether the service is where the clock is, as far as it may be without a jump.
    pub(crate) fn is_up_to_date(&self, real: f64) -> bool {
        self.is_past() || (self.jump.is_none() && self.wanted(real) <= SOON) || self.lead.is_some()
    }

    /// Lets real time pass without virtual time.
    pub(crate) fn wait(&mut self, real: f64) {
        self.measured = Some(real);
    }

    /// The moment of the line's last record.
    pub(crate) fn end_of_line(&self) -> Timestamp {
        self.line().ends
    }

    /// The number of the line's last record.
    pub(crate) fn last_record(&self) -> u64 {
        self.timeline.outline_at(self.timeline.end()).map_or(0, |record| record.sequence)
    }

    /// The bodies of the PutItem requests after a record, in order.
    pub(crate) fn puts_since(&self, sequence: u64) -> VecDeque<String> {
        let after = self.timeline.steps().filter(|record| record.sequence > sequence);
        let puts = after.filter_map(|record| match &record.entry {
            Entry::Request { operation, body } if operation == "PutItem" => Some(body.clone()),
            _ => None,
        });
        puts.collect()
    }

    /// The settings in force as text.
    pub(crate) fn settings_text(&self) -> String {
        self.settings().text()
    }

    /// Requests of the line up to the present.
    pub(crate) fn steps(&mut self) -> u64 {
        let place = self.timeline.place();
        if place < self.counted.place {
            self.counted = Counted::default();
        }
        // The settings that open a journal are nobody's step.
        let request =
            |place: &u64| *place > 1 && self.timeline.outline_at(*place).is_some_and(|record| record.is_step());
        let requests = self.counted.requests + (self.counted.place + 1..=place).filter(request).count() as u64;
        self.counted = Counted { place, requests };
        requests
    }

    /// Whether something lies ahead that happened already.
    pub(crate) fn is_past(&self) -> bool {
        self.timeline.is_past()
    }

    /// Answers a request given as DynamoDB JSON at the present moment of virtual time, whatever comes of it.
    pub(crate) fn dispatch(&mut self, real: f64, operation: &str, body: &str) -> Dispatched {
        self.follow(real);
        self.act();
        let dispatched = self.timeline.dispatch(self.clock.now(), &target_of(operation), body.as_bytes());
        self.clock.set(self.engine().now());
        self.mark();
        dispatched
    }

    /// Answers a request at the present moment of virtual time.
    pub(crate) fn handle(&mut self, real: f64, request: Checked, body: String) -> Result<Response, ServiceError> {
        self.follow(real);
        self.act();
        let answer = self.timeline.handle(self.clock.now(), request, body);
        self.mark();
        answer
    }

    /// Changes physics and limits.
    pub(crate) fn change(&mut self, real: f64, settings: &Settings) {
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
    pub(crate) fn tick(&mut self, real: f64) -> bool {
        let before = (self.engine().last_event(), self.timeline.place());
        self.follow(real);
        // What happened at this very moment and was undone stays undone until time passes.
        let moves = self.clock.now() != self.engine().now();
        if moves && self.is_past() && self.timeline.go_to_time(self.clock.now()).is_err() {
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

    /// Takes a command. While a load takes time along, a step is one of the load.
    pub(crate) fn command(&mut self, real: f64, command: ClockCommand) {
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
    pub(crate) fn travel(&mut self, real: f64, travel: Travel) -> Result<(), ReplayError> {
        self.follow(real);
        if !self.is_past() && matches!(travel, Travel::Redo | Travel::Forward | Travel::Present) {
            return Ok(());
        }
        if !self.is_past() {
            self.timeline.end_load();
        }
        let lead = self.lead.take();
        self.jump = None;
        // Another future may have other requests at the same places.
        self.counted = Counted::default();
        if !self.is_past() {
            self.ran = lead.map_or(self.clock.is_running(), Lead::ran);
        }
        let outcome = match travel {
            Travel::To(moment) => self.timeline.go_to_time(moment),
            Travel::Switch(future) => self.switch(future),
            _ => self.timeline.go_to(self.place_of(travel)),
        };
        self.clock.set(self.engine().now());
        let running = self.ran && !self.is_past();
        self.clock.command(if running { ClockCommand::Resume } else { ClockCommand::Pause });
        self.mark();
        outcome
    }

    /// The place of the line that a way leads to, or by.
    pub(crate) fn place_of(&self, travel: Travel) -> u64 {
        match travel {
            Travel::Undo => self.timeline.undo_place().unwrap_or_default(),
            Travel::Redo => self.timeline.redo_place().unwrap_or(u64::MAX),
            Travel::Back => self.timeline.place().saturating_sub(1),
            Travel::Forward => self.timeline.place() + 1,
            Travel::To(moment) => self.timeline.place_at(moment),
            Travel::Present => u64::MAX,
            Travel::Switch(future) => future.common,
        }
    }

    fn switch(&mut self, future: Future) -> Result<(), ReplayError> {
        self.timeline.go_to(future.common)?;
        self.marks.forget_after(self.engine().last_event());
        self.timeline.switch(future)
    }

    /// Where the present stands.
    pub(crate) fn line(&self) -> Line {
        let timeline = &self.timeline;
        let begins = timeline.outline_at(1).map_or_else(|| self.engine().now(), |first| first.at);
        let ends = timeline.outline_at(timeline.end()).map_or(begins, |last| last.ends());
        Line {
            place: timeline.place(),
            end: timeline.end(),
            begins,
            ends,
            can_undo: timeline.undo_place().is_some(),
            futures: timeline.futures().to_vec(),
        }
    }

    /// Begins a load. From now on time passes with it only, as far as it runs; it runs to begin with. A leap under way is the
    /// load's.
    pub(crate) fn begin_load(&mut self, real: f64, plan: LoadPlan, seed: u64) {
        self.follow(real);
        self.act();
        self.timeline.begin_load(plan, seed);
        self.mark();
        self.lead(real);
    }

    /// Lets time pass with the load that runs.
    pub(crate) fn lead(&mut self, real: f64) {
        self.follow(real);
        let ran = self.clock.is_running();
        let now = self.clock.now();
        let to = self.jump.take().map_or(now, |jump| jump.to);
        self.clock.command(ClockCommand::Resume);
        self.lead = Some(Lead::begin(to, ran));
    }

    /// Sends the next request of the load, if time has come as far, and lets time pass.
    pub(crate) fn go_with_load(&mut self, real: f64) -> Led {
        self.follow(real);
        let Some(lead) = self.lead.filter(|_| !self.is_past()) else { return Led::Ended };
        let led = match self.timeline.send_next(lead.to(), STEPS_PER_TICK) {
            Sending::Sent(_) => Led::Sent,
            Sending::UnderWay(_) => Led::UnderWay,
            Sending::Ended => Led::Ended,
            Sending::Due(_) => {
                let before = self.engine().last_event();
                let reached = self.timeline.follow(lead.to(), STEPS_PER_TICK).reached;
                if reached < lead.to() {
                    Led::UnderWay
                } else {
                    Led::Early { happened: self.engine().last_event() != before }
                }
            }
        };
        self.clock.set(self.engine().now());
        self.mark();
        led
    }

    /// Time passes by itself again, as it did or was told to meanwhile, and goes where it was asked to.
    pub(crate) fn end_lead(&mut self, real: f64) {
        self.follow(real);
        if !self.is_past() {
            self.timeline.end_load();
            self.mark();
        }
        if let Some(lead) = self.lead.take() {
            self.clock.command(if lead.ran() { ClockCommand::Resume } else { ClockCommand::Pause });
            self.command(real, ClockCommand::StepTo(lead.asked()));
        }
    }

    /// Lets some virtual time pass at once.
    pub(crate) fn pass(&mut self, real: f64, span: Duration) {
        self.clock.command(ClockCommand::StepTo(self.clock.now() + span));
        self.tick(real);
    }

    /// Lets virtual time go on until nothing is due any more.
    pub(crate) fn settle(&mut self, real: f64) {
        for _ in 0..MOST_SETTLING {
            let Some(due) = self.engine().next_due() else { return };
            self.clock.command(ClockCommand::StepTo(due));
            self.tick(real);
        }
    }

    /// Real time since the last look at the clock. Moments are rounded, not what lies between them, so that the spans add up.
    fn elapsed(&self, real: f64) -> Duration {
        self.measured.map_or(Duration::ZERO, |measured| micros_of(real) - micros_of(measured))
    }

    fn follow(&mut self, real: f64) {
        let elapsed = self.elapsed(real);
        self.measured = Some(real);
        match &mut self.lead {
            Some(lead) => lead.pass(self.clock.pass(elapsed), self.clock.now()),
            None => _ = self.clock.update(elapsed),
        }
    }

    /// Marks what is new.
    fn mark(&mut self) {
        self.marks.append(self.timeline.onlooker().fresh.take());
    }

    /// Marks how far time has come, for a page that is about to be hidden or left.
    pub(crate) fn mark_time(&mut self) {
        if !self.is_past() {
            self.timeline.advance(self.clock.now(), Budget::UNBOUNDED);
        }
    }
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // the cast saturates, and a clock never runs so long
pub(crate) fn micros_of(milliseconds: f64) -> Duration {
    Duration::from_micros((milliseconds.max(0.0) * 1_000.0).round() as u64)
}

mod keep;
mod stage;
pub(crate) use keep::Unsaved;

#[cfg(test)]
mod tests;
