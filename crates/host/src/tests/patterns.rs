//! The board of access patterns: runs in slices, the months of its rows beside its bill, and what is refused. Also
//! requests and tables as programs.

use hashrange_protocol::call::{Call, CallResult};
use hashrange_protocol::code::Language;
use hashrange_protocol::pattern::{
    BillTerms, BoardQuestion, DesignChange, Pattern, PatternBoard, PatternList, PatternsFormat, Per, Rate, Upkeep,
};
use hashrange_protocol::{Command, WorkspaceCommand};
use hashrange_wire::Operation;

use super::{Page, count, with_notes};
use crate::store::MemoryStore;

fn pattern(operation: Operation, body: &str, calls: u32) -> Pattern {
    let rate = Rate {
        calls,
        per: Per::Second,
    };
    Pattern {
        rate: Some(rate),
        ..Pattern::of("A pattern".to_owned(), operation, body.to_owned())
    }
}

fn question(patterns: &[Pattern]) -> BoardQuestion {
    BoardQuestion {
        patterns: PatternList::of(patterns),
        ..BoardQuestion::default()
    }
}

fn run(page: &mut Page, patterns: &[Pattern]) -> PatternBoard {
    ask(page, question(patterns))
}

fn ask(page: &mut Page, question: BoardQuestion) -> PatternBoard {
    match page.call(&Call::RunPatterns(Box::new(question))) {
        CallResult::Board(board) => *board,
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_months_of_the_rows_and_the_storage_are_the_bill() {
    let mut page = Page::opened(&MemoryStore::new());
    with_notes(&mut page, 3);
    let put = r#"{"TableName":"Notes","Item":{"Id":{"S":"new"}}}"#;
    let get = r#"{"TableName":"Notes","Key":{"Id":{"S":"n1"}},"ConsistentRead":true}"#;
    let board = run(
        &mut page,
        &[
            pattern(Operation::PutItem, put, 10),
            pattern(Operation::GetItem, get, 100),
        ],
    );
    // 26,280,000 writes at 0.625 a million, and 262,800,000 reads at 0.125 a million.
    let months: Vec<Option<&str>> = board.rows.iter().map(|row| row.month.as_deref()).collect();
    assert_eq!(months, [Some("$16.43"), Some("$32.85")]);
    assert_eq!(board.bill.total, "$49.28", "three small items cost less than a cent");
    assert!(board.rows.iter().all(|row| row.run.passes()));
    assert_eq!(count(&mut page), "3", "nothing is written");
}

#[test]
fn many_patterns_run_in_slices_while_messages_are_read() {
    let mut page = Page::opened(&MemoryStore::new());
    with_notes(&mut page, 300);
    // Every reading of the clock takes a millisecond, so that a slice has few runs.
    page.platform.look.set(1.0);
    let scan = pattern(Operation::Scan, r#"{"TableName":"Notes"}"#, 1);
    let board = run(&mut page, &vec![scan; 100]);
    assert_eq!(board.rows.len(), 100);
    assert!(board.rows.iter().all(|row| row.run.returned == 300 && row.run.scans));
}

#[test]
fn a_board_has_a_maximum() {
    let mut page = Page::opened(&MemoryStore::new());
    let patterns = vec![pattern(Operation::ListTables, "{}", 1); 1_001];
    let refused = page.call(&Call::RunPatterns(Box::new(question(&patterns))));
    assert_eq!(
        refused,
        CallResult::Refused("A board has at most 1000 patterns.".to_owned())
    );
}

#[test]
fn patterns_are_played_to_the_multiple_that_holds() {
    let mut page = Page::opened(&MemoryStore::new());
    page.send(Command::Workspace(WorkspaceCommand::New));
    page.pass(100);
    let table = r#"{"TableName":"Small","AttributeDefinitions":[{"AttributeName":"Id","AttributeType":"S"}],
        "KeySchema":[{"AttributeName":"Id","KeyType":"HASH"}],
        "ProvisionedThroughput":{"ReadCapacityUnits":5,"WriteCapacityUnits":100}}"#;
    page.request("CreateTable", table).expect("a table");
    page.pass(5_000);
    let put = pattern(
        Operation::PutItem,
        r#"{"TableName":"Small","Item":{"Id":{"S":"a"}}}"#,
        10,
    );
    let found = match page.call(&Call::LimitOfPatterns {
        patterns: PatternList::of(std::slice::from_ref(&put)),
        what_if: None,
    }) {
        CallResult::Held(found) => *found,
        other => panic!("{other:?}"),
    };
    assert_eq!(found.held, Some(1_000), "100 units for 10 puts of one unit a second");
    let (beyond, first) = found.throttled.expect("a throttle");
    assert_eq!((beyond, first.table.as_str(), first.pattern), (1_100, "Small", 0));
    assert!(
        page.request("Scan", r#"{"TableName":"Small"}"#)
            .is_ok_and(|answer| answer.contains(r#""Count":0"#))
    );
    let stage = page.call(&Call::StageOfPatterns {
        patterns: PatternList::of(&[put]),
        multiple: beyond,
    });
    assert_eq!(stage, CallResult::Words(format!("Throttled after {}.", first.after)));
    let names: Vec<String> = page.cards().into_iter().map(|card| card.name).collect();
    assert!(names.iter().any(|name| name.ends_with(" at 11.00 times")), "{names:?}");
    assert!(
        page.request("Scan", r#"{"TableName":"Small"}"#)
            .is_ok_and(|answer| answer.contains(r#""Count":1"#)),
        "the copy in front has the item that was put"
    );
}

#[test]
fn backups_exports_restores_and_reads_of_streams_are_on_the_bill() {
    let mut page = Page::opened(&MemoryStore::new());
    games(&mut page);
    let line = |board: &PatternBoard, title: &str| {
        let line = board.bill.lines.iter().find(|line| line.title == title);
        line.map(|line| {
            let first = line.steps.first().cloned().unwrap_or_default();
            [first.1, first.2].join(" = ")
        })
    };
    let with = |backups| BoardQuestion {
        terms: BillTerms {
            upkeep: Upkeep {
                backups,
                exports: 3,
                restores: 1,
                stream_reads: 86_400,
            },
            ..BillTerms::default()
        },
        ..question(&[])
    };
    let board = ask(&mut page, with(0));
    for title in [
        "On-demand backup",
        "Full export to Amazon S3",
        "Streams read request units",
    ] {
        assert_eq!(line(&board, title), None, "no backup, no recovery, no stream");
    }
    let restored = line(&board, "Restoring a table").expect("one restore");
    assert!(
        restored.contains("10,032"),
        "the item of 5,016 bytes, and its entry: {restored}"
    );
    for (operation, body) in [
        ("CreateBackup", r#"{"TableName":"Games","BackupName":"first"}"#),
        (
            "UpdateContinuousBackups",
            r#"{"TableName":"Games","PointInTimeRecoverySpecification":{"PointInTimeRecoveryEnabled":true}}"#,
        ),
        (
            "UpdateTable",
            r#"{"TableName":"Games","StreamSpecification":{"StreamEnabled":true,"StreamViewType":"KEYS_ONLY"}}"#,
        ),
    ] {
        page.request(operation, body).expect(operation);
    }
    let board = ask(&mut page, with(1));
    for (title, part) in [
        ("On-demand backup", "10,032"),
        ("Full export to Amazon S3", "15,048"),
        ("Continuous backups (PITR)", "5,016"),
        ("Streams read request units", "86,400"),
    ] {
        let said = line(&board, title).expect(title);
        assert!(said.contains(part), "{title}: {said}");
    }
}

/// Games with an index by player that projects everything, and one item.
fn games(page: &mut Page) {
    page.send(Command::Workspace(WorkspaceCommand::New));
    page.pass(100);
    let table = r#"{"TableName":"Games","BillingMode":"PAY_PER_REQUEST",
        "AttributeDefinitions":[{"AttributeName":"Id","AttributeType":"S"},{"AttributeName":"Player","AttributeType":"S"}],
        "KeySchema":[{"AttributeName":"Id","KeyType":"HASH"}],
        "GlobalSecondaryIndexes":[{"IndexName":"ByPlayer","KeySchema":[{"AttributeName":"Player","KeyType":"HASH"}],
         "Projection":{"ProjectionType":"ALL"}}]}"#;
    page.request("CreateTable", table).expect("a table");
    page.pass(5_000);
    page.request("PutItem", &put_body("g1")).expect("an item");
    page.pass(5_000);
}

/// An item of 5,016 bytes: 5 write units in the table and 5 in the index.
fn put_body(id: &str) -> String {
    let log = "x".repeat(5_000);
    format!(r#"{{"TableName":"Games","Item":{{"Id":{{"S":"{id}"}},"Player":{{"S":"ann"}},"Log":{{"S":"{log}"}}}}}}"#)
}

fn of_player() -> Pattern {
    let body = r##"{"TableName":"Games","IndexName":"ByPlayer","KeyConditionExpression":"Player = :p",
        "ProjectionExpression":"Id, #log","ExpressionAttributeNames":{"#log":"Log"},"ExpressionAttributeValues":{":p":{"S":"ann"}}}"##;
    pattern(Operation::Query, body, 10)
}

fn with(what_if: DesignChange, patterns: &[Pattern]) -> BoardQuestion {
    BoardQuestion {
        what_if: Some(what_if),
        ..question(patterns)
    }
}

#[test]
fn a_tried_change_reaches_batches_and_transactions() {
    let mut page = Page::opened(&MemoryStore::new());
    games(&mut page);
    let put = put_body("g2")
        .replace(r#"{"TableName":"Games","#, "{")
        .replacen('{', "", 1);
    let put = put.strip_suffix('}').unwrap_or_default();
    let batch = format!(
        r#"{{"RequestItems":{{"Games":[{{"PutRequest":{{{put}}}}},{{"DeleteRequest":{{"Key":{{"Id":{{"S":"g1"}}}}}}}}]}}}}"#
    );
    let transaction = format!(
        r#"{{"TransactItems":[{{"Put":{{"TableName":"Games",{put}}}}},{{"Delete":{{"TableName":"Games","Key":{{"Id":{{"S":"g1"}}}}}}}}]}}"#
    );
    let read = r#"{"RequestItems":{"Games":{"Keys":[{"Id":{"S":"g1"}}]}}}"#;
    let patterns = [
        pattern(Operation::BatchWriteItem, &batch, 1),
        pattern(Operation::TransactWriteItems, &transaction, 1),
        pattern(Operation::BatchGetItem, read, 1),
    ];
    let mut units = |change| -> Vec<String> {
        let board = ask(&mut page, with(change, &patterns));
        assert!(board.rows.iter().all(|row| row.run.passes()), "{:?}", board.rows);
        board.rows.iter().map(|row| row.run.all_units().to_string()).collect()
    };
    // A put takes 5 units in the table and 5 in the index, a delete of the item the same; a transaction twice in the table.
    assert_eq!(units(DesignChange::Consistency { strong: false }), ["20", "30", "1"]);
    assert_eq!(units(DesignChange::Consistency { strong: true }), ["20", "30", "2"]);
    assert_eq!(units(DesignChange::HalfSize), ["12", "18", "0.5"], "3 instead of 5");
    assert_eq!(units(DesignChange::Expiry), ["10", "15", "1"], "the put alone");
}

#[test]
fn a_change_of_the_design_is_tried_beside_it() {
    let mut page = Page::opened(&MemoryStore::new());
    games(&mut page);
    let patterns = || vec![of_player(), pattern(Operation::PutItem, &put_body("g2"), 1)];
    let units = |board: &PatternBoard| -> Vec<String> {
        board.rows.iter().map(|row| row.run.all_units().to_string()).collect()
    };
    let before = run(&mut page, &patterns());
    assert_eq!(units(&before), ["1", "10"]);
    let (table, index) = ("Games".to_owned(), "ByPlayer".to_owned());
    let keys_only = hashrange_wire::Projection {
        projection_type: Some(hashrange_wire::ProjectionType::KeysOnly),
        non_key_attributes: None,
    };
    let change = DesignChange::Projection {
        table: table.clone(),
        index: index.clone(),
        projection: keys_only,
    };
    let after = ask(&mut page, with(change, &patterns()));
    // The Query asks for an attribute that a global index without it refuses.
    let passes: Vec<bool> = after.rows.iter().map(|row| row.run.passes()).collect();
    assert_eq!(passes, [false, true], "{after:?}");
    assert_eq!(
        after.rows[1].run.all_units().to_string(),
        "6",
        "5 units for the table, 1 for the index"
    );
    let without = ask(&mut page, with(DesignChange::NoIndex { table, index }, &patterns()));
    assert_eq!(
        (without.rows[0].run.passes(), units(&without)[1].as_str()),
        (false, "5")
    );
    let half = ask(&mut page, with(DesignChange::HalfSize, &patterns()));
    assert_eq!(units(&half), ["0.5", "6"], "2,512 bytes");
    let strong = ask(&mut page, with(DesignChange::Consistency { strong: true }, &patterns()));
    assert_eq!(
        units(&strong),
        ["1", "10"],
        "a global index has no strongly consistent reads"
    );
    let (runs, total) = strong.before.expect("the design as it is");
    let as_it_is: Vec<_> = before.rows.iter().map(|row| row.run.clone()).collect();
    assert_eq!((runs, &total), (as_it_is, &before.bill.total));
    let same = run(&mut page, &patterns());
    assert_eq!(same, before, "nothing is changed");
    let missing = DesignChange::NoIndex {
        table: "Games".to_owned(),
        index: "ByDate".to_owned(),
    };
    let refused = page.call(&Call::RunPatterns(Box::new(with(missing, &patterns()))));
    assert_eq!(
        refused,
        CallResult::Refused("The table Games has no index ByDate.".to_owned())
    );
}

#[test]
fn ttl_deletes_without_a_charge() {
    let mut page = Page::opened(&MemoryStore::new());
    with_notes(&mut page, 3);
    let delete = r#"{"TableName":"Notes","Key":{"Id":{"S":"n1"}}}"#;
    let patterns = || vec![pattern(Operation::DeleteItem, delete, 10)];
    assert_eq!(run(&mut page, &patterns()).bill.total, "$16.43");
    let board = ask(&mut page, with(DesignChange::Expiry, &patterns()));
    assert_eq!(
        (board.bill.total.as_str(), board.rows[0].month.as_ref()),
        ("$0.00", None)
    );
}

#[test]
fn a_bill_is_made_from_a_measured_day_in_any_mode_and_class() {
    let mut page = Page::opened(&MemoryStore::new());
    with_notes(&mut page, 3);
    let mut hours = vec![0; 24];
    hours[20] = 100;
    let put = r#"{"TableName":"Notes","Item":{"Id":{"S":"new"}}}"#;
    let put = Pattern {
        daily: hours,
        ..pattern(Operation::PutItem, put, 100)
    };
    let measured = page.call(&Call::DayOfPatterns {
        patterns: PatternList::of(std::slice::from_ref(&put)),
        what_if: None,
    });
    let CallResult::Day(days) = measured else {
        panic!("{measured:?}")
    };
    let asked = |plan| BoardQuestion {
        days: Some((*days).clone()),
        terms: BillTerms {
            plan,
            ..BillTerms::default()
        },
        ..question(std::slice::from_ref(&put))
    };
    let board = ask(&mut page, asked(None));
    // 360,000 puts on 730 / 24 days at 0.625 a million.
    assert_eq!(board.bill.total, "$6.84");
    let played =
        "model: a minute of each hour of a day was played on the clock: 6,000 calls, 0 of them throttled, 0 refused.";
    assert!(board.bill.notes[0].starts_with(played), "{:?}", board.bill.notes);
    // On demand: 10,950,000 writes at 0.625 and 0.78 a million. Provisioned: 100 WCU at 0.00065 and 0.00081 and 1 RCU at
    // 0.00013 and 0.00016 for 730 hours. Auto scaling: 143 WCU in one hour of the day, 1 in the others.
    let totals: Vec<&str> = board.plans.iter().map(String::as_str).collect();
    assert_eq!(totals, ["$6.84", "$8.54", "$47.54", "$59.25", "$3.38", "$4.21"]);
    let scaled = ask(&mut page, asked(Some(4)));
    assert_eq!(scaled.bill.total, "$3.38");
    assert_eq!(count(&mut page), "3", "nothing is written");
}

#[test]
fn the_readers_own_prices_replace_those_of_the_list() {
    let mut page = Page::opened(&MemoryStore::new());
    with_notes(&mut page, 3);
    let put = pattern(
        Operation::PutItem,
        r#"{"TableName":"Notes","Item":{"Id":{"S":"new"}}}"#,
        10,
    );
    let at = |price: &str| {
        let mut asked = question(std::slice::from_ref(&put));
        asked.terms.prices = vec![("Write request units".to_owned(), price.to_owned())];
        asked
    };
    assert_eq!(ask(&mut page, at("1")).bill.total, "$26.28");
    let refused = page.call(&Call::RunPatterns(Box::new(at("cheap"))));
    let words = "“cheap” is no price. Enter dollars, such as 0.625.".to_owned();
    assert_eq!(refused, CallResult::Refused(words));
}

#[test]
fn a_request_is_a_program_unless_its_body_is_too_long() {
    let mut page = Page::opened(&MemoryStore::new());
    let program = |page: &mut Page, text: &str| {
        page.call(&Call::Program {
            language: "python".to_owned(),
            operation: Operation::PutItem,
            body: format!(r#"{{"TableName":"Notes","Item":{{"Id":{{"S":"{text}"}}}}}}"#),
            endpoint: None,
        })
    };
    assert!(matches!(program(&mut page, "a"), CallResult::Words(text) if text.contains("boto3")));
    assert_eq!(
        program(&mut page, &"a".repeat(100_000)),
        CallResult::Refused("The body is too long to be shown as code: at most 100 KB.".to_owned())
    );
}

#[test]
fn a_table_is_a_program_in_every_language_with_its_later_settings() {
    let mut page = Page::opened(&MemoryStore::new());
    with_notes(&mut page, 1);
    let ttl = r#"{"TableName":"Notes","TimeToLiveSpecification":{"AttributeName":"Ends","Enabled":true}}"#;
    page.request("UpdateTimeToLive", ttl).expect("a setting");
    let mut program = |language: &str, table: &str| {
        page.call(&Call::TableProgram {
            language: language.to_owned(),
            table: table.to_owned(),
            endpoint: None,
        })
    };
    for language in Language::ALL {
        let CallResult::Words(text) = program(language.id(), "Notes") else {
            panic!("no program in {}", language.title());
        };
        for part in ["Notes", "Id", "Ends"] {
            assert!(text.contains(part), "{} lacks {part}: {text}", language.title());
        }
    }
    let refused = |words: &str| CallResult::Refused(words.to_owned());
    assert_eq!(program("python", "Other"), refused("There is no table Other."));
    assert_eq!(program("basic", "Notes"), refused("There is no such language."));
}

#[test]
fn patterns_leave_in_every_format_and_come_back() {
    let mut page = Page::opened(&MemoryStore::new());
    with_notes(&mut page, 3);
    let get = pattern(
        Operation::GetItem,
        r#"{"TableName":"Notes","Key":{"Id":{"S":"1"}}}"#,
        10,
    );
    for (format, name, part) in [
        (PatternsFormat::Rust, "patterns.rs", "async fn read_a_pattern()"),
        (PatternsFormat::JavaScript, "patterns.test.mjs", "test(\"A pattern\""),
        (
            PatternsFormat::Python,
            "test_patterns.py",
            "def test_a_pattern(client):",
        ),
        (
            PatternsFormat::McpServer,
            "dynamodb_data_model.json",
            "aws dynamodb get-item --table-name Notes",
        ),
        (
            PatternsFormat::Workbench,
            "patterns.model.json",
            "\"FacetName\": \"A pattern\"",
        ),
        (
            PatternsFormat::Json,
            "hashrange-patterns.json",
            "\"name\": \"A pattern\"",
        ),
    ] {
        let patterns = PatternList::of(std::slice::from_ref(&get));
        let CallResult::File { name: found, bytes, .. } = page.call(&Call::PatternsFile { patterns, format }) else {
            panic!("{format:?}")
        };
        let text = String::from_utf8(bytes).unwrap();
        assert_eq!(found, name);
        assert!(text.contains(part), "{text}");
        match page.call(&Call::FindPatterns { text }) {
            CallResult::Patterns { patterns, .. } => {
                assert_eq!(patterns.patterns().map(|patterns| patterns.len()), Ok(1));
            }
            CallResult::Refused(words) => assert!(words.starts_with("The file is not JSON"), "{words}"),
            other => panic!("{other:?}"),
        }
    }
}
