//! Assignments: handed out by a link, done in a workspace, handed in, and judged by somebody else's page.

use hashrange_assignment::{NotAssignment, NotHandedOut};
use hashrange_protocol::errand::{Done, Errand, handed_out, received};
use hashrange_protocol::{Command, LessonFile, Travel, WorkspaceCommand};

use super::Page;
use crate::store::MemoryStore;

const TEXT: &str = include_str!("../../../../tests/tests/lessons/assignment.txt");
const QUERY: &str =
    r#"{"TableName":"Orders","KeyConditionExpression":"Customer = :c","ExpressionAttributeValues":{":c":{"S":"ann"}}}"#;
const SCAN: &str = r#"{"TableName":"Orders"}"#;

/// The page of a learner who has opened the link.
fn learner() -> Page {
    let mut page = Page::opened(&MemoryStore::new());
    let text = received(&handed_out(TEXT).expect("a link")).expect("a text");
    assert!(!text.contains("solve"), "a learner gets no solution");
    page.send(Command::Workspace(WorkspaceCommand::WithLesson(LessonFile { text, ..LessonFile::default() })));
    page.pass(20_000);
    page
}

fn handed_in(page: &mut Page) -> (String, Vec<u8>, bool) {
    match page.errand(&Errand::HandIn { learner: "Kim".to_owned() }) {
        Done::HandIn { name, bytes, verdict } => (name, bytes, verdict.passed),
        other => panic!("{other:?}"),
    }
}

/// What a teacher's page says of a file.
fn judged(file: &[u8]) -> Done {
    let mut teacher = Page::opened(&MemoryStore::new());
    teacher.errand(&Errand::Judge { text: TEXT.to_owned(), file: file.to_vec() })
}

#[test]
fn a_learner_who_reaches_the_goal_passes_on_both_pages() {
    let mut page = learner();
    page.pass(4_000);
    page.request("Query", QUERY).expect("an answer");
    page.pass(1_000);
    let (name, bytes, passed) = handed_in(&mut page);
    assert_eq!((name.as_str(), passed), ("orders-1-Kim.handin", true));
    let Done::Judged { learner, verdict } = judged(&bytes) else { panic!("judged") };
    assert_eq!((learner.as_str(), verdict.passed, verdict.doubts.len()), ("Kim", true, 0), "{verdict:?}");
}

#[test]
fn a_learner_who_scans_fails_and_passes_once_the_scan_is_undone() {
    let mut page = learner();
    page.request("Scan", SCAN).expect("an answer");
    page.request("Query", QUERY).expect("an answer");
    let (_, bytes, passed) = handed_in(&mut page);
    assert!(!passed);
    let Done::Judged { verdict, .. } = judged(&bytes) else { panic!("judged") };
    assert_eq!(verdict.reasons.iter().map(|reason| reason.holds).collect::<Vec<_>>(), [true, false, false]);
    for _ in 0..2 {
        page.send(Command::Travel(Travel::Undo));
        page.pass(500);
    }
    page.request("Query", QUERY).expect("an answer");
    let (_, bytes, passed) = handed_in(&mut page);
    assert!(passed, "{:?}", judged(&bytes));
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
    let refused = |done| if let Done::Refused(words) = done { words } else { panic!("{done:?}") };
    assert_eq!(refused(judged(b"nothing")), "This file is not a hand-in.");
    let mut page = Page::opened(&MemoryStore::new());
    let no_lesson = page.errand(&Errand::HandIn { learner: String::new() });
    assert_eq!(refused(no_lesson), "No assignment is in front.");
    assert!(matches!(received("d!"), Err(NotHandedOut::Link(_))));
    assert!(matches!(handed_out("lesson a"), Err(NotHandedOut::Text(NotAssignment::Faulty(_)))));
    let Done::Faults(faults) = page.errand(&Errand::CheckLesson { text: TEXT.to_owned() }) else { panic!("faults") };
    assert_eq!(faults, [], "an assignment needs no more steps");
}
