//! Services that move back and forth along their journal.

use hashrange_engine::{Budget, Limits, Span, Throttling};
use hashrange_time::{Duration, Timestamp};

use super::*;
use crate::{Keeps, Sending, Settings, Timeline, replay, target_of};

const TABLE: &str = r#"{"TableName":"Notes","BillingMode":"PAY_PER_REQUEST",
    "AttributeDefinitions":[{"AttributeName":"Id","AttributeType":"S"},{"AttributeName":"g","AttributeType":"S"}],
    "KeySchema":[{"AttributeName":"Id","KeyType":"HASH"}],
    "GlobalSecondaryIndexes":[{"IndexName":"ByG","KeySchema":[{"AttributeName":"g","KeyType":"HASH"}],"Projection":{"ProjectionType":"ALL"}}]}"#;

fn classroom() -> Settings {
    Settings {
        seed: 5,
        start: START,
        ..Settings::of_preset("classroom").expect("a preset")
    }
}

fn ask(timeline: &mut Timeline, operation: &str, body: &str) -> Answer {
    let at = timeline.engine().now();
    timeline.dispatch(at, &target_of(operation), body.as_bytes()).answer
}

fn put(timeline: &mut Timeline, id: u64) {
    let body = json!({"TableName": "Notes", "Item": {"Id": {"S": id.to_string()}, "g": {"S": (id % 7).to_string()}}});
    let answer = ask(timeline, "PutItem", &body.to_string());
    assert!(answer.is_success(), "{answer:?}");
}

fn pass(timeline: &mut Timeline, span: Duration) {
    let to = timeline.engine().now() + span;
    timeline.advance(to, Budget::UNBOUNDED);
}

fn with_items(count: u64) -> Timeline {
    let mut timeline = Timeline::<()>::begin(&classroom());
    let created = ask(&mut timeline, "CreateTable", TABLE);
    assert!(created.is_success(), "{created:?}");
    pass(&mut timeline, Duration::from_seconds(2));
    for id in 0..count {
        put(&mut timeline, id);
        if id % 10 == 0 {
            pass(&mut timeline, Duration::from_millis(130));
        }
    }
    timeline
}

#[test]
fn undone_and_done_again_is_as_if_nothing_had_been() {
    let mut timeline = with_items(300);
    let mut hashes = vec![timeline.engine().state_hash()];
    for _ in 0..40 {
        assert!(timeline.undo().expect("a step"));
        hashes.push(timeline.engine().state_hash());
    }
    for hash in hashes.iter().rev().skip(1) {
        assert!(timeline.redo().expect("a step"));
        assert_eq!(timeline.engine().state_hash(), *hash);
    }
    assert!(!timeline.redo().expect("the end"));
    timeline.go_to(0).expect("the beginning");
    assert_eq!((timeline.place(), timeline.engine().tables().len()), (1, 0));
    assert!(!timeline.undo().expect("the beginning"));
    timeline.go_to(u64::MAX).expect("the end");
    assert_eq!(timeline.engine().state_hash(), hashes[0]);
}

#[test]
fn the_journal_of_a_timeline_leads_to_the_same_state() {
    let mut timeline = with_items(100);
    assert!(!ask(&mut timeline, "PutItem", "{}").is_success());
    let later = timeline.engine().now() + Duration::from_millis(77);
    assert!(
        timeline
            .dispatch(later, &target_of("ListTables"), b"{}")
            .answer
            .is_success()
    );
    let journal = timeline.journal().expect("every record is here");
    let replayed = replay(&journal).expect("a good journal");
    assert_eq!(replayed.engine.state_hash(), timeline.engine().state_hash());
    let read = Timeline::<()>::read(&journal).expect("a good journal");
    assert_eq!(
        (read.end(), read.engine().state_hash()),
        (timeline.end(), timeline.engine().state_hash())
    );
    let torn = Timeline::<()>::read(&journal[..journal.len() - 3]).expect("most of it is good");
    assert_eq!(torn.end(), timeline.end() - 1);
    assert!(torn.torn().is_some());
}

