//! Changes of single requests.

use hashrange_engine::{KeyAttribute, KeySchema};
use hashrange_values::KeyType;
use hashrange_wire::{Projection, ProjectionType};

use super::*;
use crate::{IndexChoice, Note, advice};

fn put(timeline: &mut Timeline, pk: &str, sk: u32, more: &str) {
    let body = format!(r#"{{"TableName":"Tab","Item":{{"pk":{{"S":"{pk}"}},"sk":{{"S":"{sk:03}"}}{more}}}}}"#);
    send(timeline, "PutItem", &body).unwrap();
}

/// Twenty items of 1,000 bytes; every fifth is of the colour red.
fn colours(more: &str) -> Timeline {
    let mut timeline = service();
    table(
        &mut timeline,
        (500, 500),
        if more.is_empty() { &[] } else { &["colour"] },
        more,
    );
    for sk in 0..20 {
        let colour = if sk % 5 == 0 { "red" } else { "sky" };
        // pk 2 + 1, sk 2 + 3, colour 6 + 3, rest 4 + 979.
        let rest = format!(r#","colour":{{"S":"{colour}"}},"rest":{{"S":"{}"}}"#, "x".repeat(979));
        put(&mut timeline, "k", sk, &rest);
    }
    timeline
}

fn scan_red(timeline: &mut Timeline, more: &str) {
    let body = format!(
        r##"{{"TableName":"Tab","FilterExpression":"#c = :c AND attribute_exists(rest)","ExpressionAttributeNames":{{"#c":"colour"}},
        "ExpressionAttributeValues":{{":c":{{"S":"red"}}}}{more}}}"##
    );
    send(timeline, "Scan", &body).unwrap();
}

fn read(figures: &Figures) -> Units {
    figures.total(Direction::Read)
}

fn on_colour() -> KeySchema {
    KeySchema {
        partition: vec![KeyAttribute {
            name: "colour".into(),
            key_type: KeyType::S,
        }],
        sort: Vec::new(),
    }
}

#[test]
fn a_query_on_an_index_instead_of_a_scan() {
    let mut timeline = colours(&global("ByColour", "colour", "ALL", (1_000, 1_000)));
    scan_red(&mut timeline, "");
    let change = Change::QueryInstead {
        index: IndexChoice::Existing("ByColour".to_owned()),
    };
    let outcome = tried(&timeline, &change).unwrap();
    // 20,000 bytes are 5 blocks of 4 KB, half a unit each; 4,000 bytes are one block.
    assert_eq!(
        (read(&outcome.without), read(&outcome.with)),
        (Units::halves(5), Units::halves(1))
    );
    assert_eq!((outcome.without.items_read, outcome.with.items_read), (20, 4));
    assert_eq!((outcome.without.items_returned, outcome.with.items_returned), (4, 4));
    assert_eq!(
        outcome.sentence,
        "With a Query on the index ByColour, the request succeeds as before; the cost is 0.5 RCU instead of 2.5 RCU; it reads 4 \
         items instead of 20."
    );
}

#[test]
fn an_index_is_created_for_a_query() {
    let mut timeline = colours("");
    scan_red(&mut timeline, "");
    let projection = Projection {
        projection_type: Some(ProjectionType::All),
        non_key_attributes: None,
    };
    let index = IndexChoice::New {
        name: "New".to_owned(),
        keys: on_colour(),
        projection,
    };
    let outcome = tried(&timeline, &Change::QueryInstead { index }).unwrap();
    assert_eq!(
        (read(&outcome.with), outcome.with.items_returned),
        (Units::halves(1), 4)
    );
    assert_eq!(outcome.with.stored(Some("New")).unwrap().items, 20);
    let change = Change::QueryInstead {
        index: IndexChoice::Table,
    };
    assert_eq!(
        tried(&timeline, &change).unwrap_err(),
        NotApplicable::NoEquality { key: "pk".to_owned() }
    );
}

