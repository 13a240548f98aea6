//! A journal against truncation, damage and later versions, by example and by property.

use hashrange_time::Timestamp;
use proptest::prelude::*;

use super::*;

const HEADER: Header = Header { seed: 42, opened_at: Timestamp::from_seconds(1_426_440_271) };

fn request(body: &str) -> Entry {
    Entry::Request { operation: "PutItem".to_owned(), body: body.to_owned() }
}

fn advance(seconds: u64) -> Entry {
    Entry::Advance { to: Timestamp::from_seconds(seconds) }
}

fn records_of(entries: &[Entry]) -> Vec<Record> {
    let numbered = entries.iter().zip(1_u64..);
    numbered
        .map(|(entry, sequence)| Record { sequence, at: Timestamp::from_millis(sequence * 7), entry: entry.clone() })
        .collect()
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
        Entry::Settings { json: r#"{"physics":"classroom"}"#.to_owned() },
        request("{}"),
    ])
}

#[test]
fn what_was_written_is_read() {
    let records = example();
    let journal = read(&journal_of(&records)).unwrap();
    assert_eq!(journal, Journal { header: HEADER, records, torn: None });
    assert_eq!(journal.last_sequence(), 4);
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

/// The format is a promise to every journal that was ever saved.
#[test]
fn the_bytes_of_version_1_never_change() {
    let bytes = journal_of(&records_of(&[request("{}")]));
    let text: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    let header = "48524a01002a00000000000000c071a50157110500034365c1";
    let record = "1b30b657590100000000000000581b00000000000001075075744974656d7b7d";
    assert_eq!(text, format!("{header}{record}"));
}

#[test]
fn a_header_that_cannot_be_used_is_refused_by_its_reason() {
    let good = encode_header(&HEADER);
    assert_eq!(good.len(), HEADER_BYTES);
    for length in 0..good.len() {
        assert_eq!(read(&good[..length]), Err(JournalError::HeaderTooShort { bytes: length }));
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
    assert_eq!(journal.records, example()[..3]);
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
    assert_eq!((torn.reason, torn.extent), (Reason::SequenceGap { expected: 2, found: 3 }, Extent::Damage));
}

#[test]
fn a_length_beyond_the_end_allocates_nothing() {
    let mut bytes = encode_header(&HEADER);
    bytes.extend([0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01, 1, 2, 3, 4, 5]);
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

/// Bytes made to look like the start of a good record everywhere must not cost a checksum over all at every place.
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
    let mut writer = Writer::new();
    let mut bytes = encode_header(&HEADER);
    bytes.extend(writer.push(at(1), request("{}")));
    assert!(writer.push(at(1), advance(2)).is_empty());
    assert!(writer.push(at(2), advance(3)).is_empty());
    bytes.extend(writer.push(at(4), request("{}")));
    assert!(writer.push(at(4), advance(9)).is_empty());
    bytes.extend(writer.flush());
    assert!(writer.flush().is_empty());
    assert_eq!(writer.last_sequence(), 4);
    let mut resumed = Writer::resume(read(&bytes).unwrap().last_sequence());
    bytes.extend(resumed.push(at(9), Entry::Settings { json: "{}".to_owned() }));
    let journal = read(&bytes).unwrap();
    assert_eq!(journal.torn, None);
    let read: Vec<_> = journal.records.into_iter().map(|record| (record.sequence, record.at, record.entry)).collect();
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
fn a_reader_tells_where_it_stands_and_stops_after_an_error() {
    let records = example();
    let mut bytes = journal_of(&records);
    bytes.push(0x80);
    let (header, mut reader) = Reader::new(&bytes).unwrap();
    assert_eq!((header, reader.position()), (HEADER, HEADER_BYTES));
    assert_eq!(reader.by_ref().take(4).filter_map(Result::ok).count(), 4);
    assert_eq!(reader.position(), bytes.len() - 1);
    assert!(matches!(reader.next(), Some(Err(JournalError::Torn(_)))));
    assert_eq!(reader.next(), None);
}

fn entry() -> impl Strategy<Value = Entry> {
    prop_oneof![
        ("[A-Za-z]{0,20}", ".{0,200}").prop_map(|(operation, body)| Entry::Request { operation, body }),
        any::<u64>().prop_map(|micros| Entry::Advance { to: Timestamp::from_micros(micros) }),
        ".{0,80}".prop_map(|json| Entry::Settings { json }),
        Just(Entry::Return { to: 0 }),
    ]
}

fn some_records() -> impl Strategy<Value = Vec<Record>> {
    proptest::collection::vec(entry(), 1..6).prop_map(|entries| records_of(&entries))
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
