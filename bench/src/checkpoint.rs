//! Checkpoints: the cost of writing and reading items of five attributes in a table and an index that projects
//! everything.

use std::sync::Arc;
use std::time::Duration;

use hashrange_endpoint::{Restoring, Settings, Timeline, target_of};
use hashrange_values::{AttributeValue, Item};

use crate::stopwatch::Stopwatch;

/// The number of items in each measurement.
const ITEMS: u32 = 100_000;
const TABLE: &str = r#"{"TableName":"Orders","BillingMode":"PAY_PER_REQUEST",
    "AttributeDefinitions":[{"AttributeName":"customer","AttributeType":"S"},{"AttributeName":"order","AttributeType":"N"},
        {"AttributeName":"state","AttributeType":"S"}],
    "KeySchema":[{"AttributeName":"customer","KeyType":"HASH"},{"AttributeName":"order","KeyType":"RANGE"}],
    "GlobalSecondaryIndexes":[{"IndexName":"by-state","KeySchema":[{"AttributeName":"state","KeyType":"HASH"}],
        "Projection":{"ProjectionType":"ALL"}}]}"#;

/// Writes and reads checkpoints, and prints the times.
pub(crate) fn print(runs: usize) {
    let mut timeline = timeline();
    timeline.keep_snapshot();
    println!("checkpoint of {ITEMS} items in a table and an index of everything");
    for _ in 0..runs {
        let watch = Stopwatch::start();
        let mut checkpoint = timeline.checkpoint(u64::MAX, |_| ()).expect("a snapshot");
        let first = checkpoint.frame();
        let begun = watch.elapsed();
        let frames: Vec<Vec<u8>> = first
            .into_iter()
            .chain(std::iter::from_fn(|| checkpoint.frame()))
            .collect();
        let written = watch.elapsed();
        let watch = Stopwatch::start();
        let (mut reader, mut longest) = (Restoring::<(), ()>::default(), Duration::ZERO);
        for frame in &frames {
            let watch = Stopwatch::start();
            reader.take(frame).expect("a frame that was written");
            longest = longest.max(watch.elapsed());
        }
        let taken = watch.elapsed();
        let (restored, ()) = reader.finish().expect("a checkpoint that was written");
        let read = watch.elapsed();
        assert_eq!(
            Arc::strong_count(&item(&restored)),
            3,
            "the table's, the index's and this one"
        );
        let bytes: usize = frames.iter().map(Vec::len).sum();
        let largest = frames.iter().map(Vec::len).max().unwrap_or_default();
        let each = |time: Duration| time.as_nanos() / u128::from(ITEMS);
        println!(
            "  write {:>5} ns an item, first frame after {begun:.2?}; read {:>5} ns an item, longest frame {longest:.2?}, end {:.2?}; \
             {} B an item, {} frames, largest {largest} B",
            each(written),
            each(read),
            read - taken,
            bytes / ITEMS as usize,
            frames.len(),
        );
    }
}

fn timeline() -> Timeline {
    let mut timeline = Timeline::<()>::begin(&Settings::default());
    send(&mut timeline, "CreateTable", TABLE);
    for number in 0..ITEMS {
        let body = format!(
            r#"{{"TableName":"Orders","Item":{{"customer":{{"S":"customer-{}"}},"order":{{"N":"{number}"}},"state":{{"S":"state-{}"}},
            "price":{{"N":"{}.95"}},"note":{{"S":"leave it with the neighbours, number {number}"}}}}}}"#,
            number / 10,
            number % 1_000,
            number % 500,
        );
        send(&mut timeline, "PutItem", &body);
    }
    timeline
}

fn send(timeline: &mut Timeline, operation: &str, body: &str) {
    let at = timeline.engine().now();
    let answer = timeline.dispatch(at, &target_of(operation), body.as_bytes()).answer;
    assert!(answer.is_success(), "{operation}: {}", answer.body);
}

fn item(timeline: &Timeline) -> Arc<Item> {
    let number = AttributeValue::N("7".parse().expect("a number"));
    let key = [("customer", AttributeValue::string("customer-0")), ("order", number)];
    timeline
        .engine()
        .peek("Orders", &key.into_iter().collect())
        .expect("an item")
}
