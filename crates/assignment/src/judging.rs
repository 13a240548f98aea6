//! The judge: builds an assignment's start, compares a journal with it, and repeats the learner's actions.
//!
//! The judge trusts nothing in a journal: its start must be the assignment's own, and it repeats every later record,
//! refused requests too. It works in bounded steps. Undone actions do not count. Must not know who asks.
//!
//! The judge cannot detect a request that is missing. A throttled or otherwise refused request consumes nothing and
//! changes nothing, so every later record has the same effect without it. A learner may also undo any request. So a
//! verdict is about the actions in the file: they alone reach the goal. It is not about the attempts before them.

use std::collections::VecDeque;

use hashrange_endpoint::{ReplayError, Settings, Timeline};
use hashrange_engine::{Consumption, Units};
use hashrange_journal::{Entry, Record};
use hashrange_lesson::Play;
use hashrange_time::Timestamp;
use hashrange_workload::LoadPlan;

use crate::sandbox::{InsightObserver, Sandbox};
use crate::{Assignment, Doubt, HandIn, Reason, Verdict};

/// A file that is being judged.
#[derive(Debug)]
pub struct Judging<W> {
    play: Play,
    sandbox: Sandbox<W>,
    handed: Timeline<W>,
    stage: Stage,
    verdict: Verdict,
    /// The time of the task.
    began: Timestamp,
}

#[derive(Debug)]
enum Stage {
    /// The assignment's start is being built.
    Making,
    /// The learner's actions are being repeated; the remaining records, by position.
    Doing(VecDeque<u64>, Option<Part>),
    Over,
}

/// The rest of a record that is being repeated.
#[derive(Debug)]
enum Part {
    /// Requests of a load to be sent.
    Send(u64),
    /// Time passes up to a time.
    Pass(Timestamp),
}

impl<W: InsightObserver> Judging<W> {
    /// Starts judging a hand-in. The settings are those with which a lesson's workspace begins.
    #[must_use]
    pub fn new(assignment: &Assignment, settings: &Settings, hand_in: &HandIn) -> Self {
        let mut verdict = Verdict::default();
        if hand_in.mark != assignment.mark() {
            verdict.doubts.push(Doubt::OtherText);
        }
        let loaded = Timeline::load(&hand_in.journal).map_err(|error| reason(&error));
        let loaded = loaded.and_then(|handed| bounded(&handed).map(|()| handed));
        let is_read = loaded.is_ok();
        let handed = loaded.unwrap_or_else(|reason| {
            verdict.doubts.push(Doubt::Journal(reason));
            Timeline::begin(settings)
        });
        if handed.torn().is_some() {
            verdict.doubts.push(Doubt::Torn);
        }
        Self {
            play: Play::new(assignment.lesson().clone(), settings.start),
            sandbox: Sandbox::new(settings),
            handed,
            stage: if is_read { Stage::Making } else { Stage::Over },
            verdict,
            began: settings.start,
        }
    }

    /// Continues with bounded work; returns the verdict once it is known.
    pub fn go_on(&mut self) -> Option<&Verdict> {
        match std::mem::replace(&mut self.stage, Stage::Over) {
            Stage::Making => self.make(),
            Stage::Doing(places, Some(part)) => {
                let rest = self.go_on_with(&part);
                self.stage = Stage::Doing(places, rest);
            }
            Stage::Doing(mut places, None) => match places.front().copied() {
                Some(place) if !self.play.is_met() => {
                    let mut part = None;
                    if self.reach(place) {
                        places.pop_front();
                        part = self.do_again(place);
                    }
                    self.stage = Stage::Doing(places, part);
                }
                _ => self.finish(),
            },
            Stage::Over => return Some(&self.verdict),
        }
        None
    }

    fn make(&mut self) {
        match self.sandbox.make(&mut self.play) {
            Ok(true) => self.stage = Stage::Making,
            Err(words) => self.verdict.doubts.push(Doubt::Assignment(words)),
            Ok(false) => {
                self.began = self.sandbox.timeline.engine().now();
                match compare(&self.sandbox.timeline, &self.handed) {
                    Ok(rest) => self.stage = Stage::Doing(rest, None),
                    Err(place) => self.verdict.doubts.push(Doubt::Beginning(place)),
                }
            }
        }
    }

    /// Lets time pass towards a record of the learner, with bounded work. Returns whether its time is reached.
    fn reach(&mut self, place: u64) -> bool {
        let Some(at) = self.handed.record_at(place).map(|record| record.at) else {
            return true;
        };
        if at > self.sandbox.timeline.engine().now() {
            if !self.sandbox.approach(at) {
                return false;
            }
            self.play.catch_up(at);
        }
        true
    }

    /// Repeats a record of the learner; returns the rest of it.
    fn do_again(&mut self, place: u64) -> Option<Part> {
        let record = self.handed.record_at(place)?.clone();
        let part = match record.entry {
            // A refused request changes nothing, but the newest response and the figures of throttled requests show it.
            Entry::Request {
                ref operation,
                ref body,
            }
            | Entry::Refused {
                ref operation,
                ref body,
                ..
            } => {
                self.sandbox.send(&mut self.play, operation, body);
                self.compare_answer(&record);
                None
            }
            Entry::Load { ref plan, seed } => {
                if let Some(plan) = LoadPlan::from_text(plan) {
                    self.sandbox.begin_load(plan, seed);
                }
                None
            }
            Entry::Sent { requests, .. } => Some(Part::Send(requests)),
            Entry::Advance { to } => Some(Part::Pass(to)),
            Entry::LoadEnd => {
                self.sandbox.timeline.end_load();
                self.sandbox.loaded(&mut self.play);
                None
            }
            Entry::Settings { .. } => {
                self.verdict.doubts.push(Doubt::Settings(record.sequence));
                None
            }
            // A line has no undo records, and steps of several records change nothing.
            Entry::StepBegin | Entry::StepEnd | Entry::Return { .. } => None,
        };
        if part.is_none() {
            self.judge();
        }
        part
    }

