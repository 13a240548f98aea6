//! Writing JSON straight into a string: commas, escaping, and an optional layout for people.
//!
//! Owns the text form, and the tokens of a text where somebody looks at them next. Must not know what is written.

use std::fmt::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hashrange_values::Number;

use super::digits::Digits;
use super::plain_run::plain_run;
use super::tape::{Kind, Recording};

/// Builds one JSON text.
#[derive(Debug, Default)]
pub(crate) struct Writer {
    text: String,
    /// Line breaks and indentation.
    pretty: bool,
    depth: usize,
    /// Inside objects that stay on their line.
    inline: bool,
    /// Nothing was written in the innermost container yet.
    first: bool,
    /// The tokens written, for who reads them rather than the text.
    recording: Option<Recording>,
}

impl Writer {
    /// A writer of compact JSON.
    pub(crate) fn compact() -> Self {
        Self::with_room(128)
    }

    /// A writer of compact JSON of about so many bytes.
    pub(crate) fn with_room(bytes: usize) -> Self {
        Self { text: String::with_capacity(bytes), first: true, ..Self::default() }
    }

    /// A writer of JSON with two blanks a level, attribute values on one line.
    pub(crate) fn pretty() -> Self {
        Self { pretty: true, ..Self::compact() }
    }

    /// A writer of compact JSON that notes the tokens it writes.
    pub(crate) fn recording() -> Self {
        Self { recording: Some(Recording::default()), ..Self::compact() }
    }

    /// The text written, and its tokens.
    pub(super) fn finish_recording(self) -> (String, Recording) {
        (self.text, self.recording.unwrap_or_default())
    }

    /// Notes a token of what was written since `at`.
    #[inline]
    fn note(&mut self, kind: Kind, at: usize, extent: usize) {
        if self.recording.is_some() {
            self.note_token(kind, at, extent);
        }
    }

    /// Apart: most texts are only written.
    #[inline(never)]
    fn note_token(&mut self, kind: Kind, at: usize, extent: usize) {
        if let Some(recording) = &mut self.recording {
            recording.push(kind, at, extent);
        }
    }

    /// Notes a container that begins here.
    #[inline(never)]
    fn note_open(&mut self, kind: Kind) -> usize {
        let at = self.text.len();
        self.recording.as_mut().map_or(0, |recording| recording.open(kind, at))
    }

    #[inline(never)]
    fn note_close(&mut self, place: usize) {
        if let Some(recording) = &mut self.recording {
            recording.close(place);
        }
    }

    /// The text written.
    pub(crate) fn finish(self) -> String {
        self.text
    }

    fn line(&mut self) {
        if self.pretty && !self.inline {
            self.text.push('\n');
            for _ in 0..self.depth {
                self.text.push_str("  ");
            }
        }
    }

    /// Comma and line break before an element of a list.
    #[inline]
    pub(crate) fn element(&mut self) {
        if !self.first {
            self.text.push(',');
            if self.pretty && self.inline {
                self.text.push(' ');
            }
        }
        self.first = false;
        self.line();
    }

    fn open(&mut self, bracket: char) {
        self.text.push(bracket);
        self.depth += 1;
        self.first = true;
    }

    fn close(&mut self, bracket: char) {
        self.depth -= 1;
        if !self.first {
            self.line();
        }
        self.first = false;
        self.text.push(bracket);
    }

    /// An object; its members are written by `body`.
    pub(crate) fn object(&mut self, body: impl FnOnce(&mut Self)) {
        let place = self.note_open(Kind::Object);
        self.open('{');
        body(self);
        self.close('}');
        self.note_close(place);
    }

    /// An object that stays on its line in the layout for people.
    pub(crate) fn inline_object(&mut self, body: impl FnOnce(&mut Self)) {
        self.inline_container('{', '}', body);
    }

