//! The board of access patterns: runs in slices, the months of its rows beside its bill, and what is refused. Also
//! requests as programs.

use hashrange_protocol::call::{Call, CallResult};
use hashrange_protocol::pattern::{KeySource, Pattern, PatternBoard, PatternsFormat, Per, Rate};
use hashrange_protocol::{Command, WorkspaceCommand};
use hashrange_wire::Operation;

use super::{Page, count, with_notes};
use crate::store::MemoryStore;

fn pattern(operation: Operation, body: &str, calls: u32) -> Pattern {
    Pattern {
        name: "A pattern".to_owned(),
        operation,
        body: body.to_owned(),
        returns: None,
        budget: None,
        rate: Some(Rate {
            calls,
            per: Per::Second,
        }),
        keys: KeySource::Written,
    }
}

fn asked(patterns: Vec<Pattern>) -> Call {
    Call::RunPatterns {
        patterns,
        region: "us-east-1".to_owned(),
        free_tier: false,
    }
}

fn run(page: &mut Page, patterns: Vec<Pattern>) -> PatternBoard {
    match page.call(&asked(patterns)) {
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
        vec![
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
    let board = run(&mut page, vec![scan; 100]);
    assert_eq!(board.rows.len(), 100);
    assert!(board.rows.iter().all(|row| row.run.returned == 300 && row.run.scans));
}

#[test]
fn a_board_has_a_maximum() {
    let mut page = Page::opened(&MemoryStore::new());
    let patterns = vec![pattern(Operation::ListTables, "{}", 1); 1_001];
    let refused = page.call(&asked(patterns));
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
    let found = match page.call(&Call::LimitOfPatterns { patterns: vec![put] }) {
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
        let patterns = vec![get.clone()];
        let CallResult::File { name: found, bytes, .. } = page.call(&Call::PatternsFile { patterns, format }) else {
            panic!("{format:?}")
        };
        let text = String::from_utf8(bytes).unwrap();
        assert_eq!(found, name);
        assert!(text.contains(part), "{text}");
        match page.call(&Call::FindPatterns { text }) {
            CallResult::Patterns { patterns, .. } => assert_eq!(patterns.len(), 1),
            CallResult::Refused(words) => assert!(words.starts_with("The file is not JSON"), "{words}"),
            other => panic!("{other:?}"),
        }
    }
}
