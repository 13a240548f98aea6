//! The meter of a shard: the remaining GetRecords calls and bytes of records of the current second.
//!
//! A call needs one remaining call and some remaining bytes. It takes all bytes of its response, even if fewer remain.
//! A response larger than the remaining bytes makes later calls wait (documented: kinesis-shard-limits, of the service
//! this one is modelled on). Must not know records.

use hashrange_capacity::{Bucket, Refill, Units};
use hashrange_time::Timestamp;

use crate::state::limits::Limits;

/// The remaining read capacity of a shard.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ShardMeter {
    calls: Bucket,
    bytes: Bucket,
}

hashrange_checkpoint::fields!(ShardMeter { calls, bytes });

/// The refill of calls and of bytes, each for one second.
fn refills(limits: &Limits) -> (Refill, Refill) {
    (
        Refill::new(limits.shard_reads, 1),
        Refill::new(limits.shard_read_bytes, 1),
    )
}

impl ShardMeter {
    /// The meter of a shard that was not read for a second.
    pub(crate) fn new(limits: &Limits, now: Timestamp) -> Self {
        let (calls, bytes) = refills(limits);
        Self {
            calls: Bucket::new(calls, now.micros()),
            bytes: Bucket::new(bytes, now.micros()),
        }
    }

    /// Whether a call may proceed.
    pub(crate) fn admits(&self, limits: &Limits, now: Timestamp) -> bool {
        let (calls, bytes) = refills(limits);
        self.calls.left(calls, now.micros()) >= Units::whole(1) && self.bytes.has_units(bytes, now.micros())
    }

    /// Takes a call with the given number of bytes.
    pub(crate) fn take(&mut self, limits: &Limits, bytes: u64, now: Timestamp) {
        let (calls, bytes_refill) = refills(limits);
        self.calls.take(calls, now.micros(), Units::whole(1));
        self.bytes.take(bytes_refill, now.micros(), Units::whole(bytes));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hashrange_time::Duration;

    const LIMITS: Limits = Limits::aws();

    #[test]
    fn five_calls_a_second_and_one_more_every_fifth_of_it() {
        let start = Timestamp::from_seconds(7);
        let mut meter = ShardMeter::new(&LIMITS, start);
        for _ in 0..5 {
            assert!(meter.admits(&LIMITS, start));
            meter.take(&LIMITS, 0, start);
        }
        assert!(!meter.admits(&LIMITS, start + Duration::from_millis(199)));
        assert!(meter.admits(&LIMITS, start + Duration::from_millis(200)));
    }

    #[test]
    fn bytes_are_paid_for_afterwards() {
        let start = Timestamp::from_seconds(7);
        let mut meter = ShardMeter::new(&LIMITS, start);
        meter.take(&LIMITS, 1 << 20, start);
        assert!(meter.admits(&LIMITS, start), "a megabyte is left");
        meter.take(&LIMITS, 2 << 20, start);
        assert!(!meter.admits(&LIMITS, start + Duration::from_millis(500)));
        assert!(meter.admits(&LIMITS, start + Duration::from_millis(501)));
    }
}
