//! The judge: makes an assignment's beginning, holds a journal against it, and carries out what the learner did.
//!
//! Nothing of a journal is believed: its beginning must be the assignment's own, and every record that follows is done again.
//! Goes on in bounded steps. What was undone does not count. Must not know who asks.

use std::collections::VecDeque;

use hashrange_endpoint::{ReplayError, Settings, Timeline};
use hashrange_engine::{Consumption, Units};
use hashrange_journal::{Entry, Record};
use hashrange_lesson::Play;
use hashrange_time::Timestamp;
use hashrange_workload::LoadPlan;

use crate::ground::{Ground, Watcher};
use crate::{Assignment, Doubt, HandIn, Reason, Verdict};

/// A file that is being judged.
#[derive(Debug)]
pub struct Judging<W> {
    play: Play,
    ground: Ground<W>,
    handed: Timeline<W>,
    stage: Stage,
    verdict: Verdict,
    /// The moment of the task.
    began: Timestamp,
}

#[derive(Debug)]
enum Stage {
    /// The assignment's beginning is made.
    Making,
    /// What the learner did is done again; records to come, by their place.
    Doing(VecDeque<u64>, Option<Part>),
    Over,
}

/// The rest of a record that is being done.
#[derive(Debug)]
enum Part {
    /// Requests of a load to be sent.
    Send(u64),
    /// Time that passes up to a moment.
    Pass(Timestamp),
}

impl<W: Watcher> Judging<W> {
    /// Begins. The settings are those that a lesson's workspace begins with.
    #[must_use]
    pub fn new(assignment: &Assignment, settings: &Settings, hand_in: &HandIn) -> Self {
        let mut verdict = Verdict::default();
        if hand_in.mark != assignment.mark() {
            verdict.doubts.push(Doubt::OtherText);
        }
        let loaded = Timeline::load(&hand_in.journal);
        let is_read = loaded.is_ok();
        let handed = loaded.unwrap_or_else(|error| {
            verdict.doubts.push(Doubt::Journal(reason(&error)));
            Timeline::begin(settings)
        });
        if handed.torn().is_some() {
            verdict.doubts.push(Doubt::Torn);
        }
        Self {
            play: Play::new(assignment.lesson().clone(), settings.start),
            ground: Ground::new(settings),
            handed,
            stage: if is_read { Stage::Making } else { Stage::Over },
            verdict,
            began: settings.start,
        }
    }

    /// Goes on for a bounded while; what the file came to, once that is known.
    pub fn go_on(&mut self) -> Option<&Verdict> {
        match std::mem::replace(&mut self.stage, Stage::Over) {
            Stage::Making => self.make(),
            Stage::Doing(places, Some(part)) => {
                let rest = self.go_on_with(&part);
                self.stage = Stage::Doing(places, rest);
            }
            Stage::Doing(mut places, None) => match places.pop_front() {
                Some(place) if !self.play.is_met() => {
                    let part = self.do_again(place);
                    self.stage = Stage::Doing(places, part);
                }
                _ => self.finish(),
            },
            Stage::Over => return Some(&self.verdict),
        }
        None
    }

    fn make(&mut self) {
        match self.ground.make(&mut self.play) {
            Ok(true) => self.stage = Stage::Making,
            Err(words) => self.verdict.doubts.push(Doubt::Assignment(words)),
            Ok(false) => {
                self.began = self.ground.timeline.engine().now();
                match compare(&self.ground.timeline, &self.handed) {
                    Ok(rest) => self.stage = Stage::Doing(rest, None),
                    Err(place) => self.verdict.doubts.push(Doubt::Beginning(place)),
                }
            }
        }
    }

    /// Does a record of the learner's again; what is left of it.
    fn do_again(&mut self, place: u64) -> Option<Part> {
        let record = self.handed.record_at(place)?.clone();
        if record.at > self.ground.timeline.engine().now() {
            self.ground.wait(record.at);
            self.play.catch_up(record.at);
        }
        let part = match record.entry {
            Entry::Request { ref operation, ref body } => {
                self.ground.send(&mut self.play, operation, body);
                self.count();
                self.compare_outcome(&record);
                None
            }
            Entry::Load { ref plan, seed } => {
                if let Some(plan) = LoadPlan::from_text(plan) {
                    self.ground.begin_load(plan, seed);
                }
                None
            }
            Entry::Sent { requests, .. } => Some(Part::Send(requests)),
            Entry::Advance { to } => Some(Part::Pass(to)),
            Entry::LoadEnd => {
                self.ground.timeline.end_load();
                self.ground.loaded(&mut self.play);
                None
            }
            Entry::Settings { .. } => {
                self.verdict.doubts.push(Doubt::Settings(record.sequence));
                None
            }
            // A refused request changes nothing, and a way back is no part of a line.
            Entry::Refused { .. } | Entry::Return { .. } => None,
        };
        if part.is_none() {
            self.judge();
        }
        part
    }

