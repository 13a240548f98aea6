//! Assignments: opened from a link, solved in a workspace, handed in, and judged by another page.

use hashrange_assignment::{NotAssignment, NotHandedOut};
use hashrange_protocol::call::{Call, CallResult, handed_out, received};
use hashrange_protocol::{Command, LessonFault, LessonFile, Travel, WorkspaceCommand};

use super::{Page, with_notes};
use crate::store::MemoryStore;

const TEXT: &str = include_str!("../../../../tests/tests/lessons/assignment.txt");
const QUERY: &str =
    r#"{"TableName":"Orders","KeyConditionExpression":"Customer = :c","ExpressionAttributeValues":{":c":{"S":"ann"}}}"#;
const SCAN: &str = r#"{"TableName":"Orders"}"#;

/// The page of a learner who has opened the link.
fn learner() -> Page {
    learner_of(TEXT)
}

fn learner_of(text: &str) -> Page {
    let mut page = Page::opened(&MemoryStore::new());
    let text = received(&handed_out(text).expect("a link")).expect("a text");
    assert!(!text.contains("solve"), "a learner gets no solution");
    page.send(Command::Workspace(WorkspaceCommand::WithLesson(LessonFile {
        text,
        ..LessonFile::default()
    })));
    page.pass(20_000);
    page
}

fn handed_in(page: &mut Page) -> (String, Vec<u8>, bool) {
    match page.call(&Call::HandIn {
        learner: "Kim".to_owned(),
    }) {
        CallResult::HandIn { name, bytes, verdict } => (name, bytes, verdict.passed),
        other => panic!("{other:?}"),
    }
}

/// The verdict of a teacher's page on a file.
fn judged(file: &[u8]) -> CallResult {
    judged_as(TEXT, file)
}

fn judged_as(text: &str, file: &[u8]) -> CallResult {
    let mut teacher = Page::opened(&MemoryStore::new());
    teacher.call(&Call::Judge {
        text: text.to_owned(),
        file: file.to_vec(),
    })
}

#[test]
fn a_learner_who_reaches_the_goal_passes_on_both_pages() {
    let mut page = learner();
    page.pass(4_000);
    page.request("Query", QUERY).expect("an answer");
    page.pass(1_000);
    let (name, bytes, passed) = handed_in(&mut page);
    assert_eq!((name.as_str(), passed), ("orders-1-Kim.handin", true));
    let CallResult::Judged { learner, verdict } = judged(&bytes) else {
        panic!("judged")
    };
    assert_eq!(
        (learner.as_str(), verdict.passed, verdict.doubts.len()),
        ("Kim", true, 0),
        "{verdict:?}"
    );
}

#[test]
fn a_learner_who_scans_fails_and_passes_once_the_scan_is_undone() {
    let mut page = learner();
    page.request("Scan", SCAN).expect("an answer");
    page.request("Query", QUERY).expect("an answer");
    let (_, bytes, passed) = handed_in(&mut page);
    assert!(!passed);
    let CallResult::Judged { verdict, .. } = judged(&bytes) else {
        panic!("judged")
    };
    assert_eq!(
        verdict.reasons.iter().map(|reason| reason.holds).collect::<Vec<_>>(),
        [true, false, false]
    );
    for _ in 0..2 {
        page.send(Command::Travel(Travel::Undo));
        page.pass(500);
    }
    page.request("Query", QUERY).expect("an answer");
    let (_, bytes, passed) = handed_in(&mut page);
    assert!(passed, "{:?}", judged(&bytes));
}

/// A table of one read unit, after a start with a refused request and a description. No read may be throttled.
fn sparing() -> String {
    let start = "setting throttling.mode adaptive\nsetting throttling.burst 1000000\n\
                 table Orders Customer:S Number:N 1/100\n\
                 ! DescribeTable {\"TableName\":\"Nothing\"}\n\
                 > DescribeTable {\"TableName\":\"Orders\"}\n\
                 > PutItem {\"TableName\":\"Orders\",\"Item\":{\"Customer\":{\"S\":\"eve\"},\"Number\":{\"N\":\"1\"}}}";
    TEXT.replace("table Orders Customer:S Number:N 10/10", start)
        .replace("used-reads - kept before <= 2", "throttled-reads = 0")
        .replace("requests Scan = 0", "requests Scan = 1")
}

