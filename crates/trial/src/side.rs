//! One side of a trial: makes the change, runs the subject, waits for pending index entries, and counts everything.
//! Works in bounded steps.
//!
//! Must not know the other side.

use std::collections::VecDeque;

use hashrange_endpoint::{Sending, Settings, Timeline};
use hashrange_engine::Budget;
use hashrange_journal::Entry;
use hashrange_time::{Duration, Timestamp};
use hashrange_wire::{Request, Response, ServiceError};
use hashrange_workload::{Fate, LoadTally};

use crate::NotApplicable;
use crate::counter::Counter;
use crate::figures::Figures;
use crate::jobs::{ask, run_job};
use crate::making::Job;
use crate::plan;
use crate::subject::{What, read};

/// Background work within one step.
const WORK: Budget = Budget { steps: 128 };
/// The maximum number of steps in which indexes catch up at the end.
const MOST_SETTLING: u32 = 20_000;

/// One side.
#[derive(Clone, Debug)]
pub(crate) struct Side {
    timeline: Timeline<()>,
    table: String,
    what: What,
    jobs: VecDeque<Job>,
    /// The time of the subject in the journal.
    at: Timestamp,
    /// How long after the beginning a request is sent.
    after: Duration,
    /// Other actions meanwhile.
    beside: VecDeque<(Duration, Entry)>,
    /// How long after its beginning the load is stopped.
    until: Option<Duration>,
    stage: Stage,
    counter: Counter,
    began: Timestamp,
    hits: u64,
    last: Duration,
    success: Duration,
    /// When the first unsent request was due, relative to the beginning.
    last_due: Option<Duration>,
}

#[derive(Clone, Debug)]
enum Stage {
    Making,
    Running,
    Settling(u32),
    Over(Box<Figures>),
}

impl Side {
    /// A side that runs these jobs and then the subject, from the timeline's current time.
    pub(crate) fn new(timeline: Timeline<()>, what: What, jobs: Vec<Job>) -> Self {
        let at = timeline.engine().now();
        Self {
            table: what.table().unwrap_or_default().to_owned(),
            timeline,
            what,
            jobs: jobs.into(),
            at,
            beside: VecDeque::new(),
            until: None,
            stage: Stage::Making,
            counter: Counter::default(),
            began: at,
            after: Duration::ZERO,
            hits: 0,
            last: Duration::ZERO,
            success: Duration::ZERO,
            last_due: None,
        }
    }

    /// Adds manual actions during the load, and the time when the load is stopped.
    pub(crate) fn beside(mut self, (beside, after): (&[(Duration, Entry)], Duration), until: Option<Duration>) -> Self {
        self.beside = beside.iter().cloned().collect();
        self.after = after;
        self.until = until;
        self
    }

    pub(crate) fn stop_after(&mut self, until: Option<Duration>) {
        self.until = until;
    }

    /// Its result, when it is over.
    pub(crate) fn figures(&self) -> Option<&Figures> {
        match &self.stage {
            Stage::Over(figures) => Some(figures),
            _ => None,
        }
    }

    /// How far it is, in thousandths.
    pub(crate) fn progress(&self) -> u32 {
        let share = match (&self.stage, &self.what) {
            (Stage::Over(_), _) => return 1_000,
            (Stage::Making, _) => 0,
            (Stage::Running, What::Load { plan, .. }) => {
                (self.now() - self.began).micros().saturating_mul(990) / plan.span.micros().max(1)
            }
            (Stage::Running | Stage::Settling(_), _) => 990,
        };
        u32::try_from(share.min(990)).unwrap_or(990)
    }

    /// When the load was stopped, if this was before its last request.
    pub(crate) fn stopped_after(&self) -> Option<Duration> {
        self.until.filter(|until| self.last_due.is_some_and(|due| due > *until))
    }

    fn now(&self) -> Timestamp {
        self.timeline.engine().now()
    }

    /// Continues, while the budget lasts.
    ///
    /// # Errors
    /// When the service refuses the change.
    pub(crate) fn step(&mut self, budget: &mut usize) -> Result<(), NotApplicable> {
        while *budget > 0 && self.figures().is_none() {
            *budget -= 1;
            match self.stage {
                Stage::Making => self.make()?,
                Stage::Running => self.run(),
                Stage::Settling(left) => self.settle(left),
                Stage::Over(_) => {}
            }
        }
        Ok(())
    }

    /// Runs the jobs of the change up to the first long one, which writes items.
    ///
    /// # Errors
    /// When the service refuses it.
    pub(crate) fn make_short(&mut self) -> Result<(), NotApplicable> {
        while matches!(self.stage, Stage::Making) && !matches!(self.jobs.front(), None | Some(Job::Write(_))) {
            self.make()?;
        }
        Ok(())
    }

    fn make(&mut self) -> Result<(), NotApplicable> {
        if !run_job(&mut self.timeline, &self.table, &mut self.jobs)? {
            self.begin();
        }
        Ok(())
    }
    fn ask(&mut self, request: Request) -> Result<Response, ServiceError> {
        ask(&mut self.timeline, request)
    }