    /// A container that adds no level of indentation.
    fn inline_container(&mut self, open: char, close: char, body: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.inline, true);
        let place = self.note_open(if open == '[' { Kind::List } else { Kind::Object });
        self.text.push(open);
        self.first = true;
        body(self);
        self.first = false;
        self.text.push(close);
        self.note_close(place);
        self.inline = outer;
    }

    /// An object of one member that stays on its line: a value under its type. `opening` is its text up to the value.
    pub(crate) fn typed(&mut self, opening: &'static str, body: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.inline, true);
        let place = self.note_open(Kind::Object);
        self.note(Kind::Plain, self.text.len() + 1, opening.len().saturating_sub("{\"\":".len()));
        self.text.push_str(opening);
        if self.pretty {
            self.text.push(' ');
        }
        self.first = true;
        body(self);
        self.first = false;
        self.text.push('}');
        self.note_close(place);
        self.inline = outer;
    }

    /// Content on lines of its own inside an inline object.
    pub(crate) fn block(&mut self, body: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.inline, false);
        body(self);
        self.inline = outer;
    }

    /// A list; its elements are written by `body`, each after [`Writer::element`].
    pub(crate) fn list(&mut self, body: impl FnOnce(&mut Self)) {
        let place = self.note_open(Kind::List);
        self.open('[');
        body(self);
        self.close(']');
        self.note_close(place);
    }

    /// A list of strings, on one line in the layout for people.
    pub(crate) fn strings<'a>(&mut self, strings: impl Iterator<Item = &'a str>) {
        self.inline_container('[', ']', |out| {
            for text in strings {
                out.element();
                out.string(text);
            }
        });
    }

    /// The key of the member whose value is written next.
    pub(crate) fn key(&mut self, name: &str) {
        self.element();
        self.string(name);
        self.text.push_str(if self.pretty { ": " } else { ":" });
    }

    /// A member with a string.
    pub(crate) fn text_member(&mut self, name: &str, value: &str) {
        self.key(name);
        self.string(value);
    }

    /// A member of compact JSON in one go: name, then what stands before its text, the text, and what stands after it.
    /// False, with nothing written, when that is not all there is to it. Inlined so that the compiler knows what it copies:
    /// in WebAssembly a copy of a length unknown to it takes four times as long.
    #[inline(always)]
    pub(crate) fn plain_member(&mut self, name: &str, [before, text, after]: [&str; 3]) -> bool {
        let plain = |text: &str| plain_run(text.as_bytes()) == text.len();
        if self.pretty || self.recording.is_some() || !plain(name) || !plain(text) {
            return false;
        }
        if !self.first {
            self.text.push(',');
        }
        self.text.push('"');
        self.text.push_str(name);
        self.text.push_str(before);
        self.text.push_str(text);
        self.text.push_str(after);
        self.first = false;
        true
    }

    /// A member with a string, when there is one.
    pub(crate) fn optional_text(&mut self, name: &str, value: Option<&str>) {
        if let Some(value) = value {
            self.text_member(name, value);
        }
    }

    /// A member with a boolean, when there is one.
    pub(crate) fn optional_boolean(&mut self, name: &str, value: Option<bool>) {
        if let Some(value) = value {
            self.key(name);
            self.boolean(value);
        }
    }

    /// A member with a whole number.
    pub(crate) fn count_member(&mut self, name: &str, value: u64) {
        self.key(name);
        self.display(value);
    }

    /// A member with a fractional number.
    pub(crate) fn decimal_member(&mut self, name: &str, value: f64) {
        self.key(name);
        self.decimal(value);
    }

    /// A member that is left out when there is no value.
    pub(crate) fn optional_decimal(&mut self, name: &str, value: Option<f64>) {
        if let Some(value) = value {
            self.decimal_member(name, value);
        }
    }

    /// `true` or `false`.
    pub(crate) fn boolean(&mut self, value: bool) {
        self.note(if value { Kind::True } else { Kind::False }, self.text.len(), 0);
        self.text.push_str(if value { "true" } else { "false" });
    }

    /// `null`.
    pub(crate) fn null(&mut self) {
        self.note(Kind::Null, self.text.len(), 0);
        self.text.push_str("null");
    }

    /// A number or anything else whose text is JSON already.
    pub(crate) fn display(&mut self, value: impl std::fmt::Display) {
        let at = self.text.len();
        // Writing into a String cannot fail.
        let _ = write!(self.text, "{value}");
        self.note(Kind::Number, at, self.text.len() - at);
    }

    /// A fractional number with at least one decimal, as the service writes units and times (observed).
    pub(crate) fn decimal(&mut self, value: f64) {
        let finite = if value.is_finite() { value } else { 0.0 };
        let at = self.text.len();
        let _ = write!(self.text, "{finite:?}");
        self.note(Kind::Number, at, self.text.len() - at);
    }

    /// A Number's digits, without quotes.
    pub(crate) fn number(&mut self, number: &Number) {
        let at = self.text.len();
        self.digits(number);
        self.note(Kind::Number, at, self.text.len() - at);
    }

    fn digits(&mut self, number: &Number) {
        match Digits::of(number) {
            Some(digits) => self.text.push_str(digits.as_str()),
            // Writing into a String cannot fail.
            None => {
                let _ = write!(self.text, "{number}");
            }
        }
    }

    /// A Number's digits as a string.
    pub(crate) fn quoted_number(&mut self, number: &Number) {
        let at = self.text.len();
        self.text.push('"');
        self.digits(number);
        self.text.push('"');
        self.note(Kind::Plain, at, self.text.len() - at - 2);
    }

    /// Bytes as a base64 string.
    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        let at = self.text.len();
        self.text.push('"');
        STANDARD.encode_string(bytes, &mut self.text);
        self.text.push('"');
        self.note(Kind::Plain, at, self.text.len() - at - 2);
    }

    /// A string with its quotes.
    pub(crate) fn string(&mut self, text: &str) {
        let at = self.text.len();
        self.text.push('"');
        if plain_run(text.as_bytes()) == text.len() {
            self.text.push_str(text);
            self.note(Kind::Plain, at, text.len());
        } else {
            self.with_escapes(text);
            if let Some(recording) = &mut self.recording {
                recording.push_escaped(at, text);
            }
        }
        self.text.push('"');
    }

    /// Apart, so that texts without escapes stay quick.
    #[inline(never)]
    fn with_escapes(&mut self, text: &str) {
        let mut rest = text;
        loop {
            // What is escaped is one byte long, so the run ends between characters.
            let (plain, tail) = rest.split_at_checked(plain_run(rest.as_bytes())).unwrap_or((rest, ""));
            self.text.push_str(plain);
            let mut characters = tail.chars();
            let Some(character) = characters.next() else { break };
            self.escaped(character);
            rest = characters.as_str();
        }
    }

    fn escaped(&mut self, character: char) {
        match character {
            '"' => self.text.push_str("\\\""),
            '\\' => self.text.push_str("\\\\"),
            '\n' => self.text.push_str("\\n"),
            '\r' => self.text.push_str("\\r"),
            '\t' => self.text.push_str("\\t"),
            other => {
                let _ = write!(self.text, "\\u{:04x}", u32::from(other));
            }
        }
    }
}
