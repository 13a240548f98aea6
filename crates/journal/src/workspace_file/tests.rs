//! Tests of the workspace file: round trips, and detection of every changed byte.

use proptest::prelude::*;

use super::*;
use crate::{HEADER_BYTES, Header, encode_header};

fn journal() -> Vec<u8> {
    let mut bytes = encode_header(&Header {
        seed: 42,
        opened_at: Default::default(),
        semantics: 0,
    });
    bytes.extend_from_slice(b"records nobody looks at here");
    bytes
}

fn file(name: &str, view: &str, journal: &[u8]) -> Vec<u8> {
    write_file(name, 1_700_000_000_123, view, journal)
}

#[test]
fn a_workspace_comes_back_as_it_was() {
    let bytes = file("Forum ✓", r#"{"tab":"Query"}"#, &journal());
    let read = read_file(&bytes).expect("a good file");
    assert_eq!(read.name.as_deref(), Some("Forum ✓"));
    assert_eq!(read.made, Some(1_700_000_000_123));
    assert_eq!(read.view, r#"{"tab":"Query"}"#);
    assert_eq!(read.journal, journal());
}

#[test]
fn an_empty_workspace_has_a_file_too() {
    let read = read_file(&file("", "", &[])).expect("a good file");
    assert_eq!(
        (read.name.as_deref(), read.view.as_str(), read.journal.len()),
        (Some(""), "", 0)
    );
}

#[test]
fn a_bare_journal_is_a_workspace_without_a_name() {
    let read = read_file(&journal()).expect("a good journal");
    assert_eq!(
        (read.name, read.made, read.view, read.journal),
        (None, None, String::new(), journal())
    );
}

#[test]
fn a_bare_journal_is_refused_for_its_header_only() {
    let mut damaged = journal();
    damaged[8] ^= 1;
    assert_eq!(read_file(&damaged), Err(FileError::Damaged));
    assert_eq!(read_file(&journal()[..HEADER_BYTES - 1]), Err(FileError::Truncated));
    let mut newer = journal();
    newer[3] = 9;
    assert_eq!(read_file(&newer), Err(FileError::Newer { version: 9 }));
    let mut torn = journal();
    torn.truncate(HEADER_BYTES + 5);
    assert!(read_file(&torn).is_ok());
}

#[test]
fn other_files_are_reported_apart() {
    for bytes in [&b""[..], b"x", b"PK\x03\x04 an archive", b"{\"Item\": {}}"] {
        assert_eq!(read_file(bytes), Err(FileError::NotAWorkspace), "{bytes:?}");
    }
}

#[test]
fn a_newer_format_is_named() {
    let mut bytes = file("a", "", &journal());
    bytes[3] = 2;
    let error = read_file(&bytes).expect_err("a newer format");
    assert_eq!(error, FileError::Newer { version: 2 });
    assert!(error.to_string().contains("format 2"));
}

#[test]
fn bytes_at_the_end_are_damage() {
    let mut bytes = file("a", "", &journal());
    bytes.push(0);
    assert_eq!(read_file(&bytes), Err(FileError::Damaged));
}

#[test]
fn lengths_that_lie_under_a_right_checksum_are_damage() {
    let mut bytes = file("a", "", &journal());
    let name_length = MARK.len() + 2 + 8 + 8;
    bytes[name_length..name_length + 8].copy_from_slice(&u64::MAX.to_le_bytes());
    let covered = bytes.len() - CHECKSUM_BYTES;
    let checksum = crc32(&bytes[..covered]);
    bytes[covered..].copy_from_slice(&checksum.to_le_bytes());
    assert_eq!(read_file(&bytes), Err(FileError::Damaged));
}

proptest! {
    #[test]
    fn any_name_and_view_come_back(name in ".*", view in ".*", records in proptest::collection::vec(any::<u8>(), 0..200)) {
        let mut journal = encode_header(&Header { seed: 1, opened_at: Default::default(), semantics: 0 });
        journal.extend(records);
        let read = read_file(&file(&name, &view, &journal)).expect("a good file");
        prop_assert_eq!((read.name, read.view, read.journal), (Some(name), view, journal));
    }

    #[test]
    fn a_flipped_byte_is_an_error(place in any::<prop::sample::Index>(), flip in 1..=u8::MAX) {
        let mut bytes = file("Forum", "{}", &journal());
        let place = place.index(bytes.len());
        bytes[place] ^= flip;
        prop_assert!(read_file(&bytes).is_err());
    }

    #[test]
    fn a_cut_is_an_error(place in any::<prop::sample::Index>()) {
        let bytes = file("Forum", "{}", &journal());
        let cut = &bytes[..place.index(bytes.len())];
        let expected = if cut.is_empty() { FileError::NotAWorkspace } else { FileError::Truncated };
        prop_assert_eq!(read_file(cut), Err(expected));
    }

    #[test]
    fn any_bytes_are_judged_without_a_panic(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        let _ = read_file(&bytes);
        let mut marked = MARK.to_vec();
        marked.extend(bytes);
        let _ = read_file(&marked);
    }
}
