//! Limits of a file from any author: the maximum work that it may cause in a browser.
//!
//! Owns the limits and the totals compared with them. Must not know the meaning of a line.

use hashrange_time::Duration;

use crate::Wrong;

/// The maximum size of a file in bytes.
pub const MOST_BYTES: usize = 400 * 1024;
/// The maximum number of steps of a lesson.
pub const MOST_STEPS: usize = 40;
/// The maximum number of requests of a lesson, including those of its loads.
pub const MOST_REQUESTS: u64 = 5_000;
/// The maximum number of items at a lesson's beginning.
pub const MOST_ITEMS: u64 = 10_000;
/// The maximum virtual time of a lesson.
pub const MOST_TIME: Duration = Duration::from_hours(60 * 24);
/// The maximum number of checks of one `until`.
pub const MOST_LOOKS: u32 = 20_000;
/// The maximum number of checks of all `until` lines.
pub(crate) const MOST_LOOKS_IN_ALL: u32 = 100_000;
/// Maximum pages of one read; each `pages` line counts as this number of requests.
pub(crate) const MOST_PAGES: u64 = 50;
/// Maximum bytes of a lesson's expanded abbreviations.
const MOST_WRITTEN_OUT: u64 = 32 * 1024 * 1024;

/// The totals so far.
#[derive(Debug, Default)]
pub(crate) struct Sums {
    requests: u64,
    items: u64,
    micros: u64,
    bytes: u64,
}

impl Sums {
    pub(crate) fn requests(&mut self, more: u64) -> Result<(), Wrong> {
        self.requests = self.requests.saturating_add(more);
        held("requests, including those of loads", self.requests, MOST_REQUESTS)
    }

    pub(crate) fn items(&mut self, more: u64) -> Result<(), Wrong> {
        self.items = self.items.saturating_add(more);
        held("items at the start", self.items, MOST_ITEMS)
    }

    pub(crate) fn time(&mut self, more: Duration) -> Result<(), Wrong> {
        self.micros = self.micros.saturating_add(more.micros());
        held(
            "hours of virtual time",
            self.micros.div_ceil(3_600_000_000),
            MOST_TIME.micros() / 3_600_000_000,
        )
    }

    /// Checks the size of `<text*count>`, `times` times, before it is expanded.
    pub(crate) fn written_out(&mut self, template: &str, times: u64) -> Result<(), Wrong> {
        let mut bytes = template.len() as u64;
        for inside in template
            .split('<')
            .skip(1)
            .filter_map(|rest| rest.split_once('>'))
            .map(|(inside, _)| inside)
        {
            let repeated = inside
                .split_once('*')
                .map(|(text, count)| (text.len() as u64, count.parse::<u64>()));
            match repeated {
                Some((text, Ok(count))) => bytes = bytes.saturating_add(text.saturating_mul(count)),
                Some((_, Err(_))) => {
                    return Err(Wrong::Repeat {
                        inside: inside.to_owned(),
                    });
                }
                None => {}
            }
        }
        self.bytes = self.bytes.saturating_add(bytes.saturating_mul(times));
        held("bytes of expanded items and requests", self.bytes, MOST_WRITTEN_OUT)
    }
}

/// Checks that a load is within the limit at its highest setting.
pub(crate) fn turned_up(requests: u64) -> Result<(), Wrong> {
    held("requests of a load at its highest setting", requests, MOST_REQUESTS)
}

fn held(what: &'static str, found: u64, most: u64) -> Result<(), Wrong> {
    if found > most {
        Err(Wrong::TooMuch { what, found, most })
    } else {
        Ok(())
    }
}
