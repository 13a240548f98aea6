//! Services restored from the records of their requests.

use hashrange_engine::Throttling;
use hashrange_journal::{Changes, Entry, Header, Outcome, Writer, encode_header};
use hashrange_time::Duration;

use super::*;
use crate::{Impact, Recorder, ReplayError, Settings, Timeline, impact_of, replay, target_of};

const TABLE: &str = r#"{"TableName":"Notes","BillingMode":"PAY_PER_REQUEST",
    "AttributeDefinitions":[{"AttributeName":"Id","AttributeType":"S"}],
    "KeySchema":[{"AttributeName":"Id","KeyType":"HASH"}]}"#;

/// A service whose requests are recorded.
struct Recorded {
    engine: Engine,
    recorder: Recorder,
    journal: Vec<u8>,
}

impl Recorded {
    fn new(settings: &Settings, least: Impact) -> Self {
        let (recorder, journal) = Recorder::begin(settings, least);
        let mut engine = Engine::new(settings.options());
        engine.note_changes(true);
        Self {
            engine,
            recorder,
            journal,
        }
    }

    fn send(&mut self, operation: &str, body: &str) -> Answer {
        let (at, target) = (self.engine.now(), target_of(operation));
        let answer = dispatch(&mut self.engine, at, &target, body.as_bytes());
        self.journal.extend(
            self.recorder
                .answered(at, &target, body.as_bytes(), &answer, &mut self.engine),
        );
        answer
    }

    fn wait(&mut self, span: Duration) {
        let from = self.engine.now();
        self.engine.advance(from + span, hashrange_engine::Budget::UNBOUNDED);
        self.journal
            .extend(self.recorder.advanced(from, from + span, &mut self.engine));
    }

    fn put(&mut self, id: &str) -> Answer {
        self.send(
            "PutItem",
            &json!({"TableName": "Notes", "Item": {"Id": {"S": id}}}).to_string(),
        )
    }
}

fn settings() -> Settings {
    Settings {
        seed: 9,
        start: START,
        region: "eu-\"1".to_owned(),
        ..Settings::of_preset("classroom").expect("a preset")
    }
}

