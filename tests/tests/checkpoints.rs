//! Checkpoints: shared values stay shared, and damaged bytes are refused. `same_past.rs` checks that a service
//! continues unchanged from one.
#![allow(clippy::cast_possible_truncation, reason = "places in frames are small")]

use std::sync::Arc;

use hashrange_checkpoint::Damaged;
use hashrange_endpoint::{Restoring, Settings, Timeline, target_of};
use hashrange_engine::Budget;
use hashrange_past::{Seen, digests};
use hashrange_tests::past::{frames, restored};
use hashrange_time::{Duration, Random};
use hashrange_values::{AttributeValue, Item};
use serde_json::json;

/// A table with an index that projects everything, a stream, TTL, recovery, and this number of items.
fn timeline(items: u64) -> Timeline<Seen> {
    let mut timeline = Timeline::<Seen>::begin(&Settings::of_preset("classroom").expect("a preset"));
    send(
        &mut timeline,
        "CreateTable",
        &json!({
            "TableName": "Notes", "BillingMode": "PAY_PER_REQUEST",
            "AttributeDefinitions": [{"AttributeName": "Id", "AttributeType": "S"}, {"AttributeName": "Group", "AttributeType": "N"}],
            "KeySchema": [{"AttributeName": "Id", "KeyType": "HASH"}],
            "GlobalSecondaryIndexes": [{"IndexName": "ByGroup", "KeySchema": [{"AttributeName": "Group", "KeyType": "HASH"}],
                "Projection": {"ProjectionType": "ALL"}}],
        }),
    );
    pass(&mut timeline);
    for number in 0..items {
        send(
            &mut timeline,
            "PutItem",
            &json!({"TableName": "Notes", "Item": {
                "Id": {"S": format!("note {number}")}, "Group": {"N": format!("-{}.5", number % 7)},
                "Text": {"S": "a text that does not fit into the place of a short one"}, "Tags": {"SS": ["a", "b"]},
                "More": {"M": {"List": {"L": [{"BOOL": true}, {"NULL": true}, {"B": "AAECAw=="}]}}},
            }}),
        );
    }
    send(
        &mut timeline,
        "Query",
        &json!({"TableName": "Nothing", "KeyConditionExpression": "Id = :id"}),
    );
    pass(&mut timeline);
    timeline
}

fn send(timeline: &mut Timeline<Seen>, operation: &str, body: &serde_json::Value) {
    let at = timeline.engine().now();
    timeline.dispatch(at, &target_of(operation), body.to_string().as_bytes());
}

fn pass(timeline: &mut Timeline<Seen>) {
    timeline.advance(timeline.engine().now() + Duration::from_seconds(30), Budget::UNBOUNDED);
}

/// Frames with recomputed checksums.
fn sealed(frames: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let mut sum = 0;
    let seal = |frame: &Vec<u8>| {
        let mut frame = frame[..frame.len() - 4].to_vec();
        let mut hasher = crc32fast::Hasher::new_with_initial(sum);
        hasher.update(&frame);
        sum = hasher.finalize();
        frame.extend(sum.to_le_bytes());
        frame
    };
    frames.iter().map(seal).collect()
}

fn read(frames: &[Vec<u8>]) -> Result<(), Damaged> {
    restored(frames).map(drop)
}

#[test]
fn an_item_of_table_and_index_is_one_item() {
    let timeline = timeline(1_000);
    let frames = frames(&timeline);
    let restored = restored(&frames).expect("a whole checkpoint");
    assert_eq!(digests(&timeline), digests(&restored));
    for number in 0..1_000 {
        let key: Item = [("Id", AttributeValue::string(&format!("note {number}")))]
            .into_iter()
            .collect();
        let item = restored.engine().peek("Notes", &key).expect("an item");
        // The references of the table, of the index, and of this test.
        assert_eq!(Arc::strong_count(&item), 3, "item {number}");
    }
    assert!(
        frames.len() > 3 && frames.iter().all(|frame| frame.len() < 128 * 1_024),
        "frames are small"
    );
    assert_eq!(sealed(&frames), frames);
}

#[test]
fn equal_services_are_written_alike() {
    assert_eq!(frames(&timeline(200)), frames(&timeline(200)));
}

#[test]
fn frames_that_are_damaged_missing_or_out_of_order_are_refused() {
    let timeline = timeline(400);
    let frames = frames(&timeline);
    assert!(frames.len() > 2);
    read(&frames).expect("a whole checkpoint");
    let mut random = Random::new(1);
    for at in 0..frames.len() {
        let mut without = frames.clone();
        without.remove(at);
        assert_eq!(read(&without), Err(Damaged));
        let mut twice = frames.clone();
        twice.insert(at, frames[at].clone());
        assert_eq!(read(&twice), Err(Damaged));
        for _ in 0..200 {
            let mut other = frames.clone();
            let bytes = &mut other[at];
            let place = random.below(bytes.len() as u64) as usize;
            if random.below(2) == 0 {
                bytes.truncate(place);
            } else {
                bytes[place] ^= 1 << random.below(8);
            }
            assert_eq!(read(&other), Err(Damaged));
        }
    }
    assert_eq!(read(&[]), Err(Damaged));
    let mut reader = Restoring::<Seen, u64>::default();
    assert_eq!(reader.take(&[]), Err(Damaged));
    assert_eq!(
        reader.take(&frames[0]),
        Err(Damaged),
        "nothing can be taken after a damaged frame"
    );
}

/// With right checksums, invalid bytes are refused, or lead to another state, but not to a panic.
#[test]
fn bytes_that_are_no_state_are_refused_or_another_state() {
    let timeline = timeline(5);
    let frames = frames(&timeline);
    let (mut random, mut refused, mut taken) = (Random::new(2), 0, 0);
    let mut count = |frames: &[Vec<u8>]| match read(&sealed(frames)) {
        Ok(()) => taken += 1,
        Err(Damaged) => refused += 1,
    };
    for (at, frame) in frames.iter().enumerate() {
        for place in 1..frame.len() - 4 {
            let mut other = frames.clone();
            other[at][place] = match random.below(3) {
                0 => frame[place] ^ 1 << random.below(8),
                1 => random.below(256) as u8,
                _ => 0xFF,
            };
            count(&other);
            other[at].drain(place..frame.len() - 4);
            count(&other);
        }
    }
    assert!(refused > 1_000 && taken > 1_000, "{refused} refused, {taken} taken");
}
