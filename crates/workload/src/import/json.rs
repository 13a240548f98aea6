//! JSON files of items: a list, one item after the other (JSON Lines), or the answer of a Query or Scan.
//!
//! Owns finding where items begin and end, so that a file is read one item at a time; what an item is, `wire` knows.

use hashrange_values::{AttributeType, AttributeValue, Item};
use hashrange_wire::{ItemError, item_from_json, item_from_plain_json};

use super::csv::{RowError, RowFault};

/// The two ways to write an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum JsonFormat {
    /// With type descriptors: `{"a":{"S":"x"}}`.
    DynamoDb,
    /// Without: `{"a":"x"}`.
    Plain,
}

/// Guesses the format from the first item: type descriptors everywhere, or plain.
#[must_use]
pub fn guess_json_format(text: &str) -> JsonFormat {
    let mut reader = JsonReader::new(text, JsonFormat::Plain);
    match reader.next() {
        Some(Ok(item)) if !item.is_empty() && item.iter().all(|(_, value)| is_described(value)) => JsonFormat::DynamoDb,
        _ => JsonFormat::Plain,
    }
}

/// True for an object with a type descriptor as its only member.
fn is_described(value: &AttributeValue) -> bool {
    let AttributeValue::M(map) = value else { return false };
    map.len() == 1 && map.iter().all(|(name, _)| AttributeType::from_descriptor(name).is_some())
}

/// Reads a file's items, one at a time. Stops after the first place where the JSON itself breaks off.
#[derive(Clone, Debug)]
pub struct JsonReader<'a> {
    text: &'a str,
    format: JsonFormat,
    at: usize,
    /// Line of `at`, from 1.
    line: usize,
    /// Line on which the item read last begins.
    item_line: usize,
    /// Inside a list, which ends with a bracket.
    listed: bool,
}

impl<'a> JsonReader<'a> {
    /// A reader of `text` in the format given.
    #[must_use]
    pub fn new(text: &'a str, format: JsonFormat) -> Self {
        let mut reader = Self { text, format, at: 0, line: 1, item_line: 1, listed: false };
        reader.move_to(text.len() - text.trim_start_matches('\u{feff}').len());
        reader.skip_between();
        if let Some(list) = reader.answer_items() {
            reader.move_to(list);
        }
        if reader.byte() == Some(b'[') {
            reader.listed = true;
            reader.move_to(reader.at + 1);
        }
        reader
    }

    /// Bytes read so far.
    #[must_use]
    pub fn position(&self) -> usize {
        self.at
    }

    /// Line of the file on which the item read last begins, from 1: for what the service says about it.
    #[must_use]
    pub fn item_line(&self) -> usize {
        self.item_line
    }

    /// Bytes in all.
    #[must_use]
    pub fn len(&self) -> usize {
        self.text.len()
    }

    /// True for an empty file.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn move_to(&mut self, at: usize) {
        let passed = self.text.as_bytes().get(self.at..at).unwrap_or(&[]);
        self.line += passed.iter().filter(|&&byte| byte == b'\n').count();
        self.at = at;
    }

    fn skip_between(&mut self) {
        while let Some(byte) = self.byte().filter(|byte| b" \t\r\n,".contains(byte)) {
            self.line += usize::from(byte == b'\n');
            self.at += 1;
        }
    }

    /// Where the list begins in a file that is one answer: `{"Items":[…],"Count":…}`. The count tells an answer from
    /// an item that happens to have a list of that name.
    fn answer_items(&self) -> Option<usize> {
        member_of(self.text, self.at, "Count")?;
        member_of(self.text, self.at, "Items").filter(|&at| self.text.as_bytes().get(at) == Some(&b'['))
    }

    fn item(&self, start: usize, end: usize) -> Result<Item, RowError> {
        // Exports wrap each item: {"Item":{…}}.
        let start = match only_member_of(self.text, start, "Item") {
            Some(inner) if self.text.as_bytes().get(inner) == Some(&b'{') => inner,
            _ => start,
        };
        let end = end_of_value(self.text, start).unwrap_or(end);
        let json = self.text.get(start..end).unwrap_or("");
        let outcome = match self.format {
            JsonFormat::DynamoDb => item_from_json(json),
            JsonFormat::Plain => item_from_plain_json(json, None),
        };
        outcome.map_err(|error| self.error(start, &error))
    }

    fn error(&self, start: usize, error: &ItemError) -> RowError {
        let before = self.text.as_bytes().get(self.at..start).unwrap_or(&[]);
        let line = self.line + before.iter().filter(|&&byte| byte == b'\n').count() + error.line - 1;
        RowError { line, column: None, reason: RowFault::Json(error.reason.clone()) }
    }
}

