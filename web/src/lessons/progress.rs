//! How far a learner is: lessons finished, and the one under way. One line of text with a version, kept in this browser.
//!
//! Must not know what is in a lesson.

use crate::preferences::browser_storage;

/// Written first; a line of another version is left alone.
const VERSION: &str = "1";
/// The key in the browser's storage.
const PLACE: &str = "hashrange-lessons";

/// How far a learner is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Lessons finished, by their ids, in the order in which they were.
    pub done: Vec<String>,
    /// The lesson under way and the step that was shown last, by their names.
    pub at: Option<(String, String)>,
}

impl Progress {
    /// Whether a lesson is finished.
    #[must_use]
    pub fn is_done(&self, id: &str) -> bool {
        self.done.iter().any(|done| done == id)
    }

    /// The step of a lesson under way.
    #[must_use]
    pub fn step_of(&self, id: &str) -> Option<&str> {
        self.at.as_ref().filter(|(lesson, _)| lesson == id).map(|(_, step)| step.as_str())
    }

    /// A step of a lesson is shown.
    pub fn reach(&mut self, id: &str, step: &str) {
        self.at = Some((id.to_owned(), step.to_owned()));
    }

    /// A lesson is at its end.
    pub fn finish(&mut self, id: &str) {
        if !self.is_done(id) {
            self.done.push(id.to_owned());
        }
        self.leave(id);
    }

    /// A lesson is not gone on with.
    pub fn leave(&mut self, id: &str) {
        self.at.take_if(|(lesson, _)| lesson == id);
    }

    /// Reads a line; whatever it does not say is not so.
    #[must_use]
    pub fn from_line(line: &str) -> Self {
        let mut progress = Self::default();
        let mut words = line.split(';');
        if words.next() != Some(VERSION) {
            return progress;
        }
        for (name, value) in words.filter_map(|word| word.split_once('=')) {
            match name {
                "done" => progress.done = value.split(',').filter(|id| !id.is_empty()).map(str::to_owned).collect(),
                "at" => progress.at = value.split_once('/').map(|(id, step)| (id.to_owned(), step.to_owned())),
                _ => {}
            }
        }
        progress
    }

    /// Writes the line.
    #[must_use]
    pub fn to_line(&self) -> String {
        let at = self.at.as_ref().map(|(id, step)| format!(";at={id}/{step}")).unwrap_or_default();
        format!("{VERSION};done={}{at}", self.done.join(","))
    }

    /// What this browser has kept.
    #[must_use]
    pub fn load() -> Self {
        let line = browser_storage().and_then(|storage| storage.get_item(PLACE).ok().flatten());
        line.map(|line| Self::from_line(&line)).unwrap_or_default()
    }

    /// Keeps it in this browser.
    pub fn keep(&self) {
        if let Some(storage) = browser_storage() {
            // A full or forbidden storage forgets how far somebody was, and nothing else is lost by that.
            let _ = storage.set_item(PLACE, &self.to_line());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lesson_is_under_way_until_it_is_finished_or_left() {
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
        let mut progress = Progress { done: vec!["keys-1".to_owned(), "lsi-1".to_owned()], at: None };
        assert_eq!(Progress::from_line(&progress.to_line()), progress);
        progress.reach("keys-2", "ceiling");
        assert_eq!(Progress::from_line(&progress.to_line()), progress);
        for line in ["", "2;done=keys-1", "1", "1;done=;at=none;else"] {
            assert_eq!(Progress::from_line(line), Progress::default(), "{line}");
        }
    }
}
