//! The answer key of a lesson: its questions and goals, every answer with its reply, and which one is right.
//!
//! Nothing in a file says what is right, so the key plays the lesson to its end on a service of its own. It works in
//! bounded steps. Must not know learners.

use std::sync::Arc;

use hashrange_endpoint::Settings;
use hashrange_lesson::{Attempt, Goal, Kind, Lesson, Phase, Play, Question, Task, To, Within, Words};
use serde::{Deserialize, Serialize};

use crate::mark_of;
use crate::sandbox::{InsightObserver, Sandbox};

/// The answer key of a lesson.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct AnswerKey {
    /// The lesson's title.
    pub title: String,
    /// [`mark_of`] its text.
    pub mark: u32,
    /// The names of all its steps.
    pub steps: Vec<String>,
    /// The steps that ask something or set a goal, in order.
    pub questions: Vec<KeyQuestion>,
}

/// A step that asks something, or sets a goal.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct KeyQuestion {
    /// The step's name.
    pub step: String,
    /// Its number, from 1; 0 for a condition of an assignment.
    pub number: usize,
    /// Its title.
    pub title: String,
    /// The question, or the task.
    pub ask: String,
    /// The answers: the picks in the order in which they are shown; right, too low, too high; reached, not reached.
    pub answers: Vec<KeyAnswer>,
    /// What kind of answer it takes.
    pub takes: Takes,
}

/// What kind of answer a question takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub enum Takes {
    /// A pick.
    #[default]
    Pick,
    /// A number; those from the first to the second are right.
    Number(f64, f64),
    /// None: a goal is reached or not.
    Goal,
}

/// An answer.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct KeyAnswer {
    /// The number of a pick in the file, from 1; otherwise 0.
    pub number: usize,
    /// Its words.
    pub words: String,
    /// The lesson's reply to it.
    pub reply: String,
    /// Whether it is right.
    pub right: bool,
}

/// A key that is being made.
#[derive(Debug)]
pub struct KeyMaking<W> {
    play: Play,
    sandbox: Sandbox<W>,
    key: AnswerKey,
    /// The play before the latest question was answered.
    before: Option<Play>,
    /// Whether the solution of the goal was tried.
    tried: bool,
}

impl<W: InsightObserver> KeyMaking<W> {
    /// Begins a key. The settings are those with which the lesson's workspace begins.
    #[must_use]
    pub fn new(lesson: &Arc<Lesson>, text: &str, settings: &Settings) -> Self {
        Self {
            play: Play::new(lesson.clone(), settings.start),
            sandbox: Sandbox::new(settings),
            key: AnswerKey {
                title: lesson.title.shown(),
                mark: mark_of(text),
                steps: lesson.steps.iter().map(|step| step.name.clone()).collect(),
                questions: Vec::new(),
            },
            before: None,
            tried: false,
        }
    }

    /// Continues with bounded work; returns the key once it is complete, or why the lesson cannot be played.
    pub fn go_on(&mut self) -> Option<Result<AnswerKey, String>> {
        match self.sandbox.make(&mut self.play) {
            Ok(true) => None,
            Ok(false) if self.play.phase() == Phase::Over => Some(Ok(std::mem::take(&mut self.key))),
            Ok(false) => self.pass_stop().err().map(Err),
            Err(words) => Some(Err(words)),
        }
    }

    /// Answers at a stop, or goes on from it.
    fn pass_stop(&mut self) -> Result<(), String> {
        let Some(step) = self.play.step().cloned() else {
            return Ok(());
        };
        let stuck = || format!("The step \"{}\" cannot be passed.", step.name);
        let passes = match (&step.task, self.play.phase()) {
            (Task::Predict(question), Phase::Shown) => {
                self.ask(&step, self.text(&question.ask));
                self.before = Some(self.play.clone());
                self.play.pick(1) || self.play.say(0.0)
            }
            (Task::Predict(question), _) => {
                self.answer(question);
                self.play.go_on()
            }
            (Task::Do(goal) | Task::Drag(_, goal), _) => {
                self.play.judge(&self.sandbox);
                if self.play.is_met() {
                    self.tried = false;
                    self.play.go_on()
                } else {
                    self.ask(&step, self.text(&step.say.1));
                    self.set_goal(goal);
                    !std::mem::replace(&mut self.tried, true) && self.play.attempt(Attempt::Solve)
                }
            }
            (Task::Watch, _) => self.play.go_on(),
        };
        if passes { Ok(()) } else { Err(stuck()) }
    }

