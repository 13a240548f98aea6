//! Lessons: files that show, ask and give tasks, played on a real simulated service.
//!
//! Owns the notation of a lesson and its errors, limits for untrusted files, the linter, translations, and the player.
//! `README.md` describes the notation. Must not know the engine, nor who executes the player's acts.

mod act;
mod bounds;
mod bulk;
mod condition;
mod course;
mod expression;
mod fault;
mod goal;
mod kept;
mod lesson;
mod lint;
mod load;
pub mod matching;
mod nearest;
mod plan;
mod play;
mod question;
mod read;
mod scope;
mod spoken;
mod table;
mod tally;
mod texts;
mod translation;
mod turn;
mod wanted;
mod words;

pub use act::{Act, Must};
pub use bounds::{
    MOST_ATTEMPTS, MOST_BYTES, MOST_CONDITIONS, MOST_EXPECTED, MOST_FAULTS, MOST_FIGURES, MOST_ITEMS, MOST_LOOKS,
    MOST_REQUESTS, MOST_SETTINGS, MOST_STEPS, MOST_TERMS, MOST_TIME,
};
pub use condition::{Comparison, Condition, Operand};
pub use course::Course;
pub use expression::{Asked, Expression, Operator, Value};
pub use fault::{Fault, Wrong};
pub use goal::{Goal, Miss};
pub use lesson::{Claim, Lesson, Pace, Part, Setting, Step, Task};
pub use lint::{PLACEHOLDERS, Problem, bare_numbers, lint, lint_all};
pub use plan::{Misconception, Plan, read_plan};
pub use play::{Attempt, Judgement, Kept, Move, Phase, Play, Wanted};
pub use question::{Kind, Pick, Question, Reply, To, Within};
pub use read::read;
pub use scope::Service;
pub use table::KnownTable;
pub use texts::{Place, Text};
pub use translation::{Translation, fingerprint, lint_translation, read_translation, translated};
pub use turn::{Turn, Turned};
pub use words::{Piece, Words};
