//! The result of a lesson as a file, and the answer key that another page makes: first answers count, goals are noted,
//! and what a link skipped is not the learner's.

use hashrange_protocol::call::{AnswerKey, Answered, Call, CallResult, Class, LessonResult};
use hashrange_protocol::{Command, LessonCommand, LessonFile, WorkspaceCommand};

use super::Page;
use super::lessons::{act, begin, text_of};
use crate::store::MemoryStore;

fn result_of(page: &mut Page) -> (String, LessonResult) {
    let call = Call::ResultOfLesson {
        learner: "Kim".to_owned(),
    };
    match page.call(&call) {
        CallResult::File { name, bytes, .. } => (name, LessonResult::read(&bytes).expect("a result")),
        other => panic!("{other:?}"),
    }
}

fn key_of(id: &str) -> AnswerKey {
    let mut page = Page::opened(&MemoryStore::new());
    match page.call_for(&Call::KeyOfLesson { text: text_of(id) }, 60_000) {
        CallResult::Key(key) => *key,
        other => panic!("{other:?}"),
    }
}

fn answers(result: &LessonResult) -> Vec<(&str, Answered)> {
    let answers = result.answers.iter();
    answers
        .map(|(step, answered)| (step.as_str(), answered.clone()))
        .collect()
}

#[test]
fn every_answer_is_noted_in_order_and_survives_a_reload() {
    let store = MemoryStore::new();
    let mut page = Page::opened(&store);
    begin(&mut page, "keys-2");
    act(&mut page, LessonCommand::Forward);
    act(&mut page, LessonCommand::Pick(1));
    act(&mut page, LessonCommand::Back);
    act(&mut page, LessonCommand::Pick(2));
    let (name, result) = result_of(&mut page);
    assert_eq!((name.as_str(), result.reached), ("keys-2-Kim.result", Some(2)));
    let picks = [("ceiling", Answered::Pick(1)), ("ceiling", Answered::Pick(2))];
    assert_eq!(answers(&result), picks);
    page.pass(2_000);
    drop(page);
    let mut again = Page::opened(&store);
    again.pass(2_000);
    assert_eq!(result_of(&mut again).1, result);

    let class = Class::of_results(&key_of("keys-2"), &[(name, result)]);
    let learner = &class.learners[0];
    assert_eq!((learner.name.as_str(), &learner.doubts), ("Kim", &Vec::new()));
    let first = learner.answers[0].expect("an answer");
    assert_eq!(class.questions[0].answers[first].number, 1, "the first answer counts");
}

#[test]
fn a_reached_goal_is_noted_once_with_the_lessons_time() {
    let mut page = Page::opened(&MemoryStore::new());
    let file = LessonFile {
        text: text_of("keys-2"),
        step: Some("turn".to_owned()),
        ..LessonFile::default()
    };
    page.send(Command::Workspace(WorkspaceCommand::WithLesson(file)));
    page.pass(60_000);
    act(&mut page, LessonCommand::Turn(vec![("rate".to_owned(), 80)]));
    assert_eq!(result_of(&mut page).1.answers, [], "not reached");
    act(&mut page, LessonCommand::Turn(vec![("rate".to_owned(), 50)]));
    let (_, result) = result_of(&mut page);
    assert_eq!((result.skipped, result.reached), (4, Some(5)));
    assert!(
        matches!(answers(&result)[..], [("turn", Answered::Met(1..))]),
        "{result:?}"
    );
    act(&mut page, LessonCommand::Forward);
    act(&mut page, LessonCommand::Pick(2));
    assert_eq!(result_of(&mut page).1.answers.len(), 2);
}

#[test]
fn without_a_lesson_there_is_no_result_and_no_key() {
    let mut page = Page::opened(&MemoryStore::new());
    let refused = |done| match done {
        CallResult::Refused(words) => words,
        other => panic!("{other:?}"),
    };
    let none = page.call(&Call::ResultOfLesson { learner: String::new() });
    assert_eq!(refused(none), "No lesson is open.");
    let text = "lesson a".to_owned();
    assert!(!refused(page.call(&Call::KeyOfLesson { text })).is_empty());
}
