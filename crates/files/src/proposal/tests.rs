//! The proposed tables are those that users would create for these items.

use hashrange_wire::{Request, check, item_from_plain_json};
use proptest::prelude::*;

use super::*;
use crate::arbitrary;

fn items(lines: &[&str]) -> Vec<Item> {
    lines
        .iter()
        .map(|line| item_from_plain_json(line, None).unwrap())
        .collect()
}

fn key(proposal: &Proposal) -> (&str, Option<&str>, usize) {
    proposal.keys.first().map_or(("", None, 0), |key| {
        (key.partition.as_str(), key.sort.as_deref(), key.replaced)
    })
}

#[test]
fn the_attribute_that_identifies_items_is_the_key() {
    let items = items(&[
        r#"{"City":"Rome","UserId":7,"ttl":1700000000}"#,
        r#"{"City":"Rome","UserId":8}"#,
    ]);
    let proposal = propose(&items, &[], "data/users.v2.json", &["users".to_owned()]);
    assert_eq!(key(&proposal), ("UserId", None, 0));
    let table = proposal.table.unwrap();
    assert_eq!(
        (table.create.table_name.as_str(), table.time_to_live.as_deref()),
        ("users-2", Some("ttl"))
    );
    let kinds: Vec<KeyType> = table
        .create
        .attribute_definitions
        .iter()
        .map(|it| it.attribute_type)
        .collect();
    assert_eq!(kinds, [KeyType::N]);
}

#[test]
fn a_pair_is_the_key_where_no_attribute_alone_will_do() {
    let lines = [
        r#"{"Sensor":"a","At":"1","Day":"mon","Left":1}"#,
        r#"{"Sensor":"a","At":"2","Day":"tue","Left":1}"#,
        r#"{"Sensor":"b","At":"1","Day":"mon","Left":1}"#,
    ];
    let proposal = propose(
        &items(&lines),
        &["Sensor", "Left", "At", "Day"].map(Text::from),
        "x.csv",
        &[],
    );
    // Users sort by days.
    assert_eq!(key(&proposal), ("Sensor", Some("Day"), 0));
    assert_eq!(proposal.attributes.first().map(|it| it.name.as_str()), Some("Sensor"));
    assert_eq!(proposal.table.unwrap().create.table_name, "xItems");
}

#[test]
fn a_single_table_design_keeps_its_names() {
    let proposal = propose(&items(&[r#"{"PK":"a","SK":"b","id":1}"#]), &[], "model.json", &[]);
    assert_eq!(key(&proposal), ("PK", Some("SK"), 0));
}

#[test]
fn items_that_replace_each_other_are_counted() {
    let proposal = propose(
        &items(&[r#"{"a":"x"}"#, r#"{"a":"x"}"#, r#"{"a":"y"}"#]),
        &[],
        "many.json",
        &[],
    );
    assert_eq!(key(&proposal), ("a", None, 1));
    let none = propose(&items(&[r#"{"a":""}"#, r#"{"b":[]}"#]), &[], "many.json", &[]);
    assert_eq!((none.keys.len(), none.table), (0, None));
    assert_eq!(none.attributes.iter().map(|it| it.items).collect::<Vec<_>>(), [1, 1]);
}

#[test]
fn a_key_says_what_it_has_against_an_item() {
    let keys = [(Text::from("a"), KeyType::S), (Text::from("b"), KeyType::N)];
    let problem = |line| {
        key_problem(&items(&[line])[0], &keys)
            .map(|it| it.to_string())
            .unwrap_or_default()
    };
    assert_eq!(problem(r#"{"a":"x","b":1}"#), "");
    assert_eq!(problem(r#"{"a":"x"}"#), "the item has no value for the key b");
    assert_eq!(problem(r#"{"a":"","b":1}"#), "the key a is empty");
    assert_eq!(
        problem(r#"{"a":"x","b":"1"}"#),
        "the key b has type N in the table and S here"
    );
}

proptest! {
    #[test]
    fn what_is_proposed_can_be_created(items in proptest::collection::vec(arbitrary::item(), 0..6), name in arbitrary::text()) {
        let proposal = propose(&items, &[], &name, &[]);
        for choice in &proposal.keys {
            let table = proposal.table(choice, "abc").unwrap();
            let keys: Vec<(Text, KeyType)> = table.create.attribute_definitions.iter().map(|it| (it.attribute_name.clone(), it.attribute_type)).collect();
            prop_assert!(items.iter().all(|item| key_problem(item, &keys).is_none()));
        }
        if let Some(table) = proposal.table {
            prop_assert!(check(&Request::from(table.create)).is_ok());
        }
    }
}
