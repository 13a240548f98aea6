//! Writes JSON directly into a string: commas, escaping, and an optional pretty layout.
//!
//! Owns the text form, and the tokens of a text that code reads after writing it. Must not know what is written.

use std::fmt::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hashrange_values::Number;

use super::digits::Digits;
use super::plain_run::plain_run;
use super::tape::{Recording, TokenKind};

/// Builds one JSON text.
#[derive(Debug, Default)]
pub(crate) struct Writer {
    text: String,
    /// Whether the layout has line breaks and indentation.
    pretty: bool,
    depth: usize,
    /// Whether the position is inside an object that stays on one line.
    inline: bool,
    /// Whether the innermost container is still empty.
    first: bool,
    /// The written tokens, for a reader that needs no text.
    recording: Option<Recording>,
}

impl Writer {
    /// Creates a writer of compact JSON.
    pub(crate) fn compact() -> Self {
        Self::with_room(128)
    }

    /// Creates a writer of compact JSON with this initial capacity in bytes.
    pub(crate) fn with_room(bytes: usize) -> Self {
        Self {
            text: String::with_capacity(bytes),
            first: true,
            ..Self::default()
        }
    }

    /// Creates a writer of JSON that indents two blanks per level and writes attribute values on one line.
    pub(crate) fn pretty() -> Self {
        Self {
            pretty: true,
            ..Self::compact()
        }
    }

    /// Creates a writer of compact JSON that records its tokens.
    pub(crate) fn recording() -> Self {
        Self {
            recording: Some(Recording::default()),
            ..Self::compact()
        }
    }

    /// Returns the text and its tokens.
    pub(super) fn finish_recording(self) -> (String, Recording) {
        (self.text, self.recording.unwrap_or_default())
    }

    /// Records a token of the text written since `at`.
    #[inline]
    fn note(&mut self, kind: TokenKind, at: usize, extent: usize) {
        if self.recording.is_some() {
            self.note_token(kind, at, extent);
        }
    }

    /// Records the token. This function is separate because most writers do not record.
    #[inline(never)]
    fn note_token(&mut self, kind: TokenKind, at: usize, extent: usize) {
        if let Some(recording) = &mut self.recording {
            recording.push(kind, at, extent);
        }
    }

    /// Records a container that begins here.
    #[inline(never)]
    fn note_open(&mut self, kind: TokenKind) -> usize {
        let at = self.text.len();
        self.recording.as_mut().map_or(0, |recording| recording.open(kind, at))
    }

    #[inline(never)]
    fn note_close(&mut self, place: usize) {
        if let Some(recording) = &mut self.recording {
            recording.close(place);
        }
    }

    /// Returns the text.
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

    /// Writes the comma and the line break before an element of a list.
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

    /// Writes an object; `body` writes its members.
    pub(crate) fn object(&mut self, body: impl FnOnce(&mut Self)) {
        let place = self.note_open(TokenKind::Object);
        self.open('{');
        body(self);
        self.close('}');
        self.note_close(place);
    }

    /// Writes an object that stays on one line in the pretty layout.
    pub(crate) fn inline_object(&mut self, body: impl FnOnce(&mut Self)) {
        self.inline_container('{', '}', body);
    }

