//! The content of a link as bytes: the values that differ from the defaults, then the past in columns, so that similar
//! data is together.
//!
//! Must not know how the bytes are compressed.

use hashrange_journal::Entry;
use hashrange_time::Timestamp;

use crate::bounds::{self, Excess, MOST_NAME, MOST_NAMES, MOST_RECORDS, MOST_VIEW, at_most};
use crate::bytes::{In, Out, text};
use crate::{Link, LinkError, OPENED_AT, SEED, SEMANTICS, SETTINGS, SPEED};

/// The bits of the first byte. They show which parts differ from the defaults and follow.
const BEGINNING: u8 = 1;
const PAUSED: u8 = 2;
const OTHER_SPEED: u8 = 4;
const VIEW: u8 = 8;
const KNOWN: u8 = BEGINNING | PAUSED | OTHER_SPEED | VIEW;

/// The kinds of records. A number never gets another meaning.
const REQUEST: u8 = 1;
const ADVANCE: u8 = 2;
const CHANGE: u8 = 3;
const REFUSED: u8 = 5;
const LOAD: u8 = 6;
const SENT: u8 = 7;
const LOAD_END: u8 = 8;
const STEP_BEGIN: u8 = 9;
const STEP_END: u8 = 10;

/// The past in columns.
#[derive(Default)]
struct Columns {
    /// Operations and exceptions by name, in order of their first use.
    names: Vec<String>,
    /// The kind of each record, and the indexes of its names.
    kinds: Out,
    /// The time of each record, relative to the end of the previous one.
    times: Out,
    numbers: Out,
    lengths: Out,
    texts: Vec<u8>,
}

pub(crate) fn write(link: &Link) -> Vec<u8> {
    let mut out = Out::default();
    let begins_otherwise =
        (link.seed, link.opened_at, link.semantics, link.settings.as_str()) != (SEED, OPENED_AT, SEMANTICS, SETTINGS);
    let bit = |on: bool, bit: u8| if on { bit } else { 0 };
    let view = bit(!link.view.is_empty(), VIEW);
    out.0.push(
        bit(begins_otherwise, BEGINNING) | bit(link.paused, PAUSED) | bit(link.speed != SPEED, OTHER_SPEED) | view,
    );
    out.bytes(link.name.as_bytes());
    if begins_otherwise {
        out.number(link.seed);
        out.number(link.opened_at.micros());
        out.number(link.semantics.into());
        out.bytes(link.settings.as_bytes());
    }
    if link.speed != SPEED {
        out.number(link.speed.into());
    }
    if view != 0 {
        out.bytes(link.view.as_bytes());
    }
    push_past(&mut out, link);
    out.0
}

fn push_past(out: &mut Out, link: &Link) {
    let mut columns = Columns::default();
    let mut before = link.opened_at;
    for (at, entry) in &link.past {
        columns.times.way(before.micros(), at.micros());
        columns.push(*at, entry);
        before = entry.ends(*at);
    }
    out.number(columns.names.len() as u64);
    columns.names.iter().for_each(|name| out.bytes(name.as_bytes()));
    out.number(link.past.len() as u64);
    for column in [
        &columns.kinds.0,
        &columns.times.0,
        &columns.numbers.0,
        &columns.lengths.0,
        &columns.texts,
    ] {
        out.bytes(column);
    }
}

impl Columns {
    fn push(&mut self, at: Timestamp, entry: &Entry) {
        match entry {
            Entry::Request { operation, body } => {
                self.kind(REQUEST, &[operation]);
                self.text(body);
            }
            Entry::Refused {
                operation,
                body,
                exception,
            } => {
                self.kind(REFUSED, &[operation, exception]);
                self.text(body);
            }
            Entry::Load { plan, seed } => {
                self.kind(LOAD, &[]);
                self.numbers.number(*seed);
                self.text(plan);
            }
            Entry::Sent { requests, to } => {
                self.kind(SENT, &[]);
                self.numbers.number(*requests);
                self.numbers.way(at.micros(), to.micros());
            }
            Entry::Advance { to } => {
                self.kind(ADVANCE, &[]);
                self.numbers.way(at.micros(), to.micros());
            }
            Entry::Settings { json } => {
                self.kind(CHANGE, &[]);
                self.text(json);
            }
            Entry::StepBegin => self.kind(STEP_BEGIN, &[]),
            Entry::StepEnd => self.kind(STEP_END, &[]),
            // A past in canonical form has no undo records.
            Entry::LoadEnd | Entry::Return { .. } => self.kind(LOAD_END, &[]),
        }
    }

    fn kind(&mut self, kind: u8, names: &[&String]) {
        self.kinds.0.push(kind);
        for name in names {
            let known = self.names.iter().position(|known| known == *name);
            let place = known.unwrap_or_else(|| {
                self.names.push((*name).clone());
                self.names.len() - 1
            });
            self.kinds.number(place as u64);
        }
    }

