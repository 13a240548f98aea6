//! The papers as they lie here, and how far the engine knows them.
//!
//! Must not know which workspace they belong to, nor how they are sent.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::state::papers::Papers;

/// The papers, and how far the engine knows them.
#[derive(Default)]
pub(super) struct Kept {
    papers: Papers,
    /// Whether there is anything the engine was not told.
    unsent: bool,
    /// Whether they were sent a moment ago.
    resting: bool,
}

impl Kept {
    /// A part that can be read.
    pub(super) fn part<T: DeserializeOwned>(&self, name: &str) -> Option<T> {
        self.papers.get(name)
    }

    /// Some of the parts as they are, as a text of their own.
    pub(super) fn only(&self, names: &[&str]) -> String {
        self.papers.only(names)
    }

    /// Bytes of a part; 0 without one.
    pub(super) fn size(&self, name: &str) -> usize {
        self.papers.size(name)
    }

    /// Puts a part in. Returns whether it could be kept.
    pub(super) fn put<T: Serialize>(&mut self, name: &str, part: &T) -> bool {
        let put = self.papers.put(name, part);
        self.unsent |= put != Ok(false);
        put.is_ok()
    }

    /// Takes a part out.
    pub(super) fn remove(&mut self, name: &str) {
        self.unsent |= self.papers.remove(name);
    }

    /// Whether they are to be sent now; they rest from then on.
    pub(super) fn begins_to_rest(&mut self) -> bool {
        self.unsent && !std::mem::replace(&mut self.resting, self.unsent)
    }

    /// They may be sent again.
    pub(super) fn has_rested(&mut self) {
        self.resting = false;
    }

    /// The text, where the engine was not told it. It counts as told from then on.
    pub(super) fn take_unsent(&mut self) -> Option<String> {
        std::mem::take(&mut self.unsent).then(|| self.papers.text())
    }

    /// The text of papers that stay while their workspace comes back. The engine is told it anew.
    pub(super) fn stay(&mut self) -> String {
        self.unsent = true;
        self.papers.text()
    }

    /// Takes the papers of another workspace.
    pub(super) fn replace(&mut self, text: &str) {
        self.papers = Papers::read(text);
    }
}
