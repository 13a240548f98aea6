//! The stage at the important times of lessons: it shows what their text states, and its figures are consistent.
#![allow(clippy::disallowed_methods, reason = "an edge of the project: reads its own files")]

use std::sync::Arc;

use hashrange_engine::{Physics, Span, Throttling, Units};
use hashrange_insight::reading::{
    HopKind, Journey, JourneyQuestion, Outcome, Passing, Question, Service as Read, SquareState, Stage, StageQuestion,
};
use hashrange_lesson::Phase;
use hashrange_tests::lesson::{Walked, walk};
use hashrange_tests::watched::Watched;
use hashrange_time::{Duration, Timestamp};
use serde_json::json;

/// A played lesson, viewable at any time.
struct Lesson {
    walked: Walked,
    table: &'static str,
}

impl Lesson {
    fn new(id: &str, table: &'static str) -> Self {
        let path = hashrange_tests::root().join("../lessons").join(format!("{id}.txt"));
        let text = std::fs::read_to_string(path).expect("a lesson");
        let lesson = Arc::new(hashrange_lesson::read(&text).expect("a lesson"));
        Self {
            walked: walk(&lesson).expect("its settings"),
            table,
        }
    }

    /// The stage at a time.
    fn at(&mut self, moment: Timestamp) -> Stage {
        let timeline = &mut self.walked.stage.timeline;
        timeline.go_to_time(moment).expect("a moment");
        let (insight, engine) = (&timeline.observer().0, timeline.engine());
        let service = Read {
            insight,
            engine,
            dax: timeline.dax(),
        };
        let stage = StageQuestion {
            table: self.table.to_owned(),
            ..StageQuestion::default()
        }
        .read(service)
        .expect("a table");
        agrees(&stage);
        stage
    }

    /// The stage when a step waits for the learner.
    fn step(&mut self, step: &str, phase: Phase) -> Stage {
        self.at(self.walked.moment(step, phase))
    }
}

/// Checks properties of every stage of a table whose partitions are all shown.
fn agrees(stage: &Stage) {
    let sum = |of: fn(&hashrange_insight::reading::PartitionStage) -> [Units; 2], second: usize| -> Units {
        stage.partitions.iter().map(|partition| of(partition)[second]).sum()
    };
    assert_eq!(stage.partition_count, stage.partitions.len());
    assert_eq!(
        stage.partitions.iter().map(|partition| partition.items).sum::<u64>(),
        stage.items
    );
    let split = |second| {
        stage
            .splits
            .iter()
            .any(|split| split.at.seconds() + second == stage.at.seconds())
    };
    for (second, used) in [
        (0, [stage.reads.used, stage.writes.used]),
        (1, [stage.reads.before, stage.writes.before]),
    ] {
        if !split(second as u64) {
            let partitions = [
                sum(|partition| partition.reads, second),
                sum(|partition| partition.writes, second),
            ];
            assert!(
                partitions == used || stage.partitions.is_empty(),
                "{partitions:?} of {used:?}, {second} s ago"
            );
        }
    }
    for partition in &stage.partitions {
        assert!(partition.from <= partition.to && partition.rows.len() <= Stage::MOST_ROWS);
        if stage.throttling && partition.throttled_now[0] > 0 && partition.throttled_now[1] > 0 {
            // One request may leave the bucket in debt.
            let room = Units::whole(stage.ceilings.writes + 20);
            assert!(
                partition.writes.iter().all(|used| *used <= room),
                "{:?}",
                partition.writes
            );
        }
    }
    let squares = |stage: &Stage| {
        stage
            .partitions
            .iter()
            .flat_map(|one| &one.rows)
            .map(|row| row.squares.len())
            .sum()
    };
    let squares: usize = squares(stage);
    assert!(squares <= Stage::MOST_SQUARES_IN_ALL && stage.passing.len() <= Stage::MOST_PASSING);
    assert!(
        stage
            .passing
            .is_sorted_by_key(|passing| (passing.number, passing.member))
    );
}

