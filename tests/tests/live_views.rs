//! Read models of the live views: an index being filled, items that expire, a write that fans out, records of a stream,
//! replicas that are behind.
#![allow(clippy::expect_used, clippy::indexing_slicing, reason = "a test: it fails by panicking")]

use hashrange_engine::{EngineOptions, Physics, Span, WriteEffect};
use hashrange_insight::reading::{Ask, BuildBoard, ExpiryAsk, IndexBuildAsk, Question, Service as Read, reading_of};
use hashrange_insight::{BuildPhase, CellState, Eligibility, ExpiryStage, FanOut, Insight, ReportKind};
use hashrange_tests::service::{InProcess, Service};
use hashrange_time::Duration;
use serde_json::{Value, json};

struct Watched {
    service: InProcess,
    insight: Insight,
}

impl Watched {
    fn new(physics: Physics) -> Self {
        let mut service = InProcess::new(EngineOptions { physics, ..EngineOptions::default() });
        service.engine.set_tracing(true);
        Self { service, insight: Insight::new() }
    }

    fn send(&mut self, operation: &str, body: &Value) -> Value {
        let answer = self.service.call(operation, &body.to_string());
        self.insight.observe(&self.service.engine);
        assert_eq!(answer.status, 200, "{operation}: {}", answer.body);
        serde_json::from_str(&answer.body).expect("JSON")
    }

    fn advance(&mut self, milliseconds: u64) {
        self.service.advance(milliseconds);
        self.insight.observe(&self.service.engine);
    }

    /// A table of `pk` with a stream, and an index over `a`, unless it comes later.
    fn table(&mut self, with_index: bool) {
        let mut body = json!({
            "TableName": "Tab", "BillingMode": "PAY_PER_REQUEST",
            "AttributeDefinitions": [{ "AttributeName": "pk", "AttributeType": "S" }],
            "KeySchema": [{ "AttributeName": "pk", "KeyType": "HASH" }],
            "StreamSpecification": { "StreamEnabled": true, "StreamViewType": "NEW_AND_OLD_IMAGES" },
        });
        if with_index {
            let a = json!({ "AttributeName": "a", "AttributeType": "S" });
            body["AttributeDefinitions"].as_array_mut().expect("a list").push(a);
            body["GlobalSecondaryIndexes"] = json!([index()]);
        }
        self.send("CreateTable", &body);
        self.advance(60_000);
    }

    fn put(&mut self, pk: &str, more: &Value) {
        let mut item = json!({ "pk": { "S": pk } });
        for (name, value) in more.as_object().expect("an object") {
            item[name] = value.clone();
        }
        self.send("PutItem", &json!({ "TableName": "Tab", "Item": item }));
    }

    /// What is answered to a question, as it arrives where the question was asked.
    fn ask<Q: Question>(&self, question: &Q) -> Option<Q::Reading> {
        let bytes = Into::<Ask>::into(question.clone()).read(Read {
            insight: &self.insight,
            engine: &self.service.engine,
            dax: None,
        })?;
        Some(reading_of(&bytes).expect("bytes of this question"))
    }

    fn build(&self, index: Option<&str>) -> BuildBoard {
        let ask = IndexBuildAsk { table: "Tab".to_owned(), index: index.map(str::to_owned) };
        self.ask(&ask).expect("a table").expect("an index")
    }

    fn fan_out(&self) -> FanOut {
        self.insight.fan_out(&self.service.engine, "Tab").expect("a write")
    }

    fn stages(&self) -> Vec<(String, &'static str)> {
        let board = self.insight.expiry(&self.service.engine, "Tab").expect("switched on");
        let stage = |stage: ExpiryStage| match stage {
            ExpiryStage::Live => "live",
            ExpiryStage::Expired => "expired",
            ExpiryStage::Found(_) => "found",
            ExpiryStage::Deleted(_) => "deleted",
            ExpiryStage::Rescued(_) => "rescued",
        };
        let mut dots: Vec<(String, &str)> = board
            .dots
            .iter()
            .map(|dot| (format!("{:?}", dot.key.get("pk").expect("the key")), stage(dot.stage)))
            .collect();
        dots.sort();
        dots
    }
}

