//! Plays a lesson from start to end, and compares every figure with the service.
//!
//! Must not know how the moves are executed.

use std::sync::Arc;

use hashrange_lesson::{Attempt, Kind, Lesson, Phase, Play, Problem, Task, To, Within, Words};
use hashrange_time::Timestamp;

use super::{Stage, settings};

/// A figure in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Its step.
    pub step: String,
    /// The line of its text.
    pub line: usize,
    /// The figure, as written.
    pub written: String,
    /// The value in the file.
    pub expected: Option<String>,
    /// The service's value.
    pub found: String,
}

/// A lesson that was played to its end.
#[derive(Debug)]
pub struct Walked {
    /// The service at the end, with its history.
    pub stage: Stage,
    /// The problems.
    pub problems: Vec<Problem>,
    /// Every figure of every text.
    pub findings: Vec<Finding>,
    /// Every stop.
    pub stops: Vec<Stop>,
}

/// A point at which a lesson waits for the learner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stop {
    /// The step.
    pub step: String,
    /// The phase in the step.
    pub phase: Phase,
    /// The time.
    pub at: Timestamp,
}

impl Walked {
    /// The time of the last wait of a step.
    ///
    /// # Panics
    /// If there is no such step.
    #[must_use]
    pub fn moment(&self, step: &str, phase: Phase) -> Timestamp {
        let stop = self
            .stops
            .iter()
            .rev()
            .find(|stop| stop.step == step && stop.phase == phase);
        stop.unwrap_or_else(|| panic!("no stop {step} {phase:?}")).at
    }
}

/// Plays a lesson to its end: right answers, all other answers, failing and successful attempts.
///
/// # Errors
/// Unknown settings.
pub fn walk(lesson: &Arc<Lesson>) -> Result<Walked, Vec<Problem>> {
    walk_and_look(lesson, &mut |_, _| {})
}

/// The same, and shows every stop to `look`: the play and its service.
///
/// # Errors
/// Unknown settings.
pub fn walk_and_look(lesson: &Arc<Lesson>, look: Look<'_>) -> Result<Walked, Vec<Problem>> {
    let settings = settings(lesson)?;
    let mut walker = Walker {
        look,
        play: Play::new(lesson.clone(), settings.start),
        walked: Walked {
            stage: Stage::new(&settings),
            problems: Vec::new(),
            findings: Vec::new(),
            stops: Vec::new(),
        },
    };
    walker.on(lesson.steps.first().map_or(1, |step| step.line));
    while walker.play.phase() != Phase::Over {
        let place = walker.play.place();
        walker.step();
        if walker.play.place() == place && walker.play.phase() != Phase::Over {
            break;
        }
    }
    walker.ending(lesson);
    walker.walked.problems.sort_by_key(|problem| problem.line);
    walker.walked.problems.dedup();
    Ok(walker.walked)
}

/// What looks at every stop.
pub type Look<'a> = &'a mut dyn FnMut(&Play, &Stage);

struct Walker<'a> {
    look: Look<'a>,
    play: Play,
    walked: Walked,
}

