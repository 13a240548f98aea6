//! Lessons: their own workspace, forward and back, right and wrong answers, and continuing after a reload.

#![allow(clippy::disallowed_methods, reason = "it reads the lessons of the project")]

use hashrange_insight::reading::{AnyQuestion, StageQuestion};
use hashrange_protocol::{
    Command, Goal, Lesson, LessonCommand, LessonFile, LoadTally, News, Origin, SaveState, Shown, Step, Task, Travel,
    Word, WorkspaceCommand,
};

use super::Page;
use crate::store::{MemoryStore, Store};

pub(super) fn text_of(id: &str) -> String {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../lessons")
        .join(format!("{id}.txt"));
    std::fs::read_to_string(path).expect("a lesson")
}

/// Starts a lesson and plays to its first stop.
pub(super) fn begin(page: &mut Page, id: &str) {
    let file = LessonFile {
        text: text_of(id),
        ..LessonFile::default()
    };
    page.send(Command::Workspace(WorkspaceCommand::WithLesson(file)));
    page.pass(20_000);
}

pub(super) fn act(page: &mut Page, command: LessonCommand) {
    page.send(Command::Lesson(command));
    page.pass(20_000);
}

pub(super) fn lesson(page: &Page) -> Lesson {
    page.lesson().expect("a lesson")
}

pub(super) fn step(page: &Page) -> Step {
    match lesson(page).shown {
        Shown::Step(step) => *step,
        other => panic!("no step: {other:?}"),
    }
}

pub(super) fn goal(page: &Page) -> Goal {
    match step(page).task {
        Task::Do(goal) | Task::Drag { goal, .. } => goal,
        other => panic!("no goal: {other:?}"),
    }
}

/// Figures that differ from the file. Only the learner's own requests and waits may cause a difference.
fn figures_off(page: &Page) -> Vec<String> {
    let Shown::Step(step) = lesson(page).shown else {
        return Vec::new();
    };
    let outcome = match &step.task {
        Task::Pick { outcome, ask, .. } | Task::Number { outcome, ask, .. } => {
            let reply = outcome.iter().flat_map(|outcome| outcome.reply.clone());
            ask.iter().cloned().chain(reply).collect()
        }
        _ => Vec::new(),
    };
    let words = step.title.iter().chain(&step.say).chain(&outcome);
    let off = words.filter_map(|word| match word {
        Word::Figure { found, expected } if found != expected => Some(format!("{}: {found}, {expected}", step.name)),
        _ => None,
    });
    off.collect()
}

/// Answers questions, reaches goals and continues, to the ending. Returns the screen of each stop.
pub(super) fn to_the_end(page: &mut Page) -> Vec<Lesson> {
    let (mut seen, mut is_own) = (vec![lesson(page)], false);
    while let Shown::Step(step) = lesson(page).shown {
        match &step.task {
            Task::Pick {
                outcome: None, picks, ..
            } => {
                let number = picks.first().expect("a pick").number;
                act(page, LessonCommand::Pick(number));
                let other = picks.last().expect("a pick").number;
                act(page, LessonCommand::Back);
                act(page, LessonCommand::Pick(other));
            }
            Task::Number { outcome: None, .. } => act(page, LessonCommand::Say(3.0)),
            Task::Do(goal) if !goal.met => {
                is_own = true;
                for (operation, body) in goal.solution.clone() {
                    if operation.is_empty() {
                        page.send(Command::Clock(hashrange_protocol::ClockCommand::Resume));
                        page.pass(20_000);
                        continue;
                    }
                    let answer = page.request(&operation, &body);
                    assert!(answer.is_ok(), "{}: {operation} {body}: {answer:?}", step.name);
                }
                page.pass(1_000);
                assert!(self::goal(page).met, "{}: {:?}", step.name, self::goal(page));
                continue;
            }
            Task::Drag { goal, .. } if !goal.met => {
                let values = goal
                    .solution
                    .iter()
                    .map(|(name, value)| (name.clone(), value.parse().expect("a number")));
                act(page, LessonCommand::Turn(values.collect()));
                assert!(self::goal(page).met, "{}: {:?}", step.name, self::goal(page));
                continue;
            }
            _ => act(page, LessonCommand::Forward),
        }
        assert_eq!(lesson(page).trouble, None, "{}", step.name);
        assert!(
            is_own || figures_off(page).is_empty(),
            "{}: {:?}",
            lesson(page).id,
            figures_off(page)
        );
        seen.push(lesson(page));
    }
    seen
}

