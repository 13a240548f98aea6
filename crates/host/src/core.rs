//! Timeline, insight, clock and marks of one workspace. Every change of the service updates all of them.
//!
//! Must not know signals, nor where the journal's bytes are stored.

use std::collections::VecDeque;

use hashrange_assignment::InsightObserver;
use hashrange_endpoint::{Dispatched, Future, Keeps, Observer, ReplayError, Sending, Settings, Timeline, target_of};
use hashrange_engine::{Budget, Engine, Foreseen, Remains};
use hashrange_insight::Insight;
use hashrange_insight::reading::Service;
use hashrange_journal::Entry;
use hashrange_protocol::{ClockCommand, Line, Travel};
use hashrange_time::{Duration, Timestamp};
use hashrange_wire::{Checked, Response, ServiceError};
use hashrange_workload::LoadPlan;

use crate::clock::Clock;
use crate::load_run::{LoadProgress, LoadRun};
use crate::marks::{Fresh, Marks};

/// The start of virtual time in a new workspace: the clock of the session samples, after every post of the forum
/// sample.
const START: Timestamp = Timestamp::from_seconds(1_571_820_000);
/// The seed of every workspace. It is fixed, so that the same requests give the same pictures everywhere.
const SEED: u64 = 1;
/// The physics of the page: the real order of events, with short waits.
const PHYSICS: &str = "classroom";
/// Maximum number of background steps in one tick. A longer queue delays virtual time instead of blocking the page.
const STEPS_PER_TICK: Budget = Budget { steps: 4_000 };

/// The steps between two looks at the clock: 15 ms in a browser, if each step handles hundreds of items.
const STEPS_PER_SLICE: Budget = Budget { steps: 32 };
/// Maximum real time of one tick, in milliseconds.
const MOST_TICK_MS: f64 = 12.0;

/// Maximum virtual time that may pass at once before a request.
const SOON: Duration = Duration::from_minutes(10);

/// Maximum number of steps until a service settles, so that work that creates new work cannot block the page.
const MOST_SETTLING: usize = 20_000;

/// Insight and new marks. They are restored together with the service.
#[derive(Clone, Default)]
pub(crate) struct Seen {
    insight: Insight,
    fresh: Fresh,
}

hashrange_checkpoint::fields!(Seen { insight, fresh });

impl InsightObserver for Seen {
    fn insight(&self) -> &Insight {
        &self.insight
    }
}

impl Observer for Seen {
    fn observe(&mut self, engine: &Engine) {
        self.insight.observe(engine);
        self.fresh.show(engine);
    }
}

/// The service of a page, with its insight, clock and marks.
pub(crate) struct Core {
    timeline: Timeline<Seen>,
    clock: Clock,
    marks: Marks,
    /// Bytes of the journal that are not stored yet.
    unsaved: Vec<u8>,
    /// Whether the bytes to store begin a journal that replaces any earlier one.
    begins: bool,
    /// Real time of the last clock update.
    measured: Option<f64>,
    /// The running jump in time.
    jump: Option<Jump>,
    /// The load or bulk put that controls virtual time. Time passes only with it, and pauses with it.
    load_run: Option<LoadRun>,
    /// Whether time ran before it was paused for a position in the past.
    ran: bool,
    /// The number of requests up to a position of the timeline, so that they are not counted again.
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
    /// Creates an empty service and the beginning of its journal.
    pub(crate) fn fresh() -> Self {
        Self::begin(&Self::usual())
    }

    /// The settings of a new workspace.
    pub(crate) fn usual() -> Settings {
        let preset = Settings::of_preset(PHYSICS).unwrap_or_default();
        Settings {
            seed: SEED,
            start: START,
            ..preset
        }
    }

    /// Creates an empty service with these settings, and the beginning of its journal.
    pub(crate) fn begin(settings: &Settings) -> Self {
        Self::around(Timeline::begin(settings), true)
    }

    /// Creates an empty service that is never stored. Its records do not contain their changes.
    pub(crate) fn begin_unkept(settings: &Settings) -> Self {
        let mut core = Self::begin(settings);
        core.timeline.leave_outcomes_out();
        core
    }

    /// Creates a core from a timeline that was repeated from its first record on, and is not stored yet.
    pub(crate) fn begun(timeline: Timeline<Seen>) -> Self {
        Self::around(timeline, true)
    }

