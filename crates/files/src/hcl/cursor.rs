//! A position in the text of a file: white space, comments, names and faults.
//!
//! Must not know the forms of bodies and expressions.

use super::tree::HclFault;

/// Maximum depth of bodies, expressions and templates in each other.
const MOST_NESTED: usize = 64;
/// Maximum operators between operands in a value.
const MOST_OPERATORS: usize = 1_000;

/// A position in a text.
pub(super) struct Cursor<'t> {
    text: &'t str,
    at: usize,
    line: usize,
    depth: usize,
    /// Operators of the value that is read.
    operators: usize,
    /// Whether a line end is white space, as between brackets.
    spans_lines: bool,
}

/// A place in a text, and its line.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) at: usize,
    pub(super) line: usize,
}

impl<'t> Cursor<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self {
            text,
            at: 0,
            line: 1,
            depth: 0,
            operators: 0,
            spans_lines: false,
        }
    }

    pub(super) fn place(&self) -> Place {
        Place {
            at: self.at,
            line: self.line,
        }
    }

    /// Returns to an earlier place.
    pub(super) fn back_to(&mut self, place: Place) {
        (self.at, self.line) = (place.at, place.line);
    }

    /// The text from an earlier place to here.
    pub(super) fn since(&self, place: Place) -> &'t str {
        self.text.get(place.at..self.at).unwrap_or_default()
    }

    pub(super) fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Passes over this many bytes.
    pub(super) fn skip(&mut self, bytes: usize) {
        let passed = self.rest().get(..bytes).unwrap_or_default();
        self.line += passed.bytes().filter(|byte| *byte == b'\n').count();
        self.at += passed.len();
    }

    /// Passes over a sign if it is next.
    pub(super) fn eat(&mut self, sign: &str) -> bool {
        let is_next = self.rest().starts_with(sign);
        if is_next {
            self.skip(sign.len());
        }
        is_next
    }

    /// Passes over white space and a sign, which must be next.
    pub(super) fn need(&mut self, sign: &str) -> Result<(), HclFault> {
        self.space();
        if self.eat(sign) {
            return Ok(());
        }
        Err(self.fault(&format!("`{sign}`")))
    }

    pub(super) fn fault(&self, expected: &str) -> HclFault {
        HclFault {
            line: self.line,
            expected: expected.to_owned(),
        }
    }

    /// Passes over letters of this kind.
    pub(super) fn run(&mut self, is_one: impl Fn(char) -> bool) -> &'t str {
        let start = self.place();
        let rest = self.rest();
        self.skip(rest.find(|letter| !is_one(letter)).unwrap_or(rest.len()));
        self.since(start)
    }

    /// Passes over white space and comments, and over line ends where they are white space.
    pub(super) fn space(&mut self) {
        loop {
            let rest = self.rest();
            if rest.starts_with([' ', '\t'])
                || rest.starts_with("\r\n")
                || self.spans_lines && rest.starts_with(['\r', '\n'])
            {
                self.skip(1);
            } else if rest.starts_with('#') || rest.starts_with("//") {
                self.skip(rest.find('\n').unwrap_or(rest.len()));
            } else if rest.starts_with("/*") {
                self.skip(rest.find("*/").map_or(rest.len(), |end| end + 2));
            } else {
                return;
            }
        }
    }

    /// Passes over white space, comments and line ends.
    pub(super) fn blank(&mut self) {
        self.space();
        while self.eat("\n") {
            self.space();
        }
    }

    /// A name, if one is next. After its first letter it can have hyphens.
    pub(super) fn name(&mut self) -> Option<&'t str> {
        if !self.peek()?.is_alphabetic() && self.peek()? != '_' {
            return None;
        }
        Some(self.run(|letter| letter.is_alphanumeric() || letter == '_' || letter == '-'))
    }

    /// Reads what is one level deeper.
    pub(super) fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T, HclFault>) -> Result<T, HclFault> {
        if self.depth == MOST_NESTED {
            return Err(self.fault("at most 64 nested levels"));
        }
        self.depth += 1;
        let found = read(self);
        self.depth -= 1;
        found
    }

    /// Begins a value, which has no operators yet.
    pub(super) fn begin_value(&mut self) {
        self.operators = 0;
    }

    /// Counts an operator. Each makes the tree deeper, and a tree that is too deep cannot even be dropped.
    pub(super) fn count_operator(&mut self) -> Result<(), HclFault> {
        self.operators += 1;
        if self.operators > MOST_OPERATORS {
            return Err(self.fault("at most 1,000 operators in a value"));
        }
        Ok(())
    }

    /// Reads what is between brackets, where line ends are white space or not.
    pub(super) fn between<T>(
        &mut self,
        spans_lines: bool,
        read: impl FnOnce(&mut Self) -> Result<T, HclFault>,
    ) -> Result<T, HclFault> {
        let before = std::mem::replace(&mut self.spans_lines, spans_lines);
        let found = read(self);
        self.spans_lines = before;
        found
    }
}
