//! The picture of a reading: columns, cells, numbers.

use std::sync::Arc;

use hashrange_protocol::{
    CollectionFill, CollectionRow, CollectionSeen, CollectionsSeen, EntrySeen, IndexSeen, ItemPreview, MemberSeen,
};
use hashrange_values::{AttributeValue, Item};
use hashrange_wire::ProjectionType;

use super::read;
use crate::state::collection_layout::picture::{Cell, CollectionPicture, Column, Lane, Row};
use crate::state::table_schema::tests::thread;
use crate::state::table_schema::{IndexKind, Part};

fn item(pairs: &[(&str, &str)]) -> Item {
    pairs
        .iter()
        .map(|(name, value)| (*name, AttributeValue::string(value)))
        .collect()
}

fn member(pairs: &[(&str, &str)], position: usize, entries: Vec<EntrySeen>) -> CollectionRow {
    let item = item(pairs);
    let key = ["ForumName", "Subject"]
        .iter()
        .filter_map(|name| Some((*name, item.get(name)?.clone())))
        .collect();
    let size = u32::try_from(item.item_size()).unwrap();
    let preview = ItemPreview {
        item: Arc::new(item),
        cut: false,
    };
    CollectionRow::Member(MemberSeen {
        key,
        position,
        preview,
        size,
        entries,
    })
}

fn collection(limited: Option<CollectionFill>, rows: Vec<CollectionRow>) -> CollectionSeen {
    CollectionSeen {
        partition_key: item(&[("ForumName", "S3")]),
        members: 9,
        bytes: 90,
        limited,
        rows,
    }
}

/// Two threads of a forum, the second without replies.
fn seen() -> CollectionsSeen {
    let linked = EntrySeen::Linked {
        position: 1,
        of: 1,
        behind: false,
    };
    let missing = EntrySeen::Missing {
        attribute: "LastPostDateTime".into(),
    };
    let replied = [
        ("ForumName", "S3"),
        ("Subject", "a"),
        ("LastPostDateTime", "2015"),
        ("Tags", "x"),
    ];
    let alone = [("ForumName", "S3"), ("Subject", "b"), ("Views", "7"), ("Tags", "y")];
    let entry = [("ForumName", "S3"), ("Subject", "a"), ("LastPostDateTime", "2015")];
    CollectionsSeen {
        total: 40,
        selected_at: Some(12),
        from: 12,
        table: vec![collection(
            Some(CollectionFill {
                bytes: 100,
                limit: 1_000,
            }),
            vec![
                member(&replied, 1, vec![linked]),
                member(&alone, 2, vec![missing]),
                CollectionRow::Gap(7),
            ],
        )],
        indexes: vec![IndexSeen {
            name: "LastPostIndex".into(),
            local: true,
            projection: ProjectionType::KeysOnly,
            partition: vec!["ForumName".into()],
            sort: vec!["LastPostDateTime".into()],
            queued: 0,
            collections: vec![collection(None, vec![member(&entry, 1, Vec::new())])],
        }],
    }
}

fn names(columns: &[Column]) -> Vec<&str> {
    columns.iter().map(|column| column.name.as_str()).collect()
}

fn cells(picture: &CollectionPicture, place: usize) -> &[Cell] {
    &picture.left.lanes[0].listed().nth(place).unwrap().cells
}

#[test]
fn keys_come_before_what_most_items_have() {
    let picture = read(&thread(), &seen());
    assert_eq!((picture.from, picture.collections), (12, 40));
    assert_eq!(names(&picture.left.columns), ["Subject", "LastPostDateTime", "Tags"]);
    let [lane] = picture.left.lanes.as_slice() else {
        panic!("one collection")
    };
    assert_eq!(
        (lane.title.as_str(), lane.members, lane.rows.last()),
        ("S3", 9, Some(&Row::Gap(7)))
    );
    assert_eq!(
        lane.with_local_indexes,
        Some(CollectionFill {
            bytes: 100,
            limit: 1_000
        })
    );
    let [group] = picture.right.as_slice() else {
        panic!("one index")
    };
    assert_eq!(
        (group.kind, group.projection, group.part),
        (Some(IndexKind::Local), "KEYS_ONLY", Part::Partition)
    );
    assert_eq!(
        group.columns.first().map(|column| column.name.as_str()),
        Some("LastPostDateTime")
    );
}

#[test]
fn what_keeps_an_item_out_of_an_index_is_marked() {
    let picture = read(&thread(), &seen());
    assert_eq!(cells(&picture, 0)[1], Cell::Value("2015".into()));
    assert_eq!(cells(&picture, 1)[1], Cell::Missing { needed: true });
    let entries: Vec<&[EntrySeen]> = picture
        .left
        .lanes
        .iter()
        .flat_map(Lane::listed)
        .map(|it| it.entries.as_slice())
        .collect();
    assert!(matches!(
        entries[..],
        [[EntrySeen::Linked { .. }], [EntrySeen::Missing { .. }]]
    ));
}

#[test]
fn an_item_and_its_entry_share_a_number() {
    let picture = read(&thread(), &seen());
    let numbers = |lanes: &[Lane]| {
        lanes
            .iter()
            .flat_map(Lane::listed)
            .map(|member| member.number)
            .collect::<Vec<_>>()
    };
    assert_eq!(
        (numbers(&picture.left.lanes), numbers(&picture.right[0].lanes)),
        (vec![0, 1], vec![0])
    );
}

#[test]
fn of_a_large_item_nothing_is_called_missing() {
    let mut seen = seen();
    if let CollectionRow::Member(member) = &mut seen.table[0].rows[1] {
        member.preview.cut = true;
    }
    assert_eq!(cells(&read(&thread(), &seen), 1)[1], Cell::Value("…".into()));
}
