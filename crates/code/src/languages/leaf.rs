//! Values without parts, in languages with types: texts, words, numbers, times and bytes.
//!
//! Must not know any single language.

use crate::draft::Draft;
use crate::shapes::{Type, is_named_word};
use crate::value::{Content, Value, milliseconds};

/// How a language writes values without parts. Pairs stand before and after the value.
pub(super) struct Leaves {
    /// After a text.
    pub(super) text: &'static str,
    /// Before the set of a word, and between the set and the word.
    pub(super) word: [&'static str; 2],
    /// The same for a word that the library does not name. Without the first, a text stands for the word.
    pub(super) other_word: [&'static str; 2],
    /// Whether words have capitals as names have, and not as the service has them.
    pub(super) capitalises_words: bool,
    /// Whether sets of words do.
    pub(super) capitalises_sets: bool,
    /// After a number of 64 bits.
    pub(super) long: &'static str,
    /// After a floating-point number.
    pub(super) real: &'static str,
    /// Around the milliseconds of a time.
    pub(super) time: [&'static str; 2],
    /// Around bytes.
    pub(super) bytes: [&'static str; 2],
    /// Whether bytes stand in base64.
    pub(super) is_base64: bool,
}

impl Leaves {
    /// Writes a value if it has no parts, and returns its content otherwise.
    pub(super) fn write<'a>(&self, value: Value<'a>, out: &mut Draft) -> Option<Content<'a>> {
        match value.content() {
            Content::Text(text) => self.text(value.of, text, out),
            Content::Bool(truth) => out.truth(truth),
            Content::Number(digits) => match (value.of, milliseconds(digits)) {
                (Type::Time, Some(milliseconds)) => out.all(&[self.time[0], &milliseconds, self.time[1]]),
                (Type::Long, _) => out.all(&[digits, self.long]),
                (Type::Real, _) => out.all(&[digits, self.real]),
                _ => out.add(digits),
            },
            Content::Bytes(base64) => {
                out.add(self.bytes[0]);
                if self.is_base64 {
                    out.quote(base64);
                } else {
                    out.quote_bytes(base64);
                }
                out.add(self.bytes[1]);
            }
            content => return Some(content),
        }
        None
    }

    fn text(&self, of: Type, text: &str, out: &mut Draft) {
        let Type::Word(set) = of else {
            out.quote(text);
            return out.add(self.text);
        };
        let is_named = is_named_word(set, text);
        let [before, between] = if is_named { self.word } else { self.other_word };
        if between.is_empty() && !is_named {
            return out.quote(text);
        }
        out.add(before);
        if self.capitalises_sets {
            out.capitalised(set);
        } else {
            out.add(set);
        }
        out.add(between);
        if !is_named {
            out.quote(text);
            out.add(")");
        } else if self.capitalises_words {
            out.capitalised(text);
        } else {
            out.add(text);
        }
    }
}
