//! Readings of a small service: their content, and their bytes.

use hashrange_engine::{Budget, Direction, DueWork, Engine, EngineOptions, Physics, Resource, Units};
use hashrange_time::Duration;
use hashrange_values::{AttributeValue, Item};
use hashrange_wire::{Checked, Operation};

use super::*;
use crate::{Eligibility, Insight};

const TABLE: &str = r#"{"TableName":"Tab","BillingMode":"PAY_PER_REQUEST",
    "AttributeDefinitions":[{"AttributeName":"a","AttributeType":"S"},{"AttributeName":"g","AttributeType":"S"}],
    "KeySchema":[{"AttributeName":"a","KeyType":"HASH"}],
    "GlobalSecondaryIndexes":[{"IndexName":"ByG","KeySchema":[{"AttributeName":"g","KeyType":"HASH"}],
    "Projection":{"ProjectionType":"ALL"}}]}"#;
const ITEM: &str = r#"{"TableName":"Tab","Item":{"a":{"S":"x"},"g":{"S":"y"}}}"#;

struct Watched {
    engine: Engine,
    insight: Insight,
}

impl Watched {
    /// A table with an index; nothing has been written yet.
    fn new() -> Self {
        let options = EngineOptions {
            physics: Physics::classroom(),
            ..EngineOptions::default()
        };
        let mut watched = Self {
            engine: Engine::new(options),
            insight: Insight::new(),
        };
        watched.engine.set_tracing(true);
        watched.send(Operation::CreateTable, TABLE);
        watched.pass();
        watched
    }

    fn send(&mut self, operation: Operation, body: &str) {
        let request = Checked::decode(operation, body.as_bytes()).expect("a request");
        let _ = self.engine.handle(self.engine.now(), request);
        self.insight.observe(&self.engine);
    }

    fn pass(&mut self) {
        self.engine
            .advance(self.engine.now() + Duration::from_minutes(20), Budget::UNBOUNDED);
        self.insight.observe(&self.engine);
    }

    /// Reads as a page does: from bytes.
    fn read<Q: Question>(&self, question: Q) -> Option<Q::Reading> {
        let service = Service {
            insight: &self.insight,
            engine: &self.engine,
            dax: None,
        };
        let seen = question.read(service);
        let ask: AnyQuestion = question.into();
        let crossed = ask
            .read(service)
            .map(|bytes| reading_of::<Q::Reading>(&bytes).expect("a reading"));
        assert!(crossed == seen, "{} is another after it crossed", ask.name());
        crossed
    }
}