#[test]
fn a_replayed_service_is_the_one_that_was_recorded() {
    let mut service = Recorded::new(&settings(), Impact::Cost);
    service.send("CreateTable", TABLE);
    service.wait(Duration::from_seconds(5));
    assert!(service.put("a ñ 🦀").is_success());
    assert_eq!(service.put("").exception, Some("ValidationException"));
    let condition =
        r#"{"TableName":"Notes","Item":{"Id":{"S":"a ñ 🦀"}},"ConditionExpression":"attribute_not_exists(Id)"}"#;
    assert_eq!(
        service.send("PutItem", condition).exception,
        Some("ConditionalCheckFailedException")
    );
    service.send("Scan", r#"{"TableName":"Notes"}"#);
    service.send("ListTables", "{}");
    service.journal.extend(service.recorder.flush());

    let replayed = replay(&service.journal).expect("a good journal");
    assert_eq!(replayed.settings, settings());
    assert_eq!(
        (replayed.torn, replayed.last_sequence),
        (None, 6),
        "settings, table, time, put, condition, scan"
    );
    assert_eq!(replayed.engine.now(), service.engine.now());
    let tables = |engine: &Engine| {
        engine
            .tables()
            .map(|table| engine.describe(table.name()))
            .collect::<Vec<_>>()
    };
    assert_eq!(tables(&replayed.engine), tables(&service.engine));
}

#[test]
fn changes_alone_bring_the_tables_back() {
    let mut service = Recorded::new(&settings(), Impact::Change);
    service.send("CreateTable", TABLE);
    service.wait(Duration::from_seconds(5));
    service.put("a");
    service.send("GetItem", r#"{"TableName":"Notes","Key":{"Id":{"S":"a"}}}"#);
    service.send("Scan", r#"{"TableName":"Notes"}"#);
    let replayed = replay(&service.journal).expect("a good journal");
    assert_eq!(replayed.last_sequence, 4, "settings, table, time, put");
    assert_eq!(replayed.engine.describe("Notes"), service.engine.describe("Notes"));
}

#[test]
fn marks_follow_from_operation_and_answer() {
    let answer = |exception| Answer {
        status: 200,
        body: String::new(),
        exception,
        message: None,
    };
    for (operation, exception, impact) in [
        ("PutItem", None, Impact::Change),
        ("PutItem", Some("ConditionalCheckFailedException"), Impact::Cost),
        ("PutItem", Some("ValidationException"), Impact::Nothing),
        ("ExecuteStatement", None, Impact::Change),
        ("ExecuteStatement", Some("DuplicateItemException"), Impact::Cost),
        ("BatchExecuteStatement", None, Impact::Change),
        ("ExecuteTransaction", Some("TransactionCanceledException"), Impact::Cost),
        ("GetItem", None, Impact::Cost),
        ("Query", None, Impact::Cost),
        ("DescribeTable", None, Impact::Nothing),
        ("ListTables", None, Impact::Nothing),
        ("CreateTable", None, Impact::Change),
        ("GetRecords", None, Impact::Nothing),
        ("NoSuchThing", None, Impact::Nothing),
    ] {
        assert_eq!(
            impact_of(&settings(), &target_of(operation), &answer(exception)),
            impact,
            "{operation}"
        );
    }
    let mut throttled = settings();
    throttled.physics.throttling.mode = Throttling::Adaptive;
    let impact = |exception| impact_of(&throttled, &target_of("GetRecords"), &answer(exception));
    assert_eq!(
        (impact(None), impact(Some("ThrottlingException"))),
        (Impact::Cost, Impact::Nothing),
        "it takes from its shard"
    );
}

/// Checks the impact of every operation. After a change, records in existing journals would belong to other requests.
#[test]
fn every_operation_has_a_mark() {
    let answer = Answer {
        status: 200,
        body: String::new(),
        exception: None,
        message: None,
    };
    let of = |wanted| {
        let impact = |operation: &Operation| impact_of(&settings(), &target_of(operation.name()), &answer);
        let names = Operation::ALL.iter().filter(|operation| impact(operation) == wanted);
        names.map(|operation| operation.name()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(
        of(Impact::Cost),
        "GetItem Query Scan SearchVectors BatchGetItem TransactGetItems"
    );
    let changes = "CreateTable DeleteTable PutItem UpdateItem DeleteItem BatchWriteItem TransactWriteItems UpdateTable \
                   UpdateTimeToLive TagResource UntagResource UpdateContributorInsights UpdateContinuousBackups \
                   CreateBackup DeleteBackup RestoreTableFromBackup RestoreTableToPointInTime PutResourcePolicy \
                   DeleteResourcePolicy ExecuteStatement BatchExecuteStatement ExecuteTransaction \
                   RegisterScalableTarget DeregisterScalableTarget PutScalingPolicy DeleteScalingPolicy";
    assert_eq!(of(Impact::Change), changes);
}

#[test]
fn settings_survive_a_journal() {
    for settings in [
        settings(),
        Settings::default(),
        Settings {
            seed: u64::MAX,
            ..Settings::of_preset("aws").expect("a preset")
        },
        Settings {
            physics: Physics::classroom(),
            ..Settings::default()
        },
    ] {
        let (_, journal) = Recorder::begin(&settings, Impact::Change);
        assert_eq!(replay(&journal).expect("a good journal").settings, settings);
    }
}

#[test]
fn a_journal_of_the_page_is_understood() {
    let header = Header {
        seed: 1,
        opened_at: START,
        semantics: crate::SEMANTICS,
    };
    let mut writer = Writer::new();
    let mut journal = encode_header(&header);
    assert_eq!(replay(&journal).expect("a journal").settings.preset, "classroom");
    journal.extend(writer.push(
        START,
        Entry::Settings {
            json: r#"{"Physics":"aws","Unknown":1}"#.to_owned(),
        },
        Outcome {
            semantics: crate::SEMANTICS,
            changes: Changes::default(),
        },
    ));
    assert_eq!(replay(&journal).expect("a journal").settings.preset, "aws");
}

#[test]
fn what_does_not_do_what_it_did_is_refused() {
    // The actions of a link come without their outcomes.
    let replayed = |entry: Entry| {
        let settings = Settings::default();
        let mut timeline = Timeline::<()>::unbegun(settings.seed, settings.start);
        let first = Entry::Settings { json: settings.json() };
        timeline.replay_again(settings.start, first).expect("settings");
        timeline.replay_again(START, entry)
    };
    let request = |operation: &str, body: &str| Entry::Request {
        operation: operation.to_owned(),
        body: body.to_owned(),
    };
    for (operation, body) in [
        ("PutItem", r#"{"TableName":"Nowhere","Item":{}}"#),
        ("PutItem", "{"),
        ("NoSuchThing", "{}"),
    ] {
        let outcome = replayed(request(operation, body));
        assert!(
            matches!(outcome, Err(ReplayError::Refused { sequence: 2, .. })),
            "{operation}: {outcome:?}"
        );
    }
    for json in [
        r#"{"Physics":"fast"}"#,
        "",
        r#"{"Region":"eu-1"}"#,
        r#"{"Limits":{"tags":"many"}}"#,
    ] {
        let outcome = replayed(Entry::Settings { json: json.to_owned() });
        assert!(
            matches!(outcome, Err(ReplayError::Settings { sequence: 2, .. })),
            "{json}: {outcome:?}"
        );
    }
    assert!(matches!(replay(b"nothing"), Err(ReplayError::Journal(_))));
}

#[test]
fn a_torn_end_is_reported_and_the_rest_is_there() {
    let mut service = Recorded::new(&Settings::default(), Impact::Change);
    service.send("CreateTable", TABLE);
    let good = service.journal.len();
    service.put("a");
    let replayed = replay(&service.journal[..service.journal.len() - 1]).expect("most of it is good");
    assert_eq!(replayed.torn.map(|torn| torn.at_byte), Some(good));
    assert_eq!(replayed.engine.describe("Notes").map(|table| table.item_count), Some(0));
}