    /// Writes a container that adds no level of indentation.
    fn inline_container(&mut self, open: char, close: char, body: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.inline, true);
        let place = self.note_open(if open == '[' {
            TokenKind::List
        } else {
            TokenKind::Object
        });
        self.text.push(open);
        self.first = true;
        body(self);
        self.first = false;
        self.text.push(close);
        self.note_close(place);
        self.inline = outer;
    }

    /// Writes a value under its type descriptor, as an object with one member on one line. `opening` is the text up to
    /// the value.
    pub(crate) fn typed(&mut self, opening: &'static str, body: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.inline, true);
        let place = self.note_open(TokenKind::Object);
        self.note(
            TokenKind::Plain,
            self.text.len() + 1,
            opening.len().saturating_sub("{\"\":".len()),
        );
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

    /// Writes content on its own lines inside an inline object.
    pub(crate) fn block(&mut self, body: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.inline, false);
        body(self);
        self.inline = outer;
    }

    /// Writes a list; `body` writes its elements, each after [`Writer::element`].
    pub(crate) fn list(&mut self, body: impl FnOnce(&mut Self)) {
        let place = self.note_open(TokenKind::List);
        self.open('[');
        body(self);
        self.close(']');
        self.note_close(place);
    }

    /// Writes a list of strings, on one line in the pretty layout.
    pub(crate) fn strings<'a>(&mut self, strings: impl Iterator<Item = &'a str>) {
        self.inline_container('[', ']', |out| {
            for text in strings {
                out.element();
                out.string(text);
            }
        });
    }

    /// Writes the key of the next member.
    pub(crate) fn key(&mut self, name: &str) {
        self.element();
        self.string(name);
        self.text.push_str(if self.pretty { ": " } else { ":" });
    }

    /// Writes a member with a string value.
    pub(crate) fn text_member(&mut self, name: &str, value: &str) {
        self.key(name);
        self.string(value);
    }

    /// Writes a member of compact JSON in one step: name, the part before its text, the text, and the part after it.
    /// Returns false, without writing, when the member needs more than that. The function is inlined so that the
    /// compiler knows the lengths of the copies. In WebAssembly a copy of unknown length takes four times as long.
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

    /// Writes a member with a string value; omits it for `None`.
    pub(crate) fn optional_text(&mut self, name: &str, value: Option<&str>) {
        if let Some(value) = value {
            self.text_member(name, value);
        }
    }

    /// Writes a member with a boolean; omits it for `None`.
    pub(crate) fn optional_boolean(&mut self, name: &str, value: Option<bool>) {
        if let Some(value) = value {
            self.key(name);
            self.boolean(value);
        }
    }

    /// Writes a member with an integer.
    pub(crate) fn count_member(&mut self, name: &str, value: u64) {
        self.key(name);
        self.display(value);
    }

    /// Writes a member with a fractional number.
    pub(crate) fn decimal_member(&mut self, name: &str, value: f64) {
        self.key(name);
        self.decimal(value);
    }

    /// Writes a member with a decimal number; omits it for `None`.
    pub(crate) fn optional_decimal(&mut self, name: &str, value: Option<f64>) {
        if let Some(value) = value {
            self.decimal_member(name, value);
        }
    }

    /// Writes `true` or `false`.
    pub(crate) fn boolean(&mut self, value: bool) {
        self.note(
            if value { TokenKind::True } else { TokenKind::False },
            self.text.len(),
            0,
        );
        self.text.push_str(if value { "true" } else { "false" });
    }

    /// Writes `null`.
    pub(crate) fn null(&mut self) {
        self.note(TokenKind::Null, self.text.len(), 0);
        self.text.push_str("null");
    }

    /// Writes a number, or another value whose text is JSON.
    pub(crate) fn display(&mut self, value: impl std::fmt::Display) {
        let at = self.text.len();
        // Writing into a String cannot fail.
        let _ = write!(self.text, "{value}");
        self.note(TokenKind::Number, at, self.text.len() - at);
    }

    /// Writes a fractional number with at least one decimal, as the service writes units and times
    /// (observed: decimals-in-json).
    pub(crate) fn decimal(&mut self, value: f64) {
        let finite = if value.is_finite() { value } else { 0.0 };
        let at = self.text.len();
        let _ = write!(self.text, "{finite:?}");
        self.note(TokenKind::Number, at, self.text.len() - at);
    }

    /// Writes a Number's digits, without quotes.
    pub(crate) fn number(&mut self, number: &Number) {
        let at = self.text.len();
        self.digits(number);
        self.note(TokenKind::Number, at, self.text.len() - at);
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

    /// Writes a Number's digits as a string.
    pub(crate) fn quoted_number(&mut self, number: &Number) {
        let at = self.text.len();
        self.text.push('"');
        self.digits(number);
        self.text.push('"');
        self.note(TokenKind::Plain, at, self.text.len() - at - 2);
    }

    /// Writes bytes as a base64 string.
    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        let at = self.text.len();
        self.text.push('"');
        STANDARD.encode_string(bytes, &mut self.text);
        self.text.push('"');
        self.note(TokenKind::Plain, at, self.text.len() - at - 2);
    }

    /// Writes a string with its quotes.
    pub(crate) fn string(&mut self, text: &str) {
        let at = self.text.len();
        self.text.push('"');
        if plain_run(text.as_bytes()) == text.len() {
            self.text.push_str(text);
            self.note(TokenKind::Plain, at, text.len());
        } else {
            self.with_escapes(text);
            if let Some(recording) = &mut self.recording {
                recording.push_escaped(at, text);
            }
        }
        self.text.push('"');
    }

    /// Writes a string with escapes. This function is separate so that strings without escapes stay fast.
    #[inline(never)]
    fn with_escapes(&mut self, text: &str) {
        let mut rest = text;
        loop {
            // An escaped byte is a whole character, so the run ends between characters.
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
