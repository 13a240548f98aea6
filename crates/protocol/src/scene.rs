//! A scene on its way, as a page shows it: the captions reached, which of them is shown, and what was found in the end.

/// A scene that is played.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Staged {
    /// The scene, by its id.
    pub scene: String,
    /// Captions it has in all.
    pub captions: usize,
    /// What each caption reached says, in order.
    pub reached: Vec<Vec<Word>>,
    /// The one that is shown, by its place.
    pub shown: usize,
    /// Whether it is on its way to the next one.
    pub playing: bool,
    /// What was looked at in the end; nothing before.
    pub checks: Vec<Checked>,
    /// Why it cannot go on.
    pub trouble: Option<String>,
}

impl Staged {
    /// Whether the last caption is shown.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.shown + 1 == self.captions && self.reached.len() == self.captions
    }
}

/// A piece of a caption.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Word {
    /// Words.
    Text(String),
    /// A figure.
    Figure {
        /// As it was read.
        found: String,
        /// As it is when nothing but the scene happened.
        expected: String,
    },
}

/// A check with what was found.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Checked {
    /// What is looked at.
    pub words: String,
    /// What it must be.
    pub expected: String,
    /// What it is.
    pub found: String,
}
