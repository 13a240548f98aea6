//! Storage: without a store, with a full store, beside another tab, during an import, and of the page's own state.

use hashrange_protocol::{Command, Envelope, Hello, JobKind, News, Owner, SaveState, VERSION, WorkspaceCommand};

use super::{Page, count, import_of, with_notes};
use crate::store::{MemoryStore, StoreError};

#[test]
fn without_a_store_the_page_works_and_says_that_nothing_is_kept() {
    let mut page = Page::over(Err(StoreError::Unavailable));
    page.hello(Hello {
        version: VERSION,
        ..Hello::default()
    });
    assert_eq!(page.tables(), ["Thread"]);
    assert!(matches!(page.saved(), SaveState::MemoryOnly(_)));
}

#[test]
fn the_pages_own_state_is_kept_with_its_workspace_even_when_it_comes_late() {
    let store = MemoryStore::new();
    let mut page = Page::opened(&store);
    let first = page.front();
    page.send(Command::Workspace(WorkspaceCommand::New));
    page.pass(100);
    page.host.take(Envelope {
        workspace: first,
        command: Command::Keep {
            view: "late".to_owned(),
        },
    });
    page.pass(100);
    let view = |page: &Page| {
        page.last(|news| {
            if let News::Opened { view, .. } = news {
                Some(view.clone())
            } else {
                None
            }
        })
    };
    assert_eq!(view(&page).as_deref(), Some(""));
    page.send(Command::Workspace(WorkspaceCommand::Back));
    page.pass(100);
    assert_eq!((page.front(), view(&page).as_deref()), (first, Some("late")));
}

#[test]
fn a_full_store_is_reported_and_tried_again_without_loss() {
    let store = MemoryStore::new();
    let mut page = Page::opened(&store);
    with_notes(&mut page, 1);
    store.fail_next_write(StoreError::Full);
    page.request("PutItem", r#"{"TableName":"Notes","Item":{"Id":{"S":"late"}}}"#)
        .expect("a put");
    assert!(matches!(page.saved(), SaveState::Behind(_)), "{:?}", page.saved());
    page.request("PutItem", r#"{"TableName":"Notes","Item":{"Id":{"S":"later"}}}"#)
        .expect("a put");
    page.pass(500);
    assert_eq!(page.saved(), SaveState::Saved);
    assert_eq!(count(&mut Page::opened(&store)), "3");
}

#[test]
fn another_tab_that_owns_the_workspace_is_reported_of_and_can_be_taken_over_from() {
    let store = MemoryStore::new();
    drop(Page::opened(&store));
    let mut page = Page::over(Ok(store.another_tab()));
    page.platform.owned_elsewhere.set(true);
    page.hello(Hello {
        version: VERSION,
        ..Hello::default()
    });
    assert!(matches!(page.saved(), SaveState::MemoryOnly(_)));
    page.send(Command::Workspace(WorkspaceCommand::TakeOver));
    page.pass(1_000);
    assert_eq!(page.saved(), SaveState::Saved);
    assert_eq!(page.tables(), ["Thread"]);
}

/// A page whose workspace another tab owns, with that tab.
fn follower(store: &MemoryStore) -> (Page, Page) {
    let mut owner = Page::opened(store);
    with_notes(&mut owner, 2);
    owner.pass(2_000);
    let mut page = Page::over(Ok(store.another_tab()));
    page.platform.owned_elsewhere.set(true);
    page.hello(Hello {
        version: VERSION,
        ..Hello::default()
    });
    (owner, page)
}

fn put(page: &mut Page, id: &str) {
    let body = format!(r#"{{"TableName":"Notes","Item":{{"Id":{{"S":"{id}"}}}}}}"#);
    page.request("PutItem", &body).expect("a put");
}

fn owner(page: &Page) -> Option<Owner> {
    page.last(|news| {
        if let News::Owner(owner) = news {
            Some(*owner)
        } else {
            None
        }
    })
}

fn is_at_risk(page: &Page) -> bool {
    page.last(|news| {
        if let News::AtRisk(at_risk) = news {
            Some(*at_risk)
        } else {
            None
        }
    }) == Some(true)
}

#[test]
fn when_the_owning_tab_is_closed_this_tab_stores_what_it_has() {
    let store = MemoryStore::new();
    let (mut owning, mut page) = follower(&store);
    assert_eq!(owner(&page), Some(Owner::Elsewhere));
    assert!(!is_at_risk(&page), "nothing was changed here");
    put(&mut page, "mine");
    page.pass(500);
    assert!(is_at_risk(&page), "leaving the page would lose it");
    // It stores the time until it is closed.
    owning.send(Command::Hidden(true));
    owning.pass(2_000);
    drop(owning);
    page.platform.owned_elsewhere.set(false);
    page.pass(2_000);
    assert_eq!((owner(&page), page.saved()), (Some(Owner::Here), SaveState::Saved));
    assert!(!is_at_risk(&page));
    put(&mut page, "later");
    page.pass(2_000);
    assert_eq!(count(&mut Page::opened(&store)), "4");
}

#[test]
fn changes_that_another_tab_has_overtaken_are_not_stored_and_the_page_says_so() {
    let store = MemoryStore::new();
    let (mut owning, mut page) = follower(&store);
    put(&mut page, "mine");
    put(&mut owning, "theirs");
    owning.pass(2_000);
    drop(owning);
    page.platform.owned_elsewhere.set(false);
    page.pass(2_000);
    assert_eq!(owner(&page), Some(Owner::Diverged));
    assert!(is_at_risk(&page) && matches!(page.saved(), SaveState::MemoryOnly(_)));
    assert_eq!(count(&mut Page::opened(&store)), "3", "what the other tab stored");
}

#[test]
fn a_tab_that_only_follows_shows_what_is_stored_when_it_owns_the_workspace() {
    let store = MemoryStore::new();
    let (mut owning, mut page) = follower(&store);
    put(&mut owning, "theirs");
    owning.pass(2_000);
    drop(owning);
    page.platform.owned_elsewhere.set(false);
    page.pass(2_000);
    assert_eq!((owner(&page), page.saved()), (Some(Owner::Here), SaveState::Saved));
    assert_eq!(count(&mut page), "3");
}

#[test]
fn an_import_goes_on_after_a_reload() {
    let store = MemoryStore::new();
    let mut page = Page::opened(&store);
    with_notes(&mut page, 0);
    let id = page.front();
    page.send(import_of(50));
    // The page is closed before the first slice is over.
    page.pool.try_run_one();
    page.pass(5_000);
    let end = page.ended(JobKind::Import).expect("an end");
    assert_eq!(end.import.map(|import| (import.written, import.failed)), Some((50, 0)));
    assert_eq!(page.front(), id);
    assert_eq!(count(&mut Page::opened(&store)), "50");
}

#[test]
fn a_page_that_comes_anew_hears_what_was_kept_aside() {
    let store = MemoryStore::new();
    with_notes(&mut Page::opened(&store), 2);
    let mut page = Page::over(Ok(store));
    page.hello(Hello {
        version: VERSION,
        set_aside: true,
        ..Hello::default()
    });
    let kept = |page: &Page| {
        page.last(|news| {
            if let News::KeptAside(kept) = news {
                Some(kept.len())
            } else {
                None
            }
        })
    };
    assert_eq!(kept(&page), Some(1));
    page.platform.news.borrow_mut().clear();
    page.hello(Hello {
        version: VERSION,
        ..Hello::default()
    });
    assert_eq!(kept(&page), Some(1));
}
