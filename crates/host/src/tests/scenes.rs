//! Scenes: a workspace of their own, forward, back, and again after a reload.

use hashrange_insight::reading::{Ask, StageAsk};
use hashrange_protocol::{Command, LoadTally, News, SaveState, Staged, Travel, WorkspaceCommand};

use super::Page;
use crate::store::MemoryStore;

#[test]
fn a_scene_opens_in_a_workspace_of_its_own_and_walks_forward_and_back() {
    let store = MemoryStore::new();
    let mut page = Page::opened(&store);
    let own = page.front();
    page.send(Command::Workspace(WorkspaceCommand::WithScene("hot-key".to_owned())));
    page.pass(20_000);
    assert_ne!(page.front(), own);
    let first = page.staged().expect("a scene");
    assert_eq!((first.reached.len(), first.shown), (1, 0));
    page.send(Command::SceneForward);
    page.pass(60_000);
    let second = page.staged().expect("a scene");
    assert_eq!((second.reached.len(), second.shown), (2, 1), "{:?}", second.trouble);
    let there = page.state();
    page.send(Command::SceneBack);
    page.pass(500);
    assert_eq!(page.staged().expect("a scene").shown, 0);
    assert!(page.state().line.is_past());
    page.send(Command::SceneForward);
    page.pass(500);
    assert_eq!(page.state().now, there.now);
    page.send(Command::Workspace(WorkspaceCommand::Open(own)));
    page.pass(500);
    assert_eq!(page.tables(), ["Thread"], "the reader's own workspace is as it was");
}

#[test]
fn a_scene_is_gone_through_to_its_beginning_and_end_again() {
    let mut page = Page::opened(&MemoryStore::new());
    page.send(Command::Workspace(WorkspaceCommand::WithScene("sparse-index".to_owned())));
    page.pass(20_000);
    for _ in 0..3 {
        page.send(Command::SceneForward);
        page.pass(20_000);
    }
    let (begins, ends) = (page.state().line.begins, page.state().now);
    for _ in 0..3 {
        page.send(Command::Travel(Travel::To(begins)));
        page.pass(600);
        assert!(page.state().line.is_past());
        page.send(Command::Travel(Travel::Present));
        page.pass(600);
        assert_eq!((page.state().line.is_past(), page.state().now), (false, ends));
    }
}

/// A scene's requests have moments of their own: real time that opening takes must not pass there.
#[test]
fn time_stands_still_in_a_scene_from_the_moment_it_is_in_front() {
    let mut page = Page::opened(&MemoryStore::new());
    page.world.news.borrow_mut().clear();
    page.send(Command::Workspace(WorkspaceCommand::WithScene("stale-read".to_owned())));
    page.pass(20_000);
    let news = page.world.news.borrow();
    let opened = news.iter().position(|news| matches!(news, News::Opened { .. })).expect("the scene's workspace");
    let states =
        news[opened..].iter().filter_map(|news| if let News::State(state) = news { Some(state) } else { None });
    let running: Vec<_> = states.clone().filter(|state| state.running).map(|state| state.now).collect();
    assert!(states.count() > 2 && running.is_empty(), "{running:?}");
}

/// The page draws one changed view a frame. A caption must not speak of what the pictures do not show yet.
#[test]
fn a_caption_comes_after_every_picture_of_its_moment() {
    let mut page = Page::opened(&MemoryStore::new());
    page.send(Command::Workspace(WorkspaceCommand::WithScene("stale-read".to_owned())));
    page.pass(20_000);
    for number in 1..4 {
        let ask = StageAsk { table: "Stock".to_owned(), followed: None };
        page.send(Command::Follow { number, ask: Box::new(Ask::StageAsk(ask)) });
    }
    page.pass(500);
    for way in [Command::SceneForward, Command::SceneForward, Command::SceneBack] {
        let before = page.world.news.borrow().len();
        page.send(way);
        page.pass(20_000);
        let news = &page.world.news.borrow()[before..];
        let is_caption = |news: &News| matches!(news, News::Scene(Some(staged)) if !staged.playing);
        let caption = news.iter().rposition(is_caption).expect("a caption");
        let last = news.iter().rposition(|news| matches!(news, News::Reading { .. }));
        assert!(last.is_some_and(|last| last < caption), "reading {last:?}, caption {caption}");
    }
}

