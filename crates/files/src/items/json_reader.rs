//! JSON files of items: a list, one item after another (JSON Lines), or responses of Query or Scan. Reads a file in
//! pieces or as a whole.
//!
//! Finds the start and end of items; `json_item` reads them. Holds one item at a time. It holds all of a plain JSON
//! file that is one object, because only the end shows whether it is a response.

use std::collections::VecDeque;

use hashrange_values::Item;
use hashrange_wire::{ItemFault, SyntaxReason};

use super::csv_reader::Outcome;
use super::fault::{RowError, RowFault};
use super::json_item::{Form, JsonFormat, is_described, read_item};
use super::json_text::{Scanned, ValueScan, end_of_value, member_of, skip_blanks};

const MARK: &[u8] = b"\xEF\xBB\xBF";

/// The position of the reader between values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// Outside any list.
    Top,
    /// In a list. If the list belongs to a response, other members follow it.
    List { of_response: bool },
}

/// The part to which the next byte belongs.
#[derive(Clone, Debug)]
enum Phase {
    Between,
    Value(ValueScan),
    /// The rest of a response after its items.
    Rest(ValueScan),
}

/// Reads items from the pieces of a file.
#[derive(Clone, Debug)]
pub(super) struct JsonItems {
    form: Form,
    place: Place,
    phase: Phase,
    /// The current value, and the line of its first byte.
    value: Vec<u8>,
    value_line: usize,
    line: usize,
    /// Bytes of a byte order mark seen so far; `None` after the first other byte.
    mark: Option<usize>,
    /// Items of a response that was read completely.
    ready: VecDeque<Outcome>,
}

impl JsonItems {
    pub(super) fn new(form: Form) -> Self {
        Self {
            form,
            place: Place::Top,
            phase: Phase::Between,
            value: Vec::new(),
            value_line: 1,
            line: 1,
            mark: Some(0),
            ready: VecDeque::new(),
        }
    }

    /// Continues in a piece of the file up to an item or an error. Removes the consumed bytes from the piece.
    pub(super) fn read(&mut self, piece: &mut &[u8]) -> Option<Outcome> {
        loop {
            if let Some(outcome) = self.ready.pop_front() {
                return Some(outcome);
            }
            let (&byte, rest) = piece.split_first()?;
            let (is_taken, outcome) = self.step(byte);
            if is_taken {
                self.line += usize::from(byte == b'\n');
                *piece = rest;
            }
            if outcome.is_some() {
                return outcome;
            }
        }
    }

    /// Ends the file. An incomplete value counts as complete, because the item's own reader reports its error.
    pub(super) fn end(&mut self) -> Option<Outcome> {
        if let Some(outcome) = self.ready.pop_front() {
            return Some(outcome);
        }
        let place = std::mem::replace(&mut self.place, Place::Top);
        match std::mem::replace(&mut self.phase, Phase::Between) {
            Phase::Value(_) => self.complete(),
            Phase::Between if place == Place::Top => None,
            Phase::Between | Phase::Rest(_) => {
                let reason = RowFault::Json(ItemFault::Syntax(SyntaxReason::UnexpectedEnd));
                Some((
                    self.line,
                    Err(RowError {
                        line: self.line,
                        column: None,
                        reason,
                    }),
                ))
            }
        }
    }

    /// Handles a byte. Returns whether it is consumed, and what it completes.
    fn step(&mut self, byte: u8) -> (bool, Option<Outcome>) {
        match &mut self.phase {
            Phase::Between => (true, self.between(byte)),
            Phase::Rest(scan) => {
                if scan.next(byte) == Scanned::Last {
                    self.phase = Phase::Between;
                }
                (true, None)
            }
            Phase::Value(scan) => {
                let opens_list = byte == b'[' && scan.depth() == 1 && !scan.is_in_text();
                let scanned = scan.next(byte);
                if opens_list && self.begins_response() {
                    return (true, None);
                }
                if scanned == Scanned::Behind {
                    return (false, self.complete());
                }
                self.value.push(byte);
                (
                    true,
                    if scanned == Scanned::Last {
                        self.complete()
                    } else {
                        None
                    },
                )
            }
        }
    }

    fn between(&mut self, byte: u8) -> Option<Outcome> {
        if let Some(seen) = self.mark.take().filter(|&seen| MARK.get(seen) == Some(&byte)) {
            self.mark = Some(seen + 1);
            return None;
        }
        match (byte, self.place) {
            (b' ' | b'\t' | b'\r' | b'\n' | b',', _) => {}
            (b'[', Place::Top) => self.place = Place::List { of_response: false },
            (b']', Place::List { of_response }) => {
                self.place = Place::Top;
                if of_response {
                    self.phase = Phase::Rest(ValueScan::in_object());
                }
            }
            _ => {
                let mut scan = ValueScan::default();
                self.value.clear();
                self.value.push(byte);
                self.value_line = self.line;
                if scan.next(byte) == Scanned::Last {
                    return self.complete();
                }
                self.phase = Phase::Value(scan);
            }
        }
        None
    }

