//! The name of a learner's file: the lesson, the learner, the kind of file.
//!
//! Must not know the content of the file.

/// The maximum characters of a learner's name in the name of a file.
const MOST_LETTERS: usize = 40;

/// The name of a file, in letters that every file system accepts.
#[must_use]
pub fn file_name(lesson: &str, learner: &str, kind: &str) -> String {
    let letters = learner
        .chars()
        .map(|letter| if letter.is_alphanumeric() { letter } else { '-' });
    let learner: String = letters.take(MOST_LETTERS).collect();
    format!("{lesson}-{}.{kind}", learner.trim_matches('-'))
}