fn index() -> Value {
    json!({ "IndexName": "ByA", "Projection": { "ProjectionType": "ALL" },
        "KeySchema": [{ "AttributeName": "a", "KeyType": "HASH" }] })
}

#[test]
fn an_index_being_filled_is_seen_item_by_item() {
    let mut physics = Physics::instant();
    physics.index_update.allocation = Span::millis(1_000, 1_000);
    physics.index_update.backfill = Span::millis(5_000, 5_000);
    physics.index_update.backfill_step = Duration::from_seconds(1);
    let mut watched = Watched::new(physics);
    watched.table(false);
    for number in 0..10 {
        let more = match number {
            3 => json!({ "a": { "N": "3" } }),
            4 => json!({}),
            _ => json!({ "a": { "S": "x" } }),
        };
        watched.put(&format!("p{number}"), &more);
    }
    watched.advance(1);
    watched.send(
        "UpdateTable",
        &json!({ "TableName": "Tab", "AttributeDefinitions": [{ "AttributeName": "a", "AttributeType": "S" }],
            "GlobalSecondaryIndexUpdates": [{ "Create": index() }] }),
    );
    let cells =
        |watched: &Watched| watched.insight.build_cells(&watched.service.engine, "Tab", "ByA").expect("an index");
    let count =
        |watched: &Watched, state: CellState| cells(watched).cells.iter().filter(|cell| cell.state == state).count();
    assert_eq!((count(&watched, CellState::Ahead), cells(&watched).cursor), (10, None));
    watched.put("p5", &json!({ "a": { "S": "y" } }));
    watched.advance(20_000);
    let states = [CellState::Copied, CellState::Sparse, CellState::Violation, CellState::Ahead];
    assert_eq!(states.map(|state| count(&watched, state)), [8, 1, 1, 0]);
    assert_eq!(cells(&watched).cells.iter().filter(|cell| cell.live).count(), 1);
    let log = watched.insight.build_log("Tab", "ByA");
    assert!(log.began < log.filling && log.filling < log.active && log.steps > 0, "{log:?}");
    let board = watched.build(None);
    assert_eq!(
        (board.build.index.as_str(), board.build.phase, board.cells),
        ("ByA", BuildPhase::Active, cells(&watched))
    );
    assert_eq!((board.stages.began, board.stages.active), (log.began, log.active));
    assert_eq!((board.contest.steps, board.lags.len(), board.metrics.len()), (log.steps, 1, 3));
    assert_eq!(watched.build(Some("Other")).build.index, "ByA");
}

/// A tenth of 1,000 items has the key, three have it of another type; filling takes five seconds.
fn mostly_without_the_key() -> Watched {
    let mut physics = Physics::instant();
    physics.index_update.backfill = Span::millis(5_000, 5_000);
    physics.index_update.backfill_step = Duration::from_millis(100);
    let mut watched = Watched::new(physics);
    watched.table(false);
    for number in 0..1_000 {
        let more = match number {
            1..=3 => json!({ "a": { "N": "3" } }),
            _ if number % 10 == 0 => json!({ "a": { "S": "x" } }),
            _ => json!({}),
        };
        watched.put(&format!("p{number}"), &more);
    }
    watched.send(
        "UpdateTable",
        &json!({ "TableName": "Tab", "AttributeDefinitions": [{ "AttributeName": "a", "AttributeType": "S" }],
            "GlobalSecondaryIndexUpdates": [{ "Create": index() }] }),
    );
    watched
}

