//! Changes of several items: what is seen before, and one step of undo after.

use hashrange_protocol::call::{Call, CallResult};
use hashrange_protocol::{Command, Travel};
use hashrange_values::{AttributeValue, Item};

use super::{Page, with_notes};
use crate::store::MemoryStore;

fn key(id: &str) -> Item {
    [("Id", AttributeValue::string(id))].into_iter().collect()
}

fn put(page: &mut Page, id: &str, tag: &str) {
    let body = format!(r#"{{"TableName":"Notes","Item":{{"Id":{{"S":"{id}"}},"Tag":{{"S":"{tag}"}}}}}}"#);
    page.request("PutItem", &body).expect("a put");
}

#[test]
fn items_are_looked_at_before_they_change() {
    let mut page = Page::opened(&MemoryStore::new());
    with_notes(&mut page, 1);
    put(&mut page, "a", "new");
    put(&mut page, "b", "old");
    let look = |attribute: &str, value: Option<&str>| Call::LookAtItems {
        table: "Notes".to_owned(),
        keys: ["a", "b", "gone"].map(key).to_vec(),
        attribute: attribute.to_owned(),
        value: value.map(str::to_owned),
    };
    let seen = page.call(&look("Tag", Some(r#"{"S":"new"}"#)));
    let CallResult::Items { found, same, first } = seen else {
        panic!("{seen:?}")
    };
    assert_eq!((found, same, first.len()), (2, 1, 2));
    assert_eq!(first[1].get("Tag"), Some(&AttributeValue::string("old")));
    let deleted = page.call(&look("", None));
    assert!(
        matches!(deleted, CallResult::Items { found: 2, same: 0, .. }),
        "{deleted:?}"
    );
    let bad = page.call(&look("Tag", Some("{")));
    assert!(matches!(bad, CallResult::Refused(_)), "{bad:?}");
}

#[test]
fn several_requests_are_one_step_over_a_reload_too() {
    let store = MemoryStore::new();
    let mut page = Page::opened(&store);
    with_notes(&mut page, 1);
    page.send(Command::Step { begins: true });
    ["a", "b", "c"].iter().for_each(|id| put(&mut page, id, "new"));
    page.send(Command::Step { begins: false });
    page.pass(1_000);
    drop(page);
    let mut page = Page::opened(&store);
    page.pass(500);
    let count = |page: &mut Page| {
        page.request("Scan", r#"{"TableName":"Notes","Select":"COUNT"}"#)
            .expect("a count")
    };
    assert!(count(&mut page).contains(r#""Count":4"#), "{}", count(&mut page));
    // The Scan is a step of its own.
    page.send(Command::Travel(Travel::Undo));
    page.send(Command::Travel(Travel::Undo));
    page.pass(500);
    assert!(count(&mut page).contains(r#""Count":1"#), "{}", count(&mut page));
}