#[test]
fn a_hot_key_keeps_one_partition_at_its_ceiling_while_the_table_has_room() {
    let mut lesson = Lesson::new("keys-2", "Invoices");
    // The third second of the load.
    let stage = lesson.at(lesson.walked.moment("ceiling", Phase::Replied) - Duration::from_millis(2_001));
    assert!(stage.throttling && !stage.on_demand && stage.writes.per_second == 3_000);
    assert_eq!((stage.ceilings.writes, stage.partition_count), (1_000, 4));
    let hot: Vec<_> = stage.partitions.iter().filter(|one| one.throttled_now[1] > 0).collect();
    assert!(hot.len() == 1 && hot[0].throttled.writes > 50, "{hot:?}");
    assert!(hot[0].writes_left < Units::whole(21) && stage.writes.bucket.left > Units::whole(1_000));
    assert!(
        stage
            .partitions
            .iter()
            .filter(|one| one.number != hot[0].number)
            .all(|one| one.writes[1].is_zero())
    );
    assert!(
        stage.before.answered >= 49 && stage.before.answered + stage.before.throttled == 100,
        "{:?}",
        stage.before
    );
    let refused: Vec<&Passing> = stage
        .passing
        .iter()
        .filter(|one| one.outcome != Outcome::Answered)
        .collect();
    assert!(!refused.is_empty());
    for passing in &stage.passing {
        assert_eq!(
            (passing.key.as_deref(), passing.partition),
            (Some("121212"), Some(hot[0].number))
        );
        assert_eq!(passing.units, Units::whole(20));
    }
    let Outcome::Throttled {
        exception,
        index: None,
        partition,
    } = &refused[0].outcome
    else {
        panic!("{refused:?}")
    };
    assert_eq!(
        (exception.as_str(), *partition),
        ("ProvisionedThroughputExceededException", Some(hot[0].number))
    );
    // With many keys, no request is refused.
    let stage = lesson.at(lesson.walked.moment("spread", Phase::Shown) - Duration::from_millis(2_001));
    assert_eq!((stage.before.answered, stage.before.throttled), (100, 0));
    assert!(stage.partitions.iter().filter(|one| !one.writes[1].is_zero()).count() > 1);
}

#[test]
fn an_index_that_is_filled_shows_how_far_and_what_it_leaves_out() {
    let mut lesson = Lesson::new("mng-4", "GameScores");
    let filling = lesson.step("during", Phase::Shown);
    let build_of = |stage: &Stage| stage.indexes.iter().find(|index| index.build.is_some()).cloned();
    let index = build_of(&filling).expect("an index is filled");
    let build = index.build.as_ref().expect("it is filled");
    assert_eq!(
        (build.filling, build.passed * 100 / build.items, index.name.as_str()),
        (true, 10, "WinsIndex")
    );
    assert!(index.entries > 0 && index.entries <= build.passed);
    let squares = || {
        filling
            .partitions
            .iter()
            .flat_map(|one| &one.rows)
            .flat_map(|row| &row.squares)
    };
    let count = |state| squares().filter(|square| square.state == state).count();
    assert!(count(SquareState::Filled) > 0 && count(SquareState::Ahead) > 0);
    assert_eq!(build.tray.len() as u64, build.violations);
    let listed = count(SquareState::Violation);
    assert!(listed as u64 <= build.violations);
    let done = lesson.step("after", Phase::Replied);
    assert!(build_of(&done).is_none() && done.indexes.iter().all(|index| index.status == "ACTIVE"));
}

#[test]
fn items_past_their_time_are_there_until_they_are_swept() {
    let mut lesson = Lesson::new("ttl-1", "SessionData");
    let stage = lesson.step("eleven", Phase::Shown);
    let expiry = stage.expiry.as_ref().expect("time to live");
    assert_eq!(
        (expiry.readable, expiry.live, expiry.deleted, stage.items),
        (4, 1, 0, 5)
    );
    let of = |stage: &Stage, is: fn(SquareState) -> bool| {
        let squares = stage
            .partitions
            .iter()
            .flat_map(|one| &one.rows)
            .flat_map(|row| &row.squares);
        squares.filter(|square| is(square.state)).count() as u64
    };
    assert_eq!(of(&stage, |state| matches!(state, SquareState::Found)), expiry.found);
    assert_eq!(
        of(&stage, |state| matches!(
            state,
            SquareState::Expired(_) | SquareState::Found
        )),
        expiry.readable
    );
    assert_eq!(
        of(&stage, |state| matches!(state, SquareState::Expires(_))),
        expiry.live
    );
    let stage = lesson.step("days", Phase::Replied);
    assert_eq!(
        stage.expiry.map(|expiry| (expiry.deleted, expiry.readable)),
        Some((5, 0))
    );
}

