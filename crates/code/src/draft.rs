//! The text of a program while it is written, and its layout: a group of elements stays on one line where it fits, and
//! else has a line for each element.
//!
//! A draft is one text with marks, because calls that append to a text are the smallest code. Must not know languages.

use crate::language::Language;
use crate::literal::{Escapes, quote, quote_bytes};
use crate::names;
use crate::reason::Reason;
use crate::value::bytes;

/// The number of bytes on a line up to which a group stays on it.
const WIDTH: usize = 88;
/// The mark before the elements of a group. The byte after it is the [`Style`].
const BEGIN: u8 = 1;
/// The mark between elements.
const NEXT: u8 = 2;
/// The mark after the elements.
const END: u8 = 3;

/// How the elements of a group are divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    /// Commas between elements: JSON, Java.
    Commas = 4,
    /// Commas after elements, also after the last of several lines.
    AllCommas = 5,
    /// The same, with spaces inside the ends of one line.
    Spaced = 6,
    /// Calls, one after the other. What follows the last call stays on its line.
    Calls = 7,
}

/// A program in the making.
pub(crate) struct Draft {
    text: String,
    /// How the language writes characters by number.
    pub(crate) escapes: Escapes,
    /// The unit of indentation.
    pub(crate) unit: &'static str,
    /// The number of bytes on a line up to which a group stays on it.
    pub(crate) width: usize,
    /// Why there is no program, if there is none.
    refusal: Option<Reason>,
}

impl Draft {
    /// An empty draft.
    pub(crate) fn new() -> Self {
        Self {
            text: String::new(),
            escapes: Escapes::Utf16,
            unit: "    ",
            width: WIDTH,
            refusal: None,
        }
    }

    /// Adds text as it is. It has no character below 4.
    #[inline(never)]
    pub(crate) fn add(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Adds several texts.
    #[inline(never)]
    pub(crate) fn all(&mut self, texts: &[&str]) {
        for text in texts {
            self.text.push_str(text);
        }
    }

    /// Adds a text as a literal.
    #[inline(never)]
    pub(crate) fn quote(&mut self, text: &str) {
        quote(&mut self.text, text, self.escapes);
    }

    /// Adds bytes in base64 as a literal.
    #[inline(never)]
    pub(crate) fn quote_bytes(&mut self, base64: &str) {
        quote_bytes(&mut self.text, &bytes(base64));
    }

    /// Adds a name in small letters, with a text between its words.
    #[inline(never)]
    pub(crate) fn joined(&mut self, name: &str, between: &str) {
        names::join(&mut self.text, name, between);
    }

    /// Adds a name with a capital letter for each word.
    #[inline(never)]
    pub(crate) fn capitalised(&mut self, name: &str) {
        names::capitalise(&mut self.text, name);
    }

    /// Adds a name with its first word in small letters.
    #[inline(never)]
    pub(crate) fn uncapitalised(&mut self, name: &str) {
        names::uncapitalise(&mut self.text, name);
    }

    /// Adds `true` or `false`.
    #[inline(never)]
    pub(crate) fn truth(&mut self, truth: bool) {
        self.add(if truth { "true" } else { "false" });
    }

    /// Begins a group after a text. Each element follows a call of [`Self::item`].
    #[inline(never)]
    pub(crate) fn begin(&mut self, open: &str, style: Style) {
        self.text.push_str(open);
        self.text.push(char::from(BEGIN));
        self.text.push(char::from(style as u8));
    }

    /// Begins an element.
    #[inline(never)]
    pub(crate) fn item(&mut self) {
        let bytes = self.text.as_bytes();
        let is_first = bytes.len().checked_sub(2).and_then(|place| bytes.get(place)) == Some(&BEGIN);
        if !is_first {
            self.text.push(char::from(NEXT));
        }
    }

    /// Ends a group before a text.
    #[inline(never)]
    pub(crate) fn end(&mut self, close: &str) {
        self.text.push(char::from(END));
        self.text.push_str(close);
    }

    /// Notes that there is no program, because the language has no form for a value.
    #[cold]
    #[inline(never)]
    pub(crate) fn refuse(&mut self, language: Language, name: &str) {
        let name = name.to_owned();
        self.refusal.get_or_insert(Reason::Inexpressible { language, name });
    }

    /// The program, laid out.
    ///
    /// # Errors
    /// When the language refused a value.
    pub(crate) fn finish(self) -> Result<String, Reason> {
        match self.refusal {
            Some(reason) => Err(reason),
            None => Ok(lay_out(&self.text, self.unit, self.width)),
        }
    }
}

fn lay_out(draft: &str, unit: &str, width: usize) -> String {
    let bytes = draft.as_bytes();
    let mut out = String::with_capacity(draft.len() * 2);
    // The groups around the place: their styles, and the indentation of their elements if they have several lines.
    let mut groups: Vec<(u8, Option<String>)> = Vec::new();
    let (mut place, mut from) = (0, 0);
    while let Some(&byte) = bytes.get(place) {
        if byte > END || byte == 0 {
            place += 1;
            continue;
        }
        out.push_str(draft.get(from..place).unwrap_or_default());
        place += 1;
        if byte == BEGIN {
            let style = bytes.get(place).copied().unwrap_or_default();
            place += 1;
            groups.push((style, indentation(bytes, place, &out, (unit, width))));
        }
        from = place;
        divide(&mut out, byte, groups.last());
        if byte == END
            && let Some((style, Some(indent))) = groups.pop()
            && style != Style::Calls as u8
        {
            new_line(&mut out, indent.get(unit.len()..).unwrap_or_default());
        }
    }
    out.push_str(draft.get(from..).unwrap_or_default());
    out
}

/// Writes what stands at a mark of a group.
fn divide(out: &mut String, mark: u8, group: Option<&(u8, Option<String>)>) {
    let Some((style, indent)) = group else {
        return;
    };
    let is_last = mark == END;
    let has_comma = *style != Style::Calls as u8 && mark != BEGIN;
    if let Some(indent) = indent {
        if has_comma && !(is_last && *style == Style::Commas as u8) {
            out.push(',');
        }
        if !is_last {
            new_line(out, indent);
        }
    } else if mark == NEXT {
        out.push_str(if has_comma { ", " } else { "" });
    } else if *style == Style::Spaced as u8 {
        out.push(' ');
    }
}

fn new_line(out: &mut String, indent: &str) {
    out.push('\n');
    out.push_str(indent);
}

/// The indentation of the elements that begin here, if they do not fit on the line.
fn indentation(bytes: &[u8], place: usize, out: &str, (unit, most): (&str, usize)) -> Option<String> {
    let line = out.get(out.rfind('\n').map_or(0, |end| end + 1)..).unwrap_or_default();
    let (mut width, mut depth) = (line.len(), 1_usize);
    for &byte in bytes.get(place..).unwrap_or_default() {
        match byte {
            BEGIN => depth += 1,
            NEXT | END if depth == 0 => break,
            NEXT => width += 2,
            END => depth -= 1,
            b'\n' if depth == 0 => break,
            _ => width += usize::from(byte > Style::Calls as u8),
        }
        if width > most {
            let indent = line.len() - line.trim_start_matches([' ', '\t']).len();
            return Some([line.get(..indent).unwrap_or_default(), unit].concat());
        }
    }
    None
}