impl Walker<'_> {
    fn problem(&mut self, line: usize, words: impl Into<String>) {
        self.walked.problems.push(Problem {
            line,
            words: words.into(),
        });
    }

    fn stop(&mut self) {
        let step = self.play.step().map(|step| step.name.clone()).unwrap_or_default();
        let (phase, at) = (self.play.phase(), self.walked.stage.timeline.engine().now());
        self.walked.stops.push(Stop { step, phase, at });
        (self.look)(&self.play, &self.walked.stage);
    }

    /// Executes moves until the next stop.
    fn on(&mut self, line: usize) {
        if let Some(trouble) = self.walked.stage.to_stop(&mut self.play) {
            self.problem(line, trouble);
        }
    }

    fn step(&mut self) {
        let Some(step) = self.play.step().cloned() else { return };
        self.stop();
        self.say(&step.name, step.title.0, &step.title.1);
        self.say(&step.name, step.say.0, &step.say.1);
        match &step.task {
            Task::Watch => {}
            Task::Predict(question) => {
                self.say(&step.name, question.line, &question.ask);
                self.predict(&step.name, question);
            }
            Task::Do(goal) | Task::Drag(_, goal) => self.reach(&step.name, goal),
        }
        for claim in &step.claims {
            if let Err(found) = self.play.check(&claim.then, &self.walked.stage) {
                self.problem(claim.line, format!("`{}` does not hold: {found}", claim.written));
            }
        }
        if self.play.go_on() {
            let next = self.play.step().map_or(step.line, |next| next.line);
            self.on(next);
        } else {
            self.problem(step.line, "the step cannot be passed");
        }
    }

    fn predict(&mut self, step: &str, question: &hashrange_lesson::Question) {
        let play = self.play.clone();
        match &question.kind {
            Kind::Picks { picks, .. } => {
                self.play.pick(1);
                self.on(question.line);
                self.stop();
                let right = self.play.right(&self.walked.stage);
                let is_open = picks
                    .iter()
                    .any(|pick| pick.words.figures().any(|(_, _, said)| said == Some("?")));
                if right.len() != 1 && !is_open {
                    let words = format!("{} picks are right after the run: {right:?}; one must be", right.len());
                    self.problem(question.line, words);
                }
                for pick in picks {
                    self.say(step, pick.line, &pick.words);
                }
                for number in 1..=picks.len() {
                    // The replies to all picks are about the same run.
                    let mut other = play.clone();
                    other.pick(number);
                    self.play.choose_again(&other);
                    if let Some(reply) = question.replies.iter().find(|reply| reply.to == To::Pick(number)) {
                        self.say(step, reply.line, &reply.words);
                    }
                }
            }
            Kind::Number { answer, within } => {
                self.play.say(0.0);
                self.on(question.line);
                self.stop();
                let Some(right) = self.play.value(answer, &self.walked.stage).number() else {
                    self.problem(question.line, "what the run reports is no number");
                    return;
                };
                let off = 1.0
                    + match within {
                        Within::Count(count) => *count,
                        Within::Percent(percent) => right.abs() * percent / 100.0,
                    };
                for (said, to) in [(right - off, To::Low), (right + off, To::High), (right, To::Right)] {
                    let mut other = play.clone();
                    other.say(said);
                    self.play.choose_again(&other);
                    if self.play.answer(&self.walked.stage) != Some(to) {
                        self.problem(question.line, format!("{said} should be {to:?}"));
                    }
                    if let Some(reply) = question.replies.iter().find(|reply| reply.to == to) {
                        self.say(step, reply.line, &reply.words);
                    }
                }
            }
        }
    }

    fn reach(&mut self, step: &str, goal: &hashrange_lesson::Goal) {
        if self.play.judge(&self.walked.stage).is_met() {
            self.problem(goal.line, "the goal is reached before anything is done");
        }
        if self.play.attempt(Attempt::Near) {
            self.on(goal.line);
            let judgement = self.play.judge(&self.walked.stage);
            if self.play.is_met() {
                self.problem(goal.line, "the attempt of the `near` lines reaches the goal");
            } else if judgement.misses.is_empty() {
                self.problem(
                    goal.line,
                    "no `miss` reports what the attempt of the `near` lines would have needed",
                );
            }
            for miss in &goal.misses {
                if judgement.misses.contains(&miss.words) {
                    self.say(step, miss.line, &miss.words);
                }
            }
        }
        self.say(step, goal.line, &goal.hint);
        if !self.play.attempt(Attempt::Solve) {
            self.problem(goal.line, "there are no `solve` lines");
            return;
        }
        self.on(goal.line);
        let judgement = self.play.judge(&self.walked.stage);
        if !self.play.is_met() {
            for ((written, condition), holds) in goal.conditions.iter().zip(&judgement.each) {
                if !holds {
                    let found = self.play.check(condition, &self.walked.stage).err().unwrap_or_default();
                    self.problem(
                        goal.line,
                        format!("the `solve` lines do not reach `{written}`: {found}"),
                    );
                }
            }
        }
        self.stop();
        self.say(step, goal.line, &goal.done);
    }

    fn ending(&mut self, lesson: &Lesson) {
        for (line, words) in lesson.learned.iter().chain(&lesson.tries) {
            self.say("the end", *line, words);
        }
        self.say("the head", lesson.line("promise"), &lesson.promise);
    }

    /// Compares every figure of this text with the service.
    fn say(&mut self, step: &str, line: usize, words: &Words) {
        for (sum, written, expected) in words.figures() {
            let found = self.play.value(sum, &self.walked.stage);
            if let Some(expected) = expected.filter(|expected| *expected != "?" && !found.is(expected)) {
                self.problem(line, format!("{{{written} = {expected}}} is {found}"));
            }
            self.walked.findings.push(Finding {
                step: step.to_owned(),
                line,
                written: written.to_owned(),
                expected: expected.map(str::to_owned),
                found: found.to_string(),
            });
        }
    }
}
