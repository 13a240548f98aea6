//! JSON files of items: a list, one item after another (JSON Lines), or what contains items, such as responses of Scan.
//! Reads a file in pieces or as a whole.
//!
//! Finds the start and end of values; `json_container` finds items in them, and `json_item` reads these. Holds one value
//! at a time, but of a response in DynamoDB JSON only one item.

use std::collections::VecDeque;

use hashrange_values::Item;
use hashrange_wire::{ItemFault, SyntaxReason};

use super::csv_reader::Outcome;
use super::fault::{RowError, RowFault};
use super::json_container::contained;
use super::json_item::{Form, JsonFormat, Place, is_described, read_item};
use super::json_text::{Scanned, ValueScan, skip_blanks};

/// The beginning of a file.
const START: Place = Place { line: 1, column: 1 };
const MARK: &[u8] = b"\xEF\xBB\xBF";

/// The position of the reader between values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Level {
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
    level: Level,
    phase: Phase,
    /// The current value, and the line of its first byte.
    value: Vec<u8>,
    value_place: Place,
    place: Place,
    /// Bytes of a byte order mark seen so far; `None` after the first other byte.
    mark: Option<usize>,
    /// Items of a response that was read completely.
    ready: VecDeque<Outcome>,
}

impl JsonItems {
    pub(super) fn new(form: Form) -> Self {
        Self {
            form,
            level: Level::Top,
            phase: Phase::Between,
            value: Vec::new(),
            value_place: START,
            place: START,
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
                self.place = self.place.after(byte);
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
        let level = std::mem::replace(&mut self.level, Level::Top);
        match std::mem::replace(&mut self.phase, Phase::Between) {
            Phase::Value(_) => self.complete(),
            Phase::Between if level == Level::Top => None,
            Phase::Between | Phase::Rest(_) => {
                let reason = RowFault::Json(ItemFault::Syntax(SyntaxReason::UnexpectedEnd));
                Some((self.place.line, Err(self.place.error(reason))))
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
        match (byte, self.level) {
            (b' ' | b'\t' | b'\r' | b'\n' | b',', _) => {}
            (b'[', Level::Top) => self.level = Level::List { of_response: false },
            (b']', Level::List { of_response }) => {
                self.level = Level::Top;
                if of_response {
                    self.phase = Phase::Rest(ValueScan::in_object());
                }
            }
            _ => {
                let mut scan = ValueScan::default();
                self.value.clear();
                self.value.push(byte);
                self.value_place = self.place;
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
        let begins = self.form == Form::DynamoDb && self.level == Level::Top && key.ends_with(b"\"Items\"");
        if begins {
            (self.phase, self.level) = (Phase::Between, Level::List { of_response: true });
        }
        begins
    }

    /// Reads the item whose last byte has been consumed.
    fn complete(&mut self) -> Option<Outcome> {
        self.phase = Phase::Between;
        let Some(found) = contained(&self.value) else {
            let item = read_item(&self.value, self.form, self.value_place);
            return Some((self.value_place.line, item));
        };
        let (mut place, mut at) = (self.value_place, 0);
        for (range, fault) in found {
            place = place.after_all(self.value.get(at..range.start).unwrap_or(&[]));
            at = range.start;
            let bytes = self.value.get(range).unwrap_or(&[]);
            let item = fault.map_err(|fault| place.error(fault));
            let item = item.and_then(|()| read_item(bytes, self.form, place));
            self.ready.push_back((place.line, item));
        }
        self.ready.pop_front()
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
    let items = JsonReader::of(text.get(start..).unwrap_or(""), Form::Unmarked).take(LOOKED_AT);
    let mut format = JsonFormat::Plain;
    // What is no item decides nothing: it may be incomplete.
    for item in items.flatten() {
        if !is_described(&item) {
            return JsonFormat::Plain;
        }
        if !item.is_empty() {
            format = JsonFormat::DynamoDb;
        }
    }
    format
}
