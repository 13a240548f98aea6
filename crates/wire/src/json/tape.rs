//! Stores JSON text as a tape: a flat vector of tokens in document order. Strings and numbers stay in the text.
//!
//! Owns parsing. General parsers do not combine the needed properties: numbers as text (38 digits), the byte offset of
//! every value (for the position of errors), and one small allocation per body. A token takes twelve bytes. The depth
//! is limited, and no input causes a panic. Must not know what the JSON means.

use super::plain_run::plain_run;
use super::syntax::{SyntaxError, SyntaxReason};

/// The maximum nesting of JSON lists and objects. An attribute value of 32 levels needs about 70.
const MAX_DEPTH: usize = 512;
/// A text with deeper nesting counts as deep. The service's newer code refuses values with more than 62 levels in a
/// request for one item, and 60 in a transaction (observed: deep-requests). That is 127 lists and objects.
const DEEP: usize = 127;

/// One JSON token. The content of a container follows its token.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Token<'a> {
    Null,
    True,
    False,
    /// The number's text.
    Number(&'a str),
    /// A string without its escapes.
    Text(&'a str),
    List,
    /// Keys and values alternate.
    Object,
}

/// A token as stored on the tape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Entry {
    kind: TokenKind,
    /// Byte offset of the token.
    at: u32,
    /// The kind decides the meaning.
    extent: u32,
}

/// The kinds of tokens. Each comment states the meaning of the extent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// Unused, for these three kinds.
    Null,
    True,
    False,
    /// The length of the number's text.
    Number,
    /// A string without escapes: the length of its text between the quotes.
    Plain,
    /// A string with escapes: its index in the tape's `resolved`.
    Escaped,
    /// For both container kinds, the index after the last descendant.
    List,
    Object,
}

/// A JSON text with its tokens.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Tape<'a> {
    text: &'a str,
    entries: Vec<Entry>,
    /// The strings that had escapes, with the escapes resolved.
    resolved: Vec<Box<str>>,
    is_deep: bool,
}

impl<'a> Tape<'a> {
    /// Parses bytes that should be UTF-8 JSON.
    pub(crate) fn parse_bytes(bytes: &'a [u8]) -> Result<Self, SyntaxError> {
        match std::str::from_utf8(bytes) {
            Ok(text) => Self::parse(text),
            Err(error) => Err(SyntaxError {
                offset: error.valid_up_to(),
                reason: SyntaxReason::NotUtf8,
            }),
        }
    }

    /// Parses one JSON value, surrounded only by whitespace.
    pub(crate) fn parse(text: &'a str) -> Result<Self, SyntaxError> {
        let mut parser = Parser::new(text)?;
        parser.value(0)?;
        parser.blanks();
        if parser.at < text.len() {
            return Err(parser.error(SyntaxReason::TrailingCharacters));
        }
        Ok(parser.tape)
    }

    /// Creates the tape of a text that was written together with its tokens.
    pub(super) fn recorded(text: &'a str, recording: Recording) -> Self {
        let Recording {
            entries,
            resolved,
            is_deep,
            ..
        } = recording;
        Self {
            text,
            entries,
            resolved,
            is_deep,
        }
    }

    /// The part of the text with this start and length.
    #[inline]
    fn piece(&self, start: usize, length: u32) -> &str {
        self.text.get(start..start + length as usize).unwrap_or("")
    }

    /// The string of an entry; `None` for another kind.
    #[inline]
    fn text_of(&self, entry: Entry) -> Option<&str> {
        match entry.kind {
            TokenKind::Plain => Some(self.piece(entry.at as usize + 1, entry.extent)),
            TokenKind::Escaped => self.resolved.get(entry.extent as usize).map(|text| &**text),
            _ => None,
        }
    }

    /// Whether the text nests more than 127 lists and objects.
    pub(crate) fn is_deep(&self) -> bool {
        self.is_deep
    }

    /// The root value.
    pub(crate) fn root(&self) -> Node<'_> {
        Node { tape: self, index: 0 }
    }
}

/// The tokens of a text, recorded during writing.
#[derive(Debug, Default)]
pub(crate) struct Recording {
    entries: Vec<Entry>,
    resolved: Vec<Box<str>>,
    depth: usize,
    is_deep: bool,
}