    fn begin(&mut self) {
        self.began = self.now();
        self.hits = self.cache_hits();
        self.counter.begin(self.timeline.engine());
        if let What::Load { plan, seed } = &self.what {
            let plan = plan::later((**plan).clone(), self.began - self.at);
            self.timeline.begin_load(plan, *seed);
            self.counter.of_load();
        }
        self.stage = Stage::Running;
    }

    fn cache_hits(&self) -> u64 {
        self.timeline.dax().map_or(0, |dax| {
            let counts = dax.report().metrics;
            counts.item_cache_hits + counts.query_cache_hits + counts.scan_cache_hits
        })
    }

    fn run(&mut self) {
        match &self.what {
            What::Load { .. } => self.send_next(),
            What::Request(request) => {
                let request = (**request).clone();
                if let Some((after, _)) = self.beside.front() {
                    return self.go_beside(self.began + *after);
                }
                let at = self.began + self.after;
                if self.timeline.advance(at, WORK).reached < at {
                    return;
                }
                self.hits = self.cache_hits();
                self.counter.begin(self.timeline.engine());
                let answer = self.ask(request);
                self.counter.observe(self.timeline.engine(), &self.table);
                self.answered(&answer);
                self.stage = Stage::Settling(MOST_SETTLING);
            }
        }
    }

    fn answered(&mut self, answer: &Result<Response, ServiceError>) {
        let figures = &mut self.counter.figures;
        (figures.requests, figures.sent) = (1, 1);
        match answer {
            Ok(response) => {
                figures.answered = 1;
                figures.complete = Some(Duration::ZERO);
                match response {
                    Response::Query(page) | Response::Scan(page) => {
                        figures.items_returned = u64::from(page.count);
                        figures.more = page.last_evaluated_key.is_some();
                    }
                    Response::GetItem(found) => figures.items_returned = u64::from(found.item.is_some()),
                    _ => {}
                }
            }
            Err(error) => {
                let throttled = matches!(error, ServiceError::Throttled(_));
                (figures.throttled, figures.refused) = (u64::from(throttled), u64::from(!throttled));
                figures.given_up = figures.throttled;
                figures.refusal = Some(error.into());
            }
        }
    }

    /// Sends the load's next request, or repeats the manual action before it.
    fn send_next(&mut self) {
        let due = self.timeline.load_due();
        if let Some((after, _)) = self.beside.front() {
            let at = self.began + *after;
            if due.is_none_or(|due| at < due) {
                return self.go_beside(at);
            }
        }
        let since = due.map(|due| due - self.began);
        if due.is_none() || since > self.until.or(Some(Duration::MAX)) {
            self.last_due = since;
            self.timeline.end_load();
            self.counter.observe(self.timeline.engine(), &self.table);
            self.stage = Stage::Settling(MOST_SETTLING);
            return;
        }
        let sending = self.timeline.send_next(Timestamp::MAX, WORK);
        self.counter.observe(self.timeline.engine(), &self.table);
        if let Sending::Sent(fate) = sending {
            self.last = self.now() - self.began;
            if matches!(fate, Fate::Answered(_)) {
                self.success = self.last;
            }
        }
    }

    /// Advances time to this time, then repeats a manual action.
    fn go_beside(&mut self, at: Timestamp) {
        if self.timeline.advance(at, WORK).reached < at {
            return self.counter.observe(self.timeline.engine(), &self.table);
        }
        match self.beside.pop_front() {
            Some((_, Entry::Request { operation, body })) => {
                if let Some(request) = read(&operation, &body) {
                    drop(self.ask(request));
                }
            }
            Some((_, Entry::Settings { json })) => {
                if let Some(settings) = Settings::read(self.timeline.settings(), &json) {
                    self.timeline.change(&settings);
                }
            }
            _ => {}
        }
        self.counter.observe(self.timeline.engine(), &self.table);
    }

    /// Advances time until the indexes of the table have caught up.
    fn settle(&mut self, left: u32) {
        let engine = self.timeline.engine();
        let behind = engine
            .table(&self.table)
            .is_some_and(|table| table.indexes().any(|index| index.queued() > 0));
        match engine.next_due().filter(|_| behind && left > 0) {
            Some(due) => {
                self.timeline.advance(due, WORK);
                self.stage = Stage::Settling(left - 1);
            }
            None => self.finish(),
        }
    }

    fn finish(&mut self) {
        let hits = self.cache_hits().saturating_sub(self.hits);
        let mut figures = self.counter.finish(self.timeline.engine(), &self.table);
        figures.hits = hits;
        figures.queries_per_key = 1;
        figures.lasted = self.last;
        if let (What::Load { plan, .. }, Some(tally)) = (&self.what, self.timeline.loads().next_back()) {
            figures.queries_per_key = plan::queries_per_key(plan);
            of_tally(&mut figures, tally);
            figures.complete = (figures.given_up == 0 && figures.refused == 0).then_some(self.success);
        }
        self.stage = Stage::Over(Box::new(figures));
    }
}

fn of_tally(figures: &mut Figures, tally: &LoadTally) {
    figures.requests = tally.requests();
    (figures.sent, figures.answered) = (tally.sent, tally.answered);
    (figures.throttled, figures.refused, figures.given_up) = (tally.throttled, tally.refused, tally.given_up);
    figures.seconds.clone_from(&tally.seconds);
}
