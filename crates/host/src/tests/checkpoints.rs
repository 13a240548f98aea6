//! Workspaces opened from a checkpoint: the same service, without replaying its past.

use hashrange_endpoint::{CHECKPOINT_VERSION, SEMANTICS};
use hashrange_protocol::{
    ClockCommand, Command, Hello, JobKind, News, SaveState, Travel, VERSION, WorkspaceCommand, WorkspaceId,
};
use hashrange_time::{Duration, Random, Timestamp};

use super::{Page, count, import_of, with_notes};
use crate::store::{Document, MemoryStore, Store, StoreError};

/// Writes this number of notes at once.
fn import(page: &mut Page, notes: u32) {
    page.send(import_of(notes));
    page.pass(5_000);
    assert!(page.ended(JobKind::Import).is_some());
}

/// A time, and the hash of the state then.
type Moment = (Timestamp, String);

/// The end of the stored timeline.
fn last_moment(page: &mut Page) -> Moment {
    page.send(Command::Hidden(true));
    page.pass(500);
    let moment = page
        .host
        .within(page.front(), |workspace| workspace.core.end_of_line())
        .expect("an open workspace");
    (moment, hash_at(page, moment))
}

/// The hash of the state at a time of the timeline. The page stays at that time, with time paused.
fn hash_at(page: &mut Page, moment: Timestamp) -> String {
    // If time ran before the reader moved into the past, it runs again at the end of the timeline.
    page.send(Command::Travel(Travel::Present));
    page.pass(300);
    page.send(Command::Clock(ClockCommand::Pause));
    page.send(Command::Travel(Travel::To(moment)));
    page.pass(300);
    let now = page
        .host
        .within(page.front(), |workspace| workspace.core.engine().now());
    assert_eq!(now, Some(moment));
    page.hash()
}