#[test]
fn followers_are_behind_for_as_long_as_the_lesson_says() {
    let mut lesson = Lesson::new("lsi-3", "Thread");
    let behind = lesson.at(lesson.walked.moment("latest", Phase::Replied));
    assert!(behind.followers_behind > 0);
    assert!(behind.follower_lag.iter().all(|lag| *lag > Duration::from_millis(100)));
    let timeline = &lesson.walked.stage.timeline;
    let journey = |passing: &Passing| {
        let service = Read {
            insight: &timeline.observer().0,
            engine: timeline.engine(),
            dax: None,
        };
        JourneyQuestion {
            table: behind.table.to_string(),
            number: passing.number,
        }
        .read(service)
        .flatten()
    };
    let followed = |journey: Journey| -> Vec<bool> {
        let hops = journey
            .hops
            .iter()
            .filter(|hop| matches!(hop.kind, HopKind::Followed(_)));
        hops.map(|hop| hop.done).collect()
    };
    // The latest request is the read. The request before it that followers must replicate is the write.
    let mut journeys = behind.passing.iter().rev().filter_map(journey).map(followed);
    assert_eq!(journeys.find(|hops| !hops.is_empty()), Some(vec![false, false]));
    let before = lesson.at(lesson.walked.moment("latest", Phase::Shown));
    assert_eq!(before.followers_behind, 0);
}

/// A table with a stream, a local index and a global one with this many write units. The global index is behind by a
/// second.
fn provisioned(index_units: u64) -> Watched {
    let mut physics = Physics::instant();
    physics.index_propagation = Span::exactly(Duration::from_seconds(1));
    physics.replication = Span::exactly(Duration::from_millis(20));
    physics.throttling.mode = Throttling::Adaptive;
    let key = |name: &str, kind: &str| json!({ "AttributeName": name, "KeyType": kind });
    let units = |writes: u64| json!({ "ReadCapacityUnits": 100, "WriteCapacityUnits": writes });
    let more = json!({
        "BillingMode": "PROVISIONED", "ProvisionedThroughput": units(1_000),
        "LocalSecondaryIndexes": [{ "IndexName": "Own", "Projection": { "ProjectionType": "ALL" },
            "KeySchema": [key("pk", "HASH"), key("a", "RANGE")] }],
        "GlobalSecondaryIndexes": [{ "IndexName": "ByA", "Projection": { "ProjectionType": "ALL" },
            "KeySchema": [key("a", "HASH")], "ProvisionedThroughput": units(index_units) }],
    });
    Watched::with_table(physics, &more)
}

fn put(watched: &mut Watched, pk: &str, sk: &str, a: &str) -> u16 {
    let item = json!({ "pk": { "S": pk }, "sk": { "S": sk }, "a": { "S": a } });
    watched
        .call("PutItem", &json!({ "TableName": "Tab", "Item": item }))
        .status
}

fn stage_of(watched: &Watched, followed: Option<u64>) -> Stage {
    let stage = watched
        .ask(&StageQuestion {
            table: "Tab".to_owned(),
            followed,
            ..StageQuestion::default()
        })
        .expect("a table");
    agrees(&stage);
    stage
}

fn journey_of(watched: &Watched, number: u64) -> Journey {
    watched
        .ask(&JourneyQuestion {
            table: "Tab".to_owned(),
            number,
        })
        .flatten()
        .expect("in the log")
}