    fn go_on_with(&mut self, part: &Part) -> Option<Part> {
        let rest = match *part {
            Part::Send(0) => None,
            Part::Send(left) => self.ground.send_one().then(|| Part::Send(left - 1)),
            Part::Pass(to) => (!self.ground.approach(to)).then_some(Part::Pass(to)),
        };
        self.play.catch_up(self.ground.timeline.engine().now());
        if self.ground.timeline.running_load().is_none() && matches!(part, Part::Send(_)) && rest.is_none() {
            self.ground.loaded(&mut self.play);
        }
        self.judge();
        rest
    }

    fn judge(&mut self) {
        let met = self.play.is_met();
        self.play.judge(&self.ground);
        if self.play.is_met() && !met {
            self.note();
        }
    }

    /// Keeps the conditions as they are now.
    fn note(&mut self) {
        let reasons = self.play.wanted(&self.ground).into_iter();
        self.verdict.reasons =
            reasons.map(|wanted| Reason { words: wanted.words, holds: wanted.holds, now: wanted.now }).collect();
        let passed = self.ground.timeline.engine().now().checked_since(self.began).unwrap_or_default();
        self.verdict.millis = passed.micros() / 1_000;
    }

    /// Counts the request that was sent last.
    fn count(&mut self) {
        let report = self.ground.insight().last_report();
        let units: Units = report.into_iter().flat_map(|report| &report.consumption).map(Consumption::total).sum();
        self.verdict.requests += 1;
        self.verdict.half_units += units.as_halves();
    }

    /// Compares what a record says it changed with what it changed here, where the same rules made both.
    fn compare_outcome(&mut self, record: &Record) {
        let timeline = &self.ground.timeline;
        let Some(done) = timeline.record_at(timeline.place()) else { return };
        let same_rules = done.outcome.semantics == record.outcome.semantics;
        if same_rules && done.entry == record.entry && done.outcome.changes != record.outcome.changes {
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

fn reason(error: &ReplayError) -> String {
    error.to_string().trim_end_matches('.').to_owned()
}

/// Compares the beginning that was made with that of a journal. Returns the places of the records that follow it.
///
/// # Errors
/// The number of the first record that differs.
fn compare<W: Watcher>(made: &Timeline<W>, handed: &Timeline<W>) -> Result<VecDeque<u64>, u64> {
    let mut wanted = facts(made).into_iter().map(|(_, fact)| fact);
    let mut places: VecDeque<u64> = (1..=handed.end()).collect();
    for (place, fact) in facts(handed) {
        let Some(next) = wanted.next() else { break };
        if fact != next {
            return Err(place);
        }
        // What lies before it happened as well: time that passed.
        while places.front().is_some_and(|first| *first <= place) {
            places.pop_front();
        }
    }
    match wanted.next() {
        Some(_) => Err(handed.end() + 1),
        None => Ok(places),
    }
}

/// What was done along a line, with the place of each. How time was cut into records is left out: it follows from the rest.
fn facts<W: Watcher>(timeline: &Timeline<W>) -> Vec<(u64, Fact)> {
    let mut facts: Vec<(u64, Fact)> = Vec::new();
    for place in 1..=timeline.end() {
        let Some(record) = timeline.record_at(place) else { continue };
        match (&record.entry, facts.last_mut()) {
            (Entry::Advance { .. }, _) => {}
            (Entry::Sent { requests, .. }, Some((last, Fact::Sent(sum)))) => (*last, *sum) = (place, *sum + requests),
            (Entry::Sent { requests, .. }, _) => facts.push((place, Fact::Sent(*requests))),
            (entry, _) => facts.push((place, Fact::Done(record.at, entry.clone()))),
        }
    }
    facts
}

/// One thing that was done.
#[derive(Debug, PartialEq)]
enum Fact {
    Done(Timestamp, Entry),
    /// Requests of a load.
    Sent(u64),
}
