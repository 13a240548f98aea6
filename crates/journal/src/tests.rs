//! Reads journals with truncation, damage and later versions, as examples and as property tests.

use hashrange_time::Timestamp;
use proptest::prelude::*;

use super::*;

mod salvage;

const HEADER: Header = Header {
    seed: 42,
    opened_at: Timestamp::from_seconds(1_426_440_271),
    semantics: 7,
};

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
        let outcome = Outcome {
            semantics: 1,
            changes: Changes::default(),
        };
        Record {
            sequence,
            at: Timestamp::from_millis(sequence * 7),
            entry: entry.clone(),
            outcome,
        }
    };
    numbered.map(record).collect()
}

/// The records with changes, except for the last one.
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
    records_of(&one_of_each())
}

/// An entry of each kind, except for an undo.
fn one_of_each() -> Vec<Entry> {
    vec![
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
    ]
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

/// A journal with a record of each kind. Every saved journal must stay readable.
const VERSION_1: &str = concat!(
    "48524a010007002a00000000000000c071a501571105008154691a41c30906070100000000000000581b0000000000000710",
    "1e0e776861742031206368616e67656401075075744974656d7b225461626c654e616d65223a22546872656164227d2b5a96",
    "b57e0200000000000000b03600000000000007101e0e776861742032206368616e67656402804a5d05000000003aa756ed67",
    "0300000000000000085200000000000007101e0e776861742033206368616e676564037b2270687973696373223a22636c61",
    "7373726f6f6d227d2d92cd1e260400000000000000606d00000000000007101e0e776861742034206368616e676564010750",
    "75744974656d7b7d431c5861d60500000000000000b88800000000000007101e0e776861742035206368616e676564050747",
    "65744974656d1653657269616c697a6174696f6e457863657074696f6e7b3877d7d69e060000000000000010a40000000000",
    "0007101e0e776861742036206368616e67656406ffffffffffffffff7b2256657273696f6e223a317d3373ca088f07000000",
    "0000000068bf00000000000007101e0e776861742037206368616e67656407e803000000000000c095a90500000000239de1",
    "b8c20800000000000000c0da00000000000007101e0e776861742038206368616e676564081b0c2f3e7d0900000000000000",
    "18f60000000000000700040200000000000000",
);

#[test]
fn the_bytes_of_version_1_never_change() {
    let mut entries = one_of_each();
    entries.push(Entry::Return { to: 2 });
    let records = with_outcomes(records_of(&entries));
    assert_eq!(hexadecimal(&journal_of(&records)), VERSION_1);
    assert_eq!(
        read(&bytes_of(VERSION_1)).unwrap(),
        Journal {
            header: HEADER,
            records,
            torn: None
        }
    );
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
    newer[3] = 2;
    assert_eq!(read(&newer), Err(JournalError::NewerVersion { found: 2, supported: 1 }));
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
        Just(Entry::StepBegin),
        Just(Entry::StepEnd),
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