    /// Creates a core from a timeline that was replayed from a stored journal.
    pub(crate) fn resumed(timeline: Timeline<Seen>) -> Self {
        Self::around(timeline, false)
    }

    fn around(mut timeline: Timeline<Seen>, begins: bool) -> Self {
        // Everything visible must be restored: reads, refusals and what they touched.
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
            load_run: None,
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
        &self.timeline.observer().insight
    }

    /// The input of readings.
    pub(crate) fn service(&self) -> Service<'_> {
        Service {
            insight: self.insight(),
            engine: self.engine(),
            dax: self.timeline.dax(),
        }
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

    /// The finished share of the running jump, in parts per thousand.
    pub(crate) fn jump(&self) -> Option<u32> {
        let Jump { from, to } = self.jump?;
        let (done, all) = ((self.engine().now() - from).micros(), (to - from).micros());
        u32::try_from(u128::from(done) * 1_000 / u128::from(all.max(1))).ok()
    }

    /// The virtual time that must pass until this real time.
    pub(crate) fn wanted(&self, real: f64) -> Duration {
        self.clock.passed(self.elapsed(real))
    }

    /// Whether the service has reached the clock's time, as far as possible without a jump.
    pub(crate) fn is_up_to_date(&self, real: f64) -> bool {
        self.is_past() || (self.jump.is_none() && self.wanted(real) <= SOON) || self.load_run.is_some()
    }

    /// Lets real time pass without virtual time.
    pub(crate) fn wait(&mut self, real: f64) {
        self.measured = Some(real);
    }

    /// The time of the last record of the timeline.
    pub(crate) fn end_of_line(&self) -> Timestamp {
        self.line().ends
    }

