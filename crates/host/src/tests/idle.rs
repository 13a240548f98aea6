//! Workspaces in the background: how many stay open, and that a closed one is unchanged when it is opened again.

use hashrange_protocol::{Command, Hello, SaveState, VERSION, WorkspaceCommand, WorkspaceId};

use super::{Page, count, with_notes};
use crate::store::{MemoryStore, StoreError};

fn open(page: &Page) -> Vec<WorkspaceId> {
    page.host.state(|state| state.open.keys().copied().collect())
}

/// Creates three workspaces with 1, 2 and 3 notes, besides that of the first visit. The third is in front.
fn three(page: &mut Page) -> [WorkspaceId; 3] {
    [1, 2, 3].map(|notes| {
        with_notes(page, notes);
        page.front()
    })
}

#[test]
fn small_ones_stay_open_but_never_many() {
    let mut page = Page::opened(&MemoryStore::new());
    let all = three(&mut page);
    assert_eq!(open(&page), all, "the one of the first visit was left longest ago");
    page.send(Command::Workspace(WorkspaceCommand::Open(all[0])));
    page.pass(500);
    assert_eq!(count(&mut page), "1");
    assert_eq!(open(&page), all);
}

#[test]
fn those_that_do_not_fit_are_written_closed_and_the_same_when_opened_again() {
    let mut page = Page::opened(&MemoryStore::new());
    page.platform.idle_budget.set(0);
    let [first, _, third] = three(&mut page);
    assert_eq!(open(&page), [third], "none fits");
    page.send(Command::Workspace(WorkspaceCommand::Open(first)));
    page.pass(2_000);
    assert_eq!(count(&mut page), "1");
    page.pass(500);
    assert_eq!(page.saved(), SaveState::Saved);
    assert_eq!(open(&page), [first]);
}

#[test]
fn one_that_is_not_kept_stays_open_whatever_it_takes() {
    let mut page = Page::over(Err(StoreError::Unavailable));
    page.hello(Hello {
        version: VERSION,
        ..Hello::default()
    });
    page.platform.idle_budget.set(0);
    let all = three(&mut page);
    assert!(all.iter().all(|id| open(&page).contains(id)));
    page.send(Command::Workspace(WorkspaceCommand::Open(all[0])));
    page.pass(500);
    assert_eq!(count(&mut page), "1");
}

#[test]
fn a_longer_history_and_more_items_take_more() {
    let mut page = Page::opened(&MemoryStore::new());
    let [first, second, third] = three(&mut page);
    let bytes = |id| {
        page.host
            .within(id, |workspace| crate::idle::bytes_of(workspace))
            .expect("it is open")
    };
    let (few, more, most) = (bytes(first), bytes(second), bytes(third));
    assert!(0 < few && few < more && more < most, "{few} {more} {most}");
    assert!(most < 1_000_000, "a small one is small: {most}");
}

/// Pages that are removed but not freed yet.
fn unfreed(page: &Page) -> usize {
    page.host.state(|state| state.remains.pieces())
}

#[test]
fn a_closed_one_is_freed_in_slices() {
    let mut page = Page::opened(&MemoryStore::new());
    with_notes(&mut page, 2_000);
    let id = page.front();
    page.pass(1_000);
    assert_eq!(unfreed(&page), 0);
    page.host.state(|state| state.close(id));
    let mut left = unfreed(&page);
    assert!(left > 2_000 / 128, "{left} pages of items and records");
    // Each slice ends after one look at the clock.
    page.platform.look.set(10.0);
    while left > 0 {
        page.host.free_slice();
        let now = unfreed(&page);
        assert!(
            now < left && left - now <= 8,
            "{left} pages before a slice, {now} after"
        );
        left = now;
    }
}

#[test]
fn an_undone_state_is_freed_while_the_page_rests() {
    let mut page = Page::opened(&MemoryStore::new());
    with_notes(&mut page, 300);
    page.send(Command::Travel(hashrange_protocol::Travel::Undo));
    let of_undone = page
        .host
        .within(page.front(), |workspace| workspace.core.take_remains().pieces());
    assert!(of_undone > Some(0), "{of_undone:?}");
    page.send(Command::Travel(hashrange_protocol::Travel::Redo));
    page.pass(2_000);
    let left = page
        .host
        .within(page.front(), |workspace| workspace.core.take_remains().pieces());
    assert_eq!((unfreed(&page), left), (0, Some(0)));
}
