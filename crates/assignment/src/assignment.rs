//! An assignment: a lesson file with one step, whose goal is judged.
//!
//! Must not know how it is judged.

use std::sync::Arc;

use hashrange_lesson::{Condition, Fault, Lesson, read};

/// First words of the lines that are omitted for learners, because they contain the solution.
const SOLUTIONS: [&str; 2] = ["solve", "near"];

/// A lesson that can be judged.
#[derive(Clone, Debug)]
pub struct Assignment {
    lesson: Arc<Lesson>,
    text: String,
}

/// Why a text is not an assignment.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum NotAssignment {
    /// The text is not a lesson.
    #[error("This text is not a lesson: line {}, {}", .0.line, .0.wrong)]
    Faulty(Fault),
    /// The lesson has no step, or several.
    #[error("An assignment has one step. This lesson has {0}.")]
    Steps(usize),
    /// The step has no goal.
    #[error("The step of an assignment needs a `goal` line: the conditions that are judged.")]
    NoGoal,
    /// A condition requires a refusal.
    #[error("An assignment cannot ask for a refused request.")]
    Refusal,
}

impl Assignment {
    /// Reads an assignment.
    ///
    /// # Errors
    /// When the text is not a lesson, or not one that can be judged.
    pub fn read(text: &str) -> Result<Self, NotAssignment> {
        let lesson = read(text).map_err(first_fault)?;
        let [step] = lesson.steps.as_slice() else {
            return Err(NotAssignment::Steps(lesson.steps.len()));
        };
        let Some(goal) = step.goal().filter(|_| lesson.is_assignment()) else {
            return Err(NotAssignment::NoGoal);
        };
        if goal.conditions.iter().any(|(_, condition)| asks_for_refusal(condition)) {
            return Err(NotAssignment::Refusal);
        }
        Ok(Self {
            lesson: Arc::new(lesson),
            text: for_learners(text),
        })
    }

    /// The lesson.
    #[must_use]
    pub fn lesson(&self) -> &Arc<Lesson> {
        &self.lesson
    }

    /// The text for learners, without solutions.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Identifies this text: the CRC-32 of the text for learners.
    #[must_use]
    pub fn mark(&self) -> u32 {
        hashrange_checkpoint::crc32(self.text.as_bytes())
    }
}

fn first_fault(faults: Vec<Fault>) -> NotAssignment {
    faults
        .into_iter()
        .next()
        .map_or(NotAssignment::Steps(0), NotAssignment::Faulty)
}

fn asks_for_refusal(condition: &Condition) -> bool {
    match condition {
        Condition::Refused(_) => true,
        Condition::All(all) => all.iter().any(asks_for_refusal),
        Condition::Compare(..) | Condition::Answer(..) => false,
    }
}

/// The text without the lines that contain a solution, and without comments, in which a teacher may have noted one.
#[must_use]
pub fn for_learners(text: &str) -> String {
    let is_shown = |line: &&str| {
        let first = line.split(' ').next().unwrap_or_default();
        !line.starts_with('#') && !SOLUTIONS.contains(&first)
    };
    text.lines()
        .map(str::trim_end)
        .filter(is_shown)
        .flat_map(|line| [line, "\n"])
        .collect()
}