#[test]
fn a_lesson_opens_in_a_workspace_of_its_own_and_walks_forward_and_back() {
    let store = MemoryStore::new();
    let mut page = Page::opened(&store);
    let own = page.front();
    begin(&mut page, "keys-2");
    assert_ne!(page.front(), own);
    assert!(
        page.cards()
            .iter()
            .any(|card| card.origin == Origin::Lesson("keys-2".to_owned()))
    );
    assert_eq!(
        (
            step(&page).name.as_str(),
            lesson(&page).can_go_back,
            lesson(&page).can_go_on
        ),
        ("share", false, true)
    );
    let first_stop = page.state().now;
    act(&mut page, LessonCommand::Forward);
    let question = step(&page);
    assert_eq!(question.focus.began, first_stop, "what came before it is in the past");
    assert_eq!(question.name, "ceiling");
    assert_eq!(
        (question.focus.partitions[0], question.focus.follow.as_deref()),
        (Some(3), Some("121212"))
    );
    let there = page.state();
    assert!(!lesson(&page).can_go_on, "a question is answered first");
    act(&mut page, LessonCommand::Back);
    assert_eq!(step(&page).name, "share");
    assert!(page.state().line.is_past());
    act(&mut page, LessonCommand::Forward);
    assert_eq!((step(&page), page.state().now), (question, there.now));
    page.send(Command::Workspace(WorkspaceCommand::Open(own)));
    page.pass(500);
    assert_eq!(page.tables(), ["Thread"], "the reader's own workspace is as it was");
}

#[test]
fn an_answer_is_judged_by_the_run_and_another_can_be_given() {
    let mut page = Page::opened(&MemoryStore::new());
    begin(&mut page, "keys-2");
    act(&mut page, LessonCommand::Forward);
    act(&mut page, LessonCommand::Pick(1));
    let answered = |page: &Page| match step(page).task {
        Task::Pick {
            outcome: Some(outcome),
            picks,
            ..
        } => {
            let picked = picks.iter().find(|pick| pick.picked).map(|pick| pick.number);
            let right = picks
                .iter()
                .find(|pick| pick.right == Some(true))
                .map(|pick| pick.number);
            (outcome.right, picked, right)
        }
        other => panic!("{other:?}"),
    };
    assert_eq!(answered(&page), (false, Some(1), Some(2)));
    let load = page.runs().first().expect("a load").clone();
    assert_eq!((load.answered, load.throttled), (300, 200));
    let reported = page.state();
    act(&mut page, LessonCommand::Back);
    assert!(matches!(step(&page).task, Task::Pick { outcome: None, .. }));
    assert!(page.runs().is_empty(), "the load has not happened there");
    act(&mut page, LessonCommand::Pick(2));
    assert_eq!(answered(&page), (true, Some(2), Some(2)));
    assert_eq!(
        (page.state().now, page.state().line.end),
        (reported.now, reported.line.end),
        "it ran once"
    );
}

#[test]
fn a_setting_is_turned_from_where_the_step_began() {
    let mut page = Page::opened(&MemoryStore::new());
    begin(&mut page, "keys-2");
    while step(&page).name != "turn" {
        act(&mut page, LessonCommand::Pick(1));
        act(&mut page, LessonCommand::Forward);
    }
    let began = page.state().now;
    let not_sent = |goal: &Goal| {
        goal.conditions
            .iter()
            .all(|one| !one.holds && one.now == "not sent yet")
    };
    assert!(not_sent(&goal(&page)), "the load is of this step: {:?}", goal(&page));
    act(&mut page, LessonCommand::Turn(vec![("rate".to_owned(), 80)]));
    assert!(!goal(&page).met && !goal(&page).misses.is_empty(), "{:?}", goal(&page));
    act(&mut page, LessonCommand::Turn(vec![("rate".to_owned(), 50)]));
    let reached = goal(&page);
    assert!(reached.met && !reached.done.is_empty(), "{reached:?}");
    let Task::Drag { turns, .. } = step(&page).task else {
        panic!("a drag")
    };
    assert_eq!(turns[0].value, 50);
    act(&mut page, LessonCommand::Again);
    assert_eq!(page.state().now, began);
    assert!(!goal(&page).met && not_sent(&goal(&page)));
}

