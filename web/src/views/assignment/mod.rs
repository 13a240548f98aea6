//! Assignments: a link that starts one, the learner's file, and the verdicts on the files of a class.
//!
//! Must not know how an assignment is judged: the engine does that.

pub mod class;
pub mod hand_in;
pub mod hand_out;
pub mod verdict;

pub use self::class::Class;
pub use self::hand_in::HandInCard;
pub use self::hand_out::HandOut;
