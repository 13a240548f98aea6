//! The result of a lesson as a file: lines of text that a learner can read before handing them in.
//!
//! ```text
//! hashrange lesson result 1
//! learner Kim
//! lesson keys-2 1a2b3c4d        its id, and the CRC-32 of its text
//! skipped 3                     the steps before the one that a link opened, if a link did
//! reached 9                     the number of the last step reached; or `finished`
//! pick ceiling 1                each answer, in order: a pick, a number, a goal with the lesson's time in milliseconds
//! say formula 15
//! met turn 61234
//! sum 5e6f7a8b                  the CRC-32 of everything above
//! ```
//!
//! The checksum detects damage, not fraud. Must not know what is right.

use hashrange_checkpoint::crc32;
use serde::{Deserialize, Serialize};

const HEAD: &str = "hashrange lesson result ";
const VERSION: &str = "1";
/// The last line has this form.
const SUM: &str = "sum 00000000\n";
/// The maximum bytes of a file.
const MOST_BYTES: usize = 64 * 1024;
/// The maximum characters of a name, of a learner or a step.
const MOST_LETTERS: usize = 100;

/// What a learner did in a lesson.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LessonResult {
    /// The learner's name, as they wrote it.
    pub learner: String,
    /// The id of the lesson.
    pub lesson: String,
    /// [`mark_of`] the text that was played.
    pub mark: u32,
    /// The number of steps before the one that a link opened. The host answered in them, not the learner.
    pub skipped: usize,
    /// The number of the last step reached, from 1; `None` if the lesson is finished.
    pub reached: Option<usize>,
    /// Each answer with the name of its step, in order.
    pub answers: Vec<(String, Answered)>,
}

/// One answer of a learner.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Answered {
    /// A pick, by its number in the file from 1.
    Pick(usize),
    /// A number, as text.
    Say(String),
    /// The goal was reached, this many milliseconds after the lesson's first words, in virtual time.
    Met(u64),
}

/// Why bytes are not the result of a lesson.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotResult {
    /// They have another beginning.
    #[error("This file is not the result of a lesson.")]
    Other,
    /// A newer program wrote them.
    #[error("A newer version of Hashrange wrote this result.")]
    Newer,
    /// Bytes are missing or changed.
    #[error("This result is damaged: bytes are missing or changed.")]
    Damaged,
    /// There are too many.
    #[error("This result is larger than {} KB.", MOST_BYTES / 1024)]
    TooLong,
}

/// Identifies the text of a lesson.
#[must_use]
pub fn mark_of(text: &str) -> u32 {
    crc32(text.as_bytes())
}

impl LessonResult {
    /// The text of a file. A name has at most 100 characters and no line breaks there.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = format!(
            "{HEAD}{VERSION}\nlearner {}\nlesson {} {:08x}\n",
            one_line(&self.learner),
            one_line(&self.lesson),
            self.mark
        );
        if self.skipped > 0 {
            text += &format!("skipped {}\n", self.skipped);
        }
        text += &self
            .reached
            .map_or_else(|| "finished\n".to_owned(), |step| format!("reached {step}\n"));
        for (step, answered) in &self.answers {
            let (word, value) = match answered {
                Answered::Pick(number) => ("pick", number.to_string()),
                Answered::Say(number) => ("say", one_line(number)),
                Answered::Met(millis) => ("met", millis.to_string()),
            };
            let line = format!("{word} {} {value}\n", one_line(step));
            // A file never grows beyond what a reader accepts: the first answers count.
            if text.len() + line.len() + SUM.len() <= MOST_BYTES {
                text += &line;
            }
        }
        let sum = crc32(text.as_bytes());
        text + &format!("sum {sum:08x}\n")
    }

    /// Reads a file.
    ///
    /// # Errors
    /// When it is not the result of a lesson, is damaged or too long, or a newer program wrote it.
    pub fn read(bytes: &[u8]) -> Result<Self, NotResult> {
        let rest = bytes.strip_prefix(HEAD.as_bytes()).ok_or(NotResult::Other)?;
        if bytes.len() > MOST_BYTES {
            return Err(NotResult::TooLong);
        }
        let text = std::str::from_utf8(rest).map_err(|_| NotResult::Damaged)?;
        let (version, body) = text.split_once('\n').ok_or(NotResult::Damaged)?;
        if version != VERSION {
            return Err(NotResult::Newer);
        }
        Self::of_lines(bytes, body).ok_or(NotResult::Damaged)
    }

    /// The result in these lines, if they have everything, and the checksum fits the bytes before it.
    fn of_lines(bytes: &[u8], body: &str) -> Option<Self> {
        let (lines, sum) = body.strip_suffix('\n')?.rsplit_once('\n')?;
        let sum = u32::from_str_radix(sum.strip_prefix("sum ")?, 16).ok()?;
        let covered = bytes.len().checked_sub(SUM.len())?;
        if crc32(bytes.get(..covered)?) != sum {
            return None;
        }
        let mut result = Self::default();
        let mut is_ended = false;
        for line in lines.split('\n') {
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            match word {
                "learner" => result.learner = bounded(rest)?,
                "lesson" => {
                    let (id, mark) = rest.split_once(' ')?;
                    result.lesson = bounded(id)?;
                    result.mark = u32::from_str_radix(mark, 16).ok()?;
                }
                "skipped" => result.skipped = rest.parse().ok()?,
                "reached" => {
                    result.reached = Some(rest.parse().ok()?);
                    is_ended = true;
                }
                "finished" => is_ended = true,
                _ => result.answers.push(answer(word, rest)?),
            }
        }
        (is_ended && !result.lesson.is_empty()).then_some(result)
    }

    /// The first answer of a step: a later one was given with the reply in view.
    #[must_use]
    pub fn first(&self, step: &str) -> Option<&Answered> {
        let found = self.answers.iter().find(|(name, _)| name == step);
        found.map(|(_, answered)| answered)
    }
}

/// The answer of a line: the step's name, then the value.
fn answer(word: &str, rest: &str) -> Option<(String, Answered)> {
    let (step, value) = rest.split_once(' ')?;
    let answered = match word {
        "pick" => Answered::Pick(value.parse().ok()?),
        "say" => Answered::Say(bounded(value)?),
        "met" => Answered::Met(value.parse().ok()?),
        _ => return None,
    };
    Some((bounded(step)?, answered))
}

/// A text that is not longer than a name, and has no control characters.
fn bounded(text: &str) -> Option<String> {
    let fits = text.chars().count() <= MOST_LETTERS && !text.contains(char::is_control);
    fits.then(|| text.to_owned())
}

/// A text in one line, as long as a name at most.
fn one_line(text: &str) -> String {
    let plain = |letter: char| if letter.is_control() { ' ' } else { letter };
    text.chars().take(MOST_LETTERS).map(plain).collect()
}
