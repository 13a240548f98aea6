//! Bytes of journals: the valid part is a prefix, and is the same when written again. Salvage finds it too, and covers all
//! bytes.

use hashrange_journal::{Found, HEADER_BYTES, Header, Salvage, encode_header, encode_record, read};
use hashrange_time::Timestamp;

/// The first byte selects the case: the rest is a journal, or payloads, each after a byte with its length. The payloads
/// are put into a journal with the right checksums, which random bytes would almost never have.
pub fn journal(data: &[u8]) {
    match crate::choice(data) {
        Some((choice, rest)) if choice % 2 == 0 => whole(rest),
        Some((_, rest)) => whole(&of_payloads(rest)),
        None => {}
    }
}

fn whole(bytes: &[u8]) {
    salvage(bytes);
    let Ok(journal) = read(bytes) else { return };
    let end = journal.torn.as_ref().map_or(bytes.len(), |torn| torn.at_byte);
    assert!(end >= HEADER_BYTES && end <= bytes.len());
    let mut again = encode_header(&journal.header).to_vec();
    for record in &journal.records {
        again.extend(encode_record(record));
    }
    let second = read(&again).expect("what was written can be read");
    assert_eq!((second.records, second.torn), (journal.records, None));
}

/// Each byte is part of the header, of a record or of damage, and the valid part of the journal comes out.
fn salvage(bytes: &[u8]) {
    let Ok(salvage) = Salvage::new(1, bytes) else { return };
    let (mut records, mut end) = (Vec::new(), 0);
    for found in salvage {
        match found {
            Found::Damage { at_byte, bytes } => {
                assert!(at_byte >= end && bytes > 0);
                end = at_byte + bytes;
            }
            Found::Record(record) => records.push(record),
        }
    }
    assert!(end <= bytes.len());
    assert!(records.is_sorted_by(|one, next| one.sequence < next.sequence));
    if let Ok(journal) = read(bytes) {
        assert!(records.starts_with(&journal.records));
    }
}

fn of_payloads(mut rest: &[u8]) -> Vec<u8> {
    let mut bytes = encode_header(&Header {
        seed: 1,
        opened_at: Timestamp::from_micros(0),
        semantics: 0,
    })
    .to_vec();
    while let Some((length, more)) = rest.split_first() {
        // A length below 128 takes one byte.
        let (payload, more) = more.split_at(usize::from(length % 128).min(more.len()));
        let mut framed = vec![length % 128];
        framed.extend_from_slice(payload);
        bytes.push(length % 128);
        bytes.extend_from_slice(&crc32fast::hash(&framed).to_le_bytes());
        bytes.extend_from_slice(payload);
        rest = more;
    }
    bytes
}
