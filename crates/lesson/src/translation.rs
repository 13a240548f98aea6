//! Translations: words only, in a file beside the lesson, each with the fingerprint of the English text it was made
//! from.
//!
//! `keys-1.es.txt`: `lesson keys-1 es`, then `title <fingerprint> | words`, and in each `step <name>` its lines: `say`,
//! `ask`, `pick 2`, `when 2`, `hint`, … Figures have no values there. Stale or missing texts stay English. Must not
//! know who shows it.

use crate::{Fault, Lesson, Piece, Place, Problem, Text, Words, Wrong};

/// The words of a lesson in another language.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Translation {
    /// The lesson.
    pub lesson: String,
    /// The language, as in links: `es`.
    pub language: String,
    /// The texts: line, step, word and number as written, fingerprint, words.
    texts: Vec<Translated>,
}

#[derive(Clone, Debug, PartialEq)]
struct Translated {
    line: usize,
    step: Option<String>,
    word: String,
    number: usize,
    fingerprint: String,
    words: Words,
}

impl Translated {
    fn is_of(&self, place: &Place) -> bool {
        self.step == place.step && self.word == place.word && self.number == place.number
    }
}

/// The fingerprint of a text: eight letters that change with its words and figures, not with the figures' values.
#[must_use]
pub fn fingerprint(words: &Words) -> String {
    let hash = words.bare().bytes().fold(0x811C_9DC5_u32, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    });
    format!("{hash:08x}")
}

/// Reads a translation.
///
/// # Errors
/// Everything that is wrong, in the order of lines.
pub fn read_translation(text: &str) -> Result<Translation, Vec<Fault>> {
    let (mut all, mut faults, mut step) = (Translation::default(), Vec::new(), None);
    if text.len() > crate::MOST_BYTES {
        let (found, most) = (text.len() as u64, crate::MOST_BYTES as u64);
        return Err(vec![Fault {
            line: 1,
            wrong: Wrong::TooMuch {
                what: "bytes in a file",
                found,
                most,
            },
        }]);
    }
    for (words, line) in text
        .lines()
        .zip(1..)
        .filter(|(words, _)| !words.trim().is_empty() && !words.starts_with('#'))
    {
        let (word, rest) = words.split_once(' ').unwrap_or((words, ""));
        match (word, rest.trim().split_once(' ')) {
            ("lesson", Some((lesson, language))) => {
                (all.lesson, all.language) = (lesson.to_owned(), language.trim().to_owned());
            }
            ("step", _) => step = Some(rest.trim().to_owned()),
            _ => match one(line, step.as_ref().filter(|_| !is_of_end(word)), word, rest) {
                Ok(text) => all.texts.push(text),
                Err(wrong) => {
                    faults.push(Fault { line, wrong });
                    if faults.len() == crate::MOST_FAULTS {
                        return Err(faults);
                    }
                }
            },
        }
    }
    if all.lesson.is_empty() {
        let wrong = Wrong::Missing {
            what: "the lesson and the language",
            example: "lesson keys-1 es",
        };
        faults.push(Fault { line: 1, wrong });
    }
    if faults.is_empty() { Ok(all) } else { Err(faults) }
}

fn is_of_end(word: &str) -> bool {
    matches!(word, "learned" | "try" | "promise")
}

/// Reads `pick 2 1a2b3c4d | words`; without a number it is the first.
fn one(line: usize, step: Option<&String>, word: &str, rest: &str) -> Result<Translated, Wrong> {
    let form = Wrong::Form {
        word: "a translation",
        form: "say <fingerprint> | words (or pick 2 <fingerprint> | words)",
    };
    let (of, words) = rest.split_once(" | ").ok_or_else(|| form.clone())?;
    let (number, fingerprint) = match of.trim().split_once(' ') {
        Some((number, fingerprint)) => (number.parse().map_err(|_| form)?, fingerprint.trim()),
        None => (1, of.trim()),
    };
    Ok(Translated {
        line,
        step: step.cloned(),
        word: word.to_owned(),
        number,
        fingerprint: fingerprint.to_owned(),
        words: Words::read(words)?,
    })
}

/// A text in another language, with the values of the English text. `None` if it is stale or missing: the English text
/// stays, marked.
#[must_use]
pub fn translated(text: &Text<'_>, translation: &Translation) -> Option<Words> {
    let found = translation.texts.iter().find(|one| one.is_of(&text.place))?;
    if found.fingerprint != fingerprint(text.words) {
        return None;
    }
    let value = |written: &str| {
        let same = text.words.figures().find(|(_, english, _)| *english == written);
        same.and_then(|(_, _, expected)| expected.map(str::to_owned))
    };
    let piece = |piece: &Piece| match piece {
        Piece::Figure { sum, written, .. } => Piece::Figure {
            sum: sum.clone(),
            written: written.clone(),
            expected: value(written),
        },
        text @ Piece::Text(_) => text.clone(),
    };
    Some(Words {
        pieces: found.words.pieces.iter().map(piece).collect(),
    })
}

/// The problems of a translation: other figures, other places, too long, stale, missing.
#[must_use]
pub fn lint_translation(lesson: &Lesson, translation: &Translation) -> Vec<Problem> {
    let mut problems = Vec::new();
    let texts = lesson.texts();
    if translation.lesson != lesson.id {
        problems.push(Problem {
            line: 1,
            words: format!("it belongs to `{}`, not to `{}`", translation.lesson, lesson.id),
        });
    }
    for one in &translation.texts {
        let mut problem = |words: String| problems.push(Problem { line: one.line, words });
        let Some(english) = texts.iter().find(|text| one.is_of(&text.place)) else {
            problem(format!("the lesson has no `{} {}` here", one.word, one.number));
            continue;
        };
        let now = fingerprint(english.words);
        if one.fingerprint != now {
            problem(format!("the English changed: its fingerprint is {now}"));
        }
        if figures(&one.words) != figures(english.words) {
            problem(format!(
                "its figures differ from those of the English: {}",
                figures(english.words).join(", ")
            ));
        }
        let (long, most) = (
            one.words.bare().chars().count(),
            english.words.bare().chars().count() * 27 / 20 + 4,
        );
        if long > most {
            problem(format!(
                "{long} letters; {most} at most, about a third more than the English"
            ));
        }
    }
    for text in texts
        .iter()
        .filter(|text| !translation.texts.iter().any(|one| one.is_of(&text.place)))
    {
        let Place { step, word, number } = &text.place;
        let step = step.as_deref().unwrap_or("the head");
        problems.push(Problem {
            line: 1,
            words: format!("missing: {word} {number} of {step}, {}", fingerprint(text.words)),
        });
    }
    problems
}

fn figures(words: &Words) -> Vec<String> {
    let mut all: Vec<String> = words.figures().map(|(_, written, _)| written.to_owned()).collect();
    hashrange_values::sort(&mut all);
    all
}