#[test]
fn filling_a_small_table_takes_its_time_and_says_when_it_ends() {
    let mut watched = mostly_without_the_key();
    let began = watched.service.engine.now();
    for second in 1..=5 {
        let board = watched.build(None);
        let left = board.stages.expected.map(|at| (at - began).millis());
        assert!(left.is_some_and(|left| (5_000..5_400).contains(&left)), "ACTIVE after {left:?} ms");
        watched.advance(999);
        let percent = watched.build(None).build.percent;
        assert!((second * 20 - 1..=second * 20 + 3).contains(&percent), "{percent} % after {second} s");
        watched.advance(1);
    }
    assert_eq!(watched.build(None).build.phase, BuildPhase::Active);
}

#[test]
fn slices_of_the_hash_range_tell_entries_from_items_without_the_key() {
    let mut watched = mostly_without_the_key();
    watched.advance(2_000);
    let sums = |watched: &Watched| {
        let cells = watched.build(None).cells;
        assert!(!cells.each_is_an_item && cells.cells.len() == 112);
        cells.cells.iter().fold((0, 0, 0), |sum, cell| {
            let met = cell.met;
            (sum.0 + met.entries, sum.1 + met.skipped, sum.2 + met.violations)
        })
    };
    let (entries, skipped, violations) = sums(&watched);
    assert_eq!((entries + skipped + violations, entries), {
        let build = watched.build(None).build;
        (build.passed, build.entries)
    });
    watched.advance(5_000);
    assert_eq!(sums(&watched), (100, 897, 3));
    let cells = watched.build(None).cells.cells;
    let count = |state: CellState| cells.iter().filter(|cell| cell.state == state).count();
    assert!(count(CellState::Sparse) > 20 && count(CellState::Copied) < 90 && count(CellState::Ahead) == 0);
    assert!((1..=3).contains(&count(CellState::Violation)));
}

#[test]
fn what_is_not_there_is_told_from_a_table_without_it() {
    let mut watched = Watched::new(Physics::instant());
    let (expiry, build) =
        (ExpiryAsk { table: "Tab".to_owned() }, IndexBuildAsk { table: "Tab".to_owned(), index: None });
    assert!(watched.ask(&expiry).is_none() && watched.ask(&build).is_none());
    watched.table(false);
    assert_eq!((watched.ask(&expiry), watched.ask(&build)), (Some(None), Some(None)));
}