#[test]
fn a_throttled_request_fails_on_both_pages() {
    let text = sparing();
    let scan = r#"{"TableName":"Orders","ConsistentRead":true}"#;
    for throttled in [false, true] {
        let mut page = learner_of(&text);
        page.request("Scan", scan).expect("an answer");
        if throttled {
            let refused = page.request("Query", QUERY);
            assert_eq!(refused, Err("ProvisionedThroughputExceededException".to_owned()));
        }
        page.pass(20_000);
        page.request("Query", QUERY).expect("an answer");
        page.pass(1_000);
        let shown = page.lesson().map(|lesson| lesson.can_go_on);
        assert_eq!(shown, Some(!throttled), "the learner's page");
        let (_, bytes, passed) = handed_in(&mut page);
        let CallResult::Judged { verdict, .. } = judged_as(&text, &bytes) else {
            panic!("judged")
        };
        assert_eq!((passed, verdict.passed), (!throttled, !throttled), "{verdict:?}");
        assert_eq!((verdict.requests, verdict.doubts), (2, Vec::new()));
    }
}

#[test]
fn a_hand_in_survives_a_reload_of_the_page() {
    let store = MemoryStore::new();
    let mut page = Page::opened(&store);
    page.send(Command::Workspace(WorkspaceCommand::WithLesson(LessonFile {
        text: TEXT.to_owned(),
        ..LessonFile::default()
    })));
    page.pass(20_000);
    page.request("Query", QUERY).expect("an answer");
    page.pass(3_000);
    drop(page);
    let mut again = Page::opened(&store);
    again.pass(2_000);
    assert!(handed_in(&mut again).2);
}

#[test]
fn what_is_no_hand_in_is_refused_in_words() {
    let refused = |done| {
        if let CallResult::Refused(words) = done {
            words
        } else {
            panic!("{done:?}")
        }
    };
    assert_eq!(refused(judged(b"nothing")), "This file is not a hand-in.");
    let mut page = Page::opened(&MemoryStore::new());
    let no_lesson = page.call(&Call::HandIn { learner: String::new() });
    assert_eq!(refused(no_lesson), "No assignment is open.");
    assert!(matches!(received("d!"), Err(NotHandedOut::Link(_))));
    assert!(matches!(
        handed_out("lesson a"),
        Err(NotHandedOut::Text(NotAssignment::Faulty(_)))
    ));
    let CallResult::Faults(faults) = page.call(&Call::CheckLesson { text: TEXT.to_owned() }) else {
        panic!("faults")
    };
    assert_eq!(faults, [], "an assignment needs no more steps");
}

/// A drafted assignment with the words of its teacher.
pub(super) fn written(draft: String) -> String {
    hashrange_lesson::PLACEHOLDERS.iter().fold(draft, |text, placeholder| {
        text.replace(placeholder, "Query note 7 alone.")
    })
}

