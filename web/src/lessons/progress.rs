//! The learner's progress: finished lessons, and the current one. One line of text with a version, stored in this
//! browser.
//!
//! Must not know the content of a lesson.

use crate::preferences::browser_storage;

/// The first word of the line. A line of another version is ignored.
const VERSION: &str = "1";
/// The key in the browser's storage.
const PLACE: &str = "hashrange-lessons";

/// A learner's progress.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// The ids of finished lessons, in the order in which they were finished.
    pub done: Vec<String>,
    /// The current lesson and the last shown step, by their names.
    pub at: Option<(String, String)>,
}

impl Progress {
    /// Whether a lesson is finished.
    #[must_use]
    pub fn is_done(&self, id: &str) -> bool {
        self.done.iter().any(|done| done == id)
    }

    /// The last step of the current lesson.
    #[must_use]
    pub fn step_of(&self, id: &str) -> Option<&str> {
        self.at
            .as_ref()
            .filter(|(lesson, _)| lesson == id)
            .map(|(_, step)| step.as_str())
    }

    /// Records that a step of a lesson is shown.
    pub fn reach(&mut self, id: &str, step: &str) {
        self.at = Some((id.to_owned(), step.to_owned()));
    }

    /// Records that a lesson is finished.
    pub fn finish(&mut self, id: &str) {
        if !self.is_done(id) {
            self.done.push(id.to_owned());
        }
        self.leave(id);
    }

    /// Ends the current lesson.
    pub fn leave(&mut self, id: &str) {
        self.at.take_if(|(lesson, _)| lesson == id);
    }

    /// Reads a line. Missing parts keep their defaults.
    #[must_use]
    pub fn from_line(line: &str) -> Self {
        let mut progress = Self::default();
        let mut words = line.split(';');
        if words.next() != Some(VERSION) {
            return progress;
        }
        for (name, value) in words.filter_map(|word| word.split_once('=')) {
            match name {
                "done" => {
                    progress.done = value
                        .split(',')
                        .filter(|id| !id.is_empty())
                        .map(str::to_owned)
                        .collect();
                }
                "at" => progress.at = value.split_once('/').map(|(id, step)| (id.to_owned(), step.to_owned())),
                _ => {}
            }
        }
        progress
    }

    /// Writes the line.
    #[must_use]
    pub fn to_line(&self) -> String {
        let at = self
            .at
            .as_ref()
            .map(|(id, step)| format!(";at={id}/{step}"))
            .unwrap_or_default();
        format!("{VERSION};done={}{at}", self.done.join(","))
    }

    /// The stored progress of this browser.
    #[must_use]
    pub fn load() -> Self {
        let line = browser_storage().and_then(|storage| storage.get_item(PLACE).ok().flatten());
        line.map(|line| Self::from_line(&line)).unwrap_or_default()
    }

    /// Stores it in this browser.
    pub fn keep(&self) {
        if let Some(storage) = browser_storage() {
            // If storage is full or forbidden, only the progress is lost.
            let _ = storage.set_item(PLACE, &self.to_line());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lesson_is_in_progress_until_it_is_finished_or_left() {
        let mut progress = Progress::default();
        progress.reach("keys-1", "table");
        progress.reach("keys-1", "hash");
        assert_eq!(progress.step_of("keys-1"), Some("hash"));
        assert_eq!(progress.step_of("keys-2"), None);
        progress.finish("keys-1");
        progress.finish("keys-1");
        assert_eq!((progress.done.len(), progress.at.clone()), (1, None));
        progress.reach("keys-2", "share");
        progress.leave("keys-1");
        assert_eq!(progress.step_of("keys-2"), Some("share"));
        progress.leave("keys-2");
        assert_eq!(progress.at, None);
    }

    #[test]
    fn a_line_is_read_back_and_other_lines_say_nothing() {
        let mut progress = Progress {
            done: vec!["keys-1".to_owned(), "lsi-1".to_owned()],
            at: None,
        };
        assert_eq!(Progress::from_line(&progress.to_line()), progress);
        progress.reach("keys-2", "ceiling");
        assert_eq!(Progress::from_line(&progress.to_line()), progress);
        for line in ["", "2;done=keys-1", "1", "1;done=;at=none;else"] {
            assert_eq!(Progress::from_line(line), Progress::default(), "{line}");
        }
    }
}
