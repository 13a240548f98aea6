//! Round trips, shared values, and refusal of damaged bytes.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt::Debug;
use std::sync::Arc;

use proptest::prelude::*;

use crate::{
    Arena, Checkpointed, Damaged, Forms, Kind, Reader, Restoring, Saving, Writer, address_of, read_part, write_part,
};

fn written(value: &impl Checkpointed) -> Vec<u8> {
    let mut out = Writer::default();
    value.write(&mut out);
    out.take()
}

fn read<T: Checkpointed>(bytes: &[u8]) -> Result<T, Damaged> {
    let mut arena = Arena::default();
    let mut bytes = Reader::new(bytes, &mut arena);
    let value = T::read(&mut bytes)?;
    if bytes.is_at_end() { Ok(value) } else { Err(Damaged) }
}

/// Checks that a value is read again, and that every truncation of its bytes is refused.
fn check<T: Checkpointed + PartialEq + Debug>(value: &T) {
    let bytes = written(value);
    assert_eq!(read::<T>(&bytes).as_ref(), Ok(value));
    for end in 0..bytes.len() {
        assert_eq!(
            read::<T>(&bytes[..end]).as_ref(),
            Err(&Damaged),
            "{end} bytes of {value:?}"
        );
    }
}

#[derive(Clone, Debug, PartialEq)]
struct Row {
    name: String,
    number: i64,
}

crate::fields!(Row { name, number });

#[derive(Clone, Debug, PartialEq)]
enum Shape {
    Empty,
    One(Row),
    Two(u32, bool),
    Named { list: Vec<Shape>, ratio: f64 },
}

crate::variants!(Shape { Empty, One(row), Two(number, flag), Named { list, ratio } });

proptest! {
    #[test]
    fn plain_values_are_read_again(
        numbers in (any::<u64>(), any::<i64>(), any::<u128>(), any::<u8>(), any::<u16>()),
        text in ".*",
        list in prop::collection::vec(any::<u32>(), 0..40),
    ) {
        check(&numbers.0);
        check(&numbers.1);
        check(&numbers.2);
        check(&(numbers.3, numbers.4));
        check(&text);
        check(&list);
        check(&list.iter().map(|number| (*number, text.clone())).collect::<BTreeMap<_, _>>());
        check(&list.iter().map(|number| (*number, text.clone())).collect::<litemap::LiteMap<_, _>>());
        check(&list.iter().copied().collect::<BTreeSet<_>>());
        check(&Some(list.iter().copied().collect::<VecDeque<_>>()));
    }

    #[test]
    fn no_bytes_are_a_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = read::<Shape>(&bytes);
        let _ = read::<Vec<Arc<Row>>>(&bytes);
        let _ = read::<BTreeMap<String, Vec<u64>>>(&bytes);
    }
}

#[test]
fn the_ends_of_the_numbers_are_read_again() {
    for number in [0, 1, 127, 128, u64::from(u32::MAX), u64::MAX - 1, u64::MAX] {
        check(&number);
    }
    for number in [i64::MIN, -1, 0, 1, i64::MAX] {
        check(&number);
    }
    assert_eq!(
        read::<u32>(&written(&u64::MAX)),
        Err(Damaged),
        "a number that is too large"
    );
    assert_eq!(read::<u64>(&[0xFF; 10]), Err(Damaged), "a number without an end");
    assert_eq!(
        read::<Vec<u64>>(&written(&u64::MAX)),
        Err(Damaged),
        "a length beyond the bytes"
    );
}

#[test]
fn types_are_read_by_their_lists() {
    let row = Row {
        name: "a".to_owned(),
        number: -5,
    };
    let list = vec![Shape::Empty, Shape::One(row), Shape::Two(7, true)];
    check(&Shape::Named { list, ratio: 0.5 });
    assert_eq!(read::<Shape>(&[4]), Err(Damaged), "a variant that is not there");
}

/// A row of an older version, without a size and a label.
struct Earlier {
    name: String,
    number: i64,
}

crate::fields!(Earlier { name, number });

#[derive(Debug, PartialEq)]
struct Later {
    name: String,
    number: i64,
    size: u64,
    label: Option<String>,
}

crate::fields!(Later { name, number, size since 2, label since 3 });

#[derive(Debug, PartialEq)]
struct Cached {
    name: String,
    number: i64,
    cache: u64,
}

crate::fields!(Cached { name, number } without cache);

#[test]
fn what_is_no_part_of_the_state_is_not_written() {
    let of = |cache| Cached {
        name: "a".to_owned(),
        number: 4,
        cache,
    };
    assert_eq!(written(&of(7)), written(&of(0)));
    assert_eq!(read::<Cached>(&written(&of(7))), Ok(of(0)));
}

