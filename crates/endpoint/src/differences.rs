//! Where records and what they come to now differ, in words.
//!
//! Must not know how a difference is found, nor who is told.

use std::fmt;

/// Differences that are told in words; of others there is a count.
const MOST_TOLD: usize = 8;
/// Bytes of a text that are told.
const MOST_BYTES: usize = 300;

/// A record that comes to something else now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The record's number.
    pub record: u64,
    /// What was done: an operation, or a stretch of a load.
    pub what: String,
    /// What it came to when it was written, which holds.
    pub then: String,
    /// What it would come to now.
    pub now: String,
}

/// All of a journal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Differences {
    told: Vec<Difference>,
    records: u64,
    /// The number of the newest record among them.
    last: u64,
}

impl Difference {
    pub(crate) fn new(record: u64, what: String, then: String, now: String) -> Self {
        Self { record, what, then: shortened(then), now: shortened(now) }
    }
}

fn shortened(mut text: String) -> String {
    if text.len() > MOST_BYTES {
        let end = (0..=MOST_BYTES).rev().find(|at| text.is_char_boundary(*at)).unwrap_or_default();
        text.truncate(end);
        text.push('…');
    }
    text
}

impl Differences {
    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.records == 0
    }

    /// How many records differ.
    #[must_use]
    pub fn records(&self) -> u64 {
        self.records
    }

    /// The first of them.
    #[must_use]
    pub fn told(&self) -> &[Difference] {
        &self.told
    }

    /// Takes one in, unless it is of a record that was met before.
    pub(crate) fn note(&mut self, difference: Difference) {
        if difference.record <= self.last {
            return;
        }
        self.last = difference.record;
        self.records += 1;
        if self.told.len() < MOST_TOLD {
            self.told.push(difference);
        }
    }

    /// Takes in those of a later stretch.
    pub(crate) fn append(&mut self, later: Self) {
        let untold = later.records.saturating_sub(later.told.len() as u64);
        let (before, last) = (self.last, later.last);
        later.told.into_iter().for_each(|difference| self.note(difference));
        if last > before {
            self.records += untold;
            self.last = last;
        }
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { record, what, then, now } = self;
        write!(out, "record {record}, {what}: it was {then}; by the rules of this version it would be {now}")
    }
}

impl fmt::Display for Differences {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let records = if self.records == 1 { "1 record" } else { &format!("{} records", self.records) };
        let come = if self.records == 1 { "comes" } else { "come" };
        write!(out, "{records} of another version of the program {come} to something else by the rules of this one.")?;
        write!(out, " What was acknowledged then holds:")?;
        for difference in &self.told {
            write!(out, "\n  {difference}")?;
        }
        match self.records.saturating_sub(self.told.len() as u64) {
            0 => Ok(()),
            untold => write!(out, "\n  and {untold} more"),
        }
    }
}
