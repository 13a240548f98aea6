//! Tests of the guarantees of every store, with the store in memory.

use std::pin::pin;
use std::task::{Context, Poll, Waker};

use super::*;
use hashrange_protocol::Origin;

const ID: WorkspaceId = WorkspaceId(1);

/// The result of a future that never waits, such as those of the store in memory.
fn now<F: Future>(future: F) -> F::Output {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(output) => output,
        Poll::Pending => panic!("a store in memory never waits"),
    }
}

fn journal(store: &MemoryStore) -> Vec<u8> {
    now(store.read_journal(ID)).expect("a journal")
}

#[test]
fn what_is_appended_is_read_in_order() {
    let store = MemoryStore::new();
    assert_eq!(journal(&store), b"");
    assert_eq!(now(store.append(ID, b"ab")), Ok(0));
    assert_eq!(now(store.append(ID, b"c")), Ok(1));
    assert_eq!(now(store.append(WorkspaceId(2), b"other")), Ok(0));
    assert_eq!(journal(&store), b"abc");
}

#[test]
fn two_tabs_never_mix() {
    let first = MemoryStore::new();
    let second = first.another_tab();
    assert_eq!(now(first.append(ID, b"a")), Ok(0));
    assert_eq!(now(second.append(ID, b"x")), Err(StoreError::Conflict));
    assert_eq!(now(second.replace_journal(ID, &[b"x"])), Err(StoreError::Conflict));
    assert_eq!(journal(&second), b"a");
    assert_eq!(now(second.append(ID, b"b")), Ok(1));
    assert_eq!(now(first.append(ID, b"y")), Err(StoreError::Conflict));
    assert_eq!(journal(&first), b"ab");
}

#[test]
fn a_tab_that_has_not_seen_a_replaced_journal_cannot_add_to_it() {
    let first = MemoryStore::new();
    for byte in [b"a", b"b", b"c"] {
        now(first.append(ID, byte)).expect("room");
    }
    let second = first.another_tab();
    assert_eq!(journal(&second), b"abc");
    assert_eq!(now(second.replace_journal(ID, &[b"new"])), Ok(3));
    assert_eq!(now(first.append(ID, b"d")), Err(StoreError::Conflict));
    assert_eq!(now(second.append(ID, b"er")), Ok(4));
    assert_eq!(journal(&first), b"newer");
}

#[test]
fn a_follower_reads_on_from_where_it_was() {
    let owner = MemoryStore::new();
    let follower = owner.another_tab();
    now(owner.append(ID, b"ab")).expect("room");
    let seen = now(follower.read_chunks_since(ID, 0)).expect("chunks");
    assert_eq!((seen.bytes.as_slice(), seen.next, seen.whole), (&b"ab"[..], 1, true));
    now(owner.append(ID, b"cd")).expect("room");
    let seen = now(follower.read_chunks_since(ID, seen.next)).expect("chunks");
    assert_eq!((seen.bytes.as_slice(), seen.next, seen.whole), (&b"cd"[..], 2, false));
    let nothing = now(follower.read_chunks_since(ID, seen.next)).expect("chunks");
    assert_eq!(
        (nothing.bytes.as_slice(), nothing.next, nothing.whole),
        (&b""[..], 2, false)
    );
    now(owner.replace_journal(ID, &[b"abc"])).expect("room");
    let seen = now(follower.read_chunks_since(ID, nothing.next)).expect("chunks");
    assert_eq!((seen.bytes.as_slice(), seen.next, seen.whole), (&b"abc"[..], 3, true));
}

#[test]
fn pieces_become_chunks_and_the_checkpoints_of_before_go() {
    let store = MemoryStore::new();
    for _ in 0..65 {
        now(store.append(ID, b"a")).expect("room");
    }
    let many = now(store.read_chunks_since(ID, 0)).expect("chunks");
    assert!(many.are_many());
    assert_eq!(many.starts[7], (7, 7));
    now(store.keep_part(ID, Document::Checkpoint, 1, b"state")).expect("room");
    now(store.keep_text(ID, Document::Checkpoint, "at 7")).expect("room");
    assert_eq!(now(store.replace_journal(ID, &[b"aaa", b"bb"])), Ok(65));
    let few = now(store.read_chunks_since(ID, 0)).expect("chunks");
    assert_eq!(
        (few.bytes.as_slice(), few.starts),
        (&b"aaabb"[..], vec![(65, 0), (66, 3)])
    );
    assert_eq!(now(store.text(ID, Document::Checkpoint)), Ok(None));
    assert_eq!(now(store.append(ID, b"c")), Ok(67));
}