    fn go_on_with(&mut self, part: &Part) -> Option<Part> {
        let rest = match *part {
            Part::Send(0) => None,
            Part::Send(left) => self.sandbox.send_one().then(|| Part::Send(left - 1)),
            Part::Pass(to) => (!self.sandbox.approach(to)).then_some(Part::Pass(to)),
        };
        self.play.catch_up(self.sandbox.timeline.engine().now());
        if self.sandbox.timeline.running_load().is_none() && matches!(part, Part::Send(_)) && rest.is_none() {
            self.sandbox.loaded(&mut self.play);
        }
        self.judge();
        rest
    }

    fn judge(&mut self) {
        let met = self.play.is_met();
        self.play.judge(&self.sandbox);
        if self.play.is_met() && !met {
            self.note();
        }
    }

    /// Stores the current state of the conditions.
    fn note(&mut self) {
        let reasons = self.play.wanted(&self.sandbox).into_iter();
        self.verdict.reasons = reasons
            .map(|wanted| Reason {
                words: wanted.words,
                holds: wanted.holds,
                now: wanted.now,
            })
            .collect();
        let passed = self
            .sandbox
            .timeline
            .engine()
            .now()
            .checked_since(self.began)
            .unwrap_or_default();
        self.verdict.millis = passed.micros() / 1_000;
    }

    /// Counts the latest request, which was answered.
    fn count(&mut self) {
        let report = self.sandbox.insight().last_report();
        let units: Units = report
            .into_iter()
            .flat_map(|report| &report.consumption)
            .map(Consumption::total)
            .sum();
        self.verdict.requests += 1;
        self.verdict.half_units += units.as_halves();
    }

    /// Compares a recorded request with the same request here, if the same rules answered both. Counts it if it is not
    /// refused here, whatever the journal claims.
    fn compare_answer(&mut self, record: &Record) {
        let timeline = &self.sandbox.timeline;
        let Some(done) = timeline.record_at(timeline.place()) else {
            return;
        };
        let refused = matches!(done.entry, Entry::Refused { .. });
        let same_rules = done.outcome.semantics == record.outcome.semantics;
        // The changes in the record of a refused request come from the passage of time.
        let same = done.entry == record.entry && (refused || done.outcome.changes == record.outcome.changes);
        if !refused {
            self.count();
        }
        if same_rules && !same {
            self.verdict.doubts.push(Doubt::Outcome(record.sequence));
        }
    }

    fn finish(&mut self) {
        if !self.play.is_met() {
            self.note();
        }
        self.verdict.passed = self.play.is_met() && self.verdict.doubts.is_empty();
    }
}

/// Checks a journal against the limits of a stranger's past, before anything of it is repeated.
fn bounded<W: InsightObserver>(handed: &Timeline<W>) -> Result<(), String> {
    let (_, opened_at) = handed.beginning_of_journal();
    let records = || (1..=handed.end()).filter_map(|place| handed.record_at(place));
    let past = records().map(|record| (record.at, &record.entry));
    hashrange_link::bounds::check(opened_at, past).map_err(|excess| excess.to_string())?;
    let plans = records().filter_map(|record| match &record.entry {
        Entry::Load { plan, .. } => LoadPlan::from_text(plan),
        _ => None,
    });
    match plans.filter_map(|plan| plan.excess()).next() {
        Some((what, found, most)) => Err(hashrange_link::Excess { what, found, most }.to_string()),
        None => Ok(()),
    }
}

fn reason(error: &ReplayError) -> String {
    error.to_string().trim_end_matches('.').to_owned()
}

/// Compares the start that was built with that of a journal. Returns the positions of the records that follow it.
///
/// # Errors
/// The number of the first record that differs.
fn compare<W: InsightObserver>(made: &Timeline<W>, handed: &Timeline<W>) -> Result<VecDeque<u64>, u64> {
    let mut wanted = facts(made).into_iter().map(|(_, fact)| fact);
    let mut places: VecDeque<u64> = (1..=handed.end()).collect();
    for (place, fact) in facts(handed) {
        let Some(next) = wanted.next() else { break };
        if fact != next {
            return Err(place);
        }
        // Earlier records are done as well: they only let time pass.
        while places.front().is_some_and(|first| *first <= place) {
            places.pop_front();
        }
    }
    match wanted.next() {
        Some(_) => Err(handed.end() + 1),
        None => Ok(places),
    }
}

/// The actions of a line, with the position of each. Omits how time is divided into records, because this follows from
/// the rest.
fn facts<W: InsightObserver>(timeline: &Timeline<W>) -> Vec<(u64, Fact)> {
    let mut facts: Vec<(u64, Fact)> = Vec::new();
    for place in 1..=timeline.end() {
        let Some(record) = timeline.record_at(place) else {
            continue;
        };
        match (&record.entry, facts.last_mut()) {
            (Entry::Advance { .. }, _) => {}
            (Entry::Sent { requests, .. }, Some((last, Fact::Sent(sum)))) => (*last, *sum) = (place, *sum + requests),
            (Entry::Sent { requests, .. }, _) => facts.push((place, Fact::Sent(*requests))),
            (entry, _) => facts.push((place, Fact::Done(record.at, entry.clone()))),
        }
    }
    facts
}

/// One action.
#[derive(Debug, PartialEq)]
enum Fact {
    Done(Timestamp, Entry),
    /// Requests of a load.
    Sent(u64),
}
