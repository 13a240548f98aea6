//! The service on which an assignment is judged: built by the assignment, then changed by the learner's repeated
//! actions.
//!
//! Must not know what is judged.

use hashrange_endpoint::{Keeps, Observer, Sending, Settings, Timeline, target_of};
use hashrange_engine::Budget;
use hashrange_insight::Insight;
use hashrange_lesson::{Move, Play, Service};
use hashrange_time::Timestamp;
use hashrange_workload::{Figure, LoadPlan};

/// The background work between two checks.
const WORK: Budget = Budget { steps: 256 };
/// The requests of a load between two checks.
const REQUESTS: usize = 64;

/// An observer of the service that knows the figures in conditions. A page passes its own observer to the judge.
pub trait InsightObserver: Observer {
    /// The events that it saw.
    fn insight(&self) -> &Insight;
}

/// The service.
#[derive(Debug)]
pub(crate) struct Sandbox<W> {
    pub(crate) timeline: Timeline<W>,
    rest: Option<Rest>,
}

/// The rest of a move.
#[derive(Clone, Copy, Debug)]
enum Rest {
    /// Time passes up to a time.
    Until(Timestamp),
    /// Requests of a load.
    OfLoad,
}

impl<W: InsightObserver> Service for Sandbox<W> {
    fn figure(&self, table: &str, figure: &Figure) -> String {
        let timeline = &self.timeline;
        self.insight()
            .figure_of(timeline.engine(), timeline.dax(), table, figure)
    }

    fn now(&self) -> Timestamp {
        self.timeline.engine().now()
    }
}

impl<W: InsightObserver> Sandbox<W> {
    pub(crate) fn new(settings: &Settings) -> Self {
        let mut timeline = Timeline::begin(settings);
        // The timeline records what a page records, so that the records can be compared.
        timeline.set_keeps(Keeps::Everything);
        Self { timeline, rest: None }
    }

    /// Executes the next move of the lesson, or a part of it, with bounded work. Returns false when it is the learner's
    /// turn, or nothing is left.
    ///
    /// # Errors
    /// When a request of the assignment has another result than required.
    pub(crate) fn make(&mut self, play: &mut Play) -> Result<bool, String> {
        if let Some(rest) = self.rest.take() {
            self.rest = self.go_on_with(rest, play);
            return Ok(true);
        }
        match play.next(self) {
            Move::Wait(to) => self.rest = Some(Rest::Until(to)),
            Move::Send { operation, body } => {
                self.send(play, operation.name(), &body);
            }
            Move::Load { plan, seed } => {
                self.begin_load(*plan, seed);
                self.rest = Some(Rest::OfLoad);
            }
            Move::Set { name, value } => {
                let mut settings = self.timeline.settings().clone();
                if settings.set(&name, &value).is_none() {
                    return Err(format!("there is no setting {name} with the value {value}"));
                }
                self.timeline.advance(self.now(), Budget::UNBOUNDED);
                self.timeline.change(&settings);
            }
            Move::Back(to) => drop(self.timeline.go_to_time(to)),
            Move::Stop | Move::End => return play.take_trouble().map_or(Ok(false), Err),
        }
        Ok(true)
    }

    /// Continues with a move; returns the rest of it.
    fn go_on_with(&mut self, rest: Rest, play: &mut Play) -> Option<Rest> {
        match rest {
            Rest::Until(to) => (!self.approach(to)).then_some(rest),
            Rest::OfLoad => {
                let sends_on = (0..REQUESTS).all(|_| self.send_next());
                if !sends_on {
                    self.loaded(play);
                }
                sends_on.then_some(rest)
            }
        }
    }

    /// Sends a request now, and reports the response to the play.
    pub(crate) fn send(&mut self, play: &mut Play, operation: &str, body: &str) {
        let at = self.now();
        let answer = self
            .timeline
            .dispatch(at, &target_of(operation), body.as_bytes())
            .answer;
        let message = answer.message.as_deref().unwrap_or_default();
        let refused = answer.exception.map(|exception| (exception, message));
        if let Some(operation) = hashrange_wire::Operation::from_name(operation) {
            play.catch_up(at);
            // A learner's request may be refused: the result does not matter.
            let _ = play.answered(operation, refused, &answer.body);
        }
    }

    /// Advances time towards a time, with bounded work; returns whether it is reached.
    pub(crate) fn approach(&mut self, to: Timestamp) -> bool {
        let progress = self.timeline.advance(to, WORK);
        progress.reached >= to
    }

    /// The recorded events.
    pub(crate) fn insight(&self) -> &Insight {
        self.timeline.observer().insight()
    }

    /// Begins a load.
    pub(crate) fn begin_load(&mut self, plan: LoadPlan, seed: u64) {
        self.timeline.begin_load(plan, seed);
    }

    /// Sends the next request of the load; false if none is left.
    pub(crate) fn send_next(&mut self) -> bool {
        self.timeline.send_next(Timestamp::MAX, WORK) != Sending::Ended
    }

    /// Sends one request of the load, with all background work before it.
    pub(crate) fn send_one(&mut self) -> bool {
        loop {
            match self.timeline.send_next(Timestamp::MAX, WORK) {
                Sending::Sent(_) => return true,
                Sending::OutOfBudget(_) => {}
                Sending::Due(_) | Sending::Ended => return false,
            }
        }
    }

    /// Reports the latest load to the play.
    pub(crate) fn loaded(&self, play: &mut Play) {
        if let Some(tally) = self.timeline.loads().next_back() {
            play.loaded(tally, self.now());
        }
    }
}
