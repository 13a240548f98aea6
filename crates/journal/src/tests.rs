//! Reads journals with truncation, damage and later versions, as examples and as property tests.

use hashrange_time::Timestamp;
use proptest::prelude::*;

use super::*;

const HEADER: Header = Header {
    seed: 42,
    opened_at: Timestamp::from_seconds(1_426_440_271),
    semantics: 7,
};
/// A header without semantics, as in earlier versions.
const EARLIER: Header = Header { semantics: 0, ..HEADER };

fn request(body: &str) -> Entry {
    Entry::Request {
        operation: "PutItem".to_owned(),
        body: body.to_owned(),
    }
}

fn advance(seconds: u64) -> Entry {
    Entry::Advance {
        to: Timestamp::from_seconds(seconds),
    }
}

fn records_of(entries: &[Entry]) -> Vec<Record> {
    let numbered = entries.iter().zip(1_u64..);
    let record = |(entry, sequence): (&Entry, u64)| {
        let (at, outcome) = (Timestamp::from_millis(sequence * 7), Outcome::default());
        Record {
            sequence,
            at,
            entry: entry.clone(),
            outcome,
        }
    };
    numbered.map(record).collect()
}

/// The records with outcomes, as since version 3.
fn with_outcomes(mut records: Vec<Record>) -> Vec<Record> {
    for record in &mut records {
        let changes = Changes::of(format!("what {} changed", record.sequence).as_bytes());
        record.outcome = Outcome { semantics: 7, changes };
    }
    if let Some(last) = records.last_mut() {
        last.outcome.changes = Changes::default();
    }
    records
}

fn journal_of(records: &[Record]) -> Vec<u8> {
    let mut bytes = encode_header(&HEADER);
    for record in records {
        bytes.extend(encode_record(record));
    }
    bytes
}