#[test]
fn acting_in_the_past_begins_another_future() {
    let mut timeline = with_items(30);
    let end = timeline.end();
    timeline.go_to(20).expect("a place");
    let mut fork = timeline.fork();
    assert_eq!((fork.place(), fork.end(), timeline.end()), (20, 20, end));
    put(&mut fork, 1_000);
    assert_eq!((fork.end(), timeline.end()), (21, end));
    timeline.go_to(20).expect("a place");
    put(&mut timeline, 2_000);
    assert_eq!((timeline.place(), timeline.end()), (21, 21));
    assert_ne!(fork.engine().state_hash(), timeline.engine().state_hash());
    assert_eq!(
        replay(&fork.journal().expect("every record is here"))
            .expect("good")
            .engine
            .state_hash(),
        fork.engine().state_hash()
    );
    assert_eq!(
        replay(&timeline.journal().expect("every record is here"))
            .expect("good")
            .engine
            .state_hash(),
        timeline.engine().state_hash()
    );
}

#[test]
fn every_future_can_be_reached_again() {
    let mut timeline = with_items(30);
    let (end, first) = (timeline.end(), timeline.engine().state_hash());
    timeline.go_to(20).expect("a place");
    put(&mut timeline, 2_000);
    put(&mut timeline, 2_001);
    let second = timeline.engine().state_hash();
    timeline.go_to(10).expect("a place");
    put(&mut timeline, 3_000);
    let third = timeline.engine().state_hash();
    let futures = timeline.futures();
    let lengths: Vec<_> = futures.iter().map(|future| (future.common, future.own)).collect();
    assert_eq!(lengths, [(10, end - 10), (10, 12)]);
    timeline.switch(futures[0]).expect("the first");
    assert_eq!((timeline.place(), timeline.engine().state_hash()), (end, first));
    let futures = timeline.futures();
    assert_eq!(futures.iter().map(|future| future.common).collect::<Vec<_>>(), [20, 10]);
    timeline.switch(futures[0]).expect("the second");
    assert_eq!((timeline.place(), timeline.engine().state_hash()), (22, second));
    put(&mut timeline, 2_002);
    assert_eq!(timeline.futures().len(), 2, "going on with a future makes no new one");
    let journal = timeline.journal().expect("every record is here");
    assert_eq!(
        replay(&journal).expect("good").engine.state_hash(),
        timeline.engine().state_hash()
    );
    let mut read = Timeline::<()>::read(&journal).expect("good");
    assert_eq!(read.futures(), timeline.futures());
    read.switch(read.futures()[1]).expect("the third");
    assert_eq!(read.engine().state_hash(), third);
}

#[test]
fn bytes_handed_out_piece_by_piece_are_the_journal() {
    let mut timeline = with_items(5);
    let mut bytes = timeline.hand_out();
    pass(&mut timeline, Duration::from_seconds(1));
    pass(&mut timeline, Duration::from_seconds(1));
    bytes.extend(timeline.hand_out());
    timeline.go_to(4).expect("a place");
    put(&mut timeline, 9);
    bytes.extend(timeline.hand_out());
    assert!(timeline.hand_out().is_empty());
    assert_eq!(bytes, timeline.journal().expect("every record is here"));
}

#[test]
fn time_in_which_nothing_happened_is_written_down_when_it_is_asked_for() {
    let mut timeline = with_items(3);
    pass(&mut timeline, Duration::from_seconds(60));
    let (now, end) = (timeline.engine().now() + Duration::from_seconds(5), timeline.end());
    timeline.follow(now, Budget::UNBOUNDED);
    assert_eq!((timeline.end(), timeline.engine().now()), (end, now));
    timeline.advance(now, Budget::UNBOUNDED);
    let read = Timeline::<()>::read(&timeline.journal().expect("every record is here")).expect("a good journal");
    assert_eq!(read.engine().now(), now);
}