#[test]
fn a_goal_is_reached_by_the_learners_own_requests_and_time_runs_until_then() {
    let mut page = Page::opened(&MemoryStore::new());
    begin(&mut page, "keys-2");
    while step(&page).name != "give" {
        act(&mut page, LessonCommand::Pick(1));
        act(&mut page, LessonCommand::Turn(vec![("rate".to_owned(), 50)]));
        act(&mut page, LessonCommand::Forward);
    }
    assert!(!page.state().running && !goal(&page).touched);
    assert_eq!(step(&page).focus.table, "Small");
    let update = |units: u32| {
        format!(
            r#"{{"TableName":"Small","ProvisionedThroughput":{{"ReadCapacityUnits":100,"WriteCapacityUnits":{units}}}}}"#
        )
    };
    page.request("UpdateTable", &update(120)).expect("it is possible");
    page.pass(20_000);
    assert!(!goal(&page).met && !goal(&page).misses.is_empty());
    assert_eq!(
        goal(&page).conditions[0].words,
        "The number of provisioned write units of Small is at least 150"
    );
    page.request("UpdateTable", &update(160)).expect("it is possible");
    page.pass(20_000);
    let reached = goal(&page);
    assert!(reached.met && lesson(&page).can_go_on, "{reached:?}");
    assert!(!page.state().running, "time is paused again");
}

#[test]
fn a_lesson_says_the_same_forward_back_and_after_a_reload() {
    let store = MemoryStore::new();
    let mut page = Page::opened(&store);
    begin(&mut page, "keys-2");
    let seen = to_the_end(&mut page);
    let end = page.state();
    let Shown::Ending(ending) = lesson(&page).shown else {
        panic!("the ending")
    };
    assert_eq!(ending.next.as_deref(), Some("keys-3"));
    assert!(ending.predicted.1 >= 4, "{ending:?}");
    page.pass(1_000);
    assert_eq!(page.saved(), SaveState::Saved);
    for round in 0..2 {
        if round == 1 {
            page = Page::opened(&store);
            page.pass(1_000);
            assert_eq!(
                (page.state().now, page.state().steps),
                (end.now, end.steps),
                "after a reload"
            );
        }
        let mut backward = vec![lesson(&page)];
        while lesson(&page).can_go_back {
            act(&mut page, LessonCommand::Back);
            backward.push(lesson(&page));
        }
        backward.reverse();
        let words = |list: &[Lesson]| -> Vec<String> { list.iter().map(|one| words_of(&one.shown)).collect() };
        assert_eq!(words(&backward), words(&seen), "round {round}");
        while !matches!(lesson(&page).shown, Shown::Ending(_)) {
            act(&mut page, LessonCommand::Forward);
        }
        assert_eq!((page.state().now, page.state().line.end), (end.now, end.line.end));
    }
}

/// The words of a screen. For a goal: the words that do not depend on its state.
fn words_of(shown: &Shown) -> String {
    match shown {
        Shown::Step(step) => match &step.task {
            Task::Do(_) | Task::Drag { .. } => format!("{} {:?} {:?}", step.name, step.title, step.say),
            _ => format!("{step:?}"),
        },
        other => format!("{other:?}"),
    }
}

/// An action of the learner in the past starts another future: the lesson continues from there.
#[test]
fn a_request_in_the_past_lets_the_lesson_go_on_from_there() {
    let mut page = Page::opened(&MemoryStore::new());
    begin(&mut page, "keys-2");
    act(&mut page, LessonCommand::Forward);
    act(&mut page, LessonCommand::Pick(2));
    act(&mut page, LessonCommand::Forward);
    let reached = lesson(&page).reached;
    act(&mut page, LessonCommand::Back);
    act(&mut page, LessonCommand::Back);
    assert_eq!(step(&page).name, "ceiling");
    page.request(
        "GetItem",
        r#"{"TableName":"Invoices","Key":{"InvoiceNumber":{"S":"1"}}}"#,
    )
    .expect("an answer");
    page.pass(500);
    assert!(lesson(&page).reached < reached && !page.state().line.is_past());
    act(&mut page, LessonCommand::Pick(2));
    assert_eq!(lesson(&page).trouble, None);
    let Task::Pick {
        outcome: Some(outcome), ..
    } = step(&page).task
    else {
        panic!("a reply")
    };
    assert!(outcome.right);
}

