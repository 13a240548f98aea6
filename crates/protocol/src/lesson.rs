//! A lesson in progress, as a page shows it, and the learner's commands.
//!
//! Plain data: words with their figures, the question, the goal, the parts on stage. Must not know how a lesson is
//! played or drawn.

use hashrange_lesson::Part;
use hashrange_time::Timestamp;
use serde::{Deserialize, Serialize};

use crate::{Sent, Speed, Word};

/// A text with its figures.
pub type FigureText = Vec<Word>;

/// A lesson in progress.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Lesson {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// The name of its course.
    pub course: String,
    /// What the lesson shows, in one sentence.
    pub promise: String,
    /// The language of its words: `en`, `es`.
    pub language: String,
    /// Total number of steps.
    pub steps: usize,
    /// Number of steps reached so far. The learner can return to each of them.
    pub reached: usize,
    /// The current step, or the ending after the last step.
    pub shown: Shown,
    /// Whether it is playing towards the next stop.
    pub playing: bool,
    /// Whether there is an earlier stop.
    pub can_go_back: bool,
    /// Whether the learner may continue.
    pub can_go_on: bool,
    /// Why it cannot continue, or how it differs from the lesson.
    pub trouble: Option<String>,
}

/// The content of a lesson that the page shows.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub enum Shown {
    /// Nothing yet: the first step has not been reached.
    #[default]
    Nothing,
    /// A step.
    Step(Box<Step>),
    /// The ending.
    Ending(Ending),
}

/// A step as it is shown.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Step {
    /// Its number, from 0.
    pub number: usize,
    /// Its name, for links.
    pub name: String,
    /// Its title.
    pub title: FigureText,
    /// The words.
    pub say: FigureText,
    /// The requests that it has sent.
    pub sent: Sent,
    /// The parts on stage.
    pub focus: Focus,
    /// The learner's task.
    pub task: Task,
}

/// The parts on stage.
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
    /// When the step began: the time of the last stop before it.
    pub began: Timestamp,
}

/// The learner's task in a step.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub enum Task {
    /// Watch.
    #[default]
    Watch,
    /// Predict by a choice.
    Pick {
        /// The question.
        ask: FigureText,
        /// The choices, in the order in which they are shown.
        picks: Vec<Pick>,
        /// The result, once the step has run.
        outcome: Option<Outcome>,
    },
    /// Predict a number.
    Number {
        /// The question.
        ask: FigureText,
        /// The learner's number and the right number, once the step has run.
        said: Option<(String, String)>,
        /// The result, once the step has run.
        outcome: Option<Outcome>,
    },
    /// Reach a goal with the learner's own requests.
    Do(Goal),
    /// Change settings of a load until a goal is reached.
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
    /// Its number in the file, from 1, for [`LessonCommand::Pick`].
    pub number: usize,
    /// Its words. Their figures are those of the file.
    pub words: String,
    /// Whether the learner picked it.
    pub picked: bool,
    /// Whether it was right, once the step has run.
    pub right: Option<bool>,
}

/// The result of a prediction.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// Whether the learner was right.
    pub right: bool,
    /// The reply to the answer.
    pub reply: FigureText,
}

/// A goal, and its state.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Goal {
    /// Each condition.
    pub conditions: Vec<GoalCondition>,
    /// Whether the goal was reached.
    pub met: bool,
    /// The hint.
    pub hint: FigureText,
    /// The words once it is reached.
    pub done: FigureText,
    /// Explanations of why the goal is missed, after the learner did something.
    pub misses: Vec<FigureText>,
    /// What reaches the goal, in order: each operation with its body. An entry without an operation is an event to wait
    /// for, in words. For a setting: its name, and its value as text.
    pub solution: Vec<(String, String)>,
    /// Whether the learner did something since the step began.
    pub touched: bool,
}

/// A condition of a goal.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct GoalCondition {
    /// The condition in words.
    pub words: String,
    /// Whether it is true.
    pub holds: bool,
    /// The current value.
    pub now: String,
}

/// A slider: a setting of a load, or a number of a request, and its range.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Turn {
    /// Of a load `rate`, `seconds`, `bytes` or `suffixes`.
    pub name: String,
    /// The minimum.
    pub from: u64,
    /// The maximum.
    pub to: u64,
    /// The current value.
    pub value: u64,
}

/// The ending of a lesson.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Ending {
    /// What was learned.
    pub learned: Vec<FigureText>,
    /// What to try with the workspace.
    pub tries: Vec<FigureText>,
    /// The next lesson, by its id.
    pub next: Option<String>,
    /// Number of right predictions, and of all predictions that the learner made.
    pub predicted: (usize, usize),
    /// Number of steps before the latest one to which a link skipped. Predictions in them do not count.
    pub skipped: usize,
}

/// A learner's command in a lesson.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum LessonCommand {
    /// Moves to the next stop. While the lesson plays, skips to that stop at once.
    Forward,
    /// Skips to the next stop while the lesson plays. Has no effect at a stop.
    Finish,
    /// Moves to the previous stop.
    Back,
    /// Moves to the first stop of a step that was reached, by its number from 0.
    To(usize),
    /// Picks a choice, by its position in the file from 1.
    Pick(usize),
    /// Answers with a number.
    Say(f64),
    /// Changes settings of the step's load, each by its name.
    Turn(Vec<(String, u64)>),
    /// Returns to the start of the step.
    Again,
    /// Leaves the lesson; its workspace remains.
    Leave,
}

/// A lesson to play: its file, and its context.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LessonFile {
    /// The file's text.
    pub text: String,
    /// The text of a translation.
    pub translation: Option<String>,
    /// The step to play to, by its name.
    pub step: Option<String>,
}

/// Something wrong in a lesson's file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LessonFault {
    /// The line, from 1.
    pub line: usize,
    /// The error, in words.
    pub words: String,
    /// Whether it is only a warning: the lesson can be played.
    pub warns: bool,
}