impl Recording {
    /// Adds a token that starts at `at`.
    pub(super) fn push(&mut self, kind: TokenKind, at: usize, extent: usize) {
        self.entries.push(Entry {
            kind,
            at: narrow(at),
            extent: narrow(extent),
        });
    }

    /// Adds a string that is written with escapes.
    pub(super) fn push_escaped(&mut self, at: usize, text: &str) {
        self.push(TokenKind::Escaped, at, self.resolved.len());
        self.resolved.push(text.into());
    }

    /// Opens a list or object that starts at `at`; [`Recording::close`] takes the returned position.
    pub(super) fn open(&mut self, kind: TokenKind, at: usize) -> usize {
        self.is_deep |= self.depth >= DEEP;
        self.depth += 1;
        self.push(kind, at, 0);
        self.entries.len() - 1
    }

    /// Closes the list or object at this index.
    pub(super) fn close(&mut self, place: usize) {
        self.depth -= 1;
        let end = narrow(self.entries.len());
        if let Some(entry) = self.entries.get_mut(place) {
            entry.extent = end;
        }
    }
}

/// A value on a tape.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node<'t> {
    tape: &'t Tape<'t>,
    index: usize,
}

impl<'t> Node<'t> {
    #[inline]
    fn entry(self) -> Entry {
        self.tape.entries.get(self.index).copied().unwrap_or(Entry {
            kind: TokenKind::Null,
            at: 0,
            extent: 0,
        })
    }

    /// Index after the value's last descendant.
    #[inline]
    fn end(self) -> usize {
        let entry = self.entry();
        if matches!(entry.kind, TokenKind::List | TokenKind::Object) {
            entry.extent as usize
        } else {
            self.index + 1
        }
    }

    /// The value's token.
    #[inline]
    pub(crate) fn token(self) -> Token<'t> {
        let entry = self.entry();
        match entry.kind {
            TokenKind::Null => Token::Null,
            TokenKind::True => Token::True,
            TokenKind::False => Token::False,
            TokenKind::Number => Token::Number(self.tape.piece(entry.at as usize, entry.extent)),
            TokenKind::Plain | TokenKind::Escaped => Token::Text(self.tape.text_of(entry).unwrap_or("")),
            TokenKind::List => Token::List,
            TokenKind::Object => Token::Object,
        }
    }

    /// Byte offset in the text.
    pub(crate) fn offset(self) -> usize {
        self.entry().at as usize
    }

    /// The text from which the value was read.
    pub(crate) fn source(self) -> &'t str {
        let rest = self.tape.text.get(self.offset()..).unwrap_or("");
        rest.get(..value_length(rest.as_bytes())).unwrap_or("")
    }

    pub(crate) fn is_null(self) -> bool {
        self.entry().kind == TokenKind::Null
    }

    pub(crate) fn is_object(self) -> bool {
        self.entry().kind == TokenKind::Object
    }

    pub(crate) fn is_list(self) -> bool {
        self.entry().kind == TokenKind::List
    }

    /// The string; `None` for another kind.
    #[inline]
    pub(crate) fn text(self) -> Option<&'t str> {
        self.tape.text_of(self.entry())
    }

    /// The elements of a list; empty for any other value.
    pub(crate) fn elements(self) -> Elements<'t> {
        let end = if self.is_list() { self.end() } else { 0 };
        Elements {
            tape: self.tape,
            next: self.index + 1,
            end,
        }
    }

    /// Keys and values of an object in their written order; empty for any other value.
    pub(crate) fn members(self) -> ObjectMembers<'t> {
        let end = if self.is_object() { self.end() } else { 0 };
        ObjectMembers {
            tape: self.tape,
            next: self.index + 1,
            end,
        }
    }

    /// Number of members of an object, repeated keys included; 0 for any other value.
    pub(crate) fn member_count(self) -> usize {
        let mut members = self.members();
        std::iter::from_fn(|| members.pair()).count()
    }

    /// The last non-null value under this key.
    pub(crate) fn member(self, name: &str) -> Option<Self> {
        let mut members = self.members();
        let mut found = None;
        while let Some((key, index, value)) = members.pair() {
            // The length already distinguishes most other keys.
            let may_be = key.kind != TokenKind::Plain || key.extent as usize == name.len();
            if may_be && self.tape.text_of(key) == Some(name) && value.kind != TokenKind::Null {
                found = Some(Node { tape: self.tape, index });
            }
        }
        found
    }

    /// The path from the root to this value: object keys and list indexes.
    pub(crate) fn trail(self) -> Vec<TrailStep<'t>> {
        let mut steps = Vec::new();
        let mut here = self.tape.root();
        while here.index != self.index {
            let Some((step, child)) = here.step_towards(self.index) else {
                break;
            };
            steps.push(step);
            here = child;
        }
        steps
    }

    fn step_towards(self, index: usize) -> Option<(TrailStep<'t>, Self)> {
        let holds = |child: &Self| child.index <= index && index < child.end();
        if self.is_list() {
            let (place, child) = self.elements().enumerate().find(|(_, child)| holds(child))?;
            return Some((TrailStep::Index(place), child));
        }
        self.members()
            .find(|(_, child)| holds(child))
            .map(|(key, child)| (TrailStep::Key(key), child))
    }
}