#[test]
fn an_item_goes_from_live_to_deleted_or_is_rescued() {
    let mut physics = Physics::instant();
    physics.expiry.scan = Duration::from_seconds(20);
    physics.expiry.deletion_with_indexes = Span::millis(30_000, 30_000);
    let mut watched = Watched::new(physics);
    watched.table(true);
    let now = watched.service.engine.now().seconds();
    let at = |seconds: u64| json!({ "ttl": { "N": (now + seconds).to_string() } });
    watched.send(
        "UpdateTimeToLive",
        &json!({ "TableName": "Tab", "TimeToLiveSpecification": { "Enabled": true, "AttributeName": "ttl" } }),
    );
    watched.put("a", &at(10));
    watched.put("b", &at(10));
    watched.put("c", &at(5_000));
    watched.put("never", &json!({ "ttl": { "S": "tomorrow" } }));
    watched.put("millis", &json!({ "ttl": { "N": "1571827560000" } }));
    assert_eq!(watched.stages().iter().filter(|(_, stage)| *stage == "live").count(), 4);
    watched.advance(32_000);
    assert_eq!(watched.stages().iter().filter(|(_, stage)| *stage == "found").count(), 2, "{:?}", watched.stages());
    watched.put("b", &at(9_000));
    assert_eq!(watched.stages().iter().filter(|(_, stage)| *stage == "rescued").count(), 1);
    watched.advance(40_000);
    let stages = watched.stages();
    let told: Vec<(&str, &str)> = stages.iter().map(|(key, stage)| (key.as_str(), *stage)).collect();
    assert!(told.contains(&(r#"S("a")"#, "deleted")) && told.contains(&(r#"S("b")"#, "rescued")), "{told:?}");
    let board = watched.insight.expiry(&watched.service.engine, "Tab").expect("switched on");
    assert_eq!((board.never_because.len(), board.looked_at), (2, 4));
    assert!(board.never_because.iter().any(|never| never.why == Eligibility::NotANumber));
    assert!(board.scanners.iter().any(|scanner| scanner.last.is_some_and(|(_, found)| found > 0)));
    let records = watched.insight.streams(&watched.service.engine, "Tab").newest;
    assert!(records[0].by_service && records[0].old.is_some() && records[0].new.is_none(), "{records:?}");
    let read = watched.ask(&ExpiryAsk { table: "Tab".to_owned() }).expect("a table").expect("switched on");
    assert_eq!(
        (read.live, read.readable, read.deleted, read.never),
        (board.live, board.readable, board.deleted, board.never)
    );
    assert_eq!((read.dots.len(), read.has_stream), (board.dots.len(), true));
    let distances: Vec<u64> = read.dots.iter().map(|dot| dot.mark().micros().abs_diff(read.now.micros())).collect();
    assert!(distances.is_sorted(), "those nearest to now come first: {distances:?}");
    assert_eq!(read.deletions.iter().map(|record| record.at).next(), Some(records[0].at));
}

#[test]
fn a_write_fans_out_to_the_index_after_a_while_and_to_the_stream_at_once() {
    let mut physics = Physics::instant();
    physics.index_propagation = Span::exactly(Duration::from_millis(300));
    let mut watched = Watched::new(physics);
    watched.table(true);
    watched.put("p", &json!({ "a": { "S": "x" } }));
    watched.put("p", &json!({ "a": { "S": "y" } }));
    let write = watched.fan_out();
    let arms: Vec<_> = write.arms.iter().map(|arm| (arm.effect, arm.lag.millis(), arm.arrived)).collect();
    assert_eq!(arms, [(WriteEffect::Replaced, 0, true), (WriteEffect::Moved, 300, false)]);
    let record = write.record.expect("a stream");
    assert!(record.old.is_some() && record.new.is_some() && record.old != record.new);
    watched.advance(300);
    assert!(watched.fan_out().arms.iter().all(|arm| arm.arrived));
}

#[test]
fn a_read_tells_which_replica_answered_and_how_far_it_is_behind() {
    let mut physics = Physics::instant();
    physics.replication = Span::exactly(Duration::from_millis(500));
    let mut watched = Watched::new(physics);
    watched.table(false);
    watched.put("p", &json!({ "v": { "N": "1" } }));
    watched.advance(1_000);
    watched.put("p", &json!({ "v": { "N": "2" } }));
    let written = watched.service.engine.now();
    watched.advance(100);
    let key = json!({ "pk": { "S": "p" } });
    let mut met = [0, 0];
    for _ in 0..30 {
        let answer = watched.send("GetItem", &json!({ "TableName": "Tab", "Key": key }));
        let report = watched.insight.last_report().expect("a report");
        let ReportKind::Read(read) = &report.kind else { panic!("a read") };
        let answered = read.trace.answered.expect("a read of one item");
        let stale = answer["Item"]["v"]["N"] == "1";
        assert_eq!((answered.replica == Some(0), answered.missing), (!stale, u64::from(stale)));
        assert_eq!(answered.stale_since, stale.then_some(written));
        met[usize::from(stale)] += 1;
    }
    assert!(met[0] > 0 && met[1] > met[0], "two of three replicas are behind: {met:?}");
    let table = watched.service.engine.table("Tab").expect("made");
    let item = table.items().next().expect("an item").0;
    let replicas = table.replicas(&table.keys().key_of(item), watched.service.engine.now()).expect("a key");
    assert_eq!(replicas.each_ref().map(|replica| replica.missing), [0, 1, 1]);
    assert_eq!(replicas[1].complete, Some(written + Duration::from_millis(500)));
}
