//! The service that an assignment is judged on: made by the assignment itself, then led along what the learner did.
//!
//! Must not know what is judged.

use hashrange_endpoint::{Onlooker, Sending, Settings, Timeline, target_of};
use hashrange_engine::Budget;
use hashrange_insight::Insight;
use hashrange_lesson::{Move, Play, Service};
use hashrange_time::Timestamp;
use hashrange_workload::{Figure, LoadPlan};

/// Background work between two looks.
const WORK: Budget = Budget { steps: 256 };

/// Who looks at the service, and knows the figures that conditions ask for. A page lends the judge its own.
pub trait Watcher: Onlooker {
    /// What was seen.
    fn insight(&self) -> &Insight;
}

/// The service.
#[derive(Debug)]
pub(crate) struct Ground<W> {
    pub(crate) timeline: Timeline<W>,
}

impl<W: Watcher> Service for Ground<W> {
    fn figure(&self, table: &str, figure: &Figure) -> String {
        let timeline = &self.timeline;
        self.insight().figure_of(timeline.engine(), timeline.dax(), table, figure)
    }

    fn now(&self) -> Timestamp {
        self.timeline.engine().now()
    }
}

impl<W: Watcher> Ground<W> {
    pub(crate) fn new(settings: &Settings) -> Self {
        Self { timeline: Timeline::begin(settings) }
    }

    /// Carries out the next move of the assignment's beginning; false when the learner is asked, or nothing is left.
    ///
    /// # Errors
    /// What the assignment asks for and cannot be.
    pub(crate) fn make(&mut self, play: &mut Play) -> Result<bool, String> {
        match play.next(self) {
            Move::Wait(to) => self.wait(to),
            Move::Send { operation, body } => {
                self.send(play, operation.name(), &body);
            }
            Move::Load { plan, seed } => {
                self.begin_load(*plan, seed);
                while self.send_next() {}
                self.loaded(play);
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

    /// Sends a request now, and has the play take note of the answer.
    pub(crate) fn send(&mut self, play: &mut Play, operation: &str, body: &str) {
        let at = self.now();
        let answer = self.timeline.dispatch(at, &target_of(operation), body.as_bytes()).answer;
        let message = answer.message.as_deref().unwrap_or_default();
        let refused = answer.exception.map(|exception| (exception, message));
        if let Some(operation) = hashrange_wire::Operation::from_name(operation) {
            play.catch_up(at);
            // What a learner sends may be refused: nothing must come of it.
            let _ = play.answered(operation, refused, &answer.body);
        }
    }

    /// Lets time pass up to a moment.
    pub(crate) fn wait(&mut self, to: Timestamp) {
        while !self.approach(to) {}
    }

    /// Lets time pass towards a moment, with bounded work; whether it is reached.
    pub(crate) fn approach(&mut self, to: Timestamp) -> bool {
        let progress = self.timeline.advance(to, WORK);
        progress.reached >= to
    }

    /// What was seen of it.
    pub(crate) fn insight(&self) -> &Insight {
        self.timeline.onlooker().insight()
    }

    /// Begins a load.
    pub(crate) fn begin_load(&mut self, plan: LoadPlan, seed: u64) {
        self.timeline.begin_load(plan, seed);
    }

    /// Sends the next request of the load; false when none is left.
    pub(crate) fn send_next(&mut self) -> bool {
        self.timeline.send_next(Timestamp::MAX, WORK) != Sending::Ended
    }

    /// Sends one request of the load, however much background work comes before it.
    pub(crate) fn send_one(&mut self) -> bool {
        loop {
            match self.timeline.send_next(Timestamp::MAX, WORK) {
                Sending::Sent(_) => return true,
                Sending::UnderWay(_) => {}
                Sending::Due(_) | Sending::Ended => return false,
            }
        }
    }

    /// Has the play take note of the newest load.
    pub(crate) fn loaded(&self, play: &mut Play) {
        if let Some(tally) = self.timeline.loads().next_back() {
            play.loaded(tally, self.now());
        }
    }
}