/// A move along the timeline shows the stop of the reached time.
#[test]
fn the_stop_of_the_moment_that_is_gone_to_is_shown() {
    let mut page = Page::opened(&MemoryStore::new());
    begin(&mut page, "keys-2");
    let first = page.state().now;
    act(&mut page, LessonCommand::Forward);
    act(&mut page, LessonCommand::Pick(2));
    let (begins, ends) = (page.state().line.begins, page.state().now);
    page.send(Command::Travel(Travel::To(first)));
    page.pass(600);
    assert_eq!(step(&page).name, "share");
    page.send(Command::Travel(Travel::To(begins)));
    page.pass(600);
    assert!(page.state().line.is_past());
    page.send(Command::Travel(Travel::Present));
    page.pass(600);
    assert_eq!((page.state().line.is_past(), page.state().now), (false, ends));
    assert!(matches!(step(&page).task, Task::Pick { outcome: Some(_), .. }));
}

/// A lesson's requests have their own times: the real time of opening must not pass there.
#[test]
fn time_stands_still_in_a_lesson_from_the_moment_it_is_in_front() {
    let mut page = Page::opened(&MemoryStore::new());
    page.platform.news.borrow_mut().clear();
    begin(&mut page, "ttl-1");
    let news = page.platform.news.borrow();
    let opened = news
        .iter()
        .position(|news| matches!(news, News::Opened { .. }))
        .expect("the lesson's workspace");
    let states = news[opened..].iter().filter_map(|news| {
        if let News::State(state) = news {
            Some(state)
        } else {
            None
        }
    });
    let running: Vec<_> = states
        .clone()
        .filter(|state| state.running)
        .map(|state| state.now)
        .collect();
    assert!(states.count() >= 2 && running.is_empty(), "{running:?}");
}

/// The page draws one changed view per frame. Words must not describe what the pictures do not show yet.
#[test]
fn words_come_after_every_picture_of_their_moment() {
    let mut page = Page::opened(&MemoryStore::new());
    begin(&mut page, "keys-2");
    for number in 1..4 {
        let ask = StageQuestion {
            table: "Invoices".to_owned(),
            ..StageQuestion::default()
        };
        page.send(Command::Follow {
            number,
            ask: Box::new(AnyQuestion::StageQuestion(ask)),
        });
    }
    page.pass(500);
    for way in [LessonCommand::Forward, LessonCommand::Pick(2), LessonCommand::Back] {
        let before = page.platform.news.borrow().len();
        act(&mut page, way);
        let news = &page.platform.news.borrow()[before..];
        let is_stop = |news: &News| matches!(news, News::Lesson(Some(lesson)) if !lesson.playing);
        let words = news.iter().rposition(is_stop).expect("words");
        let last = news.iter().rposition(|news| matches!(news, News::Reading { .. }));
        assert!(last.is_some_and(|last| last < words), "reading {last:?}, words {words}");
    }
}

/// A run is slow enough to be seen, can be paused and continued, and ends at once when the reader skips it.
#[test]
fn a_run_takes_its_time_is_held_and_is_rushed() {
    let mut page = Page::opened(&MemoryStore::new());
    begin(&mut page, "keys-2");
    page.send(Command::Lesson(LessonCommand::Forward));
    page.pass(3_000);
    page.send(Command::Lesson(LessonCommand::Pick(2)));
    page.pass(1_000);
    let state = page.state();
    assert!(lesson(&page).playing && state.running, "{state:?}");
    page.send(Command::Clock(hashrange_protocol::ClockCommand::Pause));
    page.pass(300);
    let held = page.state();
    assert!(!held.running);
    page.pass(10_000);
    assert_eq!(page.state().now, held.now, "it is held");
    page.send(Command::Clock(hashrange_protocol::ClockCommand::Resume));
    page.pass(300);
    assert!(page.state().now > held.now);
    page.send(Command::Lesson(LessonCommand::Finish));
    page.pass(200);
    page.send(Command::Lesson(LessonCommand::Finish));
    page.pass(200);
    assert!(!lesson(&page).playing && matches!(step(&page).task, Task::Pick { outcome: Some(_), .. }));
}

fn newest_load(page: &Page) -> LoadTally {
    page.runs().first().expect("a load").clone()
}

