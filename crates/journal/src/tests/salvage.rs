//! Damaged journals, of which everything that verifies is read.

use super::*;

/// The numbers of the records that verify, and the damaged ranges.
fn salvaged(first: u64, bytes: &[u8]) -> (Vec<u64>, Vec<(usize, usize)>) {
    let (mut records, mut damage) = (Vec::new(), Vec::new());
    for found in Salvage::new(first, bytes).expect("it has this version") {
        match found {
            Found::Record(record) => records.push(record.sequence),
            Found::Damage { at_byte, bytes } => damage.push((at_byte, bytes)),
        }
    }
    (records, damage)
}

#[test]
fn records_around_damage_are_salvaged() {
    let entries: Vec<Entry> = (0..9).map(|number| request(&format!("body {number}"))).collect();
    let records = records_of(&entries);
    let journal = journal_of(&records);
    assert_eq!(salvaged(1, &journal), ((1..=9).collect(), vec![]));
    let length = encode_record(&records[0]).len();
    for at in 0..journal.len() {
        let mut damaged = journal.clone();
        damaged[at] ^= 1;
        let (found, damage) = salvaged(1, &damaged);
        match at.checked_sub(HEADER_BYTES) {
            None => assert_eq!(
                (found, damage),
                ((1..=9).collect(), vec![(0, HEADER_BYTES)]),
                "byte {at}"
            ),
            Some(offset) => {
                let number = offset / length;
                let others = (1..=9).filter(|sequence| *sequence != number as u64 + 1).collect();
                let range = (HEADER_BYTES + number * length, length);
                assert_eq!((found, damage), (others, vec![range]), "byte {at}");
            }
        }
    }
    // An incomplete end, bytes that were never a journal, and a missing middle.
    let cut = journal.len() - 3;
    let last = HEADER_BYTES + 8 * length;
    assert_eq!(
        salvaged(1, &journal[..cut]),
        ((1..=8).collect(), vec![(last, length - 3)])
    );
    assert_eq!(salvaged(1, b"something else"), (vec![], vec![(0, 14)]));
    assert_eq!(salvaged(1, b""), (vec![], vec![]));
    let gap = [&journal[..HEADER_BYTES + length], &journal[HEADER_BYTES + 3 * length..]].concat();
    assert_eq!(salvaged(1, &gap).0, [1, 4, 5, 6, 7, 8, 9]);
    assert_eq!(salvaged(1, &gap).1, []);
}

#[test]
fn a_journal_of_a_later_version_is_refused() {
    let mut journal = journal_of(&records_of(&[request("body")]));
    journal[3] = 2;
    let flipped = Salvage::new(1, &journal).expect("its checksum says that the version is damaged");
    assert_eq!(flipped.filter(|found| matches!(found, Found::Record(_))).count(), 1);
    let sum = hashrange_checkpoint::crc32(&journal[..HEADER_BYTES - 4]);
    journal[HEADER_BYTES - 4..HEADER_BYTES].copy_from_slice(&sum.to_le_bytes());
    let error = Salvage::new(1, &journal).expect_err("its checksum is right");
    assert_eq!(error, JournalError::NewerVersion { found: 2, supported: 1 });
}
