//! Text that describes records whose outcome differs under the current rules.
//!
//! Must not know how a difference is found, nor who reads the text.

use std::fmt;

/// Maximum number of described differences. The others are only counted.
const MOST_REPORTED: usize = 8;
/// Maximum number of bytes in a reported text.
const MOST_BYTES: usize = 300;

/// A record whose outcome differs under the current rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The record's number.
    pub record: u64,
    /// The name of the action: an operation, or a section of a load.
    pub what: String,
    /// The recorded outcome, which stays valid.
    pub then: String,
    /// The outcome under the current rules.
    pub now: String,
}

/// All differences of a journal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Differences {
    reported: Vec<Difference>,
    records: u64,
    /// The number of the latest record among them.
    last: u64,
}

impl Difference {
    pub(crate) fn new(record: u64, what: String, then: String, now: String) -> Self {
        Self {
            record,
            what,
            then: shortened(then),
            now: shortened(now),
        }
    }
}

fn shortened(mut text: String) -> String {
    if text.len() > MOST_BYTES {
        let end = (0..=MOST_BYTES)
            .rev()
            .find(|at| text.is_char_boundary(*at))
            .unwrap_or_default();
        text.truncate(end);
        text.push('…');
    }
    text
}

impl Differences {
    /// Whether there are no differences.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.records == 0
    }

    /// The number of records that differ.
    #[must_use]
    pub fn records(&self) -> u64 {
        self.records
    }

    /// The first differences, which have a description.
    #[must_use]
    pub fn reported(&self) -> &[Difference] {
        &self.reported
    }

    /// Adds a difference, unless its record is at or before the latest one.
    pub(crate) fn note(&mut self, difference: Difference) {
        if difference.record <= self.last {
            return;
        }
        self.last = difference.record;
        self.records += 1;
        if self.reported.len() < MOST_REPORTED {
            self.reported.push(difference);
        }
    }

    /// Adds the differences of a later section.
    pub(crate) fn append(&mut self, later: Self) {
        let unreported = later.records.saturating_sub(later.reported.len() as u64);
        let (before, last) = (self.last, later.last);
        later.reported.into_iter().for_each(|difference| self.note(difference));
        if last > before {
            self.records += unreported;
            self.last = last;
        }
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            record,
            what,
            then,
            now,
        } = self;
        write!(
            out,
            "record {record}, {what}: it was {then}; by the rules of this version it would be {now}"
        )
    }
}

impl fmt::Display for Differences {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let records = if self.records == 1 {
            "1 record"
        } else {
            &format!("{} records", self.records)
        };
        let have = if self.records == 1 { "has" } else { "have" };
        write!(
            out,
            "{records} from another version of the program {have} different results by the rules of this version."
        )?;
        write!(out, " The acknowledged results stay valid:")?;
        for difference in &self.reported {
            write!(out, "\n  {difference}")?;
        }
        match self.records.saturating_sub(self.reported.len() as u64) {
            0 => Ok(()),
            unreported => write!(out, "\n  and {unreported} more"),
        }
    }
}
