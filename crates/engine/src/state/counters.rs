//! The reported numbers of rows and bytes of a table or index. The service refreshes them about every six hours
//! (documented: table-counts).
//!
//! The exact numbers are stored before the first change after a refresh was due, so nothing is counted twice. Indexed
//! vectors are reported at four bytes per number, whatever is stored (observed: vector-table-size).

use std::sync::Arc;

use hashrange_store::Space;
use hashrange_time::{Duration, Timestamp};
use hashrange_values::Item;

/// The reported numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Counters {
    since: Timestamp,
    noted: Timestamp,
    items: u64,
    bytes: u64,
    /// Reported bytes in addition to the stored bytes.
    beyond: i64,
}

hashrange_checkpoint::fields!(Counters {
    since,
    noted,
    items,
    bytes,
    beyond
});

impl Counters {
    /// The counters of a new, empty table or index.
    pub(crate) fn new(now: Timestamp) -> Self {
        Self {
            since: now,
            noted: now,
            items: 0,
            bytes: 0,
            beyond: 0,
        }
    }

    /// Stores the exact numbers if a refresh is due. Call it before a change of the rows.
    pub(crate) fn before_change(&mut self, rows: &Space<Arc<Item>>, now: Timestamp, period: Duration) {
        if !period.is_zero() && self.is_stale(now, period) {
            (self.items, self.bytes) = self.exact(rows);
            self.noted = now;
        }
    }

    /// Rows and bytes as a description reports them.
    pub(crate) fn published(&self, rows: &Space<Arc<Item>>, now: Timestamp, period: Duration) -> (u64, u64) {
        if period.is_zero() || self.is_stale(now, period) {
            self.exact(rows)
        } else {
            (self.items, self.bytes)
        }
    }

    /// Adds reported bytes in addition to the stored bytes; subtracts if negative.
    pub(crate) fn report_beyond(&mut self, bytes: i64) {
        self.beyond += bytes;
    }

    /// Resets the additional bytes, so that they can be counted again.
    pub(crate) fn report_stored(&mut self) {
        self.beyond = 0;
    }

    fn exact(&self, rows: &Space<Arc<Item>>) -> (u64, u64) {
        (rows.len() as u64, rows.bytes().saturating_add_signed(self.beyond))
    }

    /// Whether a refresh was due since the numbers were stored.
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
    fn what_is_reported_is_up_to_six_hours_old() {
        let (period, start) = (Duration::from_hours(6), Timestamp::from_seconds(1_000));
        let (mut rows, mut counters) = (Space::new(1), Counters::new(start));
        let put = |rows: &mut Space<Arc<Item>>, counters: &mut Counters, key: &[u8], now| {
            counters.before_change(rows, now, period);
            rows.insert(
                RowKeyBuilder::new(&[key]).finish(),
                Row {
                    value: Arc::new(Item::new()),
                    size: 10,
                },
            );
        };
        put(&mut rows, &mut counters, b"a", start);
        assert_eq!(counters.published(&rows, start, period), (0, 0));
        let later = start + period;
        assert_eq!(counters.published(&rows, later, period), (1, 10));
        put(&mut rows, &mut counters, b"b", later);
        assert_eq!(counters.published(&rows, later, period), (1, 10));
        assert_eq!(counters.published(&rows, later + period, period), (2, 20));
        assert_eq!(counters.published(&rows, later, Duration::ZERO), (2, 20));
    }
}
