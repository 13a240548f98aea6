//! A lesson: its head, how its service begins, its steps.
//!
//! Owns the content of a parsed file. Must not know the notation, nor who plays it.

use crate::{Act, Condition, Course, Goal, Question, Turn, Words};

/// A lesson.
#[derive(Clone, Debug, PartialEq)]
pub struct Lesson {
    /// Stable name, for links: `keys-1`.
    pub id: String,
    /// Its course.
    pub course: Course,
    /// Its title.
    pub title: Words,
    /// How long it takes.
    pub minutes: u32,
    /// Lessons to do before this one.
    pub needs: Vec<String>,
    /// What it shows, in one sentence.
    pub promise: Words,
    /// Physics and limits that differ from the defaults.
    pub settings: Vec<Setting>,
    /// The table of figures that do not name a table.
    pub table: String,
    /// The acts that create its tables and items, and other acts before the first step.
    pub making: Vec<Act>,
    /// The steps.
    pub steps: Vec<Step>,
    /// What was learned.
    pub learned: Vec<(usize, Words)>,
    /// What to try with the workspace.
    pub tries: Vec<(usize, Words)>,
    /// The next lesson.
    pub next: Option<String>,
    /// The line numbers of the head, by first word.
    pub(crate) lines: Vec<(&'static str, usize)>,
}

/// A setting of physics or limits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// The line.
    pub line: usize,
    /// The setting's name.
    pub name: String,
    /// Its value, as text.
    pub value: String,
}

/// A step.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The line.
    pub line: usize,
    /// Its name, for links and translations.
    pub name: String,
    /// The parts on stage; the first is selected.
    pub show: Vec<Part>,
    /// The ratio of virtual time to real time.
    pub pace: Option<Pace>,
    /// The key whose request is followed.
    pub follow: Option<String>,
    /// Its title, with its line.
    pub title: (usize, Words),
    /// The text, with its line.
    pub say: (usize, Words),
    /// The claims that are shown.
    pub claims: Vec<Claim>,
    /// The acts before the learner's turn.
    pub before: Vec<Act>,
    /// The acts after the learner's turn.
    pub after: Vec<Act>,
    /// The learner's task.
    pub task: Task,
}

/// The learner's task in a step.
#[derive(Clone, Debug, PartialEq)]
pub enum Task {
    /// Watch what happens.
    Watch,
    /// Predict what will happen.
    Predict(Question),
    /// Reach a goal.
    Do(Goal),
    /// Change a setting until a goal is reached.
    Drag(Vec<Turn>, Goal),
}

/// A part of the stage.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Part {
    /// The table.
    Table,
    /// Its partitions.
    Partitions,
    /// An index.
    Index(String),
    /// The partition that holds a key.
    Partition(String),
    /// The path of changes to a global index.
    Pipe(String),
    /// The stream.
    Stream,
    /// TTL.
    Expiry,
    /// The followers of the partitions.
    Followers,
    /// The accelerator.
    Dax,
    /// An index during its backfill.
    Build(String),
    /// Item collections.
    Collections,
    /// The latest response.
    Result,
    /// Items that an index left out.
    Tray,
    /// Units consumed and provisioned.
    Capacity,
    /// The items of a partition key value.
    Key(String),
    /// The entries of a partition key value of a global index: the index, and the value.
    Entry(String, String),
    /// The latest stream record.
    Record,
}

/// The ratio of virtual time to real time: 1/20 is twenty times slower.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// Virtual time.
    pub of: u32,
    /// The real time in which it passes.
    pub over: u32,
}

/// A claim that a step shows, and its subject.
#[derive(Clone, Debug, PartialEq)]
pub struct Claim {
    /// The line.
    pub line: usize,
    /// The claims' ids.
    pub ids: Vec<String>,
    /// The condition at the end of the step, as written.
    pub written: String,
    /// The condition that `written` contains.
    pub then: Condition,
}

impl Part {
    /// Every part: its name and its argument.
    pub(crate) const WORDS: [(&'static str, &'static str); 18] = [
        ("table", ""),
        ("partitions", ""),
        ("index", "NAME"),
        ("partition", "KEY"),
        ("pipe", "INDEX"),
        ("stream", ""),
        ("expiry", ""),
        ("followers", ""),
        ("dax", ""),
        ("build", "INDEX"),
        ("collections", ""),
        ("result", ""),
        ("tray", ""),
        ("capacity", ""),
        ("request", ""),
        ("key", "KEY"),
        ("entry", "INDEX/KEY"),
        ("record", ""),
    ];

    pub(crate) fn read(words: &str) -> Option<Self> {
        let (word, of) = words
            .split_once(' ')
            .map_or((words, None), |(word, of)| (word, Some(of.trim().to_owned())));
        Some(match (word, of) {
            ("table", None) => Self::Table,
            ("partitions", None) => Self::Partitions,
            ("index", Some(name)) => Self::Index(name),
            ("partition", Some(key)) => Self::Partition(key.trim_matches('"').to_owned()),
            ("pipe", Some(name)) => Self::Pipe(name),
            ("stream", None) => Self::Stream,
            ("expiry", None) => Self::Expiry,
            ("followers", None) => Self::Followers,
            ("dax", None) => Self::Dax,
            ("build", Some(name)) => Self::Build(name),
            ("collections", None) => Self::Collections,
            ("result" | "request", None) => Self::Result,
            ("key", Some(key)) => Self::Key(key.trim_matches('"').to_owned()),
            ("entry", Some(entry)) => {
                let (index, key) = entry.split_once('/')?;
                Self::Entry(index.trim().to_owned(), key.trim_matches('"').to_owned())
            }
            ("record", None) => Self::Record,
            ("tray", None) => Self::Tray,
            ("capacity", None) => Self::Capacity,
            _ => return None,
        })
    }
}

impl Step {
    /// The goal, if there is one.
    #[must_use]
    pub const fn goal(&self) -> Option<&Goal> {
        match &self.task {
            Task::Do(goal) | Task::Drag(_, goal) => Some(goal),
            Task::Watch | Task::Predict(_) => None,
        }
    }

    /// The question, if there is one.
    #[must_use]
    pub const fn question(&self) -> Option<&Question> {
        if let Task::Predict(question) = &self.task {
            Some(question)
        } else {
            None
        }
    }
}

impl Lesson {
    /// Whether it is an assignment: one step with a goal that requests reach.
    #[must_use]
    pub fn is_assignment(&self) -> bool {
        matches!(self.steps.as_slice(), [Step { task: Task::Do(_), .. }])
    }

    /// The line number of a word of the head; 1 if the word is absent.
    #[must_use]
    pub fn line(&self, word: &str) -> usize {
        self.lines
            .iter()
            .find(|(known, _)| *known == word)
            .map_or(1, |(_, line)| *line)
    }
}
