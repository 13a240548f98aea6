//! How long a call takes: a model, because AWS publishes no latency. It promises single-digit milliseconds for operations
//! on single items. A transaction reads or writes each item twice (documented: transactions-guide).
//!
//! Must not know the clock: no simulated time passes during a call.

/// The milliseconds of a call, or of each phase of a transaction.
const CALL: u64 = 5;
/// The bytes that one more millisecond reads.
const BYTES_IN_A_MILLISECOND: u64 = 64 * 1_024;

/// The milliseconds of a call that reads this many bytes.
#[must_use]
pub(crate) const fn milliseconds(is_transaction: bool, read_bytes: u64) -> u64 {
    let phases = if is_transaction { 2 } else { 1 };
    phases * CALL + read_bytes / BYTES_IN_A_MILLISECOND
}

#[cfg(test)]
mod tests {
    use super::milliseconds;

    #[test]
    fn a_page_of_one_megabyte_takes_longer_than_an_item() {
        assert_eq!(milliseconds(false, 400), 5);
        assert_eq!(milliseconds(true, 400), 10);
        assert_eq!(milliseconds(false, 1 << 20), 21);
    }
}