/// The length of the JSON value at the start of a text that was parsed before.
fn value_length(bytes: &[u8]) -> usize {
    let (mut depth, mut in_string, mut is_escaped) = (0_usize, false, false);
    for (at, byte) in bytes.iter().enumerate() {
        let ends = match byte {
            _ if is_escaped => {
                is_escaped = false;
                false
            }
            b'\\' => {
                is_escaped = true;
                false
            }
            b'"' => {
                in_string = !in_string;
                !in_string
            }
            _ if in_string => false,
            b'{' | b'[' => {
                depth += 1;
                false
            }
            b'}' | b']' if depth == 0 => return at,
            b'}' | b']' => {
                depth -= 1;
                true
            }
            b',' | b' ' | b'\n' | b'\r' | b'\t' if depth == 0 => return at,
            _ => false,
        };
        if ends && depth == 0 {
            return at + 1;
        }
    }
    bytes.len()
}

/// One step of a [`Node::trail`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TrailStep<'t> {
    Key(&'t str),
    Index(usize),
}

/// See [`Node::elements`].
#[derive(Clone, Debug)]
pub(crate) struct Elements<'t> {
    tape: &'t Tape<'t>,
    next: usize,
    end: usize,
}

impl<'t> Iterator for Elements<'t> {
    type Item = Node<'t>;

    fn next(&mut self) -> Option<Node<'t>> {
        if self.next >= self.end {
            return None;
        }
        let node = Node {
            tape: self.tape,
            index: self.next,
        };
        self.next = node.end();
        Some(node)
    }
}

/// See [`Node::members`].
#[derive(Clone, Debug)]
pub(crate) struct ObjectMembers<'t> {
    tape: &'t Tape<'t>,
    next: usize,
    end: usize,
}

impl ObjectMembers<'_> {
    /// The entry of the next key, and the index and the entry of its value.
    #[inline]
    fn pair(&mut self) -> Option<(Entry, usize, Entry)> {
        if self.next >= self.end {
            return None;
        }
        let index = self.next + 1;
        let [key, value] = *self.tape.entries.get(self.next..)?.first_chunk::<2>()?;
        self.next = if matches!(value.kind, TokenKind::List | TokenKind::Object) {
            value.extent as usize
        } else {
            index + 1
        };
        Some((key, index, value))
    }
}

impl<'t> Iterator for ObjectMembers<'t> {
    type Item = (&'t str, Node<'t>);

    fn next(&mut self) -> Option<Self::Item> {
        let (key, index, _) = self.pair()?;
        Some((self.tape.text_of(key)?, Node { tape: self.tape, index }))
    }
}

/// Converts an offset, length or index. All of them fit: the parser limits the number of bytes, and a text has fewer
/// tokens than bytes.
fn narrow(value: usize) -> u32 {
    u32::try_from(value).unwrap_or(u32::MAX)
}

