//! Links to a lesson that is in progress: they lead to its workspace and to the step, and begin nothing anew.

use hashrange_lesson::read;
use hashrange_protocol::{Card, Command, Lesson, LessonCommand, LessonFile, Shown, WorkspaceCommand};

use super::Page;
use super::lessons::{act, begin, lesson, step, text_of, to_the_end};
use crate::store::MemoryStore;

/// Follows a link to a step of a lesson, or to the lesson.
fn follow(page: &mut Page, id: &str, step: Option<&str>) {
    let file = LessonFile {
        text: text_of(id),
        step: step.map(str::to_owned),
        ..LessonFile::default()
    };
    page.send(Command::Workspace(WorkspaceCommand::ToLesson(file)));
    page.pass(20_000);
}

fn names(page: &Page) -> Vec<String> {
    page.cards().into_iter().map(|card: Card| card.name).collect()
}

/// The number of workspaces, and the name of the step in front.
fn place(page: &Page) -> (usize, String) {
    (page.cards().len(), step(page).name)
}

#[test]
fn a_link_to_a_lesson_in_front_leads_to_its_step_and_makes_no_copy() {
    let mut page = Page::opened(&MemoryStore::new());
    follow(&mut page, "keys-2", None);
    assert_eq!(place(&page), (2, "share".to_owned()), "nothing was in progress");
    let id = page.front();
    follow(&mut page, "keys-2", Some("give"));
    assert_eq!((page.front(), place(&page)), (id, (2, "give".to_owned())));
    follow(&mut page, "keys-2", Some("ceiling"));
    assert_eq!((page.front(), place(&page)), (id, (2, "ceiling".to_owned())));
    assert!(lesson(&page).can_go_on, "the later steps are still there");
    follow(&mut page, "keys-2", None);
    assert_eq!(place(&page), (2, "ceiling".to_owned()), "it stays where it is");
    follow(&mut page, "keys-2", Some("unknown"));
    assert_eq!(place(&page), (2, "ceiling".to_owned()));
}

#[test]
fn a_link_opens_the_workspace_of_a_lesson_in_progress_also_after_a_reload() {
    let store = MemoryStore::new();
    let mut page = Page::opened(&store);
    let own = page.front();
    begin(&mut page, "keys-2");
    act(&mut page, LessonCommand::Forward);
    let id = page.front();
    page.send(Command::Workspace(WorkspaceCommand::Open(own)));
    page.pass(1_000);
    follow(&mut page, "keys-2", None);
    assert_eq!((page.front(), place(&page)), (id, (2, "ceiling".to_owned())));
    page.send(Command::Workspace(WorkspaceCommand::Open(own)));
    page.pass(1_000);
    let mut again = Page::opened(&store);
    follow(&mut again, "keys-2", Some("give"));
    assert_eq!((again.front(), place(&again)), (id, (2, "give".to_owned())));
}

/// Only what comes after the last stop is played, as by a link in a new workspace.
#[test]
fn the_way_to_a_later_step_begins_at_the_last_stop_whatever_is_shown() {
    let mut page = Page::opened(&MemoryStore::new());
    begin(&mut page, "keys-2");
    act(&mut page, LessonCommand::Forward);
    act(&mut page, LessonCommand::Pick(2));
    let reached = lesson(&page).reached;
    act(&mut page, LessonCommand::Back);
    act(&mut page, LessonCommand::Back);
    follow(&mut page, "keys-2", Some("give"));
    assert_eq!(step(&page).name, "give");
    assert_eq!(lesson(&page).trouble, None);
    assert!(lesson(&page).reached > reached);
    let mut fresh = Page::opened(&MemoryStore::new());
    follow(&mut fresh, "keys-2", Some("give"));
    let words = |lesson: Lesson| match lesson.shown {
        Shown::Step(step) => (step.title, step.say),
        other => panic!("no step: {other:?}"),
    };
    assert_eq!(words(lesson(&page)), words(lesson(&fresh)));
}

#[test]
fn the_ending_counts_the_predictions_after_the_step_of_the_link() {
    let mut page = Page::opened(&MemoryStore::new());
    begin(&mut page, "keys-1");
    let steps = read(&text_of("keys-1")).expect("a lesson").steps;
    let place = steps.iter().position(|step| step.name == "together").expect("a step");
    follow(&mut page, "keys-1", Some("together"));
    follow(&mut page, "keys-1", Some("table"));
    follow(&mut page, "keys-1", Some("together"));
    to_the_end(&mut page);
    let Shown::Ending(ending) = lesson(&page).shown else {
        panic!("the ending")
    };
    let asks = steps.iter().skip(place).filter(|step| step.question().is_some());
    assert_eq!((ending.skipped, ending.predicted.1), (place, asks.count()));
}

#[test]
fn a_link_followed_while_the_lesson_plays_waits_for_the_stop() {
    let mut page = Page::opened(&MemoryStore::new());
    begin(&mut page, "keys-2");
    act(&mut page, LessonCommand::Forward);
    page.send(Command::Lesson(LessonCommand::Pick(2)));
    page.pass(200);
    assert!(lesson(&page).playing);
    follow(&mut page, "keys-2", Some("give"));
    assert_eq!(place(&page), (2, "give".to_owned()));
}

#[test]
fn a_lesson_that_was_left_begins_anew() {
    let mut page = Page::opened(&MemoryStore::new());
    follow(&mut page, "keys-2", None);
    let id = page.front();
    act(&mut page, LessonCommand::Leave);
    follow(&mut page, "keys-2", None);
    assert_ne!(page.front(), id);
    assert_eq!(names(&page).len(), 3);
}
