//! Positions, links and moves of the focus.

use hashrange_protocol::EntrySeen;
use hashrange_values::{AttributeValue, Item};

use super::picture::{Cell, CollectionGroup, CollectionPicture, Column, Fill, Lane, Member, Row};
use super::{MEASURES, Measures, Move, Side, Spot, follow, note, place};
use crate::state::table_schema::{IndexKind, Part};

fn key(name: &str) -> Item {
    [("id", AttributeValue::string(name))].into_iter().collect()
}

fn member(number: usize, size: u32) -> Row {
    let key = key(&number.to_string());
    let cells = vec![Cell::Value(number.to_string())];
    Row::Member(Box::new(Member {
        number,
        key,
        position: 1,
        cells,
        size,
        entries: Vec::new(),
    }))
}

fn lane(rows: Vec<Row>) -> Lane {
    let partition_key = key("p");
    Lane {
        partition_key,
        title: "p".into(),
        members: 9,
        bytes: 9,
        with_local_indexes: None,
        rows,
    }
}

fn group(kind: Option<IndexKind>, lanes: Vec<Lane>) -> CollectionGroup {
    CollectionGroup {
        name: "T".into(),
        kind,
        projection: "",
        partition_key: "id".into(),
        part: Part::Partition,
        sorted: true,
        columns: vec![Column {
            name: "id".into(),
            part: None,
            projected: true,
        }],
        lanes,
        queued: 0,
    }
}

fn picture() -> CollectionPicture {
    CollectionPicture {
        left: group(
            None,
            vec![
                lane(vec![member(0, 10), member(1, 30)]),
                lane(vec![member(2, 20), Row::Gap(5)]),
            ],
        ),
        right: vec![
            group(
                Some(IndexKind::Local),
                vec![lane(vec![member(1, 10), Row::Gap(2), member(0, 10)])],
            ),
            group(Some(IndexKind::Global), vec![lane(vec![member(2, 10), member(7, 40)])]),
        ],
        from: 0,
        collections: 2,
    }
}

const ROUND: Measures = Measures {
    group_head: 100.0,
    group_gap: 50.0,
    lane_head: 30.0,
    lane_limit: 7.0,
    lane_gap: 10.0,
    row: 20.0,
};

#[test]
fn links_join_the_middles_of_rows() {
    let placed = place(&picture(), &ROUND);
    let seen: Vec<(usize, usize, &str)> = placed
        .links
        .iter()
        .map(|link| (link.item, link.group, link.path.as_str()))
        .collect();
    // Left rows: 150, 170 in the first lane; 230 in the second. Right rows: 157, (177 gap), 197; the second group at 257.
    assert_eq!(
        seen,
        [
            (1, 0, "M0 170C50 170 50 157 100 157"),
            (0, 0, "M0 150C50 150 50 197 100 197"),
            (2, 1, "M0 230C50 230 50 407 100 407"),
        ]
    );
    assert!((placed.height - 437.0).abs() < 1e-9);
}

#[test]
fn the_rows_of_a_collection_and_of_its_local_index_stand_level() {
    let mut picture = picture();
    picture.left.lanes[0].with_local_indexes = Some(Fill { bytes: 9, limit: 10 });
    let placed = place(&picture, &ROUND);
    assert_eq!(placed.links[0].path, "M0 177C50 177 50 157 100 157");
    assert_eq!(placed.links[2].path, "M0 244C50 244 50 407 100 407");
}

#[test]
fn columns_share_the_width_by_what_they_hold() {
    let mut group = picture().left;
    let column = |name: &str, projected| Column {
        name: name.into(),
        part: None,
        projected,
    };
    group.columns = vec![column("a", true), column("long name", true), column("absent", false)];
    let shares = group.column_shares();
    assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-9);
    assert!(shares[1] > shares[0] && shares[1] > shares[2]);
}

#[test]
fn an_empty_picture_takes_the_room_of_its_head() {
    let empty = CollectionPicture {
        left: group(None, Vec::new()),
        right: Vec::new(),
        from: 0,
        collections: 0,
    };
    let placed = place(&empty, &MEASURES);
    assert!((placed.height - MEASURES.group_head).abs() < 1e-9);
    assert!(placed.links.is_empty());
}

#[test]
fn the_focus_walks_rows_and_links() {
    let picture = picture();
    let at = |side, place| Spot { side, place };
    let cases = [
        (at(Side::Table, 0), Move::Up, at(Side::Table, 0)),
        (at(Side::Table, 0), Move::Down, at(Side::Table, 1)),
        (at(Side::Table, 1), Move::Down, at(Side::Table, 2)),
        (at(Side::Table, 2), Move::Down, at(Side::Table, 2)),
        (at(Side::Table, 0), Move::Across, at(Side::Index, 1)),
        (at(Side::Index, 1), Move::Across, at(Side::Table, 0)),
        (at(Side::Index, 3), Move::Across, at(Side::Index, 3)),
        (at(Side::Index, 2), Move::First, at(Side::Index, 0)),
        (at(Side::Index, 0), Move::Last, at(Side::Index, 3)),
    ];
    for (from, step, to) in cases {
        assert_eq!(follow(&picture, from, step), to, "{from:?} {step:?}");
    }
}

#[test]
fn items_are_found_by_key_and_sizes_compared() {
    let picture = picture();
    assert_eq!(picture.number_of(&key("7")), Some(7));
    assert_eq!(picture.number_of(&key("nobody")), None);
    assert_eq!(picture.largest(), 40);
}

#[test]
fn notes_say_why_an_entry_is_not_there() {
    let missing = EntrySeen::Missing {
        attribute: "TopScore".into(),
    };
    assert_eq!(note(&missing, None).as_deref(), Some("sparse: no TopScore"));
    assert_eq!(note(&missing, Some("I")).as_deref(), Some("not in I: no TopScore"));
    assert_eq!(note(&EntrySeen::OnItsWay, None).as_deref(), Some("no entry yet"));
    let linked = |behind| EntrySeen::Linked {
        position: 1,
        of: 2,
        behind,
    };
    assert_eq!(note(&linked(false), None), None);
    assert!(note(&linked(true), Some("I")).is_some());
}