    /// The number of the last record of the timeline.
    pub(crate) fn last_record(&self) -> u64 {
        self.timeline
            .outline_at(self.timeline.end())
            .map_or(0, |record| record.sequence)
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

    /// The current settings as text.
    pub(crate) fn settings_text(&self) -> String {
        self.settings().text()
    }

    /// The number of requests up to the present.
    pub(crate) fn steps(&mut self) -> u64 {
        let place = self.timeline.place();
        if place < self.counted.place {
            self.counted = Counted::default();
        }
        // The first settings of a journal are not a step.
        let request =
            |place: &u64| *place > 1 && self.timeline.outline_at(*place).is_some_and(|record| record.is_step());
        let requests = self.counted.requests + (self.counted.place + 1..=place).filter(request).count() as u64;
        self.counted = Counted { place, requests };
        requests
    }

    /// Whether there are recorded events after the present.
    pub(crate) fn is_past(&self) -> bool {
        self.timeline.is_past()
    }

    /// Handles a request given as DynamoDB JSON at the current virtual time, and returns its result.
    pub(crate) fn dispatch(&mut self, real: f64, operation: &str, body: &str) -> Dispatched {
        self.dispatch_foreseen(real, operation, body, &Foreseen::default())
    }

    /// Handles a request as `dispatch` does, with what was foreseen of it.
    pub(crate) fn dispatch_foreseen(
        &mut self,
        real: f64,
        operation: &str,
        body: &str,
        foreseen: &Foreseen,
    ) -> Dispatched {
        self.follow(real);
        self.act();
        let dispatched =
            self.timeline
                .dispatch_foreseen(self.clock.now(), &target_of(operation), body.as_bytes(), foreseen);
        self.clock.set(self.engine().now());
        self.mark();
        dispatched
    }

    /// Handles a request at the current virtual time.
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

    /// Returns what deleted tables and undone states left.
    pub(crate) fn take_remains(&mut self) -> Remains {
        self.timeline.take_remains()
    }

    /// Ends the service. Returns what it leaves.
    pub(crate) fn discard(self) -> Remains {
        self.timeline.discard()
    }

    /// Prepares an action. In the past it starts another future, and time runs as it did before.
    fn act(&mut self) {
        if self.is_past() {
            self.clock.set(self.engine().now());
            self.marks.forget_after(self.engine().last_event());
            if self.ran {
                self.clock.command(ClockCommand::Resume);
            }
        }
    }

    /// Advances virtual time with real time; returns whether anything happened. In the past it follows recorded events.
    pub(crate) fn tick(&mut self, real: f64) -> bool {
        self.tick_by(real, || real)
    }

    /// Does the same as `tick`, and ends early when this clock shows that the work takes too long.
    pub(crate) fn tick_by(&mut self, real: f64, clock: impl Fn() -> f64) -> bool {
        let before = (self.engine().last_event(), self.timeline.place());
        self.follow(real);
        // Undone events at this exact time stay undone until time passes.
        let moves = self.clock.now() != self.engine().now();
        if moves && self.is_past() && self.timeline.go_to_time(self.clock.now()).is_err() {
            self.clock.command(ClockCommand::Pause);
        }
        if !self.is_past() {
            let to = self.jump.map_or(self.clock.now(), |jump| jump.to);
            let reached = self.follow_by(to, clock);
            self.jump = self.jump.filter(|_| reached < to);
            self.clock.set(reached);
        }
        self.mark();
        (self.engine().last_event(), self.timeline.place()) != before
    }

    /// Follows the clock to a time, in slices until a tick is full. Returns the reached time.
    fn follow_by(&mut self, to: Timestamp, clock: impl Fn() -> f64) -> Timestamp {
        let begun = clock();
        for _ in 0..STEPS_PER_TICK.steps / STEPS_PER_SLICE.steps {
            let reached = self.timeline.follow(to, STEPS_PER_SLICE).reached;
            if reached >= to || clock() - begun >= MOST_TICK_MS {
                return reached;
            }
        }
        self.engine().now()
    }

    /// Executes a clock command. While a load controls time, the load executes a step or a skip.
    pub(crate) fn command(&mut self, real: f64, command: ClockCommand) {
        self.follow(real);
        let step_to = match command {
            ClockCommand::StepTo(to) => Some(to),
            ClockCommand::Skip(span) => Some(self.ahead() + span),
            _ => None,
        };
        if let Some(to) = step_to {
            match &mut self.load_run {
                Some(load_run) => return load_run.leap(to),
                None => self.set_out(to),
            }
        } else {
            if let Some(load_run) = &mut self.load_run {
                load_run.obey(command, self.clock.now());
            }
            self.clock.command(command);
        }
        self.tick(real);
    }

    /// The target of a running jump, or the present.
    fn ahead(&self) -> Timestamp {
        let jump = self.jump.map(|jump| jump.to);
        let asked = self.load_run.map(LoadRun::asked);
        jump.into_iter().chain(asked).fold(self.clock.now(), Timestamp::max)
    }

    /// Starts a jump to a time; its progress is reported.
    fn set_out(&mut self, to: Timestamp) {
        let from = self.clock.now();
        self.jump = (!self.is_past() && to > from).then_some(Jump { from, to });
        self.clock.command(ClockCommand::StepTo(to));
    }

    /// Moves along recorded events. Time is paused at the target in the past, until an action or a command starts it.
    ///
    /// # Errors
    /// If a record does not have its recorded outcome.
    pub(crate) fn travel(&mut self, real: f64, travel: Travel) -> Result<(), ReplayError> {
        self.follow(real);
        if !self.is_past() && matches!(travel, Travel::Redo | Travel::Forward | Travel::Present) {
            return Ok(());
        }
        if !self.is_past() {
            self.timeline.end_load();
        }
        let load_run = self.load_run.take();
        self.jump = None;
        // Another future can have other requests at the same positions.
        self.counted = Counted::default();
        if !self.is_past() {
            self.ran = load_run.map_or(self.clock.is_running(), LoadRun::ran);
        }
        let outcome = match travel {
            Travel::To(moment) => self.timeline.go_to_time(moment),
            Travel::Switch(future) => self.switch(future),
            _ => self.timeline.go_to(self.place_of(travel)),
        };
        self.clock.set(self.engine().now());
        let running = self.ran && !self.is_past();
        self.clock.command(if running {
            ClockCommand::Resume
        } else {
            ClockCommand::Pause
        });
        self.mark();
        outcome
    }

    /// The position in the timeline to which a movement leads. For a switch: the last common position.
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

    /// The timeline and the position of the present in it.
    pub(crate) fn line(&self) -> Line {
        let timeline = &self.timeline;
        let begins = timeline
            .outline_at(1)
            .map_or_else(|| self.engine().now(), |first| first.at);
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

    /// Begins or ends a step of undo that consists of several requests.
    pub(crate) fn mark_step(&mut self, real: f64, begins: bool) {
        self.follow(real);
        self.act();
        self.timeline.mark_step(begins);
        self.mark();
    }

    /// Starts a load. From now on time passes only with the load, which initially runs. The load takes over a running
    /// jump.
    pub(crate) fn begin_load(&mut self, real: f64, plan: LoadPlan, seed: u64) {
        self.follow(real);
        self.act();
        self.timeline.begin_load(plan, seed);
        self.mark();
        self.run_load(real);
    }

    /// Lets the running load control time.
    pub(crate) fn run_load(&mut self, real: f64) {
        self.follow(real);
        self.take_time();
        self.clock.command(ClockCommand::Resume);
    }

    /// Takes the control of time from the clock, with its running jump.
    fn take_time(&mut self) -> LoadRun {
        let to = self.jump.take().map_or(self.clock.now(), |jump| jump.to);
        let load_run = LoadRun::begin(to, self.clock.is_running());
        self.load_run = Some(load_run);
        load_run
    }

    /// Sends the next request of the load if it is due, and advances time.
    pub(crate) fn go_with_load(&mut self, real: f64) -> LoadProgress {
        self.follow(real);
        let Some(load_run) = self.load_run.filter(|_| !self.is_past()) else {
            return LoadProgress::Ended;
        };
        let progress = match self.timeline.send_next(load_run.to(), STEPS_PER_TICK) {
            Sending::Sent(_) => LoadProgress::Sent,
            Sending::OutOfBudget(_) => LoadProgress::OutOfBudget,
            Sending::Ended => LoadProgress::Ended,
            Sending::Due(_) => {
                let before = self.engine().last_event();
                let reached = self.timeline.follow(load_run.to(), STEPS_PER_TICK).reached;
                if reached < load_run.to() {
                    LoadProgress::OutOfBudget
                } else {
                    LoadProgress::Early {
                        happened: self.engine().last_event() != before,
                    }
                }
            }
        };
        self.clock.set(self.engine().now());
        self.mark();
        progress
    }

    /// Advances time to the next item of a bulk put, as far as the clock allows. Until it is written, no time passes.
    /// Returns whether the time is reached.
    pub(crate) fn go_to_item(&mut self, due: Timestamp, clock: impl Fn() -> f64) -> bool {
        self.follow(clock());
        // In the past, and beside a load, an item waits.
        if self.is_past() || self.timeline.running_load().is_some() {
            return self.engine().now() >= due;
        }
        let limit = match self.load_run {
            Some(load_run) => load_run.to(),
            None => self.take_time().to(),
        };
        let to = due.min(limit).max(self.engine().now());
        let reached = self.follow_by(to, clock);
        self.clock.set(reached);
        self.mark();
        reached >= due
    }

    /// Ends a bulk put's control of time.
    pub(crate) fn end_items(&mut self, real: f64) {
        if self.timeline.running_load().is_none() {
            self.end_load_run(real);
        }
    }

    /// Ends the load's control of time. Time runs as before, or as commanded meanwhile, and continues a requested jump.
    pub(crate) fn end_load_run(&mut self, real: f64) {
        self.follow(real);
        if !self.is_past() {
            self.timeline.end_load();
            self.mark();
        }
        if let Some(load_run) = self.load_run.take() {
            self.clock.command(if load_run.ran() {
                ClockCommand::Resume
            } else {
                ClockCommand::Pause
            });
            self.command(real, ClockCommand::StepTo(load_run.asked()));
        }
    }

    /// Advances virtual time by a span at once.
    pub(crate) fn pass(&mut self, real: f64, span: Duration) {
        self.clock.command(ClockCommand::StepTo(self.clock.now() + span));
        self.tick(real);
    }

    /// Advances virtual time until nothing is due any more.
    pub(crate) fn settle(&mut self, real: f64) {
        for _ in 0..MOST_SETTLING {
            let Some(due) = self.engine().next_due() else { return };
            self.clock.command(ClockCommand::StepTo(due));
            self.tick(real);
        }
    }

    /// Real time since the last clock update. Times are rounded, not the spans between them, so that the spans add up.
    fn elapsed(&self, real: f64) -> Duration {
        self.measured
            .map_or(Duration::ZERO, |measured| micros_of(real) - micros_of(measured))
    }

    fn follow(&mut self, real: f64) {
        let elapsed = self.elapsed(real);
        self.measured = Some(real);
        match &mut self.load_run {
            Some(load_run) => load_run.pass(self.clock.pass(elapsed), self.clock.now()),
            None => _ = self.clock.update(elapsed),
        }
    }

    /// Adds the marks of new events.
    fn mark(&mut self) {
        self.marks.append(self.timeline.observer().fresh.take());
    }

    /// Records the current time, for a page that is about to be hidden or left.
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
