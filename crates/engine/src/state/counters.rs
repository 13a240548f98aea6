//! How many rows and bytes a table or index tells to have: the service refreshes them about every six hours
//! (documented).
//!
//! Nothing is counted twice: the exact numbers are noted before the first change after a refresh was due. Vectors that are
//! indexed are told at four bytes a number, whatever is stored (observed).

use std::sync::Arc;

use hashrange_store::Space;
use hashrange_time::{Duration, Timestamp};
use hashrange_values::Item;

/// The numbers told.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Counters {
    since: Timestamp,
    noted: Timestamp,
    items: u64,
    bytes: u64,
    /// What is told beyond the bytes that are stored.
    beyond: i64,
}

hashrange_checkpoint::fields!(Counters { since, noted, items, bytes, beyond });

impl Counters {
    /// Those of something new and empty.
    pub(crate) fn new(now: Timestamp) -> Self {
        Self { since: now, noted: now, items: 0, bytes: 0, beyond: 0 }
    }

    /// To be called before a change of the rows.
    pub(crate) fn before_change(&mut self, rows: &Space<Arc<Item>>, now: Timestamp, period: Duration) {
        if !period.is_zero() && self.is_stale(now, period) {
            (self.items, self.bytes) = self.exact(rows);
            self.noted = now;
        }
    }

    /// Rows and bytes as a description tells them.
    pub(crate) fn told(&self, rows: &Space<Arc<Item>>, now: Timestamp, period: Duration) -> (u64, u64) {
        if period.is_zero() || self.is_stale(now, period) { self.exact(rows) } else { (self.items, self.bytes) }
    }

    /// Counts bytes that are told beyond those stored; fewer when negative.
    pub(crate) fn tell_beyond(&mut self, bytes: i64) {
        self.beyond += bytes;
    }

    /// Forgets them, to be counted again.
    pub(crate) fn tell_stored(&mut self) {
        self.beyond = 0;
    }

    fn exact(&self, rows: &Space<Arc<Item>>) -> (u64, u64) {
        (rows.len() as u64, rows.bytes().saturating_add_signed(self.beyond))
    }

    /// Whether a refresh was due since the numbers were noted.
    fn is_stale(&self, now: Timestamp, period: Duration) -> bool {
        let round = |moment: Timestamp| (moment - self.since).micros() / period.micros().max(1);
        round(now) > round(self.noted)
    }
}

#[cfg(test)]
mod tests {
    use hashrange_store::{Row, RowKeyBuilder};

    use super::*;

    #[test]
    fn what_is_told_is_up_to_six_hours_old() {
        let (period, start) = (Duration::from_hours(6), Timestamp::from_seconds(1_000));
        let (mut rows, mut counters) = (Space::new(1), Counters::new(start));
        let put = |rows: &mut Space<Arc<Item>>, counters: &mut Counters, key: &[u8], now| {
            counters.before_change(rows, now, period);
            rows.insert(RowKeyBuilder::new(&[key]).finish(), Row { value: Arc::new(Item::new()), size: 10 });
        };
        put(&mut rows, &mut counters, b"a", start);
        assert_eq!(counters.told(&rows, start, period), (0, 0));
        let later = start + period;
        assert_eq!(counters.told(&rows, later, period), (1, 10));
        put(&mut rows, &mut counters, b"b", later);
        assert_eq!(counters.told(&rows, later, period), (1, 10));
        assert_eq!(counters.told(&rows, later + period, period), (2, 20));
        assert_eq!(counters.told(&rows, later, Duration::ZERO), (2, 20));
    }
}
