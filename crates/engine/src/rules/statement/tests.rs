//! The reads of a `SELECT`, and the item that a write names.

use hashrange_expression::Test;
use hashrange_index::{KeyAttribute, KeySchema};
use hashrange_partiql::{Statement, parse};
use hashrange_values::{AttributeValue, KeyType, Text};
use hashrange_wire::{ServiceError, StatementFault};

use crate::rules::read::sweep::Slice;
use crate::rules::statement::branch::{Branch, Reads, reads};
use crate::rules::statement::key::{Conflict, named};
use crate::rules::statement::{condition, query};

fn keys() -> KeySchema {
    let key = |name: &str| KeyAttribute {
        name: Text::from(name),
        key_type: KeyType::S,
    };
    KeySchema {
        partition: vec![key("pk")],
        sort: vec![key("sk")],
    }
}

fn filter(text: &str, parameters: &[AttributeValue]) -> Test {
    match parse(&format!("SELECT * FROM t WHERE {text}"), parameters) {
        Ok(Statement::Select(select)) => condition::test(select.filter.unwrap()).unwrap(),
        other => panic!("{text}: {other:?}"),
    }
}

fn read(text: &str) -> Result<Reads, ServiceError> {
    reads(Some(&filter(text, &[])), &keys())
}

/// The branches of a condition. Panics without branches.
fn branches(text: &str) -> Vec<Branch> {
    match read(text) {
        Ok(Reads::Branches(branches)) => branches,
        Ok(Reads::Everything) => panic!("{text}: everything is read"),
        Err(error) => panic!("{text}: {error}"),
    }
}

fn many(word: &str, count: usize) -> String {
    (0..count)
        .map(|number| format!("'{word}{number}'"))
        .collect::<Vec<_>>()
        .join(", ")
}

#[test]
fn every_branch_is_a_range() {
    for (text, count) in [
        ("pk = 'a'", 1),
        ("pk = 'a' AND sk > 'b'", 1),
        ("pk IN ['a', 'b'] AND sk IN ['c', 'd', 'e']", 6),
        ("pk = 'a' AND (sk < 'b' OR sk = 'b' OR sk > 'b')", 3),
        ("pk = 'a' AND (v = 1 OR v = 2 OR (w = 1 AND NOT v = 3))", 1),
        ("pk = 'a' AND (v = 1 OR sk <> 'b')", 1),
        ("(pk = 'a' AND v = 1) OR (pk = 'b' AND (v = 2 OR v = 3))", 2),
        // A condition that is always false still causes one read.
        ("pk = 'a' AND sk > 'c' AND sk < 'b'", 1),
        ("pk = 'a' AND (sk = 'b' OR sk = 'c') AND sk = 'b'", 1),
    ] {
        assert_eq!(branches(text).len(), count, "{text}");
    }
}

#[test]
fn one_branch_of_equalities_is_a_key() {
    for (text, whole) in [
        ("pk = 'a' AND sk = 'b'", true),
        ("sk IN ['b'] AND pk IN ['a'] AND pk = 'a'", true),
        ("pk = 'a' AND sk = 'b' AND v = 1", false),
        ("pk = 'a' AND sk <= 'b'", false),
        ("pk = 'a'", false),
    ] {
        let [branch] = <[Branch; 1]>::try_from(branches(text)).ok().unwrap();
        assert_eq!(branch.key.is_some(), whole, "{text}");
    }
}

#[test]
fn everything_else_is_read_whole() {
    for text in [
        "sk = 'b'",
        "pk > 'a'",
        "pk = 'a' OR v = 1",
        "NOT pk = 'a'",
        "pk = 'a' AND pk = 'b'",
        "v = 1",
    ] {
        assert!(matches!(read(text), Ok(Reads::Everything)), "{text}");
    }
    assert!(matches!(reads(None, &keys()), Ok(Reads::Everything)));
}

/// The number of branches is computed before they are built, and no branch is longer than a key.
#[test]
fn conditions_of_many_branches_are_refused_before_they_are_made() {
    let refused = |text: &str| read(text).err();
    let filters = " AND v = 1".repeat(900);
    for text in [
        format!("pk IN [{}] AND sk IN [{}]{filters}", many("a", 100), many("b", 10)),
        format!(
            "pk IN [{}] AND sk IN [{}] AND sk IN [{}]",
            many("a", 100),
            many("b", 100),
            many("c", 100)
        ),
        format!("pk = 'a'{}", " AND (sk = 'b' OR sk = 'c')".repeat(100)),
    ] {
        assert_eq!(refused(&text), Some(StatementFault::TooManyReads.into()), "{text}");
    }
    let long = AttributeValue::string(&"x".repeat(100_000));
    let test = filter("pk = 'a' AND sk > ?", &[long]);
    assert!(reads(Some(&test), &keys()).is_err());
}

#[test]
fn a_read_goes_on_behind_its_row() {
    let slice = |branch: Branch| branch.slice;
    let slices = |text: &str| branches(text).into_iter().map(slice).collect::<Vec<Slice>>();
    let text = "pk = 'a' AND sk IN ['b', 'd', 'f']";
    let row = slices(text).get(1).map(|slice| slice.range.start.clone()).unwrap();
    let forward = query::resume(slices(text), &row, true).unwrap();
    assert_eq!(forward.len(), 2);
    assert!(forward.iter().all(|slice| slice.range.start > row));
    let backward = query::resume(slices(text), &row, false).unwrap();
    assert_eq!(backward.first().and_then(|slice| slice.range.end.clone()), Some(row));
    for nowhere in [&b""[..], &[0xFF; 40]] {
        assert!(query::resume(slices(text), nowhere, true).is_none());
    }
}

#[test]
fn a_write_names_one_item() {
    let rest = |text: &str, conflict| named(&keys(), Some(&filter(text, &[])), conflict).map(|named| named.rest.len());
    assert_eq!(rest("pk = 'a' AND 'b' = sk", Conflict::Refused), Ok(0));
    assert_eq!(
        rest(
            "(pk = 'a' AND v = 1) AND (sk = 'b') AND pk = 'a' AND sk > 'a'",
            Conflict::Refused
        ),
        Ok(2)
    );
    assert_eq!(rest("pk = 'a' AND sk = 'b' AND pk = 'c'", Conflict::Condition), Ok(1));
    assert_eq!(
        rest("pk = 'a' AND sk = 'b' AND pk = 'c'", Conflict::Refused),
        Err(StatementFault::TwoKeys("pk".into()))
    );
    for text in [
        "pk = 'a'",
        "pk = 'a' AND sk IN ['b']",
        "pk = 'a' AND (sk = 'b' OR v = 1)",
        "pk = 'a' AND sk = v",
    ] {
        assert_eq!(rest(text, Conflict::Refused), Err(StatementFault::NoKey), "{text}");
    }
}