#[test]
fn an_index_short_of_units_throttles_its_table() {
    let mut watched = provisioned(10);
    let mut refused = 0;
    // The index has saved 300 seconds of burst. Later writes are refused.
    for number in 0..4_000 {
        refused += u32::from(put(&mut watched, &format!("key {number}"), "s", "same") == 400);
        if number % 500 == 499 {
            watched.advance(1_000);
        }
    }
    let stage = stage_of(&watched, None);
    let index = &stage.indexes[0];
    assert!(
        refused > 500 && index.throttles_table[1] > 0,
        "{refused}: {:?}",
        index.throttles_table
    );
    assert_eq!(index.throttles_table[1], stage.before.throttled);
    assert!(index.writes.bucket.left < Units::whole(11) && stage.writes.bucket.left > Units::whole(1_000));
    let Outcome::Throttled { index: Some(by), .. } = &stage.passing.last().expect("the last").outcome else {
        panic!("{:?}", stage.passing.last())
    };
    assert_eq!(by, "ByA");
    // The request is for a partition of the table, not of the index.
    let last = stage.passing.last().expect("the last");
    assert!(last.index.is_none() && stage.partitions.iter().any(|one| Some(one.number) == last.partition));
}

#[test]
fn a_write_is_followed_from_its_client_to_the_stream() {
    let mut watched = provisioned(1_000);
    put(&mut watched, "p", "s", "one");
    let stage = stage_of(&watched, None);
    let passing = stage.passing.last().expect("the write").clone();
    assert_eq!(
        (passing.key.as_deref(), passing.units, passing.attempt),
        (Some("p"), Units::whole(3), 1)
    );
    let index = &stage.indexes[0];
    assert_eq!((index.queued, index.travelling.len()), (1, 1));
    let entry = &index.travelling[0];
    assert_eq!(
        (entry.number, entry.write, entry.key.as_deref()),
        (passing.number, passing.write, Some("one"))
    );
    assert_eq!(entry.arrives, Some(entry.at + Duration::from_seconds(1)));
    let stream = stage.stream.as_ref().expect("a stream");
    let record = stream.shards.iter().flatten().next().expect("a record");
    assert_eq!((Some(record.write), stream.records), (passing.write, 1));
    let kinds = |journey: &Journey| -> Vec<String> {
        let word = |kind: &HopKind| format!("{kind:?}").split('(').next().unwrap_or_default().to_owned();
        journey
            .hops
            .iter()
            .map(|hop| format!("{}{}", word(&hop.kind), if hop.done { "" } else { "?" }))
            .collect()
    };
    let journey = journey_of(&watched, passing.number);
    assert_eq!(
        kinds(&journey),
        [
            "Sent",
            "Served",
            "Local",
            "Streamed",
            "Followed?",
            "Followed?",
            "Global?"
        ]
    );
    assert!(
        journey.bytes > 0 && journey.sum.last().is_some_and(|line| line.value.starts_with('3')),
        "{:?}",
        journey.sum
    );
    watched.advance(2_000);
    assert!(journey_of(&watched, passing.number).hops.iter().all(|hop| hop.done));
    assert_eq!(stage_of(&watched, None).indexes[0].queued, 0);
}

/// The latest request keeps what it read among the rows, with its real order; a named key is there even without items.
#[test]
fn what_the_latest_request_read_and_a_named_key_are_always_shown() {
    let mut watched = provisioned(40_000);
    for number in 0..200 {
        let key = format!("key {}", number % 50);
        assert_eq!(
            put(&mut watched, &key, &format!("{number:04}"), &format!("a{number}")),
            200
        );
    }
    for number in 0..60 {
        assert_eq!(
            put(&mut watched, "busy", &format!("{number:04}"), &format!("b{number}")),
            200
        );
    }
    let query = json!({
        "TableName": "Tab", "ConsistentRead": true, "KeyConditionExpression": "pk = :k AND sk > :s",
        "ExpressionAttributeValues": { ":k": { "S": "busy" }, ":s": { "S": "0055" } },
    });
    assert_eq!(watched.call("Query", &query).status, 200);
    let stage = watched
        .ask(&StageQuestion {
            table: "Tab".to_owned(),
            keys: vec![(None, "nobody".to_owned()), (None, "key 8".to_owned())],
            ..StageQuestion::default()
        })
        .expect("a table");
    let answer = stage.answer.as_ref().expect("the Query");
    assert_eq!(
        (answer.touched.len(), answer.touched_count, answer.by_load),
        (4, 4, false)
    );
    let rows: Vec<_> = stage.partitions.iter().flat_map(|one| &one.rows).collect();
    let of = |key: &str| {
        *rows
            .iter()
            .find(|row| row.key == key)
            .unwrap_or_else(|| panic!("{key}"))
    };
    let (busy, nobody) = (of("busy"), of("nobody"));
    let keys: Vec<&str> = busy.squares.iter().map(|square| square.key.as_str()).collect();
    // They are the last of the collection, so those before them take the rest of its room.
    assert!(
        keys.ends_with(&["0056", "0057", "0058", "0059"]) && busy.skips,
        "{keys:?}"
    );
    assert!(keys.len() > 4, "{keys:?}");
    assert!(nobody.squares.is_empty() && !of("key 8").squares.is_empty());
}

