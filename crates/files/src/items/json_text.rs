//! Finds the start and end of values and members in unchecked JSON text.
//!
//! It counts brackets without matching them, because `wire` checks JSON. Must not know items.

/// The end of the value that starts at `start`.
pub(super) fn end_of_value(bytes: &[u8], start: usize) -> Option<usize> {
    let mut scan = ValueScan::default();
    for (at, &byte) in bytes.iter().enumerate().skip(start) {
        match scan.next(byte) {
            Scanned::Inside => {}
            Scanned::Last => return Some(at + 1),
            Scanned::Behind => return Some(at),
        }
    }
    None
}

/// The role of a byte in a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scanned {
    /// Part of it, and more follows.
    Inside,
    /// Its last byte.
    Last,
    /// The first byte after it.
    Behind,
}

/// Scans a value byte by byte, from its first byte on.
#[derive(Clone, Debug, Default)]
pub(super) struct ValueScan {
    depth: usize,
    is_in_text: bool,
    is_escaped: bool,
    /// Whether the value is a number or a word.
    is_scalar: bool,
}

impl ValueScan {
    /// A scan that starts inside an object, after a member.
    pub(super) fn in_object() -> Self {
        Self {
            depth: 1,
            ..Self::default()
        }
    }

    /// The number of open lists and objects.
    pub(super) fn depth(&self) -> usize {
        self.depth
    }

    pub(super) fn is_in_text(&self) -> bool {
        self.is_in_text
    }

    pub(super) fn next(&mut self, byte: u8) -> Scanned {
        if self.is_in_text {
            return self.in_text(byte);
        }
        if self.is_scalar {
            return if b" \t\r\n,]}".contains(&byte) {
                Scanned::Behind
            } else {
                Scanned::Inside
            };
        }
        match byte {
            b'"' => self.is_in_text = true,
            b'{' | b'[' => self.depth += 1,
            b'}' | b']' => {
                // `wire` refuses a closing bracket at the start of a value.
                self.depth = self.depth.saturating_sub(1);
                return self.inside_or_last();
            }
            _ if self.depth == 0 => self.is_scalar = true,
            _ => {}
        }
        Scanned::Inside
    }

    fn in_text(&mut self, byte: u8) -> Scanned {
        match byte {
            _ if self.is_escaped => self.is_escaped = false,
            b'\\' => self.is_escaped = true,
            b'"' => {
                self.is_in_text = false;
                return self.inside_or_last();
            }
            _ => {}
        }
        Scanned::Inside
    }

    fn inside_or_last(&self) -> Scanned {
        if self.depth == 0 {
            Scanned::Last
        } else {
            Scanned::Inside
        }
    }
}

pub(super) fn skip_blanks(bytes: &[u8], at: usize) -> usize {
    let rest = bytes.get(at..).unwrap_or(&[]);
    at + rest
        .iter()
        .position(|byte| !b" \t\r\n".contains(byte))
        .unwrap_or(rest.len())
}

/// The members of the object at the start of the text: the text of each key, and the start of its value.
pub(super) fn members(bytes: &[u8]) -> impl Iterator<Item = (&[u8], usize)> {
    let mut at = if bytes.first() == Some(&b'{') { Some(1) } else { None };
    std::iter::from_fn(move || {
        let key = skip_blanks(bytes, at?);
        if bytes.get(key) != Some(&b'"') {
            return None;
        }
        let key_end = end_of_value(bytes, key)?;
        let colon = skip_blanks(bytes, key_end);
        let value = skip_blanks(bytes, colon + 1);
        // Skips the value to find the next member.
        let comma = end_of_value(bytes, value).map(|end| skip_blanks(bytes, end));
        at = comma
            .filter(|&comma| bytes.get(comma) == Some(&b','))
            .map(|comma| comma + 1);
        Some((bytes.get(key + 1..key_end - 1)?, value))
    })
}

/// The start of the value of this member of the object.
pub(super) fn member_of(bytes: &[u8], name: &[u8]) -> Option<usize> {
    members(bytes).find(|(key, _)| *key == name).map(|(_, value)| value)
}

/// The start of the value of this member, if it is the only one.
pub(super) fn only_member_of(bytes: &[u8], name: &[u8]) -> Option<usize> {
    let mut members = members(bytes);
    let (key, value) = members.next()?;
    (key == name && members.next().is_none()).then_some(value)
}
