//! Limits of a past that a stranger gives, checked before any of it runs.
//!
//! Owns the limits and the text of an error. Must not know how a past was transported, nor what a request means.

use std::fmt;

use hashrange_journal::Entry;
use hashrange_time::{Duration, Timestamp};

/// The maximum number of actions: requests, changes of settings, loads.
pub const MOST_ACTIONS: u64 = 20_000;
/// The maximum number of records, including those of passing time.
pub const MOST_RECORDS: u64 = 100_000;
/// The maximum number of requests that its loads send.
pub const MOST_SENT: u64 = 2_000_000;
/// The maximum virtual time between the start and the end: 100 years.
pub const MOST_TIME: Duration = Duration::from_hours(24 * 36_525);
/// The last year in which a service can start, and its end.
const LAST_YEAR: u64 = 2_999;
const LATEST_START: Timestamp = Timestamp::from_seconds(32_503_680_000);
/// The maximum number of characters of a workspace's name.
pub const MOST_NAME: u64 = 200;
/// The maximum number of bytes of the page's own state.
pub const MOST_VIEW: u64 = 2_000_000;
/// The maximum number of names of operations and exceptions, and the bytes of each.
pub const MOST_NAMES: u64 = 500;

/// Something of which there is more than the limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Excess {
    /// What, in the plural.
    pub what: &'static str,
    /// How many.
    pub found: u64,
    /// The maximum.
    pub most: u64,
}

impl fmt::Display for Excess {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { what, found, most } = self;
        write!(out, "too many {what}: {found}; the limit is {most}")
    }
}

/// Checks a number of things against its limit.
pub(crate) fn at_most(what: &'static str, found: u64, most: u64) -> Result<(), Excess> {
    if found > most {
        Err(Excess { what, found, most })
    } else {
        Ok(())
    }
}

/// Checks a past that begins at this virtual time.
///
/// # Errors
/// The first limit that the past exceeds.
pub fn check<'a>(opened_at: Timestamp, past: impl IntoIterator<Item = (Timestamp, &'a Entry)>) -> Result<(), Excess> {
    if opened_at >= LATEST_START {
        // A year has 365.25 days here, so the first days of the year 3000 count as the year before.
        let year = 1_970 + opened_at.seconds() / (24 * 3_600 * 1_461 / 4);
        let (found, most) = (year.max(LAST_YEAR + 1), LAST_YEAR);
        return Err(Excess {
            what: "years before its start",
            found,
            most,
        });
    }
    let (mut records, mut actions, mut sent) = (0_u64, 0_u64, 0_u64);
    for (at, entry) in past {
        records += 1;
        actions += u64::from(!matches!(entry, Entry::Advance { .. } | Entry::Sent { .. }));
        if let Entry::Sent { requests, .. } = entry {
            sent = sent.saturating_add(*requests);
        }
        at_most("records", records, MOST_RECORDS)?;
        at_most("actions", actions, MOST_ACTIONS)?;
        at_most("requests of loads", sent, MOST_SENT)?;
        let passed = at.max(entry.ends(at)).checked_since(opened_at).unwrap_or_default();
        let days = |time: Duration| time.micros().div_ceil(24 * 3_600_000_000);
        at_most("days of virtual time", days(passed), days(MOST_TIME))?;
    }
    Ok(())
}