#[test]
fn of_a_large_table_some_is_shown_and_what_is_followed_always() {
    let mut watched = provisioned(40_000);
    for number in 0..400 {
        put(
            &mut watched,
            &format!("key {}", number % 50),
            &format!("{number:04}"),
            &format!("{}", 999 - number),
        );
    }
    put(&mut watched, "key 7", "9999", "000");
    let number = stage_of(&watched, None).passing.last().expect("the write").number;
    let shows = |stage: &Stage| {
        let squares = stage
            .partitions
            .iter()
            .flat_map(|one| &one.rows)
            .flat_map(|row| &row.squares);
        squares.filter(|square| square.key == "9999").count()
    };
    assert_eq!(shows(&stage_of(&watched, Some(number))), 1);
    assert_eq!(
        stage_of(&watched, Some(number)).partitions.len(),
        stage_of(&watched, None).partitions.len()
    );
    let stage = stage_of(&watched, Some(number));
    for row in stage.partitions.iter().flat_map(|one| &one.rows) {
        let mut order = row.locals[0].clone();
        assert_eq!(order.len(), row.squares.len());
        order.sort_unstable();
        assert!(
            order
                .iter()
                .copied()
                .eq(0..u16::try_from(row.squares.len()).expect("few"))
        );
    }
    // Newer items have lower values, so each row of the local index has the reverse order.
    let long = stage
        .partitions
        .iter()
        .flat_map(|one| &one.rows)
        .find(|row| row.key == "key 8")
        .or_else(|| {
            stage
                .partitions
                .iter()
                .flat_map(|one| &one.rows)
                .max_by_key(|row| row.squares.len())
        });
    let long = long.expect("a row");
    assert!(
        long.locals[0]
            .iter()
            .rev()
            .copied()
            .eq(0..u16::try_from(long.squares.len()).expect("few"))
    );
    assert!(stage.passing.len() == Stage::MOST_PASSING && stage.partitions.iter().any(|one| one.more_rows));
}

#[test]
fn members_of_a_batch_are_reported_one_by_one() {
    let mut watched = provisioned(1_000);
    let put = |pk: &str| json!({ "PutRequest": { "Item": { "pk": { "S": pk }, "sk": { "S": "s" } } } });
    let body = json!({ "RequestItems": { "Tab": [put("one"), put("two"), put("three")] } });
    watched.send("BatchWriteItem", &body);
    let stage = stage_of(&watched, None);
    assert_eq!(journey_of(&watched, stage.passing[0].number).others, 2);
    let reported: Vec<_> = stage
        .passing
        .iter()
        .map(|one| (one.member, one.key.as_deref().unwrap_or_default()))
        .collect();
    assert_eq!(reported, [(0, "one"), (1, "two"), (2, "three")]);
    assert!(
        stage
            .passing
            .iter()
            .all(|one| one.number == stage.passing[0].number && one.partition.is_some())
    );
}

#[test]
fn the_sum_of_a_journey_reports_an_index_without_an_entry() {
    let mut watched = provisioned(1_000);
    watched.send(
        "PutItem",
        &json!({ "TableName": "Tab", "Item": { "pk": { "S": "p" }, "sk": { "S": "s" } } }),
    );
    let number = stage_of(&watched, None).passing.last().expect("the write").number;
    let sum = journey_of(&watched, number).sum;
    let labels: Vec<&str> = sum.iter().map(|line| line.label.as_str()).collect();
    assert_eq!(labels, ["item", "Own: no entry", "ByA: no entry", "in all"]);
}