#[test]
fn a_run_that_a_reload_cuts_off_happens_again() {
    let store = MemoryStore::new();
    let mut page = Page::opened(&store);
    begin(&mut page, "keys-2");
    act(&mut page, LessonCommand::Forward);
    page.send(Command::Lesson(LessonCommand::Pick(2)));
    page.pass(1_000);
    assert!(newest_load(&page).ended.is_none());
    page.send(Command::Hidden(true));
    page.pass(20);

    let mut again = Page::opened(&store);
    again.pass(2_000);
    assert_eq!(step(&again).name, "ceiling");
    assert!(
        matches!(step(&again).task, Task::Pick { outcome: None, .. }),
        "{:?}",
        step(&again).task
    );
    act(&mut again, LessonCommand::Pick(2));
    assert_eq!(
        (newest_load(&again).answered, newest_load(&again).throttled),
        (300, 200)
    );
    assert_eq!(lesson(&again).trouble, None);

    act(&mut page, LessonCommand::Leave);
    assert!(page.lesson().is_none() && page.state().running);
    assert!(newest_load(&page).ended.is_some());
}

#[test]
fn a_lesson_whose_code_does_not_come_after_a_reload_is_there_after_the_next() {
    let store = MemoryStore::new();
    let mut page = Page::opened(&store);
    begin(&mut page, "keys-2");
    act(&mut page, LessonCommand::Forward);
    let name = step(&page).name;
    page.pass(1_000);
    assert_eq!(page.saved(), SaveState::Saved);

    let without = Page::over(Ok(store.clone()));
    without.platform.without_late_code.set(true);
    let mut without = without.begun();
    assert_eq!(without.lesson(), None);
    let refused = without.last(|news| match news {
        News::Refused(words) => Some(words.clone()),
        _ => None,
    });
    assert!(refused.is_some_and(|words| words.contains("could not be loaded")));
    // The page stores its own state beside the lesson.
    without.send(Command::Keep { view: "{}".to_owned() });
    without.request("PutItem", "{}").expect_err("it has no table");
    without.pass(1_000);

    let again = Page::opened(&store);
    assert_eq!(step(&again).name, name);
}

#[test]
fn the_workspace_of_a_lesson_that_another_version_stored_becomes_the_readers_own() {
    let store = MemoryStore::new();
    let mut page = Page::opened(&store);
    begin(&mut page, "keys-2");
    page.pass(1_000);
    let id = page.front();
    let line = "{\"file\":{}}\n{}";
    let other = store.clone();
    page.pool
        .run_until(async move { other.keep_view(id, line).await.expect("no failure") });
    let mut again = Page::opened(&store);
    again.pass(1_000);
    assert_eq!((again.front(), again.lesson()), (id, None));
    assert!(again.refused().is_some_and(|words| words.contains("Another version")));
    let card = again.cards().into_iter().find(|card| card.id == id).expect("a card");
    assert_eq!(card.origin, Origin::Own);
}

/// The ids of all lessons.
pub(super) fn every_id() -> Vec<String> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../lessons");
    let names = std::fs::read_dir(folder)
        .expect("lessons")
        .flatten()
        .map(|entry| entry.file_name());
    let mut ids: Vec<String> = names
        .filter_map(|name| Some(name.to_str()?.strip_suffix(".txt")?.to_owned()))
        .filter(|id| !id.contains('.'))
        .collect();
    ids.sort();
    assert!(ids.len() >= 26);
    ids
}

/// Every lesson plays to its end with the first choice of each question, and back to its start.
#[test]
fn every_lesson_goes_to_its_end_and_back() {
    for id in every_id() {
        let mut page = Page::opened(&MemoryStore::new());
        begin(&mut page, &id);
        let stops = to_the_end(&mut page).len();
        for _ in 1..stops {
            assert!(lesson(&page).can_go_back, "{id}");
            act(&mut page, LessonCommand::Back);
        }
        assert!(!lesson(&page).can_go_back, "{id}");
    }
}

#[test]
fn leaving_a_lesson_leads_back_to_the_workspace_before_it() {
    let store = MemoryStore::new();
    let mut page = Page::opened(&store);
    super::with_notes(&mut page, 1);
    let own = page.front();
    for _ in 0..2 {
        page.send(Command::Workspace(WorkspaceCommand::Welcome));
        page.pass(500);
        begin(&mut page, "keys-2");
        let lessons = page.front();
        act(&mut page, LessonCommand::Leave);
        page.send(Command::Workspace(WorkspaceCommand::Welcome));
        page.pass(500);
        page.send(Command::Workspace(WorkspaceCommand::Own));
        page.pass(1_000);
        assert!(page.front() == own && own != lessons, "not on the tables of the lesson");
    }
}
