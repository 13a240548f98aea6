//! The file that begins a lesson: at a step, in another language, and with mistakes.

use hashrange_lesson::read;
use hashrange_protocol::call::{Call, CallResult};
use hashrange_protocol::{Command, LessonFile, Shown, WorkspaceCommand};

use super::Page;
use super::lessons::{every_id, lesson, step, text_of, to_the_end};
use crate::store::MemoryStore;

#[test]
fn a_lesson_is_reported_in_another_language_and_begins_at_a_step() {
    let mut page = Page::opened(&MemoryStore::new());
    let file = LessonFile {
        text: text_of("keys-1"),
        translation: Some(text_of("keys-1.es")),
        step: Some("together".to_owned()),
    };
    page.send(Command::Workspace(WorkspaceCommand::WithLesson(file)));
    page.pass(3_000);
    assert_eq!(
        (lesson(&page).language.as_str(), step(&page).name.as_str()),
        ("es", "together")
    );
    assert_eq!(lesson(&page).title, "La clave decide dónde va un elemento");
    assert!(lesson(&page).can_go_back);
}

#[test]
fn steps_before_the_one_that_a_link_opens_are_skipped() {
    let mut page = Page::opened(&MemoryStore::new());
    page.send(Command::Workspace(WorkspaceCommand::WithLesson(LessonFile {
        text: text_of("keys-1"),
        step: Some("together".to_owned()),
        ..LessonFile::default()
    })));
    page.pass(3_000);
    let steps = read(&text_of("keys-1")).expect("a lesson").steps;
    let before = steps.iter().position(|step| step.name == "together").expect("a step");
    to_the_end(&mut page);
    let Shown::Ending(ending) = lesson(&page).shown else {
        panic!("the ending")
    };
    assert_eq!(ending.skipped, before);
    let asks = steps
        .iter()
        .skip(before)
        .filter(|step| step.question().is_some())
        .count();
    assert_eq!(ending.predicted.1, asks);
}

#[test]
fn a_file_that_is_wrong_is_reported_by_line_and_changes_nothing() {
    let mut page = Page::opened(&MemoryStore::new());
    let front = page.front();
    let wrong = include_str!("../../../../tests/tests/lessons/three_mistakes.txt").to_owned();
    let CallResult::Faults(faults) = page.call(&Call::CheckLesson { text: wrong.clone() }) else {
        panic!("faults")
    };
    assert_eq!(faults.iter().map(|fault| fault.line).collect::<Vec<_>>(), [13, 14, 24]);
    page.send(Command::Workspace(WorkspaceCommand::WithLesson(LessonFile {
        text: wrong,
        ..LessonFile::default()
    })));
    page.pass(2_000);
    assert_eq!(page.front(), front);
    assert!(
        page.refused().is_some_and(|words| words.contains("Line 13")),
        "{:?}",
        page.refused()
    );
}

/// A link names a lesson and a step. It leads to the same service in every browser.
#[test]
fn a_link_to_a_step_of_any_lesson_leads_to_one_state() {
    for id in every_id() {
        let text = text_of(&id);
        let last = text
            .lines()
            .rev()
            .find_map(|line| line.strip_prefix("step "))
            .expect("a step")
            .to_owned();
        let hash = || {
            let mut page = Page::opened(&MemoryStore::new());
            let file = LessonFile {
                text: text.clone(),
                step: Some(last.clone()),
                ..LessonFile::default()
            };
            page.send(Command::Workspace(WorkspaceCommand::WithLesson(file)));
            page.pass(20_000);
            assert_eq!(step(&page).name, last, "{id}");
            page.hash()
        };
        assert_eq!(hash(), hash(), "{id}");
    }
}
