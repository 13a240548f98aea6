//! Assignments: a link that starts one, the learner's file, and its verdict.
//!
//! Must not know how an assignment is judged: the engine does that.

pub mod hand_in;
pub mod hand_out;
pub mod verdict;

pub use self::hand_in::HandInCard;
pub use self::hand_out::HandOut;