    fn text(&mut self, text: &str) {
        self.lengths.number(text.len() as u64);
        self.texts.extend_from_slice(text.as_bytes());
    }
}

pub(crate) fn read(content: &[u8]) -> Result<Link, LinkError> {
    let mut bytes = In(content);
    let bits = bytes.byte()?;
    if bits & !KNOWN != 0 {
        return Err(LinkError::Damaged);
    }
    let mut link = Link {
        name: bytes.text()?,
        paused: bits & PAUSED != 0,
        ..Link::default()
    };
    if bits & BEGINNING != 0 {
        link.seed = bytes.number()?;
        link.opened_at = Timestamp::from_micros(bytes.number()?);
        link.semantics = u16::try_from(bytes.number()?).map_err(|_| LinkError::Damaged)?;
        link.settings = bytes.text()?;
    }
    if bits & OTHER_SPEED != 0 {
        link.speed = u32::try_from(bytes.number()?).map_err(|_| LinkError::Damaged)?;
    }
    if bits & VIEW != 0 {
        link.view = bytes.text()?;
    }
    link.past = read_past(bytes, link.opened_at)?;
    check(&link)?;
    Ok(link)
}

/// Checks a link against the limits.
pub(crate) fn check(link: &Link) -> Result<(), Excess> {
    at_most("characters in the name", link.name.chars().count() as u64, MOST_NAME)?;
    at_most("bytes of the page's state", link.view.len() as u64, MOST_VIEW)?;
    bounds::check(link.opened_at, link.past.iter().map(|(at, entry)| (*at, entry)))
}

fn read_past(mut bytes: In<'_>, opened_at: Timestamp) -> Result<Vec<(Timestamp, Entry)>, LinkError> {
    let mut names = Vec::new();
    let count = bytes.number()?;
    at_most("names of operations", count, MOST_NAMES)?;
    for _ in 0..count {
        let name = bytes.bytes()?;
        at_most("bytes in the name of an operation", name.len() as u64, MOST_NAMES)?;
        names.push(name);
    }
    let records = bytes.number()?;
    at_most("records", records, MOST_RECORDS)?;
    let mut column = || bytes.bytes().map(In);
    let mut reading = Reading {
        names,
        kinds: column()?,
        times: column()?,
        numbers: column()?,
        lengths: column()?,
        texts: column()?,
    };
    bytes.end()?;
    let (mut past, mut before) = (Vec::new(), opened_at);
    for _ in 0..records {
        let at = Timestamp::from_micros(reading.times.way(before.micros())?);
        let entry = reading.entry(at)?;
        before = entry.ends(at);
        past.push((at, entry));
    }
    let Reading {
        kinds,
        times,
        numbers,
        lengths,
        texts,
        ..
    } = reading;
    [kinds, times, numbers, lengths, texts]
        .into_iter()
        .try_for_each(In::end)?;
    Ok(past)
}

/// The columns while they are read.
struct Reading<'a> {
    names: Vec<&'a [u8]>,
    kinds: In<'a>,
    times: In<'a>,
    numbers: In<'a>,
    lengths: In<'a>,
    texts: In<'a>,
}

impl Reading<'_> {
    fn entry(&mut self, at: Timestamp) -> Result<Entry, LinkError> {
        Ok(match self.kinds.byte()? {
            REQUEST => Entry::Request {
                operation: self.name()?,
                body: self.text()?,
            },
            REFUSED => Entry::Refused {
                operation: self.name()?,
                exception: self.name()?,
                body: self.text()?,
            },
            LOAD => Entry::Load {
                seed: self.numbers.number()?,
                plan: self.text()?,
            },
            SENT => Entry::Sent {
                requests: self.numbers.number()?,
                to: self.moment(at)?,
            },
            ADVANCE => Entry::Advance { to: self.moment(at)? },
            CHANGE => Entry::Settings { json: self.text()? },
            LOAD_END => Entry::LoadEnd,
            STEP_BEGIN => Entry::StepBegin,
            STEP_END => Entry::StepEnd,
            _ => return Err(LinkError::Damaged),
        })
    }

    fn name(&mut self) -> Result<String, LinkError> {
        let place = usize::try_from(self.kinds.number()?).map_err(|_| LinkError::Damaged)?;
        text(self.names.get(place).copied().ok_or(LinkError::Damaged)?)
    }

    fn text(&mut self) -> Result<String, LinkError> {
        let length = self.lengths.number()?;
        text(self.texts.take(length)?)
    }

    fn moment(&mut self, from: Timestamp) -> Result<Timestamp, LinkError> {
        self.numbers.way(from.micros()).map(Timestamp::from_micros)
    }
}
