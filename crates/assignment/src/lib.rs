//! Assignments: a task with conditions, what learners hand in, and the judge.
//!
//! An assignment is a lesson of one step with a goal (`crates/README.md`, "Lessons"). A learner hands in the journal of
//! the workspace. The judge makes the assignment's beginning anew, carries out what the learner did, and holds every moment
//! against the goal. So a file that only claims success is worth nothing. Must not know where files come from, nor who looks.

mod assignment;
mod ground;
mod hand_in;
mod judging;
mod link;
#[cfg(test)]
mod tests;
mod verdict;

pub use assignment::{Assignment, NotAssignment, for_learners};
pub use ground::Watcher;
pub use hand_in::{HandIn, Unreadable};
pub use judging::Judging;
pub use link::{NotHandedOut, handed_out, received};
pub use verdict::{Doubt, Reason, Verdict};
