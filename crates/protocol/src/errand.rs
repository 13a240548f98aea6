//! Errands: what few visitors ask the engine for. They cross as bytes, so a page starts without the code that reads them.
//!
//! Owns what can be asked and what comes back. Must not know who asks, nor how an errand is run.

use serde::{Deserialize, Serialize};

pub use hashrange_assignment::{Doubt, Reason, Verdict, handed_out, received};

use crate::LessonFault;

/// What is asked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Errand {
    /// What is wrong in a lesson's file? [`Done::Faults`] answers.
    CheckLesson {
        /// The file's text.
        text: String,
    },
    /// What the learner hands in for the assignment in front. [`Done::HandIn`] answers.
    HandIn {
        /// The learner's name.
        learner: String,
    },
    /// What a hand-in came to. [`Done::Judged`] answers.
    Judge {
        /// The assignment's text.
        text: String,
        /// The bytes of the hand-in.
        #[serde(with = "serde_bytes")]
        file: Vec<u8>,
    },
}

/// What comes back.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Done {
    /// What is wrong, line by line; nothing where the lesson plays.
    Faults(Vec<LessonFault>),
    /// A file to hand in, and what the judge says of it.
    HandIn {
        /// The file's name.
        name: String,
        /// Its bytes.
        #[serde(with = "serde_bytes")]
        bytes: Vec<u8>,
        /// What the judge says.
        verdict: Verdict,
    },
    /// What a hand-in came to.
    Judged {
        /// The learner's name.
        learner: String,
        /// What the judge says.
        verdict: Verdict,
    },
    /// Why it cannot be done, in words.
    Refused(String),
}

impl Errand {
    /// The bytes that cross.
    #[inline(never)]
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        crate::packed(self).unwrap_or_default()
    }

    /// Reads them; `None` for other bytes.
    #[inline(never)]
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        crate::unpacked(bytes)
    }
}

impl Done {
    /// The bytes that cross.
    #[inline(never)]
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        crate::packed(self).unwrap_or_default()
    }

    /// Reads them; `None` for other bytes.
    #[inline(never)]
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        crate::unpacked(bytes)
    }
}
