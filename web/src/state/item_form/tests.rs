//! Tests of the item form: items in, items out, edits, and messages at their nodes.

use hashrange_values::{AttributeType, AttributeValue, Item, KeyType, Text};

use super::super::table_schema::tests::{key, thread};
use super::*;

fn sample() -> Item {
    let inner: Item = [(
        "deep",
        AttributeValue::L([AttributeValue::Bool(true), AttributeValue::Null].into()),
    )]
    .into_iter()
    .collect();
    [
        ("ForumName", AttributeValue::string("S3")),
        ("Subject", AttributeValue::string("aaa")),
        ("Replies", AttributeValue::N("12".parse().unwrap())),
        (
            "Tags",
            AttributeValue::Ss([Text::from("bucket"), Text::from("policy")].into()),
        ),
        (
            "Scores",
            AttributeValue::Ns(["1".parse().unwrap(), "2.5".parse().unwrap()].into()),
        ),
        ("Blob", AttributeValue::B(vec![0, 1, 2].into_boxed_slice())),
        ("Blobs", AttributeValue::Bs([vec![7].into_boxed_slice()].into())),
        ("Info", AttributeValue::M(inner)),
    ]
    .into_iter()
    .collect()
}

fn named(form: &ItemForm, name: &str) -> NodeId {
    *form
        .children(ROOT)
        .iter()
        .find(|id| form.node(**id).unwrap().name == name)
        .unwrap()
}

fn message(form: &ItemForm, id: NodeId) -> String {
    form.problems()
        .into_iter()
        .find(|(at, _)| *at == id)
        .map(|(_, text)| text)
        .unwrap_or_default()
}

#[test]
fn an_item_of_all_types_round_trips_with_keys_first() {
    let item = sample();
    let form = ItemForm::of_item(&thread(), &item, Purpose::Edit);
    assert_eq!(form.to_item(), Ok(item));
    let names: Vec<&str> = form
        .children(ROOT)
        .iter()
        .take(3)
        .map(|id| form.node(*id).unwrap().name.as_str())
        .collect();
    assert_eq!(names, ["ForumName", "Subject", "Blob"]);
}

#[test]
fn a_new_item_asks_for_its_keys() {
    let mut form = ItemForm::new(&thread());
    assert_eq!(form.problems().len(), 2);
    form.set_text(named(&form, "ForumName"), "S3");
    form.set_text(named(&form, "Subject"), "bbb");
    assert_eq!(form.to_item().unwrap().len(), 2);
}

#[test]
fn the_key_of_an_existing_item_stays_until_it_is_saved_as_new() {
    let mut form = ItemForm::of_item(&thread(), &sample(), Purpose::Edit);
    let subject = named(&form, "Subject");
    form.set_text(subject, "zzz");
    form.remove(subject);
    form.set_kind(subject, AttributeType::N);
    assert_eq!(
        form.to_item().unwrap().get("Subject"),
        Some(&AttributeValue::string("aaa"))
    );
    form.save_as_new();
    form.set_text(subject, "zzz");
    assert_eq!(
        form.to_item().unwrap().get("Subject"),
        Some(&AttributeValue::string("zzz"))
    );
}

#[test]
fn messages_stand_at_their_nodes() {
    let mut form = ItemForm::of_item(&thread(), &sample(), Purpose::Edit);
    let number = form.add(ROOT, "Count", AttributeType::N).unwrap();
    assert!(message(&form, number).contains("Enter"));
    form.set_text(number, "1.2.3");
    assert!(message(&form, number).contains("Not a number"));
    let nameless = form.add(ROOT, "", AttributeType::Null).unwrap();
    assert!(message(&form, nameless).contains("Name"));
    let twin = form.add(ROOT, "Replies", AttributeType::Bool).unwrap();
    assert!(message(&form, twin).contains("already used"));
    let set = form.add(ROOT, "Set", AttributeType::Ss).unwrap();
    assert!(message(&form, set).contains("empty"));
}

#[test]
fn sets_have_each_member_once() {
    let mut form = ItemForm::new(&thread());
    let set = form.add(ROOT, "Numbers", AttributeType::Ns).unwrap();
    form.add_member(set, "1");
    form.add_member(set, "1");
    assert!(matches!(&form.node(set).unwrap().content, Content::Set(_, members) if members.len() == 1));
    form.add_member(set, "1.0");
    assert!(message(&form, set).contains("equal"), "1 and 1.0 are one number");
    form.remove_member(set, 1);
    assert_eq!(message(&form, set), "");
}

