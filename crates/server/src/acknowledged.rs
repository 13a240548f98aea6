//! A small file with the number of the last record that the journal holds safely. It shows at the next start whether
//! the end of the journal is missing, even if the journal is cut exactly between two records.
//!
//! The server writes it after each sync of the journal, and before a response relies on the record. It does not sync
//! this file: after a power cut the number can be an earlier one, or unreadable, but never too high. So no crash leads
//! to a false alarm. All numbers are little-endian. Must not know records.
//!
//! ```text
//! "HRA"  version u16  record u64  CRC-32 of all before
//! ```

use std::io;

use crate::disk::{Disk, whole};

/// The name of the file.
pub(crate) const ACKNOWLEDGED: &str = "acknowledged.hashrange";

const MARK: [u8; 3] = *b"HRA";
const FILE_VERSION: u16 = 1;

/// Stores the number of the last record that is durable.
///
/// # Errors
/// When the system fails. The stored number can be unreadable then.
pub(crate) fn store(disk: &dyn Disk, record: u64) -> io::Result<()> {
    let mut bytes = MARK.to_vec();
    bytes.extend(FILE_VERSION.to_le_bytes());
    bytes.extend(record.to_le_bytes());
    let sum = crc32fast::hash(&bytes);
    bytes.extend(sum.to_le_bytes());
    disk.overwrite(ACKNOWLEDGED, &bytes)
}

/// The stored number: records up to there were durable. 0 if it is unknown.
pub(crate) fn read(disk: &dyn Disk) -> u64 {
    whole(disk, ACKNOWLEDGED)
        .ok()
        .and_then(|bytes| number(&bytes))
        .unwrap_or_default()
}

fn number(bytes: &[u8]) -> Option<u64> {
    let (content, sum) = bytes.split_last_chunk()?;
    if crc32fast::hash(content) != u32::from_le_bytes(*sum) {
        return None;
    }
    let (version, record) = content.strip_prefix(&MARK)?.split_first_chunk()?;
    if u16::from_le_bytes(*version) != FILE_VERSION {
        return None;
    }
    Some(u64::from_le_bytes(record.try_into().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::disk::put_whole;
    use crate::disk::simulated::Simulated;

    #[test]
    fn a_number_is_the_stored_one_or_unknown() {
        let disk = Simulated::default();
        assert_eq!(read(&disk), 0);
        for record in [7, 8, u64::MAX] {
            store(&disk, record).expect("room");
            assert_eq!(read(&disk), record);
        }
        let bytes = whole(&disk, ACKNOWLEDGED).expect("it is there");
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            *damaged.get_mut(at).expect("it is inside") ^= 4;
            put_whole(&disk, "new", ACKNOWLEDGED, &damaged).expect("room");
            assert_eq!(read(&disk), 0, "byte {at}");
            put_whole(&disk, "new", ACKNOWLEDGED, bytes.get(..at).unwrap_or_default()).expect("room");
            assert_eq!(read(&disk), 0, "cut at {at}");
        }
    }
}
