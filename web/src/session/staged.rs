//! A scene on the page: the captions reached so far, which of them is shown, and what stood in the end.
//!
//! Plain data, apart from what plays it, so that a page without a scene needs nothing of that.

use hashrange_time::Timestamp;
use hashrange_workload::{Play, Scene};

/// A scene that is played.
#[derive(Clone)]
pub struct Staged {
    /// The scene.
    pub scene: &'static Scene,
    /// Captions it has in all.
    pub captions: usize,
    /// The captions reached, in order.
    pub reached: Vec<Reached>,
    /// The one that is shown, by its place.
    pub shown: usize,
    /// Whether it is on its way to the next one.
    pub playing: bool,
    /// What was looked at in the end; nothing before.
    pub checks: Vec<Checked>,
    /// Why it cannot go on.
    pub trouble: Option<String>,
    pub(super) play: Play,
}

/// A caption, and the moment it was reached.
#[derive(Clone)]
pub struct Reached {
    /// The moment.
    pub moment: Timestamp,
    /// What it says, with the figures as they were.
    pub words: Vec<Word>,
    /// From here it goes on.
    pub(super) play: Play,
}

/// A piece of a caption.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Word {
    /// Words.
    Text(&'static str),
    /// A figure.
    Figure {
        /// As it was read.
        found: String,
        /// As it is when nothing but the scene happened.
        expected: &'static str,
    },
}

/// A check with what was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// What is looked at.
    pub words: &'static str,
    /// What it must be.
    pub expected: &'static str,
    /// What it is.
    pub found: String,
}

/// How the next caption is come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// It was reached before: along what happened.
    To(Timestamp),
    /// By playing.
    Play,
}

impl Staged {
    pub(super) fn new(scene: &'static Scene, start: Timestamp) -> Self {
        Self {
            scene,
            captions: scene.captions(),
            reached: Vec::new(),
            shown: 0,
            playing: false,
            checks: Vec::new(),
            trouble: None,
            play: Play::new(scene, start),
        }
    }

    /// Whether the last caption is shown.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.shown + 1 == self.captions && self.reached.len() == self.captions
    }

    /// The way to the next caption. Where the reader did something of their own after the caption shown, what came then is
    /// played anew.
    pub(super) fn forward(&mut self, past: bool) -> Option<Way> {
        if self.playing || self.trouble.is_some() || self.is_over() {
            return None;
        }
        let next = if self.reached.is_empty() { 0 } else { self.shown + 1 };
        if let Some(reached) = self.reached.get(next) {
            if past {
                self.shown = next;
                return Some(Way::To(reached.moment));
            }
            self.reached.truncate(next);
            if let Some(last) = self.reached.last() {
                self.play = last.play.clone();
            }
            self.checks.clear();
        }
        Some(Way::Play)
    }

    /// The moment of the caption before, which is shown from now on.
    pub(super) fn back(&mut self) -> Option<Timestamp> {
        let before = self.shown.checked_sub(1).filter(|_| !self.playing)?;
        self.shown = before;
        self.reached.get(before).map(|reached| reached.moment)
    }
}
