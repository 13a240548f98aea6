//! Memory: resident bytes of a million items in a table and an index that projects everything, relative to the bytes of
//! both.

use crate::service::{Hashrange, Service};
use crate::work::{ITEM_BYTES, put, with_table};

const MILLION: usize = 1_000_000;

/// Resident bytes per byte of items and entries, if the system reports them.
pub(crate) fn factor() -> Option<f64> {
    let before = resident()?;
    let mut service: Hashrange = with_table(true);
    for number in 0..MILLION {
        service.send("PutItem", &put(number / 10, number, number % 10_000));
    }
    let used = resident()? - before;
    let stored: u64 = service
        .0
        .tables()
        .map(|table| table.bytes() + table.indexes().map(|index| index.bytes()).sum::<u64>())
        .sum();
    let items = MILLION * ITEM_BYTES;
    assert_eq!(stored, 2 * items as u64, "bytes of items and entries");
    Some(used / (2.0 * items as f64))
}

/// Resident bytes of this process, if the system reports them.
fn resident() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: f64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024.0)
}
