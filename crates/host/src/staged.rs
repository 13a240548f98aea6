//! A scene on its way: the captions reached so far, which of them is shown, and what was found in the end.
//!
//! Plain data with the play that goes on from each caption. Must not know how moves are carried out.

use hashrange_protocol::{Checked, Staged, Word};
use hashrange_time::Timestamp;
use hashrange_workload::{Play, Scene};

/// A scene that is played.
#[derive(Clone)]
pub(crate) struct Stage {
    pub(crate) scene: &'static Scene,
    /// Captions it has in all.
    captions: usize,
    /// The captions reached, in order.
    pub(crate) reached: Vec<Reached>,
    /// The one that is shown, by its place.
    pub(crate) shown: usize,
    /// Whether it is on its way to the next one.
    pub(crate) playing: bool,
    /// What was looked at in the end; nothing before.
    pub(crate) checks: Vec<Checked>,
    /// Why it cannot go on.
    pub(crate) trouble: Option<String>,
    pub(crate) play: Play,
}

/// A caption, and the moment it was reached.
#[derive(Clone)]
pub(crate) struct Reached {
    pub(crate) moment: Timestamp,
    /// What it says, with the figures as they were.
    pub(crate) words: Vec<Word>,
    /// From here it goes on.
    pub(crate) play: Play,
}

/// How the next caption is come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// It was reached before: along what happened.
    To(Timestamp),
    /// By playing.
    Play,
}

impl Stage {
    pub(crate) fn new(scene: &'static Scene, start: Timestamp) -> Self {
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
    pub(crate) fn is_over(&self) -> bool {
        self.shown + 1 == self.captions && self.reached.len() == self.captions
    }

    /// The way to the next caption. Where the reader did something of their own after the caption shown, what came then is
    /// played anew.
    pub(crate) fn forward(&mut self, past: bool) -> Option<Way> {
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
    pub(crate) fn back(&mut self) -> Option<Timestamp> {
        let before = self.shown.checked_sub(1).filter(|_| !self.playing)?;
        self.shown = before;
        self.reached.get(before).map(|reached| reached.moment)
    }

    /// The scene as a page shows it.
    pub(crate) fn shown(&self) -> Staged {
        Staged {
            scene: self.scene.id.to_owned(),
            captions: self.captions,
            reached: self.reached.iter().map(|reached| reached.words.clone()).collect(),
            shown: self.shown,
            playing: self.playing,
            checks: self.checks.clone(),
            trouble: self.trouble.clone(),
        }
    }
}
