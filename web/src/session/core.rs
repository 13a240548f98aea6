//! Timeline, insight, clock and marks as one: whatever is done to the service is seen by all of them.
//!
//! Must not know signals or where the journal's bytes go.

use hashrange_endpoint::{Future, Onlooker, ReplayError, Settings, Timeline};
use hashrange_engine::{Budget, Engine};
use hashrange_insight::Insight;
use hashrange_journal::Entry;
use hashrange_time::{Duration, Timestamp};
use hashrange_wire::{Request, Response, ServiceError, TableDescription};

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

/// A load before time.
#[derive(Clone, Copy)]
struct Lead {
    /// How far it may have come.
    to: Timestamp,
    /// Where somebody asked time to go meanwhile.
    asked: Timestamp,
    /// Whether time is to run afterwards.
    ran: bool,
}

/// How far a load has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Led {
    /// Its moment is here.
    There,
    /// Its moment has not come, and whether anything happened meanwhile.
    Early { happened: bool },
    /// Much happens on the way there, and is not done yet.
    UnderWay,
    /// It is not to go on: somebody went along what happened.
    Ended,
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
            if let Some(lead) = &mut self.lead {
                // The load goes along, request by request.
                lead.asked = to;
                lead.to = to.max(lead.to);
                return;
            }
            let from = self.clock.now();
            self.jump = (!self.is_past() && to > from).then_some(Jump { from, to });
        }
        if let Some(lead) = &mut self.lead {
            // What a load could not keep up with is not made up for after a word about time.
            lead.to = lead.asked.max(self.clock.now());
            lead.ran = match command {
                ClockCommand::Pause => false,
                ClockCommand::Resume => true,
                _ => lead.ran,
            };
        }
        self.clock.command(command);
        self.tick(real);
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
            self.ran = lead.map_or(self.clock.is_running(), |lead| lead.ran);
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
        self.lead = Some(Lead { to, asked: to, ran });
    }

    /// Lets time go to a moment of the load, or as far as it may.
    pub(super) fn go_with_load(&mut self, real: f64, at: Timestamp) -> Led {
        self.follow(real);
        let Some(lead) = self.lead else { return Led::Ended };
        let to = at.min(lead.to);
        let from = self.clock.now();
        self.jump = (!self.is_past() && to > from).then_some(Jump { from, to });
        self.clock.command(ClockCommand::StepTo(to));
        let happened = self.tick(real);
        match self.jump {
            Some(_) => Led::UnderWay,
            None if lead.to < at => Led::Early { happened },
            None => Led::There,
        }
    }

    /// Time passes by itself again, as it did or was told to meanwhile, and goes where it was asked to.
    pub(super) fn end_lead(&mut self, real: f64) {
        self.follow(real);
        if let Some(lead) = self.lead.take() {
            self.clock.command(if lead.ran { ClockCommand::Resume } else { ClockCommand::Pause });
            self.command(real, ClockCommand::StepTo(lead.asked));
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
            // Others move the clock too: a sample that is loaded, for example.
            Some(lead) => lead.to = self.clock.now().max(lead.to + self.clock.passed(elapsed)),
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
mod tests {
    use hashrange_wire::{ListTablesRequest, Operation, Request};

    use super::*;

    fn submit(core: &mut Core, operation: Operation, body: &str) -> Result<Response, ServiceError> {
        let request = hashrange_wire::decode(operation, body.as_bytes()).expect("a request");
        core.handle(0.0, request, body.to_owned())
    }

    const TABLE: &str = r#"{"TableName":"Notes","BillingMode":"PAY_PER_REQUEST",
        "AttributeDefinitions":[{"AttributeName":"Id","AttributeType":"S"}],
        "KeySchema":[{"AttributeName":"Id","KeyType":"HASH"}]}"#;

    #[test]
    fn what_leaves_a_mark_is_in_the_journal() {
        let mut core = Core::fresh();
        submit(&mut core, Operation::CreateTable, TABLE).expect("a table");
        core.command(0.0, ClockCommand::StepTo(START + Duration::from_seconds(5)));
        submit(&mut core, Operation::PutItem, r#"{"TableName":"Notes","Item":{"Id":{"S":"a"}}}"#).expect("a put");
        submit(&mut core, Operation::PutItem, r#"{"TableName":"Other","Item":{"Id":{"S":"a"}}}"#).unwrap_err();
        let list = Request::ListTables(ListTablesRequest::default());
        core.handle(0.0, list, "{}".to_owned()).expect("a list");
        assert_eq!(core.steps(), 2);
        let unsaved = core.take_unsaved().expect("bytes");
        assert!(unsaved.begins);
        let journal = hashrange_journal::read(&unsaved.bytes).expect("a journal");
        assert_eq!(journal.torn, None);
        let requests = journal.records.iter().filter(|record| matches!(record.entry, Entry::Request { .. }));
        assert_eq!(requests.count(), 2);
        assert!(core.take_unsaved().is_none());
    }

    #[test]
    fn bytes_given_back_stay_in_order() {
        let mut core = Core::fresh();
        let first = core.take_unsaved().expect("the beginning");
        submit(&mut core, Operation::CreateTable, TABLE).expect("a table");
        core.give_back(first);
        let all = core.take_unsaved().expect("bytes");
        assert!(all.begins);
        assert_eq!(hashrange_journal::read(&all.bytes).expect("a journal").records.len(), 2);
    }

    #[test]
    fn a_queue_never_leaves_the_clock_ahead_of_the_engine() {
        let mut core = Core::fresh();
        submit(&mut core, Operation::CreateTable, TABLE).expect("a table");
        assert!(!core.tick(100.0));
        assert!(core.tick(500.0), "the table became active after 400 ms");
        assert_eq!(core.clock().now(), core.engine().now());
    }

    fn put(core: &mut Core, id: &str) {
        submit(core, Operation::PutItem, &format!(r#"{{"TableName":"Notes","Item":{{"Id":{{"S":"{id}"}}}}}}"#))
            .expect("a put");
    }

    fn items(core: &Core) -> usize {
        core.engine().table("Notes").map_or(0, |table| table.item_count())
    }

    #[test]
    fn undone_is_done_again_and_acting_in_the_past_begins_another_future() {
        let mut core = Core::fresh();
        submit(&mut core, Operation::CreateTable, TABLE).expect("a table");
        core.command(0.0, ClockCommand::StepTo(START + Duration::from_seconds(5)));
        put(&mut core, "a");
        put(&mut core, "b");
        core.travel(0.0, Travel::Undo).expect("a way");
        assert_eq!((items(&core), core.is_past(), core.clock().is_running()), (1, true, false));
        core.travel(0.0, Travel::Redo).expect("a way");
        assert_eq!((items(&core), core.is_past(), core.clock().is_running()), (2, false, true));
        core.travel(0.0, Travel::Undo).expect("a way");
        put(&mut core, "c");
        put(&mut core, "d");
        assert_eq!((items(&core), core.is_past(), core.clock().is_running()), (3, false, true));
        let future = core.timeline().futures()[0];
        core.travel(0.0, Travel::Switch(future)).expect("a way");
        assert_eq!(items(&core), 2);
        let requests = core.marks().all().iter().filter(|mark| mark.kind == super::super::marks::MarkKind::Request);
        assert_eq!(requests.count(), 3, "the table and two items");
    }

    #[test]
    fn everything_is_marked_again_after_a_reload() {
        let mut core = Core::fresh();
        submit(&mut core, Operation::CreateTable, TABLE).expect("a table");
        core.command(0.0, ClockCommand::StepTo(START + Duration::from_seconds(5)));
        // More than the log of events keeps.
        (0..5_000).for_each(|number| put(&mut core, &number.to_string()));
        let bytes = core.take_unsaved().expect("a journal").bytes;
        let mut timeline = Timeline::<Seen>::load(&bytes).expect("a journal");
        timeline.forward(u64::MAX).expect("a way");
        assert_eq!(Core::resumed(timeline).marks().all(), core.marks().all());
        assert!(core.marks().all().len() > 5_000);
    }

    #[test]
    fn time_passes_with_a_load_as_it_runs_and_is_stepped() {
        let mut core = Core::fresh();
        let at = |millis| START + Duration::from_millis(millis);
        core.tick(0.0);
        core.command(0.0, ClockCommand::Pause);
        core.begin_lead(1_000.0);
        assert!(core.clock().is_running());
        assert_eq!(
            (core.go_with_load(1_100.0, at(250)), core.clock().now()),
            (Led::Early { happened: false }, at(100))
        );
        assert!(!core.tick(1_200.0), "time does not pass alone");
        assert_eq!(core.clock().now(), at(100));
        assert_eq!((core.go_with_load(1_300.0, at(250)), core.clock().now()), (Led::There, at(250)));
        core.command(1_300.0, ClockCommand::Pause);
        assert_eq!(
            (core.go_with_load(1_700.0, at(400)), core.clock().now()),
            (Led::Early { happened: false }, at(250))
        );
        // A step is one of the load, which does not leave anything out on the way.
        core.command(1_700.0, ClockCommand::StepTo(at(900)));
        assert_eq!(core.clock().now(), at(250));
        assert_eq!((core.go_with_load(1_700.0, at(400)), core.clock().now()), (Led::There, at(400)));
        core.command(1_700.0, ClockCommand::Resume);
        core.end_lead(1_800.0);
        assert_eq!(core.clock().now(), at(900), "where it was asked to go");
        core.tick(1_900.0);
        assert_eq!(core.clock().now(), at(1_000));
    }

    #[test]
    fn a_pause_holds_a_load_that_cannot_keep_up_and_time_stands_afterwards_as_was_said_last() {
        let mut core = Core::fresh();
        let at = |millis| START + Duration::from_millis(millis);
        core.tick(0.0);
        core.begin_lead(0.0);
        assert_eq!(core.go_with_load(400.0, at(10)), Led::There);
        core.command(400.0, ClockCommand::Pause);
        assert_eq!((core.go_with_load(500.0, at(20)), core.clock().now()), (Led::Early { happened: false }, at(10)));
        core.end_lead(500.0);
        assert!(!core.clock().is_running());
        core.begin_lead(500.0);
        core.command(500.0, ClockCommand::Pause);
        core.command(500.0, ClockCommand::Resume);
        core.end_lead(500.0);
        assert!(core.clock().is_running());
    }

    #[test]
    fn time_that_stood_still_before_a_load_stands_still_after_a_way_back_and_forth() {
        let mut core = Core::fresh();
        submit(&mut core, Operation::CreateTable, TABLE).expect("a table");
        core.command(0.0, ClockCommand::Pause);
        core.begin_lead(0.0);
        core.travel(0.0, Travel::Undo).expect("a way");
        core.travel(0.0, Travel::Present).expect("a way");
        assert_eq!((core.is_past(), core.clock().is_running()), (false, false));
    }

    #[test]
    fn a_load_ends_where_somebody_goes_along_what_happened() {
        let mut core = Core::fresh();
        submit(&mut core, Operation::CreateTable, TABLE).expect("a table");
        core.begin_lead(0.0);
        core.travel(0.0, Travel::Redo).expect("a way");
        assert_eq!(core.go_with_load(0.0, START), Led::There, "there is nowhere to go");
        core.travel(0.0, Travel::Undo).expect("a way");
        assert_eq!(core.go_with_load(100.0, START + Duration::from_millis(50)), Led::Ended);
    }

    #[test]
    fn time_that_runs_in_the_past_does_what_was_done() {
        let mut core = Core::fresh();
        submit(&mut core, Operation::CreateTable, TABLE).expect("a table");
        core.command(0.0, ClockCommand::StepTo(START + Duration::from_seconds(5)));
        put(&mut core, "a");
        core.command(0.0, ClockCommand::StepTo(START + Duration::from_seconds(6)));
        core.travel(0.0, Travel::To(START + Duration::from_millis(4_900))).expect("a way");
        assert_eq!((items(&core), core.is_past()), (0, true));
        core.command(0.0, ClockCommand::Resume);
        core.tick(50.0);
        assert_eq!(items(&core), 0);
        core.tick(300.0);
        assert_eq!(items(&core), 1);
        (7..20).for_each(|tick| {
            core.tick(f64::from(tick) * 100.0);
        });
        assert!(!core.is_past());
    }
}