#[test]
fn types_change_and_keep_what_they_can() {
    let mut form = ItemForm::new(&thread());
    let id = form.add(ROOT, "x", AttributeType::S).unwrap();
    form.set_text(id, "42");
    form.set_kind(id, AttributeType::N);
    form.set_kind(id, AttributeType::Ns);
    assert_eq!(
        form.node(id).unwrap().content,
        Content::Set(AttributeType::Ns, vec!["42".into()])
    );
    form.set_kind(id, AttributeType::L);
    let child = form.add(id, "", AttributeType::S).unwrap();
    form.set_kind(id, AttributeType::M);
    form.rename(child, "first");
    assert_eq!(form.place(child), "x.first");
    form.set_kind(id, AttributeType::Null);
    assert_eq!(form.node(child), None);
}

#[test]
fn elements_move_within_their_list() {
    let mut form = ItemForm::new(&thread());
    let list = form.add(ROOT, "l", AttributeType::L).unwrap();
    let first = form.add(list, "", AttributeType::Null).unwrap();
    let second = form.add(list, "", AttributeType::Bool).unwrap();
    form.shift(second, false);
    assert_eq!(form.children(list), [second, first]);
    form.shift(second, false);
    form.shift(first, true);
    assert_eq!(form.children(list), [second, first]);
    assert_eq!(form.place(first), "l[1]");
}

#[test]
fn nesting_ends_at_32_levels() {
    let mut form = ItemForm::new(&thread());
    let mut at = ROOT;
    let mut levels = 0;
    while let Some(next) = form.add(at, "m", AttributeType::M) {
        at = next;
        levels += 1;
        assert!(levels < 100);
    }
    assert_eq!(levels, MAX_NESTING);
    assert_eq!(
        form.add(at, "leaf", AttributeType::S),
        None,
        "the attribute itself is level 1"
    );
    let item = form.to_item();
    assert!(item.is_err(), "the keys are still empty");
}

#[test]
fn sizes_decide_units_and_limits() {
    assert_eq!((write_units(0), write_units(1024), write_units(1025)), (1, 1, 2));
    let mut form = ItemForm::new(&thread());
    form.set_text(named(&form, "ForumName"), "S3");
    form.set_text(named(&form, "Subject"), &"x".repeat(1025));
    assert!(message(&form, named(&form, "Subject")).contains("1024"));
    form.set_text(named(&form, "Subject"), "x");
    let big = form.add(ROOT, "big", AttributeType::S).unwrap();
    form.set_text(big, &"y".repeat(410_000));
    assert!(message(&form, ROOT).contains("400 KB"));
}

#[test]
fn a_key_of_the_wrong_type_is_reported() {
    let mut schema = thread();
    schema.keys.sort = Some(key("Replies", KeyType::S));
    let form = ItemForm::of_item(&schema, &sample(), Purpose::New);
    assert!(message(&form, named(&form, "Replies")).contains("type S"));
}

#[test]
fn a_new_item_has_the_keys_of_indexes_which_are_left_out_while_empty() {
    let mut form = ItemForm::new(&thread());
    let names: Vec<&str> = form
        .children(ROOT)
        .iter()
        .map(|id| form.node(*id).unwrap().name.as_str())
        .collect();
    assert_eq!(names, ["ForumName", "Subject", "LastPostDateTime", "Replies"]);
    assert_eq!(form.kind(named(&form, "Replies")), Some(AttributeType::N));
    form.set_text(named(&form, "ForumName"), "S3");
    form.set_text(named(&form, "Subject"), "aaa");
    assert_eq!(form.to_item().unwrap().len(), 2);
    form.set_text(named(&form, "Replies"), "3");
    assert_eq!(
        form.to_item().unwrap().get("Replies"),
        Some(&AttributeValue::N("3".parse().unwrap()))
    );
}

#[test]
fn another_item_has_the_same_attributes_without_their_values() {
    let form = ItemForm::of_item(&thread(), &sample(), Purpose::Edit);
    let mut next = form.another();
    assert_eq!(next.purpose, Purpose::New);
    assert_eq!(next.children(ROOT), form.children(ROOT));
    assert_eq!(next.problems().len(), 2, "only the keys are asked for");
    next.set_text(named(&next, "ForumName"), "S3");
    next.set_text(named(&next, "Subject"), "bbb");
    let item = next.to_item().unwrap();
    let names: Vec<String> = item.iter().map(|(name, _)| name.to_string()).collect();
    assert_eq!(
        names,
        ["ForumName", "Info", "Subject"],
        "a map stays, what is empty is left out"
    );
}