#[test]
fn requests_between_the_marks_of_a_step_are_undone_and_redone_at_once() {
    let mut timeline = with_items(3);
    let (before, hash) = (timeline.place(), timeline.engine().state_hash());
    timeline.mark_step(true);
    (10..15).for_each(|id| put(&mut timeline, id));
    assert_eq!(
        timeline.undo_place(),
        Some(timeline.place() - 1),
        "a step that has not ended"
    );
    pass(&mut timeline, Duration::from_seconds(1));
    put(&mut timeline, 15);
    timeline.mark_step(false);
    let (after, changed) = (timeline.place(), timeline.engine().state_hash());
    let mut read = Timeline::<()>::read(&timeline.journal().expect("every record is here")).expect("a good journal");
    for timeline in [&mut timeline, &mut read] {
        assert_eq!(timeline.undo_place(), Some(before));
        timeline.go_to(before).expect("a place");
        assert_eq!(timeline.engine().state_hash(), hash);
        assert_eq!(timeline.redo_place(), Some(after));
        timeline.go_to(after).expect("a place");
        assert_eq!(timeline.engine().state_hash(), changed);
    }
    // A step in which nothing happened is none.
    timeline.mark_step(true);
    timeline.mark_step(false);
    assert_eq!(timeline.undo_place(), Some(before));
    put(&mut timeline, 16);
    assert_eq!(timeline.undo_place(), Some(timeline.place() - 1));
}

#[test]
fn a_moment_inside_a_span_is_reached_exactly() {
    let mut timeline = with_items(11);
    let moment = timeline.engine().now() + Duration::from_millis(250);
    let mut stopped = timeline.clone();
    stopped.advance(moment, Budget::UNBOUNDED);
    pass(&mut timeline, Duration::from_seconds(60));
    put(&mut timeline, 77);
    timeline.go_to_time(moment).expect("a moment");
    assert_eq!(timeline.engine().now(), moment);
    assert_eq!(timeline.engine().state_hash(), stopped.engine().state_hash());
    // A request at this position starts another future, as at any other position.
    put(&mut timeline, 78);
    assert_eq!(
        replay(&timeline.journal().expect("every record is here"))
            .expect("good")
            .engine
            .state_hash(),
        timeline.engine().state_hash()
    );
    timeline.go_to_time(START).expect("a moment");
    assert_eq!(timeline.engine().now(), START);
}

#[test]
fn physics_and_limits_change_at_a_place_of_the_journal() {
    let mut timeline = with_items(3);
    let before = timeline.engine().options().clone();
    let limits = Limits {
        page_bytes: 500,
        decrease_wait: Duration::from_seconds(9),
        ..Limits::aws()
    };
    timeline.change(&Settings {
        limits,
        ..Settings::of_preset("aws").expect("a preset")
    });
    put(&mut timeline, 4);
    let options = timeline.engine().options();
    assert_eq!(
        (options.limits, options.seed, options.physics == before.physics),
        (limits, 5, false)
    );
    let replayed = replay(&timeline.journal().expect("every record is here")).expect("a good journal");
    assert_eq!(replayed.engine.state_hash(), timeline.engine().state_hash());
    assert_eq!(replayed.settings, *timeline.settings());
    timeline.go_to(timeline.end() - 2).expect("a place");
    assert_eq!(*timeline.engine().options(), before);
}

#[test]
fn snapshots_are_few_and_lie_close_to_the_end() {
    let timeline = with_items(3_000);
    let places = timeline.snapshot_places();
    assert!(places.len() <= 96 && places.first() == Some(&0), "{places:?}");
    let newest = places.last().copied().unwrap_or_default();
    assert!(timeline.end() - newest < 1_200, "{places:?} of {}", timeline.end());
}