impl Iterator for JsonReader<'_> {
    type Item = Result<Item, RowError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.skip_between();
        match self.byte() {
            None => return None,
            Some(b']') if self.listed => {
                self.move_to(self.text.len());
                return None;
            }
            Some(_) => {}
        }
        self.item_line = self.line;
        // What does not end is read to the end of the text: the item's own reader says what is wrong with it.
        let end = end_of_value(self.text, self.at).unwrap_or(self.text.len());
        let outcome = self.item(self.at, end);
        self.move_to(end);
        Some(outcome)
    }
}

/// Where the value that begins at `start` ends. Brackets are counted, not matched: judging JSON is not done here.
fn end_of_value(text: &str, start: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let (mut at, mut depth) = (start, 0usize);
    loop {
        match bytes.get(at)? {
            b'"' => at = end_of_string(bytes, at)?,
            b'{' | b'[' => {
                depth += 1;
                at += 1;
            }
            b'}' | b']' => {
                depth = depth.checked_sub(1)?;
                at += 1;
            }
            _ if depth == 0 => at = end_of_scalar(bytes, at),
            _ => at += 1,
        }
        if depth == 0 {
            return Some(at);
        }
    }
}

fn end_of_string(bytes: &[u8], quote: usize) -> Option<usize> {
    let mut at = quote + 1;
    loop {
        match bytes.get(at)? {
            b'"' => return Some(at + 1),
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
}

fn end_of_scalar(bytes: &[u8], start: usize) -> usize {
    let rest = bytes.get(start..).unwrap_or(&[]);
    start + rest.iter().position(|byte| b" \t\r\n,]}".contains(byte)).unwrap_or(rest.len()).max(1)
}

fn skip_blanks(bytes: &[u8], at: usize) -> usize {
    let rest = bytes.get(at..).unwrap_or(&[]);
    at + rest.iter().position(|byte| !b" \t\r\n".contains(byte)).unwrap_or(rest.len())
}

/// The members of the object at `start`: key (with its quotes) and where the value begins.
fn members(text: &str, start: usize) -> impl Iterator<Item = (&str, usize)> {
    let bytes = text.as_bytes();
    let mut at = if bytes.get(start) == Some(&b'{') { Some(start + 1) } else { None };
    std::iter::from_fn(move || {
        let key = skip_blanks(bytes, at?);
        if bytes.get(key) != Some(&b'"') {
            return None;
        }
        let key_end = end_of_string(bytes, key)?;
        let colon = skip_blanks(bytes, key_end);
        let value = skip_blanks(bytes, colon + 1);
        // The value is passed over only when the member after it is asked for.
        let comma = end_of_value(text, value).map(|end| skip_blanks(bytes, end));
        at = comma.filter(|&comma| bytes.get(comma) == Some(&b',')).map(|comma| comma + 1);
        Some((text.get(key..key_end)?, value))
    })
}

fn member_of(text: &str, start: usize, name: &str) -> Option<usize> {
    members(text, start).find(|(key, _)| key.trim_matches('"') == name).map(|(_, value)| value)
}

fn only_member_of(text: &str, start: usize, name: &str) -> Option<usize> {
    let mut members = members(text, start);
    let (key, value) = members.next()?;
    (key.trim_matches('"') == name && members.next().is_none()).then_some(value)
}
