//! Questions: asked before a run, answered by it.
//!
//! Owns which pick was right. Must not know who asks.

use crate::{Condition, Expression, Words};

/// A question.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// The line of `ask`.
    pub line: usize,
    /// The question.
    pub ask: Words,
    /// How it is answered.
    pub kind: Kind,
    /// What is said to each answer.
    pub replies: Vec<Reply>,
}

/// How a question is answered.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// By a choice.
    Picks {
        /// The choices, as they stand in the file.
        picks: Vec<Pick>,
        /// What the run tells; a pick whose figure is the same was right.
        answer: Option<Expression>,
    },
    /// By a number.
    Number {
        /// What the run tells.
        answer: Expression,
        /// How near is near enough.
        within: Within,
    },
}

/// How near a number must be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Within {
    /// So many more or less.
    Count(f64),
    /// So many percent more or less.
    Percent(f64),
}

/// A choice.
#[derive(Clone, Debug, PartialEq)]
pub struct Pick {
    /// The line.
    pub line: usize,
    /// Its words. A figure is shown with the value the file says.
    pub words: Words,
    /// When it was right, where no figure tells.
    pub right: Option<Condition>,
}

/// What is said to an answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    /// The line.
    pub line: usize,
    /// To which.
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
    /// The picks; none where a number is asked for.
    #[must_use]
    pub fn picks(&self) -> &[Pick] {
        match &self.kind {
            Kind::Picks { picks, .. } => picks,
            Kind::Number { .. } => &[],
        }
    }

    /// In which order the picks are shown, as places in the file: the same for every learner, and not the file's.
    #[must_use]
    pub fn order(&self, seed: u32) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.picks().len()).collect();
        let mut state = u64::from(seed) | 1;
        for last in (1..order.len()).rev() {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let other = usize::try_from(state >> 33).unwrap_or(0) % (last + 1);
            order.swap(last, other);
        }
        order
    }

    /// What is said to an answer.
    #[must_use]
    pub fn reply(&self, to: To) -> Option<&Words> {
        self.replies.iter().find(|reply| reply.to == to).map(|reply| &reply.words)
    }
}

impl Within {
    /// Whether a number is near enough, or on which side it is.
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