/// A stream with a record, and the request that reads it.
fn streamed(timeline: &mut Timeline) -> String {
    let table = TABLE.replacen(
        '{',
        r#"{"StreamSpecification":{"StreamEnabled":true,"StreamViewType":"KEYS_ONLY"},"#,
        1,
    );
    let created = ask(timeline, "CreateTable", &table);
    assert!(created.is_success(), "{created:?}");
    pass(timeline, Duration::from_seconds(9));
    put(timeline, 1);
    let parse = |answer: Answer| serde_json::from_str::<Value>(&answer.body).expect("JSON");
    let table = parse(ask(timeline, "DescribeTable", r#"{"TableName":"Notes"}"#));
    let arn = table["Table"]["LatestStreamArn"].clone();
    let stream = parse(ask(
        timeline,
        "DescribeStream",
        &json!({ "StreamArn": arn }).to_string(),
    ));
    let shard = stream["StreamDescription"]["Shards"][0]["ShardId"].clone();
    let place = json!({ "StreamArn": arn, "ShardId": shard, "ShardIteratorType": "TRIM_HORIZON" });
    let place = parse(ask(timeline, "GetShardIterator", &place.to_string()))["ShardIterator"].clone();
    json!({ "ShardIterator": place }).to_string()
}

#[test]
fn what_readers_took_from_a_shard_is_taken_in_a_replay() {
    let mut settings = classroom();
    settings.physics.throttling.mode = Throttling::Adaptive;
    let mut timeline = Timeline::<()>::begin(&settings);
    let read = streamed(&mut timeline);
    let before = timeline.place();
    let answers: Vec<bool> = (0..7)
        .map(|_| ask(&mut timeline, "GetRecords", &read).is_success())
        .collect();
    assert_eq!(answers, [true, true, true, true, true, false, false]);
    assert_eq!(timeline.place(), before + 5, "refusals leave nothing");
    let mut replayed =
        Timeline::<()>::read(&timeline.journal().expect("every record is here")).expect("a good journal");
    assert_eq!(replayed.state_hash(), timeline.state_hash());
    assert_eq!(
        ask(&mut replayed, "GetRecords", &read).exception,
        Some("ThrottlingException")
    );
    assert!(replayed.undo().expect("a step"));
    assert!(ask(&mut replayed, "GetRecords", &read).is_success(), "one call is left");
    // Without throttling, reads of streams have no effect.
    let mut timeline = Timeline::<()>::begin(&classroom());
    let read = streamed(&mut timeline);
    let before = (timeline.place(), timeline.state_hash());
    assert!((0..7).all(|_| ask(&mut timeline, "GetRecords", &read).is_success()));
    assert_eq!((timeline.place(), timeline.state_hash()), before);
}

#[test]
fn a_step_back_in_the_far_past_is_short_too() {
    let mut timeline = with_items(3_000);
    timeline.go_to(2_700).expect("a place");
    let far = timeline
        .snapshot_places()
        .into_iter()
        .rfind(|place| *place <= 2_700)
        .unwrap_or_default();
    assert!(2_700 - far < 1_200, "the way there was marked: {far}");
    // A request for many items is more work than a request for one item, so the next snapshot follows sooner.
    let scans = (0..30)
        .filter(|_| ask(&mut timeline, "Scan", r#"{"TableName":"Notes"}"#).is_success())
        .count();
    let after = timeline
        .snapshot_places()
        .into_iter()
        .filter(|place| *place > 2_700)
        .count();
    assert!(scans == 30 && after >= 1, "{after}");
}

#[test]
fn what_is_not_written_down_changes_nothing_that_is() {
    // Replicas lag, so the cost of a read depends on its replica. Partitions are checked for heat.
    let mut settings = classroom();
    settings.physics.replication = Span::exactly(Duration::from_hours(1));
    let mut timeline = Timeline::<()>::begin(&settings);
    assert!(ask(&mut timeline, "CreateTable", TABLE).is_success());
    pass(&mut timeline, Duration::from_seconds(2));
    for number in 0..60 {
        let pad = "x".repeat(if number % 2 == 0 { 9_000 } else { 1 });
        let put = json!({"TableName": "Notes", "Item": {"Id": {"S": "a"}, "pad": {"S": pad}}});
        assert!(ask(&mut timeline, "PutItem", &put.to_string()).is_success());
        for _ in 0..number % 4 {
            assert!(
                !ask(
                    &mut timeline,
                    "PutItem",
                    r#"{"TableName":"Notes","Item":{"Id":{"N":"1"}}}"#
                )
                .is_success()
            );
            assert!(ask(&mut timeline, "DescribeTable", r#"{"TableName":"Notes"}"#).is_success());
        }
        assert!(
            ask(
                &mut timeline,
                "GetItem",
                r#"{"TableName":"Notes","Key":{"Id":{"S":"a"}}}"#
            )
            .is_success()
        );
    }
    let arn = "arn:aws:dynamodb:us-hashrange-1:000000000000:table/Notes";
    let tag = json!({"ResourceArn": arn, "Tags": [{"Key": "a", "Value": "b"}]});
    assert!(ask(&mut timeline, "TagResource", &tag.to_string()).is_success());
    let replayed = replay(&timeline.journal().expect("every record is here")).expect("a good journal");
    assert_eq!(replayed.engine.state_hash(), timeline.engine().state_hash());
}

#[test]
fn a_snapshot_is_of_the_moment_of_its_record() {
    let mut timeline = Timeline::<()>::begin(&Settings::default());
    let last = timeline.engine().now();
    let later = last + Duration::from_seconds(5);
    // Nothing happens, so no record is written for the time.
    timeline.follow(later, Budget::UNBOUNDED);
    let place = timeline.place();
    timeline.keep_snapshot();
    assert_eq!(timeline.engine().now(), later);
    timeline.go_to(place).expect("a way");
    assert_eq!(timeline.engine().now(), last);
    timeline.go_to(u64::MAX).expect("a way");
    assert_eq!(timeline.engine().now(), later);
}

#[test]
fn a_request_that_never_reaches_the_engine_is_a_record_of_the_services_moment() {
    let mut timeline = Timeline::<()>::begin(&Settings::default());
    timeline.set_keeps(Keeps::Everything);
    let now = timeline.engine().now() + Duration::from_seconds(5);
    // Nothing happens, so no record is written for the time.
    timeline.follow(now, Budget::UNBOUNDED);
    for later in [0, 5] {
        timeline.dispatch(now + Duration::from_seconds(later), &target_of("NoSuchThing"), b"{}");
        let place = timeline.place();
        assert_eq!(timeline.record_at(place).map(|record| record.at), Some(now));
        timeline.go_to(1).expect("a way");
        timeline.go_to(place).expect("a way");
        assert_eq!(timeline.engine().now(), now);
    }
}

fn replayed(timeline: &Timeline) -> Timeline {
    let (seed, opened_at) = timeline.beginning_of_journal();
    let mut again = Timeline::<()>::unbegun(seed, opened_at);
    for (at, entry) in timeline.past().expect("every record is here") {
        again.replay_again(at, entry).expect("it does the same");
    }
    again
}

#[test]
fn a_past_that_is_done_again_is_the_same_and_says_what_it_changed() {
    let mut timeline = with_items(60);
    for _ in 0..20 {
        timeline.undo().expect("a step back");
    }
    put(&mut timeline, 1_000);
    let end = timeline.engine().now();
    for moment in [
        end,
        START + Duration::from_millis(2_077),
        START + Duration::from_millis(2_300),
    ] {
        timeline.go_to_time(moment).expect("a moment");
        let there = replayed(&timeline);
        assert_eq!(
            (there.state_hash(), there.engine().now()),
            (timeline.state_hash(), timeline.engine().now())
        );
        assert_eq!(there.past(), timeline.past());
        assert!(there.futures().is_empty());
        assert!(there.steps().all(|record| record.outcome.semantics > 0));
        assert!(there.steps().any(|record| !record.outcome.changes.is_empty()));
        let kept = Timeline::<()>::read(&there.journal().expect("a journal")).expect("a service");
        assert_eq!(kept.state_hash(), timeline.state_hash());
    }
}

#[test]
fn a_past_that_is_done_again_in_parts_is_the_same() {
    let mut timeline = with_items(20);
    let plan = loads::plan(&timeline, 50, 1);
    timeline.begin_load(plan, 1);
    while timeline.send_next(Timestamp::MAX, Budget::UNBOUNDED) != Sending::Ended {}
    let later = timeline.engine().now() + Duration::from_hours(48);
    timeline.advance(later, Budget::UNBOUNDED);
    let (seed, opened_at) = timeline.beginning_of_journal();
    let mut again = Timeline::<()>::unbegun(seed, opened_at);
    let (mut parts, budget) = (0, Budget { steps: 2 });
    for (at, entry) in timeline.past().expect("every record is here") {
        while !again.prepare_again(at, &entry, budget) {
            parts += 1;
        }
        again.replay_again(at, entry).expect("it does the same");
    }
    assert!(parts > 20, "{parts}");
    let mut loaded = Timeline::<()>::load(&again.journal().expect("a journal")).expect("a journal");
    while loaded.place() < loaded.end() {
        while !loaded.prepare_forward(budget) {
            parts -= 1;
        }
        loaded.forward(1).expect("it does the same");
    }
    assert!(parts <= 1, "it is read in as many parts: {parts}");
    assert_eq!(loaded.state_hash(), again.state_hash());
    assert_eq!(again.state_hash(), replayed(&timeline).state_hash());
    assert_eq!(again.journal(), replayed(&timeline).journal());
}