#[test]
fn a_change_that_would_be_refused_is_reported_with_its_exception() {
    let watched = Watched::new();
    let refusal = |operation, body: &str| {
        let refusal = watched.read(RefusalQuestion {
            requests: vec![(operation, body.to_owned())],
        });
        refusal.map(|refusal| refusal.exception().to_owned())
    };
    assert_eq!(refusal(Operation::DeleteTable, r#"{"TableName":"Tab"}"#), None);
    let gone = refusal(Operation::DeleteTable, r#"{"TableName":"Other"}"#);
    assert_eq!(gone.as_deref(), Some("ResourceNotFoundException"));
    let wrong = refusal(Operation::CreateBackup, r#"{"TableName":"Tab","BackupName":"x"}"#);
    assert_eq!(wrong.as_deref(), Some("ValidationException"));
}

#[test]
fn capacity_is_reported_of_a_table_and_of_its_global_index() {
    let mut watched = Watched::new();
    watched.send(Operation::PutItem, ITEM);
    let ask = |index: Option<&str>| CapacityQuestion {
        table: "Tab".to_owned(),
        index: index.map(str::to_owned),
        seconds: 60,
    };
    let table = watched.read(ask(None)).expect("a table");
    assert_eq!(
        (table.window.len(), table.window.last().map(|last| last.write)),
        (60, Some(Units::whole(1)))
    );
    let used: Vec<_> = table
        .resources
        .iter()
        .map(|used| (used.resource.clone(), used.window.write))
        .collect();
    let index = Resource::GlobalIndex("ByG".into());
    assert_eq!(used, [(Resource::Table, Units::whole(1)), (index, Units::whole(1))]);
    assert_eq!(
        watched.read(ask(Some("ByG"))).and_then(|it| it.index).as_deref(),
        Some("ByG")
    );
    assert_eq!(watched.read(ask(Some("None"))).and_then(|it| it.index), None);
    let endless = CapacityQuestion {
        seconds: u64::MAX,
        ..ask(None)
    };
    assert_eq!(watched.read(endless).map(|it| it.window.len()), Some(600));
}

#[test]
fn a_write_is_a_line_of_its_second_and_waits_for_its_index() {
    let mut watched = Watched::new();
    watched.send(Operation::PutItem, ITEM);
    let second = watched.engine.now().seconds();
    let listed = watched
        .read(SecondRequestsQuestion {
            table: "Tab".to_owned(),
            second,
        })
        .expect("a list");
    let consumed: Vec<_> = listed.lines.iter().flat_map(|line| line.consumed.clone()).collect();
    assert_eq!(
        (consumed, listed.more, listed.cut),
        (vec![(Direction::Write, Units::whole(2))], 0, false)
    );
    assert_eq!(
        watched.read(LastRequestQuestion).map(|report| report.operation),
        Some(Operation::PutItem)
    );
    let sizes = |watched: &mut Watched| {
        let sizes = watched.read(SizesQuestion).expect("a reading").into_iter();
        let size = |size: Size| (size.index, size.rows, size.waiting);
        sizes.map(size).collect::<Vec<_>>()
    };
    assert_eq!(sizes(&mut watched), [(None, 1, 0), (Some("ByG".into()), 0, 1)]);
    let coming = watched.read(NextEventQuestion).expect("a reading");
    let next = coming.next.expect("work");
    assert_eq!(
        (next.work, next.index.as_deref(), coming.queued),
        (DueWork::Arrival, Some("ByG"), 1)
    );
    assert!(next.at > watched.engine.now());
    watched.pass();
    let nothing = NextEvent {
        next: None,
        queued: 0,
        oldest: Duration::ZERO,
        building: 0,
    };
    assert_eq!(
        (sizes(&mut watched), watched.read(NextEventQuestion)),
        (vec![(None, 1, 0), (Some("ByG".into()), 1, 0)], Some(nothing))
    );
    let ask = |most| LogLinesQuestion {
        kind: None,
        text: " byg ".to_owned(),
        most,
    };
    assert_eq!(watched.read(ask(1)).map(|reported| reported.is_full), Some(true));
    assert_eq!(watched.read(ask(100)).map(|reported| reported.is_full), Some(false));
}

#[test]
fn settings_are_reported_as_they_are_in_force() {
    let mut watched = Watched::new();
    let table = || "Tab".to_owned();
    let time_to_live = |watched: &Watched| {
        watched
            .read(TimeToLiveQuestion { table: table() })
            .and_then(|it| it.attribute)
    };
    assert_eq!(time_to_live(&watched), None);
    watched.send(
        Operation::UpdateTimeToLive,
        r#"{"TableName":"Tab","TimeToLiveSpecification":{"Enabled":true,"AttributeName":"until"}}"#,
    );
    assert_eq!(time_to_live(&watched).as_deref(), Some("until"));
    assert_eq!(
        watched.read(RecoveryQuestion { table: table() }),
        Some(Recovery { kept: None })
    );
    watched.send(
        Operation::UpdateContinuousBackups,
        r#"{"TableName":"Tab","PointInTimeRecoverySpecification":{"PointInTimeRecoveryEnabled":true}}"#,
    );
    let kept = watched
        .read(RecoveryQuestion { table: table() })
        .and_then(|reported| reported.kept);
    assert_eq!(
        kept.map(|kept| (kept.days, kept.earliest <= kept.latest)),
        Some((35, true))
    );
    watched.send(Operation::CreateBackup, r#"{"TableName":"Tab","BackupName":"before"}"#);
    let backups = watched.read(BackupsQuestion { table: table() }).unwrap_or_default();
    assert_eq!(
        backups.iter().map(|it| (it.name.as_str(), it.made)).collect::<Vec<_>>(),
        [("before", watched.engine.now())]
    );
    assert_eq!(watched.read(ScalingQuestion { table: table() }), Some(Vec::new()));
}

#[test]
fn a_build_that_was_cancelled_does_not_come_next() {
    let mut watched = Watched::new();
    let next = |watched: &Watched| watched.read(NextEventQuestion).and_then(|coming| coming.next);
    for key in 0..40 {
        let item = format!(r#"{{"TableName":"Tab","Item":{{"a":{{"S":"{key}"}},"n":{{"S":"{key}"}}}}}}"#);
        watched.send(Operation::PutItem, &item);
    }
    let create = r#"{"TableName":"Tab","AttributeDefinitions":[{"AttributeName":"n","AttributeType":"S"}],
        "GlobalSecondaryIndexUpdates":[{"Create":{"IndexName":"ByN","KeySchema":[{"AttributeName":"n","KeyType":"HASH"}],
        "Projection":{"ProjectionType":"ALL"}}}]}"#;
    watched.send(Operation::UpdateTable, create);
    let mut filled = 0;
    while filled < 3 {
        let due = next(&watched).expect("a build");
        filled += u32::from(due.work == DueWork::Filling);
        watched.engine.advance(due.at, Budget::UNBOUNDED);
    }
    assert_eq!(next(&watched).map(|due| due.work), Some(DueWork::Filling));
    let delete = r#"{"TableName":"Tab","GlobalSecondaryIndexUpdates":[{"Delete":{"IndexName":"ByN"}}]}"#;
    watched.send(Operation::UpdateTable, delete);
    assert_eq!(next(&watched).map(|due| due.work), Some(DueWork::Gone));
}

#[test]
fn what_comes_next_is_named_with_its_moment() {
    let mut watched = Watched::new();
    let next = |watched: &Watched| watched.read(NextEventQuestion).and_then(|coming| coming.next);
    let ttl = r#"{"TableName":"Tab","TimeToLiveSpecification":{"AttributeName":"e","Enabled":true}}"#;
    watched.send(Operation::UpdateTimeToLive, ttl);
    watched.pass();
    let expires = watched.engine.now().seconds() + 7_200;
    let item = format!(r#"{{"TableName":"Tab","Item":{{"a":{{"S":"x"}},"e":{{"N":"{expires}"}}}}}}"#);
    watched.send(Operation::PutItem, &item);
    let sweep = next(&watched).expect("a sweep");
    // The time of the pass that finds the item, not the item's own expiry time: scanners run at their own times.
    assert!(
        matches!(sweep.work, DueWork::Sweep(_)) && sweep.at.seconds() >= expires,
        "{sweep:?}"
    );
    assert_eq!(Some(sweep.at), watched.engine.next_due());
    watched.engine.advance(sweep.at, Budget::UNBOUNDED);
    assert_eq!(next(&watched).map(|due| due.work), Some(DueWork::Deletion));
    watched.send(Operation::DeleteTable, r#"{"TableName":"Tab"}"#);
    watched.engine.advance(sweep.at, Budget::UNBOUNDED);
    let after = next(&watched).expect("more");
    assert!(matches!(after.work, DueWork::Gone | DueWork::Deletion), "{after:?}");
}

#[test]
fn an_item_says_where_it_stands_in_each_index_and_when_it_goes() {
    let mut watched = Watched::new();
    let key: Item = [("a", AttributeValue::string("x"))].into_iter().collect();
    let ask = || ItemStatusQuestion {
        table: "Tab".to_owned(),
        key: key.clone(),
    };
    let entry = |watched: &Watched| {
        let mut status = watched.read(ask()).flatten()?;
        Some(status.indexes.remove(0).entry)
    };
    assert_eq!(watched.read(ask()), Some(None), "there is no such item");
    watched.send(Operation::PutItem, r#"{"TableName":"Tab","Item":{"a":{"S":"x"}}}"#);
    assert_eq!(entry(&watched), Some(EntryStatus::NoAttribute("g".into())));
    watched.send(Operation::PutItem, ITEM);
    assert!(matches!(entry(&watched), Some(EntryStatus::OnItsWay { written, due }) if written < due));
    watched.pass();
    assert_eq!(entry(&watched), Some(EntryStatus::Held));
    let ttl = r#"{"TableName":"Tab","TimeToLiveSpecification":{"Enabled":true,"AttributeName":"until"}}"#;
    watched.send(Operation::UpdateTimeToLive, ttl);
    watched.pass();
    let expiry = |watched: &Watched| watched.read(ask()).flatten()?.expiry;
    assert_eq!(
        expiry(&watched).expect("time to live").eligibility,
        Eligibility::Missing
    );
    let later = watched.engine.now().seconds() + 60;
    let put = format!(r#"{{"TableName":"Tab","Item":{{"a":{{"S":"x"}},"until":{{"N":"{later}"}}}}}}"#);
    watched.send(Operation::PutItem, &put);
    let status = expiry(&watched).expect("time to live");
    assert!(matches!(status.eligibility, Eligibility::Waiting(at) if at.seconds() == later + 1));
}

#[test]
fn an_index_that_is_added_later_has_not_reached_every_item() {
    let mut watched = Watched::new();
    watched.send(Operation::PutItem, ITEM);
    let update = r#"{"TableName":"Tab","AttributeDefinitions":[{"AttributeName":"g","AttributeType":"S"}],
        "GlobalSecondaryIndexUpdates":[{"Create":{"IndexName":"Later","KeySchema":[{"AttributeName":"g","KeyType":"HASH"}],
        "Projection":{"ProjectionType":"KEYS_ONLY"}}}]}"#;
    watched.send(Operation::UpdateTable, update);
    let key = [("a", AttributeValue::string("x"))].into_iter().collect();
    let status = watched
        .read(ItemStatusQuestion {
            table: "Tab".to_owned(),
            key,
        })
        .flatten()
        .expect("the item");
    let later = status
        .indexes
        .iter()
        .find(|index| index.index == "Later")
        .expect("the index");
    assert_eq!(
        (&later.entry, later.status.as_str()),
        (&EntryStatus::Backfilling, "CREATING")
    );
}