    /// Whether the list that starts here contains the items of a response. In DynamoDB JSON, no item has a list in this
    /// position.
    fn begins_response(&mut self) -> bool {
        let key = self
            .value
            .trim_ascii_end()
            .strip_suffix(b":")
            .unwrap_or(&[])
            .trim_ascii_end();
        let begins = self.form == Form::DynamoDb && self.place == Place::Top && key.ends_with(b"\"Items\"");
        if begins {
            (self.phase, self.place) = (Phase::Between, Place::List { of_response: true });
        }
        begins
    }

    /// Reads the item whose last byte has been consumed.
    fn complete(&mut self) -> Option<Outcome> {
        self.phase = Phase::Between;
        if self.place == Place::Top && self.form != Form::DynamoDb && self.split_response() {
            return self.ready.pop_front();
        }
        Some((self.value_line, read_item(&self.value, self.form, self.value_line)))
    }

    /// Reads the items of a plain JSON response. Its member `Count` distinguishes it from an item with an attribute
    /// `Items`.
    fn split_response(&mut self) -> bool {
        let value = &self.value;
        let list = member_of(value, b"Count").and_then(|_| member_of(value, b"Items"));
        let Some(list) = list.filter(|&at| value.get(at) == Some(&b'[')) else {
            return false;
        };
        let before = value.get(..list).unwrap_or(&[]);
        let mut inner = Self::new(self.form);
        inner.line = self.value_line + before.iter().filter(|&&byte| byte == b'\n').count();
        inner.mark = None;
        let mut piece = value
            .get(list..end_of_value(value, list).unwrap_or(value.len()))
            .unwrap_or(&[]);
        while let Some(outcome) = inner.read(&mut piece) {
            self.ready.push_back(outcome);
        }
        self.ready.extend(inner.end());
        true
    }
}

/// Reads the items of a complete file, one at a time.
#[derive(Clone, Debug)]
pub struct JsonReader<'a> {
    items: JsonItems,
    text: &'a str,
    rest: &'a [u8],
    item_line: usize,
}

impl<'a> JsonReader<'a> {
    /// A reader of `text` in the given format.
    #[must_use]
    pub fn new(text: &'a str, format: JsonFormat) -> Self {
        Self::of(text, Form::from(format))
    }

    fn of(text: &'a str, form: Form) -> Self {
        Self {
            items: JsonItems::new(form),
            text,
            rest: text.as_bytes(),
            item_line: 1,
        }
    }

    /// Bytes read so far.
    #[must_use]
    pub fn position(&self) -> usize {
        self.text.len() - self.rest.len()
    }

    /// First line of the last item, from 1, for the service's error message about it.
    #[must_use]
    pub fn item_line(&self) -> usize {
        self.item_line
    }

    /// Total number of bytes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.text.len()
    }

    /// True for an empty file.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }
}

impl Iterator for JsonReader<'_> {
    type Item = Result<Item, RowError>;

    fn next(&mut self) -> Option<Self::Item> {
        let (line, outcome) = self.items.read(&mut self.rest).or_else(|| self.items.end())?;
        self.item_line = line;
        Some(outcome)
    }
}

/// Number of items that determine the format.
const LOOKED_AT: usize = 20;

/// Guesses the format from the first items: DynamoDB JSON if every attribute has a type descriptor, otherwise plain.
#[must_use]
pub fn guess_json_format(text: &str) -> JsonFormat {
    // The reader recognizes a plain JSON response by its count, and a DynamoDB JSON response by its list of items.
    let text = text.trim_start_matches('\u{feff}');
    let start = skip_blanks(text.as_bytes(), 0);
    let mut items = JsonReader::of(text.get(start..).unwrap_or(""), Form::Unmarked)
        .take(LOOKED_AT)
        .peekable();
    let is_described = |item: Result<Item, RowError>| match item {
        Ok(item) => item.iter().all(|(_, value)| is_described(value)),
        // An incomplete item decides nothing.
        Err(_) => true,
    };
    let has_first = matches!(items.peek(), Some(Ok(item)) if !item.is_empty());
    if has_first && items.all(is_described) {
        JsonFormat::DynamoDb
    } else {
        JsonFormat::Plain
    }
}