#[test]
fn what_a_version_lacks_is_at_its_default() {
    let mut bytes = written(&Earlier {
        name: "a".to_owned(),
        number: 4,
    });
    let read = |bytes: &[u8], version| {
        let mut arena = Arena::of_version(version);
        Later::read(&mut Reader::new(bytes, &mut arena))
    };
    let later = |size, label| Later {
        name: "a".to_owned(),
        number: 4,
        size,
        label,
    };
    assert_eq!(read(&bytes, 1), Ok(later(0, None)));
    bytes.push(9);
    assert_eq!(read(&bytes, 2), Ok(later(9, None)));
    let now = later(9, Some("b".to_owned()));
    assert_eq!(read(&written(&now), 3), Ok(now));
}

#[test]
fn forms_are_reported_by_name() {
    let mut forms = Forms::default();
    assert_eq!(Vec::<Shape>::form(&mut forms), "list of checkpoint.Shape");
    Later::form(&mut forms);
    let text = "checkpoint.Later = name: text, number: number below zero too, size: number, since version 2, label: \
                perhaps text, since version 3\n\
                checkpoint.Row = name: text, number: number below zero too\n\
                checkpoint.Shape = one of 0 Empty; 1 One {row: checkpoint.Row}; 2 Two {number: number, flag: 0 or 1}; 3 Named \
                {list: list of checkpoint.Shape, ratio: 8 bytes, IEEE 754}\n";
    assert_eq!(forms.text(), text);
}

#[test]
fn names_are_written_once() {
    let mut out = Writer::default();
    for name in ["first", "first", "other", "other"] {
        out.name(0, name);
    }
    out.name(9, "far");
    let bytes = out.take();
    assert_eq!(bytes.len(), 6 + 1 + 6 + 1 + 4);
    let mut arena = Arena::default();
    let mut bytes = Reader::new(&bytes, &mut arena);
    for name in ["first", "first", "other", "other"] {
        assert_eq!(bytes.name(0).expect("a name"), name);
    }
    assert_eq!(bytes.name(9).expect("a name"), "far");
}

/// A state with parts, and with a value that the state and its parts share.
#[derive(Clone)]
struct State {
    parts: Vec<Arc<Vec<Arc<String>>>>,
    again: Vec<Arc<Vec<Arc<String>>>>,
    one: Arc<String>,
}

impl Checkpointed for State {
    fn form(_: &mut Forms) -> String {
        "for a test".to_owned()
    }

    fn write(&self, out: &mut Writer) {
        for list in [&self.parts, &self.again] {
            out.varint(list.len() as u64);
            list.iter()
                .for_each(|part| write_part(out, address_of(part), || Arc::clone(part)));
        }
        self.one.write(out);
    }

    fn read(bytes: &mut Reader<'_>) -> Result<Self, Damaged> {
        let mut lists = [Vec::new(), Vec::new()];
        for list in &mut lists {
            for _ in 0..bytes.length()? {
                list.push(read_part(bytes)?);
            }
        }
        let [parts, again] = lists;
        Ok(Self {
            parts,
            again,
            one: Arc::read(bytes)?,
        })
    }
}

#[test]
fn parts_and_what_they_hold_are_shared_again() {
    let kinds = || vec![Kind::of::<Row>(), Kind::of::<Vec<Arc<String>>>()];
    let one = Arc::new("the one that all hold".to_owned());
    let part = |number: u32| Arc::new(vec![Arc::clone(&one), Arc::new(format!("{number}").repeat(9_000))]);
    let parts: Vec<_> = (0..40).map(part).collect();
    let again = parts.iter().step_by(3).map(Arc::clone).collect();
    let state = State { parts, again, one };
    let mut saving = Saving::new(state.clone(), kinds());
    let frames: Vec<Vec<u8>> = std::iter::from_fn(|| saving.frame()).collect();
    assert!(frames.len() > 5 && frames.iter().all(|frame| frame.len() < 100_000));
    let mut restoring = Restoring::<State>::new(kinds());
    frames.iter().for_each(|frame| restoring.take(frame).expect("a frame"));
    let read = restoring.finish().expect("a state");
    assert_eq!(
        (&read.parts, &read.again, &read.one),
        (&state.parts, &state.again, &state.one)
    );
    assert!(
        read.parts
            .iter()
            .step_by(3)
            .zip(&read.again)
            .all(|(part, again)| Arc::ptr_eq(part, again))
    );
    assert!(
        read.parts
            .iter()
            .all(|part| part.first().is_some_and(|first| Arc::ptr_eq(first, &read.one)))
    );
    assert_eq!(Arc::strong_count(&read.one), 41);
}
