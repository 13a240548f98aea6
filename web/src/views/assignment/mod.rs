//! Assignments: a link that hands one out, the learner's file, and what the judge says of the files of a class.
//!
//! Must not know how an assignment is judged: the engine does that.

pub mod class;
pub mod hand_in;
pub mod hand_out;
pub mod verdict;

pub use self::class::Class;
pub use self::hand_in::HandInCard;
pub use self::hand_out::HandOut;