fn example() -> Vec<Record> {
    records_of(&[
        request(r#"{"TableName":"Thread"}"#),
        advance(90),
        Entry::Settings {
            json: r#"{"physics":"classroom"}"#.to_owned(),
        },
        request("{}"),
        Entry::Refused {
            operation: "GetItem".to_owned(),
            body: "{".to_owned(),
            exception: "SerializationException".to_owned(),
        },
        Entry::Load {
            plan: r#"{"Version":1}"#.to_owned(),
            seed: u64::MAX,
        },
        Entry::Sent {
            requests: 1_000,
            to: Timestamp::from_seconds(95),
        },
        Entry::LoadEnd,
    ])
}

#[test]
fn what_was_written_is_read() {
    for records in [example(), with_outcomes(example())] {
        let journal = read(&journal_of(&records)).unwrap();
        assert_eq!(
            journal,
            Journal {
                header: HEADER,
                records,
                torn: None
            }
        );
        assert_eq!(journal.last_sequence(), 8);
    }
    let empty = read(&encode_header(&HEADER)).unwrap();
    assert_eq!((empty.last_sequence(), empty.torn), (0, None));
}

#[test]
fn a_return_leads_to_what_was_before() {
    let records = records_of(&[request("{}"), request("{}"), Entry::Return { to: 1 }]);
    assert_eq!(read(&journal_of(&records)).unwrap().records, records);
    let forward = records_of(&[request("{}"), Entry::Return { to: 2 }]);
    let journal = read(&journal_of(&forward)).unwrap();
    assert_eq!((journal.records.len(), journal.torn.is_some()), (1, true));
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn bytes_of(hexadecimal: &str) -> Vec<u8> {
    let digit = |at: usize| u8::from_str_radix(&hexadecimal[at..at + 2], 16).expect("two digits");
    (0..hexadecimal.len()).step_by(2).map(digit).collect()
}

/// A saved journal of version 1 with a record of each of its kinds.
const VERSION_1: &str = concat!(
    "48524a01002a00000000000000c071a50157110500034365c1",
    "1b30b657590100000000000000581b00000000000001075075744974656d7b7d",
    "191bddd7f70200000000000000b036000000000000024039010000000000",
    "131e5ff70403000000000000000852000000000000037b7d",
    "193bea10100400000000000000606d000000000000040200000000000000",
);

const VERSION_2: &str = concat!(
    "48524a02002a00000000000000c071a50157110500619ee32b2fff87cdb30100000000000000581b00000000000001075075",
    "744974656d7b225461626c654e616d65223a22546872656164227d1966175de30200000000000000b0360000000000000280",
    "4a5d05000000002859f304e303000000000000000852000000000000037b2270687973696373223a22636c617373726f6f6d",
    "227d1b62bee9ad0400000000000000606d00000000000001075075744974656d7b7d315df679f40500000000000000b88800",
    "000000000005074765744974656d1653657269616c697a6174696f6e457863657074696f6e7b269397ca1e06000000000000",
    "0010a400000000000006ffffffffffffffff7b2256657273696f6e223a317d2101fdbeb0070000000000000068bf00000000",
    "000007e803000000000000c095a9050000000011848b3b610800000000000000c0da00000000000008",
);

const VERSION_3: &str = concat!(
    "48524a030007002a00000000000000c071a501571105000d22a7d04271e603550100000000000000581b0000000000000907",
    "101e0e776861742031206368616e67656401075075744974656d7b225461626c654e616d65223a22546872656164227d2c65",
    "f4ec240200000000000000b0360000000000000907101e0e776861742032206368616e67656402804a5d05000000003b8a69",
    "06d8030000000000000008520000000000000907101e0e776861742033206368616e676564037b2270687973696373223a22",
    "636c617373726f6f6d227d2edcbc13340400000000000000606d0000000000000907101e0e776861742034206368616e6765",
    "6401075075744974656d7b7d44e4ccc10d0500000000000000b8880000000000000907101e0e776861742035206368616e67",
    "656405074765744974656d1653657269616c697a6174696f6e457863657074696f6e7b390e40686e060000000000000010a4",
    "0000000000000907101e0e776861742036206368616e67656406ffffffffffffffff7b2256657273696f6e223a317d34e158",
    "8cdd070000000000000068bf0000000000000907101e0e776861742037206368616e67656407e803000000000000c095a905",
    "00000000147cbc0a4e0800000000000000c0da00000000000009070008",
);

/// Every saved journal must stay readable.
#[test]
fn a_journal_of_version_1_is_read_and_its_records_keep_their_bytes() {
    let entries = [
        request("{}"),
        Entry::Advance {
            to: Timestamp::from_micros(80_192),
        },
        Entry::Settings { json: "{}".to_owned() },
        Entry::Return { to: 2 },
    ];
    let records = records_of(&entries);
    let bytes = bytes_of(VERSION_1);
    let (header, reader) = Reader::new(&bytes).unwrap();
    assert_eq!(
        (header, reader.version(), reader.position()),
        (EARLIER, 1, header_bytes(&bytes))
    );
    assert_eq!(
        read(&bytes).unwrap(),
        Journal {
            header: EARLIER,
            records: records.clone(),
            torn: None
        }
    );
    assert_eq!(
        hexadecimal(&bytes[header_bytes(&bytes)..]),
        hexadecimal(&journal_of(&records)[HEADER_BYTES..])
    );
}

#[test]
fn a_journal_of_version_2_is_read_and_its_records_keep_their_bytes() {
    let bytes = bytes_of(VERSION_2);
    assert_eq!(Reader::new(&bytes).unwrap().1.version(), 2);
    assert_eq!(
        read(&bytes).unwrap(),
        Journal {
            header: EARLIER,
            records: example(),
            torn: None
        }
    );
    assert_eq!(
        hexadecimal(&bytes[header_bytes(&bytes)..]),
        hexadecimal(&journal_of(&example())[HEADER_BYTES..])
    );
}

#[test]
fn the_bytes_of_version_3_never_change() {
    let bytes = journal_of(&with_outcomes(example()));
    assert_eq!(hexadecimal(&bytes), VERSION_3);
    assert_eq!(Reader::new(&bytes).unwrap().1.version(), 3);
}

#[test]
fn a_header_that_cannot_be_used_is_refused_by_its_reason() {
    let good = encode_header(&HEADER);
    assert_eq!(good.len(), HEADER_BYTES);
    for length in 0..good.len() {
        assert_eq!(
            read(&good[..length]),
            Err(JournalError::HeaderTooShort { bytes: length })
        );
    }
    assert_eq!(read(b"PK\x03\x04"), Err(JournalError::NotAJournal));
    assert_eq!(read(b"X"), Err(JournalError::NotAJournal));
    let mut newer = good.clone();
    newer[3] = 4;
    assert_eq!(read(&newer), Err(JournalError::NewerVersion { found: 4, supported: 3 }));
    newer[3] = 0;
    assert_eq!(read(&newer), Err(JournalError::UnknownVersion { found: 0 }));
    let mut damaged = good;
    damaged[9] ^= 1;
    assert_eq!(read(&damaged), Err(JournalError::HeaderDamaged));
}

#[test]
fn a_damaged_record_before_good_ones_is_damage_at_its_byte() {
    let records = example();
    let mut bytes = journal_of(&records);
    let second = journal_of(&records[..1]).len();
    bytes[second + 12] ^= 0x10;
    let journal = read(&bytes).unwrap();
    assert_eq!(journal.records, records[..1]);
    let torn = journal.torn.unwrap();
    assert_eq!((torn.at_byte, torn.lost_bytes), (second, bytes.len() - second));
    assert_eq!((torn.reason, torn.extent), (Reason::ChecksumMismatch, Extent::Damage));
    assert!(torn.to_string().contains("damaged at byte"), "{torn}");
}

#[test]
fn a_damaged_length_does_not_hide_the_records_behind_it() {
    let records = example();
    let mut bytes = journal_of(&records);
    let second = journal_of(&records[..1]).len();
    bytes[second] = 0x7F;
    let torn = read(&bytes).unwrap().torn.unwrap();
    assert_eq!((torn.at_byte, torn.extent), (second, Extent::Damage));
}

#[test]
fn a_damaged_last_record_is_a_torn_tail() {
    let mut bytes = journal_of(&example());
    *bytes.last_mut().unwrap() ^= 1;
    let journal = read(&bytes).unwrap();
    assert_eq!(journal.records, example()[..7]);
    let torn = journal.torn.unwrap();
    assert_eq!((torn.reason, torn.extent), (Reason::ChecksumMismatch, Extent::Tail));
}

#[test]
fn a_left_out_record_is_damage() {
    let mut records = example();
    records.remove(1);
    let journal = read(&journal_of(&records)).unwrap();
    assert_eq!(journal.records, records[..1]);
    let torn = journal.torn.unwrap();
    assert_eq!(
        (torn.reason, torn.extent),
        (Reason::SequenceGap { expected: 2, found: 3 }, Extent::Damage)
    );
}

#[test]
fn a_length_beyond_the_end_allocates_nothing() {
    let mut bytes = encode_header(&HEADER);
    bytes.extend([
        0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01, 1, 2, 3, 4, 5,
    ]);
    let torn = read(&bytes).unwrap().torn.unwrap();
    assert_eq!((torn.at_byte, torn.lost_bytes), (HEADER_BYTES, 15));
    assert_eq!((torn.reason, torn.extent), (Reason::EndsInsideRecord, Extent::Tail));
}

#[test]
fn a_tail_of_zeros_is_torn() {
    let mut bytes = journal_of(&example());
    bytes.extend([0; 4_096]);
    let journal = read(&bytes).unwrap();
    assert_eq!(journal.records, example());
    assert_eq!(journal.torn.map(|torn| torn.extent), Some(Extent::Tail));
}

/// Forged bytes that look like the start of a valid record everywhere must not cost a long checksum at every position.
#[test]
fn hostile_bytes_are_read_in_bounded_time() {
    let mut bytes = encode_header(&HEADER);
    let mut decoy = vec![0xFF, 0xFF, 0x07, 9, 9, 9, 9];
    decoy.extend(2_u64.to_le_bytes());
    decoy.resize(32, 1);
    bytes.extend(decoy.iter().cycle().take(4_000_000));
    assert!(read(&bytes).unwrap().torn.is_some());
}

#[test]
fn the_writer_merges_a_run_of_advances_and_numbers_without_gaps() {
    let at = Timestamp::from_seconds;
    let came = |second: u8| Outcome {
        semantics: 1,
        changes: Changes::of(&[second]),
    };
    let mut writer = Writer::new();
    let mut bytes = encode_header(&HEADER);
    bytes.extend(writer.push(at(1), request("{}"), came(1)));
    assert!(writer.push(at(1), advance(2), came(1)).is_empty());
    assert!(writer.push(at(2), advance(3), came(2)).is_empty());
    bytes.extend(writer.push(at(4), request("{}"), came(4)));
    assert!(writer.push(at(4), advance(9), came(4)).is_empty());
    bytes.extend(writer.flush());
    assert!(writer.flush().is_empty());
    assert_eq!(writer.last_sequence(), 4);
    let mut resumed = Writer::resume(read(&bytes).unwrap().last_sequence());
    bytes.extend(resumed.push(at(9), Entry::Settings { json: "{}".to_owned() }, came(9)));
    let journal = read(&bytes).unwrap();
    assert_eq!(journal.torn, None);
    let changed: Vec<_> = journal
        .records
        .iter()
        .map(|record| record.outcome.changes.lists().unwrap().concat())
        .collect();
    assert_eq!(
        changed,
        [vec![1], vec![1, 2], vec![4], vec![4], vec![9]],
        "what was held back is in the record"
    );
    let read: Vec<_> = journal
        .records
        .into_iter()
        .map(|record| (record.sequence, record.at, record.entry))
        .collect();
    let expected = [
        (1, at(1), request("{}")),
        (2, at(1), advance(3)),
        (3, at(4), request("{}")),
        (4, at(4), advance(9)),
        (5, at(9), Entry::Settings { json: "{}".to_owned() }),
    ];
    assert_eq!(read, expected);
}

#[test]
fn a_reader_reports_where_it_stands_and_stops_after_an_error() {
    let records = example();
    let mut bytes = journal_of(&records);
    bytes.push(0x80);
    let (header, mut reader) = Reader::new(&bytes).unwrap();
    assert_eq!((header, reader.position()), (HEADER, HEADER_BYTES));
    assert_eq!(reader.by_ref().take(8).filter_map(Result::ok).count(), 8);
    assert_eq!(reader.position(), bytes.len() - 1);
    assert!(matches!(reader.next(), Some(Err(JournalError::Torn(_)))));
    assert_eq!(reader.next(), None);
}

fn entry() -> impl Strategy<Value = Entry> {
    prop_oneof![
        ("[A-Za-z]{0,20}", ".{0,200}").prop_map(|(operation, body)| Entry::Request { operation, body }),
        any::<u64>().prop_map(|micros| Entry::Advance {
            to: Timestamp::from_micros(micros)
        }),
        ".{0,80}".prop_map(|json| Entry::Settings { json }),
        Just(Entry::Return { to: 0 }),
        ("[A-Za-z]{0,20}", ".{0,200}", "[A-Za-z]{0,20}").prop_map(|(operation, body, exception)| Entry::Refused {
            operation,
            body,
            exception
        }),
        (".{0,200}", any::<u64>()).prop_map(|(plan, seed)| Entry::Load { plan, seed }),
        (any::<u64>(), any::<u64>()).prop_map(|(requests, to)| Entry::Sent {
            requests,
            to: Timestamp::from_micros(to)
        }),
        Just(Entry::LoadEnd),
    ]
}

fn some_records() -> impl Strategy<Value = Vec<Record>> {
    let lists = proptest::collection::vec(proptest::collection::vec(any::<u8>(), 0..200), 0..6);
    (proptest::collection::vec(entry(), 1..6), lists).prop_map(|(entries, lists)| {
        let mut records = records_of(&entries);
        if let Some(first) = records.first_mut() {
            first.outcome.semantics = 3;
            lists.iter().for_each(|list| first.outcome.changes.push(list));
        }
        records
    })
}

proptest! {
    #[test]
    fn any_truncation_yields_a_prefix_and_a_report(records in some_records(), cut: prop::sample::Index) {
        let bytes = journal_of(&records);
        let length = HEADER_BYTES + cut.index(bytes.len() - HEADER_BYTES);
        let journal = read(&bytes[..length]).unwrap();
        prop_assert!(records.starts_with(&journal.records));
        prop_assert!(journal.records.len() < records.len());
        let whole = journal_of(&journal.records).len();
        match journal.torn {
            None => prop_assert_eq!(whole, length),
            Some(torn) => {
                let expected =
                    Torn { at_byte: whole, lost_bytes: length - whole, reason: Reason::EndsInsideRecord, extent: Extent::Tail };
                prop_assert_eq!(torn, expected);
            }
        }
    }

    #[test]
    fn any_changed_byte_is_noticed(records in some_records(), place: prop::sample::Index, change in 1..=255_u8) {
        let mut bytes = journal_of(&records);
        let changed = place.index(bytes.len());
        bytes[changed] ^= change;
        match read(&bytes) {
            Err(_) => prop_assert!(changed < HEADER_BYTES),
            Ok(journal) => {
                prop_assert!(changed >= HEADER_BYTES);
                prop_assert_eq!(journal.header, HEADER);
                prop_assert!(records.starts_with(&journal.records));
                prop_assert!(journal.torn.is_some_and(|torn| torn.at_byte <= changed));
            }
        }
    }

    #[test]
    fn no_bytes_panic(noise in proptest::collection::vec(any::<u8>(), 0..200)) {
        let _ = read(&noise);
        let mut bytes = encode_header(&HEADER);
        bytes.extend(noise);
        let _ = read(&bytes);
    }
}