#[test]
fn a_scan_with_its_partition_key_is_a_query_of_the_table() {
    let mut timeline = colours("");
    put(&mut timeline, "other", 1, "");
    let body = r#"{"TableName":"Tab","FilterExpression":"pk = :p AND begins_with(sk, :s) AND colour <> :c",
        "ExpressionAttributeValues":{":p":{"S":"other"},":s":{"S":"00"},":c":{"S":"red"}}}"#;
    send(&mut timeline, "Scan", body).unwrap();
    let outcome = tried(
        &timeline,
        &Change::QueryInstead {
            index: IndexChoice::Table,
        },
    )
    .unwrap();
    assert_eq!((outcome.without.items_read, outcome.with.items_read), (21, 1));
    assert_eq!((outcome.without.items_returned, outcome.with.items_returned), (1, 1));
}

#[test]
fn strong_and_eventual_reads() {
    let mut timeline = colours(&global("ByColour", "colour", "ALL", (1_000, 1_000)));
    let strong = Change::Consistency { strong: true };
    send(
        &mut timeline,
        "GetItem",
        r#"{"TableName":"Tab","Key":{"pk":{"S":"k"},"sk":{"S":"003"}}}"#,
    )
    .unwrap();
    let outcome = tried(&timeline, &strong).unwrap();
    assert_eq!(
        (read(&outcome.without), read(&outcome.with)),
        (Units::halves(1), Units::whole(1))
    );
    assert_eq!((outcome.with.items_read, outcome.with.items_returned), (1, 1));
    assert_eq!(
        outcome.sentence,
        "With strongly consistent reads, the GetItem succeeds as before; the cost is 1 RCU instead of 0.5 RCU."
    );
    assert!(matches!(
        tried(&timeline, &Change::Consistency { strong: false }),
        Err(NotApplicable::Already { .. })
    ));
    scan_red(&mut timeline, r#","IndexName":"ByColour""#);
    assert_eq!(
        tried(&timeline, &strong).unwrap_err(),
        NotApplicable::GlobalIndexNotStrong
    );
}

#[test]
fn requests_with_items_half_as_big() {
    let mut timeline = colours("");
    put(
        &mut timeline,
        "big",
        1,
        &format!(r#","text":{{"S":"{}"}}"#, "é".repeat(1_500)),
    );
    let outcome = tried(&timeline, &Change::HalfSize).unwrap();
    // 3,014 bytes are 3 units, 1,507 are 2.
    assert_eq!(
        (writes(&outcome.without, None), writes(&outcome.with, None)),
        (Units::whole(3), Units::whole(2))
    );
    scan_red(&mut timeline, "");
    let outcome = tried(&timeline, &Change::HalfSize).unwrap();
    // 23,014 bytes are 6 blocks; half of them, 11,507 or so, are 3.
    assert_eq!(
        (read(&outcome.without), read(&outcome.with)),
        (Units::halves(6), Units::halves(3))
    );
    assert_eq!(outcome.notes, [Note::ItemsHalved]);
}

#[test]
fn dax_returns_a_read_from_its_cache() {
    let mut timeline = colours("");
    let get = r#"{"TableName":"Tab","Key":{"pk":{"S":"k"},"sk":{"S":"003"}}}"#;
    send(&mut timeline, "GetItem", get).unwrap();
    let outcome = tried(&timeline, &Change::Accelerator { on: true }).unwrap();
    assert_eq!(
        (read(&outcome.with), outcome.with.hits, outcome.with.items_returned),
        (Units::ZERO, 1, 1)
    );
    assert_eq!(
        outcome.sentence,
        "With DAX, the GetItem succeeds as before; the cost is 0 RCU instead of 0.5 RCU; DAX returns it from its cache."
    );
    let strong = get.replace(r#","Key""#, r#","ConsistentRead":true,"Key""#);
    send(&mut timeline, "GetItem", &strong).unwrap();
    assert_eq!(
        tried(&timeline, &Change::Accelerator { on: true }).unwrap_err(),
        NotApplicable::AcceleratorOnlyEventual
    );
    put(&mut timeline, "k", 30, "");
    assert_eq!(
        tried(&timeline, &Change::Accelerator { on: true }).unwrap_err(),
        NotApplicable::AcceleratorOnlyReads
    );
    assert_eq!(
        tried(
            &timeline,
            &Change::Suffixes {
                count: 3,
                choice: hashrange_workload::Suffix::Hash
            }
        )
        .unwrap_err(),
        NotApplicable::SuffixesNeedLoad
    );
}

#[test]
fn a_local_index_takes_the_table_anew() {
    let mut timeline = service();
    let local = format!(
        r#","LocalSecondaryIndexes":[{{"IndexName":"Loc","KeySchema":[{}],"Projection":{{"ProjectionType":"ALL"}}}}]"#,
        key_schema("pk", Some("colour")),
    );
    table(&mut timeline, (1_000, 1_000), &["colour"], &local);
    for sk in 0..3 {
        put(
            &mut timeline,
            "k",
            sk,
            &format!(r#","colour":{{"S":"red"}},"pad":{{"S":"{}"}}"#, "x".repeat(2_000)),
        );
    }
    let projection = Projection {
        projection_type: Some(ProjectionType::KeysOnly),
        non_key_attributes: None,
    };
    let outcome = tried(
        &timeline,
        &Change::Projection {
            index: "Loc".to_owned(),
            projection,
        },
    )
    .unwrap();
    // 2,017 bytes are 2 units in the table and in the index; the keys alone are 17 bytes, one unit.
    let of = |figures: &Figures| (writes(figures, None), writes(figures, Some("Loc")));
    assert_eq!(of(&outcome.without), (Units::whole(2), Units::whole(2)));
    assert_eq!(of(&outcome.with), (Units::whole(2), Units::whole(1)));
    assert_eq!(outcome.with.stored(Some("Loc")).unwrap().bytes, 3 * 17);
    assert_eq!(outcome.with.stored(None), outcome.without.stored(None));
    assert_eq!(outcome.notes, [Note::TableMadeAnew]);
    let all = Projection {
        projection_type: Some(ProjectionType::All),
        non_key_attributes: None,
    };
    let same = tried(
        &timeline,
        &Change::Projection {
            index: "Loc".to_owned(),
            projection: all,
        },
    );
    assert_eq!(
        same.unwrap_err().to_string(),
        "This changes nothing: the index has this projection."
    );
}

#[test]
fn a_throttled_request_with_more_units() {
    let mut timeline = service();
    table(&mut timeline, (5, 1), &[], "");
    let big = format!(r#","pad":{{"S":"{}"}}"#, "x".repeat(5_000));
    put(&mut timeline, "a", 1, &big);
    let body = r#"{"TableName":"Tab","Item":{"pk":{"S":"a"},"sk":{"S":"2"}}}"#;
    // 5 units were taken of 1: the bucket owes 4, and 1 is added per second. Of 100 units per second 20 ms add 2.
    timeline.advance(START + Duration::from_millis(20), Budget::UNBOUNDED);
    timeline.set_keeps(hashrange_endpoint::Keeps::Everything);
    assert!(send(&mut timeline, "PutItem", body).is_err());
    let with_units = |units| Change::Provisioned {
        index: None,
        reads: None,
        writes: Some(units),
    };
    let outcome = tried(&timeline, &with_units(100)).unwrap();
    assert_eq!(
        (outcome.without.throttled, outcome.with.throttled),
        (1, 1),
        "4 - 2 are owed"
    );
    assert!(!outcome.helps);
    let outcome = tried(&timeline, &with_units(400)).unwrap();
    assert_eq!(
        (outcome.without.throttled, outcome.with.answered, outcome.with.sent),
        (1, 1, 1),
        "8 have come"
    );
    assert_eq!(
        outcome.sentence,
        "With 400 WCU for the table, the PutItem succeeds; without the change it is throttled; the cost is 1 WCU instead of 0 WCU."
    );
    let advised = advice(&timeline, Subject::newest(&timeline).unwrap()).unwrap();
    assert_eq!(
        advised.chain.as_deref(),
        Some("The PutItem is throttled: it needs more than the 1 WCU of the table; its key pk = a is in partition 0.")
    );
}
