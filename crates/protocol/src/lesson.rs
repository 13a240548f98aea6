//! A lesson on its way, as a page shows it, and what a learner can do in it.
//!
//! Plain data: words with their figures, the question, the goal, what is on stage. Must not know how a lesson is played or
//! drawn.

use hashrange_lesson::Part;
use serde::{Deserialize, Serialize};

use crate::{Speed, Word};

/// A text with its figures.
pub type Told = Vec<Word>;

/// A lesson that is played.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Lesson {
    /// Its id.
    pub id: String,
    /// What it is called.
    pub title: String,
    /// The name of its course.
    pub course: String,
    /// What it shows, in one sentence.
    pub promise: String,
    /// The language its words are in: `en`, `es`.
    pub language: String,
    /// Steps it has in all.
    pub steps: usize,
    /// Steps that can be gone to: those reached so far.
    pub reached: usize,
    /// The step that is shown; the ending once every step was.
    pub shown: Shown,
    /// Whether it is on its way to the next stop.
    pub playing: bool,
    /// Whether there is a stop before this one.
    pub can_go_back: bool,
    /// Whether the learner may go on.
    pub can_go_on: bool,
    /// Why it cannot go on, or what went otherwise than the lesson says.
    pub trouble: Option<String>,
}

/// What is shown of a lesson.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub enum Shown {
    /// Nothing yet: the first step is on its way.
    #[default]
    Nothing,
    /// A step.
    Step(#[serde(with = "crate::apart")] Box<Step>),
    /// The ending.
    Ending(#[serde(with = "crate::apart")] Ending),
}

/// A step as it is shown.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Step {
    /// Its number, from 0.
    pub number: usize,
    /// Its name, for links.
    pub name: String,
    /// Its title.
    pub title: Told,
    /// What is said.
    pub say: Told,
    /// What is on stage.
    pub focus: Focus,
    /// What the learner does.
    pub task: Task,
}

/// What is on stage.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Focus {
    /// The table.
    pub table: String,
    /// The parts; the first is selected.
    pub parts: Vec<Part>,
    /// The partition of each part that names a key, by number, in the order of `parts`.
    pub partitions: Vec<Option<u32>>,
    /// The speed that shows it.
    pub pace: Option<Speed>,
    /// The partition key value whose request is followed.
    pub follow: Option<String>,
}

/// What the learner does in a step.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub enum Task {
    /// Watches.
    #[default]
    Watch,
    /// Says what will happen, by a choice.
    Pick {
        /// The question.
        ask: Told,
        /// The choices, in the order in which they are shown.
        picks: Vec<Pick>,
        /// What came of it, once the step has run.
        outcome: Option<Outcome>,
    },
    /// Says what will happen, by a number.
    Number {
        /// The question.
        ask: Told,
        /// What the learner said, and what was right, once the step has run.
        said: Option<(String, String)>,
        /// What came of it, once the step has run.
        outcome: Option<Outcome>,
    },
    /// Reaches a goal by requests of their own.
    Do(Goal),
    /// Turns settings of a load until a goal is reached.
    Drag {
        /// The settings.
        turns: Vec<Turn>,
        /// The goal.
        goal: Goal,
    },
}

/// A choice.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Pick {
    /// Its place in the file, from 1: what [`LessonCommand::Pick`] names.
    pub number: usize,
    /// Its words. Their figures are what the file says.
    pub words: String,
    /// Whether the learner picked it.
    pub picked: bool,
    /// Whether it was right, once the step has run.
    pub right: Option<bool>,
}

/// What came of a prediction.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// Whether the learner was right.
    pub right: bool,
    /// What is said to their answer.
    pub reply: Told,
}

/// A goal, and how it stands.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Goal {
    /// Each condition.
    pub conditions: Vec<Wanted>,
    /// Whether the goal was reached.
    pub met: bool,
    /// What helps.
    pub hint: Told,
    /// What is said once it is reached.
    pub done: Told,
    /// What is said of the way in which it fails, after the learner did something.
    pub misses: Vec<Told>,
    /// What reaches the goal, in order: each operation with its body. Without an operation, what to wait for, in words. For
    /// a setting, its name and its value as text.
    pub solution: Vec<(String, String)>,
    /// Whether the learner did something since the step began.
    pub touched: bool,
}

/// A condition of a goal.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Wanted {
    /// In words.
    pub words: String,
    /// Whether it holds.
    pub holds: bool,
    /// What there is now.
    pub now: String,
}

/// A setting of a load, and how far it goes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Turn {
    /// `rate`, `seconds`, `bytes` or `suffixes`.
    pub name: String,
    /// The least.
    pub from: u64,
    /// The most.
    pub to: u64,
    /// As it is now.
    pub value: u64,
}

/// The ending of a lesson.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Ending {
    /// What was learned.
    pub learned: Vec<Told>,
    /// What to try with the workspace.
    pub tries: Vec<Told>,
    /// The next lesson, by its id.
    pub next: Option<String>,
    /// Predictions that were right, and predictions in all.
    pub predicted: (usize, usize),
}

/// What a learner can do in a lesson.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum LessonCommand {
    /// To the next stop. While it plays: to its end at once.
    Forward,
    /// While it plays: to the next stop at once. Nothing at a stop.
    Finish,
    /// To the stop before.
    Back,
    /// To the first stop of a step that was reached, by its number from 0.
    To(usize),
    /// Picks a choice, by its place in the file from 1.
    Pick(usize),
    /// Says a number.
    Say(f64),
    /// Turns settings of the step's load, each by its name.
    Turn(Vec<(String, u64)>),
    /// Back to where the step began.
    Again,
    /// Leaves the lesson; its workspace stays.
    Leave,
}

/// A lesson to be played: its file, and what belongs to it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LessonFile {
    /// The file's text.
    pub text: String,
    /// The text of a translation.
    pub translation: Option<String>,
    /// The step to go to, by its name: it plays up to there.
    pub step: Option<String>,
}

/// Something wrong in a lesson's file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LessonFault {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong, in words.
    pub words: String,
}
