//! Questions: shown before a run, whose result decides the correct answer.
//!
//! Owns the rule for the correct pick. Must not know who asks.

use crate::{Condition, Expression, Words};

/// A question.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// The line of `ask`.
    pub line: usize,
    /// The question.
    pub ask: Words,
    /// The kind of answer.
    pub kind: Kind,
    /// The replies to each answer.
    pub replies: Vec<Reply>,
}

/// The kind of answer to a question.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// By a choice.
    Picks {
        /// The choices, in the order of the file.
        picks: Vec<Pick>,
        /// The value after the run. A pick with the same value is right.
        answer: Option<Expression>,
    },
    /// By a number.
    Number {
        /// The value after the run.
        answer: Expression,
        /// The tolerance.
        within: Within,
    },
}

/// The tolerance of a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Within {
    /// Plus or minus this number.
    Count(f64),
    /// Plus or minus this percentage.
    Percent(f64),
}

/// A choice.
#[derive(Clone, Debug, PartialEq)]
pub struct Pick {
    /// The line.
    pub line: usize,
    /// Its words. They show a figure with its value from the file.
    pub words: Words,
    /// The condition under which it is right, if no figure decides.
    pub right: Option<Condition>,
}

/// The reply to an answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    /// The line.
    pub line: usize,
    /// The answer that it replies to.
    pub to: To,
    /// The words.
    pub words: Words,
}

/// An answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum To {
    /// The pick of this number, from 1.
    Pick(usize),
    /// A number that is right.
    Right,
    /// A number that is too low.
    Low,
    /// A number that is too high.
    High,
}

impl Question {
    /// The picks; empty if the question asks for a number.
    #[must_use]
    pub fn picks(&self) -> &[Pick] {
        match &self.kind {
            Kind::Picks { picks, .. } => picks,
            Kind::Number { .. } => &[],
        }
    }

    /// The order in which the picks are shown, as positions in the file, by the names of the lesson and the step. It is
    /// the same for every learner, but not the file's order.
    #[must_use]
    pub fn order(&self, lesson: &str, step: &str) -> Vec<usize> {
        let seed = lesson.bytes().chain(step.bytes()).fold(0x811C_9DC5_u32, |hash, byte| {
            (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
        });
        let mut order: Vec<usize> = (0..self.picks().len()).collect();
        let mut state = u64::from(seed) | 1;
        for last in (1..order.len()).rev() {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let other = usize::try_from(state >> 33).unwrap_or(0) % (last + 1);
            order.swap(last, other);
        }
        order
    }

    /// The reply to an answer.
    #[must_use]
    pub fn reply(&self, to: To) -> Option<&Words> {
        self.replies
            .iter()
            .find(|reply| reply.to == to)
            .map(|reply| &reply.words)
    }
}

impl Within {
    /// Whether a number is close enough, or on which side it is.
    #[must_use]
    pub fn side(self, said: f64, right: f64) -> To {
        let far = match self {
            Self::Count(count) => count,
            Self::Percent(percent) => right.abs() * percent / 100.0,
        };
        match said - right {
            off if off.abs() <= far + 1e-9 => To::Right,
            off if off < 0.0 => To::Low,
            _ => To::High,
        }
    }
}