#[test]
fn a_write_that_fails_changes_nothing_and_can_be_tried_again() {
    let store = MemoryStore::new();
    now(store.append(ID, b"a")).expect("room");
    store.fail_next_write(StoreError::Full);
    assert_eq!(now(store.append(ID, b"b")), Err(StoreError::Full));
    assert_eq!(now(store.append(ID, b"b")), Ok(1));
    store.fail_next_write(StoreError::Failed("gone".to_owned()));
    assert!(now(store.replace_journal(ID, &[b"c"])).is_err());
    assert_eq!(journal(&store), b"ab");
}

#[test]
fn a_journal_the_browser_has_deleted_must_be_written_whole() {
    let store = MemoryStore::new();
    now(store.append(ID, b"a")).expect("room");
    store.lose_everything();
    assert_eq!(now(store.append(ID, b"b")), Err(StoreError::Lost));
    assert_eq!(now(store.append(ID, b"b")), Err(StoreError::Lost));
    assert_eq!(now(store.replace_journal(ID, &[b"ab"])), Ok(0));
    assert_eq!(now(store.append(ID, b"c")), Ok(1));
    assert_eq!(journal(&store), b"abc");
}

#[test]
fn numbers_are_given_once_and_in_no_tab_twice() {
    let first = MemoryStore::new();
    let second = first.another_tab();
    let ids = [now(first.next_id()), now(second.next_id()), now(first.next_id())];
    assert_eq!(ids, [Ok(WorkspaceId(1)), Ok(WorkspaceId(2)), Ok(WorkspaceId(3))]);
    now(first.remove(WorkspaceId(3))).expect("no failure");
    assert_eq!(now(first.next_id()), Ok(WorkspaceId(4)));
}

#[test]
fn nothing_stays_of_a_removed_workspace() {
    let store = MemoryStore::new();
    for id in [ID, WorkspaceId(2)] {
        now(store.put_card(&Card::new(id, "a", Origin::Own, 0))).expect("room");
        now(store.append(id, b"a")).expect("room");
        now(store.keep_view(id, "{}")).expect("room");
    }
    now(store.remove(ID)).expect("no failure");
    assert_eq!(now(store.cards()).map(|cards| cards.len()), Ok(1));
    assert_eq!(journal(&store), b"");
    assert_eq!(now(store.view(ID)), Ok(None));
    assert_eq!(now(store.view(WorkspaceId(2))), Ok(Some("{}".to_owned())));
}

#[test]
fn documents_of_different_kinds_stand_beside_each_other() {
    let store = MemoryStore::new();
    now(store.keep_part(ID, Document::Checkpoint, 1, b"sta")).expect("room");
    assert_eq!(
        now(store.text(ID, Document::Checkpoint)),
        Ok(None),
        "it is not there before its text is"
    );
    now(store.keep_part(ID, Document::Checkpoint, 2, b"te")).expect("room");
    now(store.keep_text(ID, Document::Checkpoint, "at 7")).expect("room");
    now(store.keep_import(ID, "Thread.csv", b"a,b")).expect("room");
    assert_eq!(
        now(store.document(ID, Document::Checkpoint)),
        Ok(Some(("at 7".to_owned(), b"state".to_vec())))
    );
    assert_eq!(now(store.part(ID, Document::Checkpoint, 2)), Ok(Some(b"te".to_vec())));
    now(store.delete_document(ID, Document::Checkpoint)).expect("no failure");
    assert_eq!(now(store.document(ID, Document::Checkpoint)), Ok(None));
    assert_eq!(
        now(store.document(ID, Document::Import)),
        Ok(Some(("Thread.csv".to_owned(), b"a,b".to_vec())))
    );
    now(store.drop_import(ID)).expect("no failure");
    assert_eq!(now(store.document(ID, Document::Import)), Ok(None));
}

#[test]
fn what_is_kept_aside_stays_until_it_is_discarded() {
    let store = MemoryStore::new();
    now(store.keep_aside(ID, b"odd", "damaged")).expect("room");
    now(store.keep_aside(ID, b"odder", "more damaged")).expect("room");
    now(store.remove(ID)).expect("no failure");
    let kept = now(store.kept_aside()).expect("two");
    assert_eq!(
        kept.iter().map(|kept| kept.reason.as_str()).collect::<Vec<_>>(),
        ["damaged", "more damaged"]
    );
    now(store.discard_kept(kept[0].number)).expect("no failure");
    assert_eq!(now(store.kept_aside()), Ok(kept[1..].to_vec()));
}

#[test]
fn the_workspace_opened_last_is_remembered_in_every_tab() {
    let store = MemoryStore::new();
    assert_eq!(now(store.last_opened()), Ok(None));
    now(store.set_last_opened(ID)).expect("room");
    assert_eq!(now(store.another_tab().last_opened()), Ok(Some(ID)));
}
