//! The welcome: its time passes, it is not stored, and the reader's own workspace replaces it.

use hashrange_protocol::{Command, Hello, LessonCommand, VERSION, WorkspaceCommand};

use super::lessons::begin;
use super::{Page, with_notes};
use crate::store::MemoryStore;

fn welcomed(store: &MemoryStore) -> Page {
    let mut page = Page::over(Ok(store.clone()));
    page.hello(Hello {
        version: VERSION,
        welcome: true,
        ..Hello::default()
    });
    page
}

#[test]
fn a_welcome_moves_and_is_neither_listed_nor_kept() {
    let store = MemoryStore::new();
    let mut page = welcomed(&store);
    assert!(page.front().is_welcome());
    assert_eq!(page.tables(), ["Scores"]);
    let sent = |page: &Page| page.runs().first().map_or(0, |run| run.sent);
    let before = sent(&page);
    page.pass(20_000);
    let sent = sent(&page) - before;
    assert!(
        (60..=100).contains(&sent),
        "{sent} requests in twenty seconds, slowed down"
    );
    assert!(
        page.runs().first().is_some_and(|run| run.throttled + run.refused == 0),
        "{:?}",
        page.runs()
    );
    assert!(page.cards().is_empty());
    let mut again = welcomed(&store);
    assert!(again.cards().is_empty());
    assert_eq!(again.tables(), ["Scores"]);
}

#[test]
fn a_welcome_out_of_sight_rests_and_goes_on_from_there() {
    let mut page = welcomed(&MemoryStore::new());
    let sent = |page: &Page| page.runs().first().map_or(0, |run| run.sent);
    page.pass(5_000);
    page.send(Command::Hidden(true));
    page.pass(1_000);
    let (before, moment) = (sent(&page), page.state().now);
    page.pass(60_000);
    assert_eq!((sent(&page), page.state().now), (before, moment));
    page.send(Command::Hidden(false));
    page.pass(5_000);
    let more = sent(&page) - before;
    assert!(
        (10..=30).contains(&more),
        "{more} requests in five seconds, slowed down"
    );
}

#[test]
fn a_newcomer_goes_on_to_the_first_workspace_and_a_reader_to_their_own() {
    let store = MemoryStore::new();
    let mut page = welcomed(&store);
    page.send(Command::Workspace(WorkspaceCommand::Own));
    page.pass(3_000);
    assert_eq!(page.tables(), ["Thread"]);
    with_notes(&mut page, 2);
    let own = page.front();
    begin(&mut page, "gsi-3");
    page.send(Command::Workspace(WorkspaceCommand::Welcome));
    page.pass(1_000);
    assert!(page.front().is_welcome());
    page.send(Command::Workspace(WorkspaceCommand::Own));
    page.pass(1_000);
    assert_eq!(page.front(), own, "not the lesson's workspace");
    let mut again = welcomed(&store);
    assert!(again.front().is_welcome());
    again.send(Command::Workspace(WorkspaceCommand::Own));
    again.pass(1_000);
    assert_eq!(again.front(), own);
    assert_eq!(again.cards().len(), 3, "the first one, the notes and the lesson");
}

#[test]
fn a_lesson_that_was_left_is_not_taken_for_the_readers_own_workspace() {
    let store = MemoryStore::new();
    let mut page = welcomed(&store);
    begin(&mut page, "keys-2");
    let lesson = page.front();
    page.send(Command::Lesson(LessonCommand::Leave));
    page.send(Command::Workspace(WorkspaceCommand::Welcome));
    page.pass(1_000);
    // A reload on Learn, then the workbench.
    let mut again = welcomed(&store);
    again.send(Command::Workspace(WorkspaceCommand::Own));
    again.pass(3_000);
    assert_eq!(again.tables(), ["Thread"]);
    assert_eq!(again.cards().len(), 2, "the lesson's workspace can still be opened");
    // Once it was opened on purpose, it is a workspace like any other.
    again.send(Command::Workspace(WorkspaceCommand::Open(lesson)));
    again.pass(1_000);
    let mut third = welcomed(&store);
    third.send(Command::Workspace(WorkspaceCommand::Own));
    third.pass(1_000);
    assert_eq!(third.front(), lesson);
}

#[test]
fn a_visit_that_begins_in_the_workbench_does_not_open_a_lesson_that_was_left() {
    let store = MemoryStore::new();
    let mut page = welcomed(&store);
    begin(&mut page, "keys-2");
    page.send(Command::Lesson(LessonCommand::Leave));
    page.pass(1_000);
    let mut again = Page::opened(&store);
    assert_eq!(again.tables(), ["Thread"]);
}

#[test]
fn a_welcome_can_be_left_before_the_store_is_open() {
    let store = MemoryStore::new();
    let mut page = Page::over(Ok(store));
    page.send(Command::Hello(Hello {
        version: VERSION,
        welcome: true,
        ..Hello::default()
    }));
    begin(&mut page, "keys-1");
    assert_eq!(page.tables(), ["Players"]);
    assert_eq!(page.saved(), hashrange_protocol::SaveState::Saved, "it is kept");
}

#[test]
fn each_welcome_is_the_same_as_the_one_before() {
    let mut page = welcomed(&MemoryStore::new());
    page.send(Command::Clock(hashrange_protocol::ClockCommand::Pause));
    let (first, begins) = (page.front(), page.state().line.begins);
    page.send(Command::Workspace(WorkspaceCommand::Own));
    page.pass(1_000);
    page.send(Command::Workspace(WorkspaceCommand::Welcome));
    page.pass(100);
    assert_ne!(page.front(), first);
    assert_eq!(page.state().line.begins, begins);
    page.pass(700_000);
    assert!(page.front().is_welcome(), "it begins anew when its load is over");
    assert!(page.state().running);
}