/// Everything that the page is told of the captions, and of the loads.
fn told(page: &Page) -> (Staged, Vec<LoadTally>) {
    (page.staged().expect("a scene"), page.runs())
}

#[test]
fn a_scene_with_loads_says_the_same_forward_back_and_after_a_reload() {
    let store = MemoryStore::new();
    let mut page = Page::opened(&store);
    page.send(Command::Workspace(WorkspaceCommand::WithScene("hot-key".to_owned())));
    page.pass(20_000);
    let mut seen = vec![told(&page)];
    let captions = seen[0].0.captions;
    for _ in 1..captions {
        page.send(Command::SceneForward);
        page.pass(60_000);
        seen.push(told(&page));
    }
    let (end, last) = (page.state(), seen.last().expect("captions").clone());
    assert_eq!((last.0.reached.len(), last.0.trouble.clone()), (captions, None));
    let sums: Vec<_> = last.1.iter().map(|load| (load.answered, load.throttled)).collect();
    assert_eq!(sums, [(500, 0), (300, 200)], "the newest load first");
    assert!(end.steps < 30, "a load is one step, and not {} ", end.steps);
    page.pass(1_000);
    assert_eq!(page.saved(), SaveState::Saved);

    for round in 0..2 {
        if round == 1 {
            page = Page::opened(&store);
            assert_eq!((page.state().now, page.state().steps), (end.now, end.steps), "after a reload");
        }
        for (shown, (_, loads)) in seen.iter().enumerate().rev() {
            let (staged, runs) = told(&page);
            assert_eq!((staged.shown, &staged.reached, &staged.checks), (shown, &last.0.reached, &last.0.checks));
            assert_eq!(runs, *loads, "round {round}, caption {shown}");
            page.send(Command::SceneBack);
            page.pass(600);
        }
        for (_, loads) in seen.iter().skip(1) {
            page.send(Command::SceneForward);
            page.pass(600);
            assert_eq!(told(&page).1, *loads);
        }
    }
}

fn newest_load(page: &Page) -> LoadTally {
    page.runs().first().expect("a load").clone()
}

#[test]
fn a_load_of_a_scene_that_is_left_or_cut_off_by_a_reload_ends() {
    let store = MemoryStore::new();
    let mut page = Page::opened(&store);
    page.send(Command::Workspace(WorkspaceCommand::WithScene("hot-key".to_owned())));
    page.pass(20_000);
    // A few stretches of the load, and no more.
    page.world.look.set(1.0);
    page.send(Command::SceneForward);
    page.pass(100);
    let under_way = newest_load(&page);
    assert!(under_way.ended.is_none() && under_way.sent < 400, "{}", under_way.sent);
    page.send(Command::Hidden(true));
    page.pass(20);
    // What the page was told last may be a quarter of a second old.
    let sent = page.host.within(page.front(), |workspace| workspace.loads().first().map(|load| load.sent)).flatten();

    let mut again = Page::opened(&store);
    again.pass(2_000);
    let cut = newest_load(&again);
    assert!(cut.ended.is_some() && cut.sent > 0 && Some(cut.sent) <= sent, "nobody goes on with it: {}", cut.sent);
    assert_eq!(again.staged().expect("the scene").shown, 0);

    page.send(Command::SceneLeave);
    page.pass(2_000);
    let left = newest_load(&page);
    assert!(left.ended.is_some() && left.sent < 500, "{}", left.sent);
    assert!(page.staged().is_none());
}
