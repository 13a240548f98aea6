//! The content of an index.

use hashrange_engine::{KeyAttribute, KeySchema};
use hashrange_values::KeyType;
use hashrange_wire::{Projection, ProjectionType};

use super::*;
use crate::preview;

#[test]
fn an_index_is_looked_at_before_it_is_created() {
    let mut timeline = service();
    table(&mut timeline, (100, 100), &[], "");
    for (sk, rest) in [
        ("1", r#","g":{"S":"a"},"pad":{"S":"xxxx"}"#),
        ("2", r#","g":{"S":"b"}"#),
        ("3", r#","g":{"N":"1"}"#),
        ("4", r#","g":{"S":""}"#),
        ("5", ""),
        ("6", ""),
    ] {
        let body = format!(r#"{{"TableName":"Tab","Item":{{"pk":{{"S":"p"}},"sk":{{"S":"{sk}"}}{rest}}}}}"#);
        send(&mut timeline, "PutItem", &body).unwrap();
    }
    for filter in ["g = :g", "g > :g", "g = :g AND pk = :g"] {
        let body = format!(
            r#"{{"TableName":"Tab","FilterExpression":"{filter}","ExpressionAttributeValues":{{":g":{{"S":"a"}}}}}}"#
        );
        send(&mut timeline, "Scan", &body).unwrap();
    }
    let keys = KeySchema {
        partition: vec![KeyAttribute {
            name: "g".into(),
            key_type: KeyType::S,
        }],
        sort: Vec::new(),
    };
    let projection = |kind| Projection {
        projection_type: Some(kind),
        non_key_attributes: None,
    };
    let seen = preview(&timeline, "Tab", &keys, &projection(ProjectionType::KeysOnly)).unwrap();
    // pk, sk and g with a letter each: 3 + 3 + 2 bytes.
    assert_eq!((seen.items, seen.held, seen.bytes, seen.stored_bytes), (6, 2, 16, 216));
    let left: Vec<(u64, &str)> = seen
        .left_out
        .iter()
        .map(|left| (left.items, left.why.as_str()))
        .collect();
    assert_eq!(
        left,
        [
            (2, "The item has no such attribute."),
            (1, "The attribute is of type N, and the key is of type S."),
            (1, "The value is empty; a key cannot be empty."),
        ]
    );
    assert_eq!((seen.scans, seen.turned_in_total, seen.turned.len()), (3, 2, 2));
    // The median of 6, 6, 7, 8, 8 and 15 bytes is the third, the item with the empty value: it would have no entry.
    assert_eq!(
        (seen.median_bytes, seen.units_without, seen.units_with),
        (7, Units::whole(1), Units::whole(1))
    );
    let all = preview(&timeline, "Tab", &keys, &projection(ProjectionType::All)).unwrap();
    assert_eq!(all.bytes, 16 + 7);
}