struct Parser<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    tape: Tape<'a>,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str) -> Result<Self, SyntaxError> {
        if u32::try_from(text.len()).is_err() {
            return Err(SyntaxError {
                offset: 0,
                reason: SyntaxReason::TooLong,
            });
        }
        // A token takes more than five bytes in most DynamoDB JSON, so this capacity usually suffices.
        let tape = Tape {
            text,
            entries: Vec::with_capacity(text.len() / 5 + 4),
            resolved: Vec::new(),
            is_deep: false,
        };
        Ok(Self {
            text,
            bytes: text.as_bytes(),
            at: 0,
            tape,
        })
    }

    fn error(&self, reason: SyntaxReason) -> SyntaxError {
        let reason = if self.at >= self.bytes.len() {
            SyntaxReason::UnexpectedEnd
        } else {
            reason
        };
        SyntaxError {
            offset: self.at,
            reason,
        }
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn blanks(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\n' | b'\t' | b'\r')) {
            self.at += 1;
        }
    }

    /// Appends a token that starts at `at`.
    fn push(&mut self, kind: TokenKind, at: usize, extent: usize) {
        self.tape.entries.push(Entry {
            kind,
            at: narrow(at),
            extent: narrow(extent),
        });
    }

    fn close(&mut self, index: usize) {
        let end = narrow(self.tape.entries.len());
        if let Some(entry) = self.tape.entries.get_mut(index) {
            entry.extent = end;
        }
    }

    fn value(&mut self, depth: usize) -> Result<(), SyntaxError> {
        self.blanks();
        match self.peek() {
            Some(b'"') => self.string(),
            Some(b'{') => self.object(depth),
            Some(b'[') => self.list(depth),
            Some(b't') => self.word("true", TokenKind::True),
            Some(b'f') => self.word("false", TokenKind::False),
            Some(b'n') => self.word("null", TokenKind::Null),
            Some(b'-' | b'0'..=b'9') => self.number(),
            _ => Err(self.error(SyntaxReason::UnexpectedCharacter)),
        }
    }

    fn word(&mut self, word: &str, kind: TokenKind) -> Result<(), SyntaxError> {
        let rest = self.bytes.get(self.at..).unwrap_or(&[]);
        if !rest.starts_with(word.as_bytes()) {
            return Err(self.error(SyntaxReason::UnexpectedCharacter));
        }
        self.push(kind, self.at, 0);
        self.at += word.len();
        Ok(())
    }

    fn list(&mut self, depth: usize) -> Result<(), SyntaxError> {
        let index = self.open(TokenKind::List, depth)?;
        if self.peek() != Some(b']') {
            loop {
                self.value(depth + 1)?;
                if !self.more(b']')? {
                    break;
                }
            }
        }
        self.at += 1;
        self.close(index);
        Ok(())
    }

    fn object(&mut self, depth: usize) -> Result<(), SyntaxError> {
        let index = self.open(TokenKind::Object, depth)?;
        if self.peek() != Some(b'}') {
            loop {
                self.blanks();
                if self.peek() != Some(b'"') {
                    return Err(self.error(SyntaxReason::UnexpectedCharacter));
                }
                self.string()?;
                self.blanks();
                if self.peek() != Some(b':') {
                    return Err(self.error(SyntaxReason::UnexpectedCharacter));
                }
                self.at += 1;
                self.value(depth + 1)?;
                if !self.more(b'}')? {
                    break;
                }
            }
        }
        self.at += 1;
        self.close(index);
        Ok(())
    }

    fn open(&mut self, kind: TokenKind, depth: usize) -> Result<usize, SyntaxError> {
        if depth >= DEEP {
            if depth >= MAX_DEPTH {
                return Err(self.error(SyntaxReason::TooDeep));
            }
            self.tape.is_deep = true;
        }
        let index = self.tape.entries.len();
        self.push(kind, self.at, 0);
        self.at += 1;
        self.blanks();
        Ok(index)
    }

    /// Reads the separator after an element: true for a comma, false at the closing bracket.
    fn more(&mut self, close: u8) -> Result<bool, SyntaxError> {
        self.blanks();
        match self.peek() {
            Some(b',') => {
                self.at += 1;
                Ok(true)
            }
            Some(byte) if byte == close => Ok(false),
            _ => Err(self.error(SyntaxReason::UnexpectedCharacter)),
        }
    }

    fn number(&mut self) -> Result<(), SyntaxError> {
        let start = self.at;
        if self.peek() == Some(b'-') {
            self.at += 1;
        }
        let whole = self.digits()?;
        if whole > 1 && self.bytes.get(self.at - whole) == Some(&b'0') {
            self.at = start;
            return Err(self.error(SyntaxReason::BadNumber));
        }
        if self.peek() == Some(b'.') {
            self.at += 1;
            self.digits()?;
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            self.at += 1;
            if matches!(self.peek(), Some(b'+' | b'-')) {
                self.at += 1;
            }
            self.digits()?;
        }
        self.push(TokenKind::Number, start, self.at - start);
        Ok(())
    }

    fn digits(&mut self) -> Result<usize, SyntaxError> {
        let start = self.at;
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
        match self.at - start {
            0 => Err(self.error(SyntaxReason::BadNumber)),
            count => Ok(count),
        }
    }

    fn string(&mut self) -> Result<(), SyntaxError> {
        let quote = self.at;
        let rest = self.bytes.get(quote + 1..).unwrap_or(&[]);
        let length = plain_run(rest);
        if rest.get(length) == Some(&b'"') {
            self.push(TokenKind::Plain, quote, length);
            self.at += length + 2;
            return Ok(());
        }
        self.escaped_string(quote)
    }

    /// Reads a string that is not plain. This function is separate so that plain strings stay fast.
    #[inline(never)]
    fn escaped_string(&mut self, quote: usize) -> Result<(), SyntaxError> {
        let mut resolved = String::new();
        self.at = quote + 1;
        self.take_plain(&mut resolved);
        loop {
            match self.peek() {
                Some(b'"') => break,
                Some(b'\\') => self.escape(&mut resolved)?,
                _ => return Err(self.error(SyntaxReason::ControlCharacter)),
            }
            self.take_plain(&mut resolved);
        }
        self.at += 1;
        self.push(TokenKind::Escaped, quote, self.tape.resolved.len());
        self.tape.resolved.push(resolved.into_boxed_str());
        Ok(())
    }

    /// Appends the text before the next quote, backslash or control character.
    fn take_plain(&mut self, resolved: &mut String) {
        let rest = self.text.get(self.at..).unwrap_or("");
        let length = plain_run(rest.as_bytes());
        resolved.push_str(rest.get(..length).unwrap_or(""));
        self.at += length;
    }

    fn escape(&mut self, out: &mut String) -> Result<(), SyntaxError> {
        let resolved = match self.bytes.get(self.at + 1) {
            Some(b'"') => '"',
            Some(b'\\') => '\\',
            Some(b'/') => '/',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => return self.unicode_escape(out),
            _ => return Err(self.error(SyntaxReason::BadEscape)),
        };
        self.at += 2;
        out.push(resolved);
        Ok(())
    }

    fn unicode_escape(&mut self, out: &mut String) -> Result<(), SyntaxError> {
        let bad = self.error(SyntaxReason::BadEscape);
        let first = self.hex_unit(self.at).ok_or(bad)?;
        let (code, length) = match first {
            0xD800..=0xDBFF => {
                let second = self
                    .hex_unit(self.at + 6)
                    .filter(|unit| (0xDC00..=0xDFFF).contains(unit))
                    .ok_or(bad)?;
                (0x1_0000 + ((first - 0xD800) << 10) + (second - 0xDC00), 12)
            }
            _ => (first, 6),
        };
        out.push(char::from_u32(code).ok_or(bad)?);
        self.at += length;
        Ok(())
    }

    /// The four hexadecimal digits of a `\u` sequence that starts at `at`.
    fn hex_unit(&self, at: usize) -> Option<u32> {
        let [b'\\', b'u', digits @ ..] = self.bytes.get(at..at + 6)? else {
            return None;
        };
        digits
            .iter()
            .try_fold(0, |unit, &byte| Some(unit * 16 + char::from(byte).to_digit(16)?))
    }
}

#[cfg(test)]
#[path = "tape_tests.rs"]
mod tests;