/// Creates a store with a workspace of this number of notes and its checkpoint. Returns the store, the number of the
/// workspace, and its last time.
fn kept(notes: u32) -> (MemoryStore, WorkspaceId, Moment) {
    let store = MemoryStore::new();
    let mut page = Page::opened(&store);
    with_notes(&mut page, 0);
    import(&mut page, notes);
    page.pass(20_000);
    page.request("PutItem", r#"{"TableName":"Notes","Item":{"Id":{"S":"last"}}}"#)
        .expect("a put");
    let id = page.front();
    assert!(
        seal(&mut page, id, Document::Checkpoint).is_some(),
        "a checkpoint was written"
    );
    let last = last_moment(&mut page);
    (store, id, last)
}

fn seal(page: &mut Page, id: WorkspaceId, document: Document) -> Option<String> {
    let store = page.platform.store.clone().expect("a store");
    page.pool
        .run_until(async move { store.text(id, document).await.expect("no failure") })
}

/// The number of records that have only outlines in memory.
fn away(page: &Page) -> u64 {
    page.host
        .within(page.front(), |workspace| workspace.core.away())
        .expect("an open workspace")
}

fn notice(page: &Page) -> Option<String> {
    page.last(|news| {
        if let News::Opened { notice, .. } = news {
            Some(notice.clone())
        } else {
            None
        }
    })
    .flatten()
}

#[test]
fn a_workspace_opens_from_its_checkpoint_as_it_was() {
    let (store, _, (moment, hash)) = kept(3_000);
    let mut page = Page::opened(&store);
    assert!(away(&page) > 1_000, "{}", away(&page));
    assert_eq!((hash_at(&mut page, moment), notice(&page)), (hash, None));
    page.send(Command::Travel(Travel::Present));
    page.pass(300);
    assert_eq!(count(&mut page), "3001");
    assert!(page.state().line.end > 3_000);
    // The workspace continues, and opens again from its checkpoint and later records.
    page.request("PutItem", r#"{"TableName":"Notes","Item":{"Id":{"S":"later"}}}"#)
        .expect("a put");
    let mut again = Page::opened(&store);
    assert!(away(&again) > 1_000);
    assert_eq!(count(&mut again), "3002");
}

#[test]
fn marks_and_steps_are_those_of_a_replay() {
    let (store, id, _) = kept(3_000);
    let strip = |page: &Page| {
        let marks = page.host.within(id, |workspace| workspace.core.marks().all().to_vec());
        (marks.expect("an open workspace"), page.state().steps)
    };
    let mut restored = Page::opened(&store);
    assert!(away(&restored) > 0);
    for document in Document::CHECKPOINTS {
        let kept = store.another_tab();
        restored
            .pool
            .run_until(async move { kept.delete_document(id, document).await.expect("no failure") });
    }
    let replayed = Page::opened(&store);
    assert_eq!((away(&replayed), notice(&replayed)), (0, None));
    assert_eq!(strip(&restored), strip(&replayed));
}

/// Replaces the seals of a workspace's checkpoints.
pub(super) fn reseal(store: &MemoryStore, id: WorkspaceId, change: impl Fn(String) -> String) {
    let mut page = Page::over(Ok(store.another_tab()));
    for document in Document::CHECKPOINTS {
        if let Some(text) = seal(&mut page, id, document) {
            let (kept, text) = (store.another_tab(), change(text));
            page.pool
                .run_until(async move { kept.keep_text(id, document, &text).await.expect("no failure") });
        }
    }
}

#[test]
fn a_checkpoint_of_other_forms_or_rules_is_passed_over_without_a_word() {
    let forms = format!("forms {CHECKPOINT_VERSION}.");
    let (later, other) = (format!("forms {}.", CHECKPOINT_VERSION + 1), format!("{forms}f"));
    let rules = |version: u16| format!("rules {version}");
    for (was, is) in [
        (forms.as_str(), later.as_str()),
        (&rules(SEMANTICS), &rules(SEMANTICS + 1)),
        (&forms, &other),
    ] {
        let (store, id, (moment, hash)) = kept(3_000);
        assert!(away(&Page::opened(&store)) > 0, "whichever build wrote it");
        reseal(&store, id, |text| text.replace(was, is));
        let mut page = Page::opened(&store);
        assert_eq!(
            (away(&page), notice(&page), hash_at(&mut page, moment)),
            (0, None, hash)
        );
    }
}

#[test]
fn the_past_before_a_checkpoint_is_read_when_somebody_goes_there() {
    let (store, _, (moment, hash)) = kept(3_000);
    let mut page = Page::opened(&store);
    let begins = page.state().line.begins;
    // The records for one step back are in memory.
    page.send(Command::Travel(Travel::Undo));
    page.pass(50);
    assert!(page.state().line.is_past() && away(&page) > 0);
    page.send(Command::Travel(Travel::To(begins)));
    page.pass(20_000);
    assert_eq!((away(&page), page.state().now), (0, begins));
    assert!(
        page.ended(JobKind::Past)
            .is_some_and(|end| end.trouble.is_none() && !end.stopped)
    );
    assert_eq!(hash_at(&mut page, moment), hash);
}

#[test]
fn reading_the_past_can_be_stopped() {
    let (store, ..) = kept(3_000);
    let mut page = Page::opened(&store);
    let now = page.state().now;
    page.platform.look.set(30.0);
    page.send(Command::Travel(Travel::To(page.state().line.begins)));
    page.pool.run_until_stalled();
    page.send(Command::Stop);
    page.pass(5_000);
    assert!(page.ended(JobKind::Past).is_some_and(|end| end.stopped));
    assert!(away(&page) > 0 && page.state().now >= now);
}

#[test]
fn a_damaged_checkpoint_is_dropped_and_the_journal_replayed() {
    for damage in [MemoryStore::damage_part, MemoryStore::lose_part] {
        let (store, id, (moment, hash)) = kept(3_000);
        Document::CHECKPOINTS
            .into_iter()
            .for_each(|document| damage(&store, id, document));
        let mut page = Page::opened(&store);
        assert_eq!((away(&page), hash_at(&mut page, moment)), (0, hash));
        assert!(
            notice(&page).is_some_and(|notice| notice.contains("checkpoint")),
            "{:?}",
            notice(&page)
        );
        page.send(Command::Travel(Travel::Present));
        page.pass(10_000);
        let mut again = Page::opened(&store);
        assert!(away(&again) > 0 && notice(&again).is_none(), "another one was written");
        assert_eq!(count(&mut again), "3001");
    }
}

#[test]
fn another_future_before_the_checkpoint_is_opened_as_it_was() {
    let (store, ..) = kept(3_000);
    let mut page = Page::opened(&store);
    let begins = page.state().line.begins;
    page.send(Command::Travel(Travel::To(begins + Duration::from_seconds(1))));
    page.pass(20_000);
    let there = count(&mut page);
    page.request("PutItem", r#"{"TableName":"Notes","Item":{"Id":{"S":"other"}}}"#)
        .expect("a put");
    let (moment, hash) = last_moment(&mut page);
    let mut again = Page::opened(&store);
    assert_eq!(notice(&again), None, "nothing is damaged");
    assert_eq!(
        (hash_at(&mut again, moment), again.state().line.futures.len()),
        (hash, 1)
    );
    assert_ne!(count(&mut again), there);
}

/// Imports, undo, writes and reloads in any order: a workspace opens as it was, without a word about damage.
#[test]
fn any_past_opens_as_it_was_without_a_notice() {
    for seed in 0..6 {
        let mut random = Random::new(seed);
        let store = MemoryStore::new();
        let mut page = Page::opened(&store);
        with_notes(&mut page, 0);
        import(&mut page, 2_000);
        page.pass(20_000);
        for step in 0..8 {
            match random.below(5) {
                0 => import(&mut page, 1_500),
                1 | 2 => page.send(Command::Travel(Travel::Undo)),
                _ => {
                    let item = format!(r#"{{"TableName":"Notes","Item":{{"Id":{{"S":"seed {seed} {step}"}}}}}}"#);
                    page.request("PutItem", &item).expect("a put");
                }
            }
            page.pass(if random.below(2) == 0 { 1_000 } else { 20_000 });
            if random.below(2) == 0 {
                let (moment, hash) = last_moment(&mut page);
                page = Page::opened(&store);
                assert_eq!(notice(&page), None, "seed {seed}, step {step}");
                assert_eq!(hash_at(&mut page, moment), hash, "seed {seed}, step {step}");
                page.send(Command::Travel(Travel::Present));
                page.pass(1_000);
            }
        }
    }
}

#[test]
fn a_file_of_a_workspace_holds_the_records_that_are_not_here() {
    let (store, id, _) = kept(3_000);
    let mut page = Page::opened(&store);
    assert!(away(&page) > 0);
    page.send(Command::Workspace(WorkspaceCommand::Save(id)));
    page.pass(500);
    let bytes = page.file().expect("a file");
    page.send(Command::Workspace(WorkspaceCommand::OpenFile {
        name: "notes.hashrange".to_owned(),
        bytes,
    }));
    page.pass(20_000);
    assert_ne!(page.front(), id);
    assert_eq!(count(&mut page), "3001");
}

#[test]
fn a_following_tab_reads_on_from_where_it_was() {
    let (store, ..) = kept(3_000);
    let mut owner = Page::opened(&store);
    let mut follower = Page::over(Ok(store.another_tab()));
    follower.platform.owned_elsewhere.set(true);
    follower.hello(Hello {
        version: VERSION,
        ..Hello::default()
    });
    assert!(away(&follower) > 0);
    owner
        .request("PutItem", r#"{"TableName":"Notes","Item":{"Id":{"S":"seen"}}}"#)
        .expect("a put");
    let id = owner.front();
    follower.pool.run_until(follower.host.reread(id));
    assert!(away(&follower) > 0, "nothing was replayed");
    let items = |page: &Page| {
        page.host.within(id, |workspace| {
            workspace.core.engine().table("Notes").map(|table| table.item_count())
        })
    };
    assert_eq!(items(&follower), items(&owner));
}

#[test]
fn many_chunks_become_few_and_the_records_after_a_checkpoint_are_still_found() {
    let store = MemoryStore::new();
    let mut page = Page::opened(&store);
    with_notes(&mut page, 100);
    let id = page.front();
    drop(page);
    let mut page = Page::opened(&store);
    let chunks = page
        .pool
        .run_until(async { store.another_tab().read_chunks_since(id, 0).await.expect("chunks") });
    assert!(chunks.starts.len() < 10, "{}", chunks.starts.len());
    import(&mut page, 3_000);
    page.pass(20_000);
    assert!(seal(&mut page, id, Document::Checkpoint).is_some());
    let mut again = Page::opened(&store);
    assert!(away(&again) > 1_000);
    assert_eq!(count(&mut again), "3100");
}

#[test]
fn checkpoints_make_room_for_the_journal_where_the_store_is_full() {
    let (store, id, _) = kept(3_000);
    let mut page = Page::opened(&store);
    store.fail_next_write(StoreError::Full);
    page.request("PutItem", r#"{"TableName":"Notes","Item":{"Id":{"S":"later"}}}"#)
        .expect("a put");
    page.pass(1_000);
    assert_eq!(page.saved(), SaveState::Saved);
    for document in Document::CHECKPOINTS {
        assert_eq!(seal(&mut page, id, document), None);
    }
    import(&mut page, 3_000);
    page.pass(20_000);
    assert_eq!(seal(&mut page, id, Document::Checkpoint), None, "no more are written");
    assert_eq!(count(&mut Page::opened(&store)), "3002");
}

#[test]
fn a_checkpoint_beyond_the_end_of_its_journal_is_not_used() {
    let (store, id, _) = kept(3_000);
    store.lose_newest_chunks(id, 1);
    assert!(away(&Page::opened(&store)) > 0, "what it was taken after is there");
    let (store, id, _) = kept(3_000);
    store.lose_newest_chunks(id, u32::MAX);
    let page = Page::opened(&store);
    assert_eq!(away(&page), 0);
    assert!(
        notice(&page).is_some_and(|notice| notice.contains("checkpoint")),
        "{:?}",
        notice(&page)
    );
}