    fn ask(&mut self, step: &hashrange_lesson::Step, ask: String) {
        self.key.questions.push(KeyQuestion {
            step: step.name.clone(),
            number: self.play.place() + 1,
            title: self.text(&step.title.1),
            ask,
            ..KeyQuestion::default()
        });
    }

    fn set_goal(&mut self, goal: &Goal) {
        let hint = self.text(&goal.hint);
        let answers = vec![
            answer("Reached", String::new(), true),
            answer("Not reached", hint, false),
        ];
        if let Some(asked) = self.key.questions.last_mut() {
            (asked.takes, asked.answers) = (Takes::Goal, answers);
        }
    }

    /// Writes the answers of the latest question, which has run.
    fn answer(&mut self, question: &Question) {
        let (takes, answers) = match &question.kind {
            Kind::Picks { picks, .. } => {
                let right = self.play.right(&self.sandbox);
                let one = |place: usize| {
                    let (pick, number) = (picks.get(place)?, place + 1);
                    let reply = self.reply(question, To::Pick(number), |play| play.pick(number));
                    let answer = answer(&pick.words.shown(), reply, right.contains(&number));
                    Some(KeyAnswer { number, ..answer })
                };
                let step = self.play.step().map_or("", |step| step.name.as_str());
                let order = question.order(&self.play.lesson().id, step);
                (Takes::Pick, order.into_iter().filter_map(one).collect())
            }
            Kind::Number { answer: sum, within } => {
                let value = self.play.value(sum, &self.sandbox);
                let (right, words) = (value.number().unwrap_or_default(), value.to_string());
                let far = match within {
                    Within::Count(count) => *count,
                    Within::Percent(percent) => right.abs() * percent / 100.0,
                };
                let one = |(to, said, words): (To, f64, &str)| {
                    answer(words, self.reply(question, to, |play| play.say(said)), to == To::Right)
                };
                let all = [
                    (To::Right, right, words.as_str()),
                    (To::Low, right - far - 1.0, "Too low"),
                    (To::High, right + far + 1.0, "Too high"),
                ];
                (
                    Takes::Number(right - far, right + far),
                    all.into_iter().map(one).collect(),
                )
            }
        };
        if let Some(asked) = self.key.questions.last_mut() {
            (asked.takes, asked.answers) = (takes, answers);
        }
    }

    /// The reply to an answer, as a learner sees it who gives this answer.
    fn reply(&self, question: &Question, to: To, choose: impl FnOnce(&mut Play) -> bool) -> String {
        let (mut play, Some(mut other)) = (self.play.clone(), self.before.clone()) else {
            return String::new();
        };
        choose(&mut other);
        play.choose_again(&other);
        let words = question.reply(to).map(|words| shown(&play, words, &self.sandbox));
        words.unwrap_or_default()
    }

    fn text(&self, words: &Words) -> String {
        shown(&self.play, words, &self.sandbox)
    }
}

fn answer(words: &str, reply: String, right: bool) -> KeyAnswer {
    KeyAnswer {
        words: words.to_owned(),
        reply,
        right,
        ..KeyAnswer::default()
    }
}

/// Words with their current figures.
fn shown<W: InsightObserver>(play: &Play, words: &Words, sandbox: &Sandbox<W>) -> String {
    let pieces = play.with_figures(words, sandbox).into_iter();
    pieces.map(|(text, _)| text).collect()
}