#[test]
fn a_vector_index_names_what_it_does_not_have_and_what_a_search_found() {
    let mut watched = Watched::new(Physics::instant());
    watched.send(
        "CreateTable",
        &json!({ "TableName": "Tab", "BillingMode": "PAY_PER_REQUEST",
            "AttributeDefinitions": [{ "AttributeName": "pk", "AttributeType": "S" }],
            "KeySchema": [{ "AttributeName": "pk", "KeyType": "HASH" }] }),
    );
    let vector = |numbers: &[&str]| -> Vec<_> { numbers.iter().map(|number| json!({ "N": number })).collect() };
    let items = [
        json!({ "pk": { "S": "near" }, "tenant": { "S": "t" }, "v": { "L": vector(&["1", "0"]) } }),
        json!({ "pk": { "S": "far" }, "tenant": { "S": "t" }, "v": { "L": vector(&["0", "1"]) } }),
        json!({ "pk": { "S": "other" }, "tenant": { "S": "u" }, "v": { "L": vector(&["1", "0"]) } }),
        json!({ "pk": { "S": "plain" }, "tenant": { "S": "t" } }),
        json!({ "pk": { "S": "long" }, "tenant": { "S": "t" }, "v": { "L": vector(&["1", "0", "0"]) } }),
        json!({ "pk": { "S": "nobody's" }, "v": { "L": vector(&["1", "0"]) } }),
    ];
    for item in items {
        watched.send("PutItem", &json!({ "TableName": "Tab", "Item": item }));
    }
    let index = json!({ "IndexName": "ByText", "VectorAttribute": { "AttributeName": "v" }, "Dimensions": 2,
        "DistanceFunction": "COSINE", "Projection": { "ProjectionType": "KEYS_ONLY" },
        "SearchSchema": [{ "AttributeName": "tenant", "SearchSchemaElementType": "HASH" }] });
    watched.send(
        "UpdateTable",
        &json!({ "TableName": "Tab", "VectorIndexUpdates": [{ "Create": index }],
            "AttributeDefinitions": [
                { "AttributeName": "pk", "AttributeType": "S" }, { "AttributeName": "tenant", "AttributeType": "S" }] }),
    );
    watched.advance(600_000);
    watched.send(
        "SearchVectors",
        &json!({ "TableName": "Tab", "IndexName": "ByText", "SearchVector": vector(&["5", "0"]), "TopK": 9,
            "SearchConditionExpression": "tenant = :t", "ExpressionAttributeValues": { ":t": { "S": "t" } } }),
    );
    let stage = stage_of(&watched, None);
    let index = stage.indexes.first().expect("the index");
    assert_eq!((index.name.as_str(), index.status.as_str()), ("ByText", "ACTIVE"));
    assert_eq!(
        (index.vector.as_deref(), index.entries, index.left_out),
        (Some("COSINE, v"), 3, 3)
    );
    let mut missing: Vec<&str> = index.missing.iter().map(|one| one.why.as_str()).collect();
    missing.sort_unstable();
    assert_eq!(missing, ["no tenant", "no v", "v has 3 numbers, not 2"]);
    let mut rows: Vec<(&str, usize)> = Vec::new();
    for row in index.partitions.iter().flat_map(|one| &one.rows) {
        rows.push((row.key.as_str(), row.squares.len()));
    }
    rows.sort_unstable();
    assert_eq!(rows, [("t", 2), ("u", 1)], "its entries by the partition key");
    let answer = stage.answer.as_ref().expect("the search");
    assert_eq!((answer.index.as_deref(), answer.returned), (Some("ByText"), Some(2)));
    let found: Vec<String> = answer.touched.iter().map(|item| format!("{item:?}")).collect();
    assert!(found[0].contains("near") && found[1].contains("far"), "{found:?}");
    assert_eq!(answer.scores, ["0.0000", "1.0000"]);
    let search = stage.passing.last().expect("the search");
    assert_eq!(
        (search.index.as_deref(), search.key.as_deref()),
        (Some("ByText"), Some("t"))
    );
    let sum = journey_of(&watched, search.number).sum;
    let lines: Vec<(&str, &str)> = sum
        .iter()
        .map(|line| (line.label.as_str(), line.value.as_str()))
        .collect();
    assert_eq!(lines, [("ByText: search", "1 KB")]);
}
