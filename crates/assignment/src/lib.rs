//! Assignments: a task with conditions, what learners hand in, and the judge. Results of lessons, and a class.
//!
//! An assignment is a lesson of one step with a goal (`crates/lesson/README.md`). A learner hands in the journal of the
//! workspace. The judge builds the assignment's start again, repeats the learner's actions, and checks the goal at
//! every time. So a file that only claims success does not pass. The result of a lesson has the learner's answers. A class
//! is many such files, counted. Must not know where files come from, nor who reads the result.

mod assignment;
mod class;
mod file_name;
mod hand_in;
mod judging;
mod key;
mod link;
mod result;
mod sandbox;
#[cfg(test)]
mod tests;
mod verdict;

pub use assignment::{Assignment, NotAssignment, for_learners};
pub use class::{Came, Class, Counted, Learner};
pub use file_name::file_name;
pub use hand_in::{HandIn, Unreadable};
pub use judging::Judging;
pub use key::{AnswerKey, KeyAnswer, KeyMaking, KeyQuestion, Takes};
pub use link::{NotHandedOut, handed_out, received};
pub use result::{Answered, LessonResult, NotResult, mark_of};
pub use sandbox::InsightObserver;
pub use verdict::{Doubt, Reason, Verdict};
