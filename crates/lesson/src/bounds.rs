//! Bounds of a file, whoever wrote it: what it may make a browser do.
//!
//! Owns the numbers and the sums held against them. Must not know what a line means.

use hashrange_time::Duration;

use crate::Wrong;

/// Bytes of a file.
pub const MOST_BYTES: usize = 400 * 1024;
/// Steps of a lesson.
pub const MOST_STEPS: usize = 40;
/// Requests of a lesson, those of its loads among them.
pub const MOST_REQUESTS: u64 = 5_000;
/// Items a lesson begins with.
pub const MOST_ITEMS: u64 = 10_000;
/// Virtual time of a lesson.
pub const MOST_TIME: Duration = Duration::from_hours(60 * 24);
/// Looks of one `until` before it is given up.
pub const MOST_LOOKS: u32 = 20_000;
/// Looks of all of them.
pub(crate) const MOST_LOOKS_IN_ALL: u32 = 100_000;
/// Pages of one read; each `pages` line counts as so many requests.
pub(crate) const MOST_PAGES: u64 = 50;
/// Bytes that the abbreviations of a lesson come to, written out.
const MOST_WRITTEN_OUT: u64 = 32 * 1024 * 1024;

/// What was used so far.
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
        held("requests, those of loads among them", self.requests, MOST_REQUESTS)
    }

    pub(crate) fn items(&mut self, more: u64) -> Result<(), Wrong> {
        self.items = self.items.saturating_add(more);
        held("items at the beginning", self.items, MOST_ITEMS)
    }

    pub(crate) fn time(&mut self, more: Duration) -> Result<(), Wrong> {
        self.micros = self.micros.saturating_add(more.micros());
        held("hours of virtual time", self.micros.div_ceil(3_600_000_000), MOST_TIME.micros() / 3_600_000_000)
    }

    /// Holds what `<text*count>` comes to, `times` times, before it is written out.
    pub(crate) fn written_out(&mut self, template: &str, times: u64) -> Result<(), Wrong> {
        let mut bytes = template.len() as u64;
        for inside in template.split('<').skip(1).filter_map(|rest| rest.split_once('>')).map(|(inside, _)| inside) {
            let repeated = inside.split_once('*').map(|(text, count)| (text.len() as u64, count.parse::<u64>()));
            match repeated {
                Some((text, Ok(count))) => bytes = bytes.saturating_add(text.saturating_mul(count)),
                Some((_, Err(_))) => return Err(Wrong::Repeat { inside: inside.to_owned() }),
                None => {}
            }
        }
        self.bytes = self.bytes.saturating_add(bytes.saturating_mul(times));
        held("bytes of items and requests, written out", self.bytes, MOST_WRITTEN_OUT)
    }
}

/// Whether a load, turned up as far as it goes, is still small enough.
pub(crate) fn turned_up(requests: u64) -> Result<(), Wrong> {
    held("requests of a load that is turned up", requests, MOST_REQUESTS)
}

fn held(what: &'static str, found: u64, most: u64) -> Result<(), Wrong> {
    if found > most { Err(Wrong::TooMuch { what, found, most }) } else { Ok(()) }
}