#[test]
fn the_latest_query_of_a_workspace_becomes_the_task_of_its_assignment() {
    let mut page = Page::opened(&MemoryStore::new());
    with_notes(&mut page, 60);
    let query = r##"{"TableName":"Notes","KeyConditionExpression":"#i = :i","ExpressionAttributeNames":{"#i":"Id"},
        "ExpressionAttributeValues":{":i":{"S":"7"}}}"##;
    let CallResult::Words(text) = page.call(&Call::DraftAssignment) else {
        panic!("a text")
    };
    assert!(text.contains("# If you run the Query that solves your task"), "{text}");
    page.request("Query", query).expect("an answer");
    let CallResult::Words(text) = page.call(&Call::DraftAssignment) else {
        panic!("a text")
    };
    assert!(
        text.contains("\nsay Find the items of Notes with Id = \"7\". Use one Query"),
        "{text}"
    );
    assert!(
        text.contains(r#"goal answer Query {"Count":1,"Items":{"$unordered":[{"Id":{"S":"7"}}]}} ; cost <= 0.5"#),
        "{text}"
    );
    let link = handed_out(&text).expect("a link without another word");
    let mut learner = Page::opened(&MemoryStore::new());
    learner.send(Command::Workspace(WorkspaceCommand::WithLesson(LessonFile {
        text: received(&link).expect("a text"),
        ..LessonFile::default()
    })));
    learner.pass(120_000);
    for (key, passes) in [("8", false), ("7", true)] {
        learner
            .request("Query", &query.replace(r#""7""#, &format!("\"{key}\"")))
            .expect("an answer");
        learner.pass(1_000);
        let handed = learner.call(&Call::HandIn {
            learner: "Kim".to_owned(),
        });
        let CallResult::HandIn { verdict, .. } = handed else {
            panic!("{handed:?}")
        };
        assert_eq!(verdict.passed, passes, "{verdict:?}");
    }
}

#[test]
fn a_workspace_becomes_an_assignment_that_begins_with_its_tables_and_items() {
    let mut page = Page::opened(&MemoryStore::new());
    with_notes(&mut page, 60);
    let special =
        r#"{"TableName":"Notes","Item":{"Id":{"S":"a <n> | \"b\""},"Set":{"NS":["1","2"]},"Bytes":{"B":"AAE="}}}"#;
    page.request("PutItem", special).expect("a put");
    let ttl = r#"{"TableName":"Notes","TimeToLiveSpecification":{"AttributeName":"Ends","Enabled":true}}"#;
    page.request("UpdateTimeToLive", ttl).expect("an update");
    page.pass(2_000);
    let CallResult::Words(text) = page.call(&Call::DraftAssignment) else {
        panic!("a text")
    };
    let CallResult::Faults(faults) = page.call(&Call::CheckLesson { text: text.clone() }) else {
        panic!("faults")
    };
    let is_unwritten = |fault: &LessonFault| fault.words.ends_with("still has the text of the draft; write your own");
    assert!(faults.len() == 4 && faults.iter().all(is_unwritten), "{faults:?}");
    let text = written(text);
    assert_eq!(
        page.call(&Call::CheckLesson { text: text.clone() }),
        CallResult::Faults(Vec::new()),
        "{text}"
    );

    // A learner finds the same items, and reaches the goal.
    let link = handed_out(&text).expect("a link");
    let mut learner = Page::opened(&MemoryStore::new());
    let text = received(&link).expect("a text");
    learner.send(Command::Workspace(WorkspaceCommand::WithLesson(LessonFile {
        text,
        ..LessonFile::default()
    })));
    learner.pass(120_000);
    let scan = r#"{"TableName":"Notes"}"#;
    assert_eq!(learner.request("Scan", scan), page.request("Scan", scan));
    let get = r#"{"TableName":"Notes","KeyConditionExpression":"Id = :i","ExpressionAttributeValues":{":i":{"S":"a <n> | \"b\""}}}"#;
    learner.request("Query", get).expect("an answer");
    learner.pass(1_000);
    let handed = learner.call(&Call::HandIn {
        learner: "Kim".to_owned(),
    });
    let CallResult::HandIn { verdict, .. } = handed else {
        panic!("{handed:?}")
    };
    assert!(
        !verdict.passed && verdict.doubts.is_empty(),
        "a Scan was sent: {verdict:?}"
    );
}

#[test]
fn a_workspace_without_tables_is_no_assignment() {
    let mut page = Page::opened(&MemoryStore::new());
    page.send(Command::Workspace(WorkspaceCommand::New));
    page.pass(100);
    assert!(matches!(page.call(&Call::DraftAssignment), CallResult::Refused(words) if words.contains("no table")));
}
