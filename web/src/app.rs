//! The page as a whole: what everything below finds in its context, and where things stand.

pub mod footer;
pub mod header;
pub mod notices;
pub mod stage_pane;
pub mod workspace;

use hashrange_protocol::{Card, JobKind, WorkspaceCommand, WorkspaceId, samples};
use leptos::prelude::*;

use self::footer::Footer;
use self::header::Header;
use self::notices::Notices;
use self::stage_pane::{Separator, StageFrame, StagePane};
use self::workspace::Workspace;
use crate::components::{Progress, ToastRegion, Toasts, Tone};
use crate::door::Door;
use crate::doors::{Doors, Room};
use crate::framed;
use crate::lessons::{Lessons, Link, use_lessons};
use crate::places;
use crate::preferences::Preferences;
use crate::rare::Brought;
use crate::selection::Selection;
use crate::session::{Notice, Phase, Session, use_session};
use crate::views::clock_bar::ClockBar;
use crate::views::embed::embed_frame;
use crate::views::import::{ImportDialog, provide_import};
use crate::views::learn::LearnHome;
use crate::views::lesson::{LessonComing, LessonShell, follow_focus, provide_lesson};
use crate::views::lesson_file::{LessonFileDialog, provide_lesson_file};
use crate::views::physics::{PhysicsDialog, provide_physics};
use crate::views::query::provide_query_door;
use crate::views::remote::RemoteBanner;
use crate::views::request::provide_request_desk;
use crate::views::share::ShareDialog;
use crate::views::stage::provide_stage;
use crate::views::tables::TablesTree;
use crate::views::workload::provide_load_desk;

/// The application.
#[component]
pub fn App() -> impl IntoView {
    let session = Session::new();
    let selection = Selection::default();
    let preferences = Preferences::load();
    provide_context(preferences);
    provide_context(session);
    provide_context(selection);
    let toasts = Toasts::default();
    provide_context(toasts);
    let import = provide_import();
    let physics = provide_physics();
    provide_query_door();
    provide_load_desk();
    provide_request_desk();
    let lessons = Lessons::provide(session, preferences.language);
    let lesson_desk = provide_lesson();
    let lesson_file = provide_lesson_file();
    let (link, shared) = (Link::of_address(), places::link_here());
    let is_framed = framed::is_embedded();
    if shared.is_some() || (is_framed && link.is_none()) {
        preferences.door.set(Door::Workbench);
    }
    let arriving = RwSignal::new(shared.is_some());
    let coming = Signal::derive(move || arriving.get() || lessons.is_coming());
    let doors = Doors::provide(session, preferences, link.is_some(), coming);
    let frame = StageFrame::provide();
    provide_stage();
    follow_focus(lesson_desk);
    keep_selection(session, selection, doors);
    keep_selection_valid(session, selection);
    expect_sample(session, selection);
    watch_sight(session);
    tell_notices(session, selection, toasts, arriving);
    let welcome = link.is_some() || shared.is_some() || doors.is_at_home_first(preferences);
    session.start(welcome);
    keep_room(session, doors, preferences, arriving);
    if let Some(link) = link {
        lessons.begin(link);
    }
    if let Some(text) = shared {
        session.shelve(WorkspaceCommand::OpenLink { text });
    }
    follow_address(session, selection, (doors, lessons), arriving);
    let share = RwSignal::new(false);
    let room = doors.room;
    let remote = Memo::new(move |_| session.workspace().get().is_remote());
    let is = move |which: Room| move || room.get() == which;
    view! {
        <a class="skip" href="#main">"Skip to the workspace"</a>
        <div
            class="app"
            class:app-home=is(Room::Home)
            class:app-lesson=is(Room::Lesson)
            class:app-remote=move || remote.get()
            class:app-full=frame.full
            style=("--stage", move || format!("{}px", preferences.stage.get()))
        >
            <Header share />
            {is_framed.then(embed_frame)}
            <Show when=is(Room::Bench)>
                <aside class="side">
                    <TablesTree />
                </aside>
            </Show>
            <main class="main" id="main" tabindex="-1">
                <Notices />
                {move || match room.get() {
                    Room::Home => view! { <LearnHome /> }.into_any(),
                    Room::Lesson => view! { <Lesson /> }.into_any(),
                    Room::Bench => view! { <Bench /> }.into_any(),
                    Room::Coming => view! { <Coming /> }.into_any(),
                }}
            </main>
            // Of an endpoint there is nothing that only a simulation can show.
            <Show when=move || matches!(room.get(), Room::Bench | Room::Lesson) && !remote.get()>
                <Show when=is(Room::Bench)><Separator /></Show>
                <StagePane />
                <ClockBar />
                <Footer />
            </Show>
        </div>
        <ImportDialog open=import.open />
        <PhysicsDialog open=physics.open />
        <LessonFileDialog desk=lesson_file />
        <ShareDialog open=share />
        <ToastRegion />
    }
}

/// A lesson beside its stage.
#[component]
fn Lesson() -> impl IntoView {
    let lesson = use_session().lesson();
    let is_here = Memo::new(move |_| lesson.with(Option::is_some));
    view! {
        <LessonShell />
        <Show when=move || !is_here.get()><Starting /></Show>
    }
}

/// What is on its way: a lesson, or the reader's own workspace.
#[component]
fn Coming() -> impl IntoView {
    let coming = Memo::new(move |_| use_lessons().is_some_and(Lessons::is_coming));
    view! { <Show when=move || coming.get() fallback=Starting><LessonComing /></Show> }
}

/// The workspace in front, with the lesson that is played in it.
#[component]
fn Bench() -> impl IntoView {
    let session = use_session();
    view! {
        <LessonShell />
        <Show when=move || session.workspace().get().is_remote()><Brought><RemoteBanner /></Brought></Show>
        <Show when=move || session.phase().get() == Phase::Ready fallback=Starting>
            <Workspace />
        </Show>
    }
}

/// Sees to it that the workspace in front is one for the door that is open, and opens the door for one that comes to the
/// front.
fn keep_room(session: Session, doors: Doors, preferences: Preferences, arriving: RwSignal<bool>) {
    Effect::new(move |before: Option<Option<WorkspaceId>>| {
        let before = before.flatten();
        let (front, door, in_lesson) = (session.workspace().get(), doors.open(), doors.in_lesson.get());
        if session.phase().get() != Phase::Ready || in_lesson.is_none() {
            return before;
        }
        if let Some(other) = doors.follow(before, front).filter(|other| *other != door) {
            doors.go(other);
            return Some(front);
        }
        preferences.lesson.set(door == Door::Learn && in_lesson == Some(true));
        // A page that is made anew finds what it waited for, perhaps, in front already.
        if before != Some(front) && !front.is_welcome() {
            arriving.set(false);
            places::forget_link();
        }
        match door {
            _ if arriving.get() => {}
            Door::Workbench if front.is_welcome() => session.shelve(WorkspaceCommand::Own),
            Door::Learn if !front.is_welcome() && in_lesson == Some(false) => {
                session.shelve(WorkspaceCommand::Welcome);
            }
            _ => {}
        }
        Some(front)
    });
}

/// Follows the address when it is another one: to a door, to a lesson or a workspace that a link leads to, or back to a place.
fn follow_address(
    session: Session,
    selection: Selection,
    (doors, lessons): (Doors, Lessons),
    arriving: RwSignal<bool>,
) {
    let listener = window_event_listener(leptos::ev::hashchange, move |_| {
        if let Some(text) = places::link_here() {
            places::forget_link();
            // A welcome waits for what comes; another workspace stays until then.
            arriving.set(session.workspace().get_untracked().is_welcome());
            doors.await_workspace();
            session.shelve(WorkspaceCommand::OpenLink { text });
        } else {
            doors.follow_address();
            return_to(session, selection, lessons, arriving);
        }
    });
    on_cleanup(move || listener.remove());
}

/// Shows the place in the address: what was selected in a workspace, or the step of a lesson. A link to a lesson begins it.
#[inline(never)]
fn return_to(session: Session, selection: Selection, lessons: Lessons, arriving: RwSignal<bool>) {
    let (fragment, noted) = (places::fragment(), places::noted());
    if let Some(link) = Link::of_address() {
        lessons.begin(link);
    } else if let (Some(place), Some(number)) = (fragment.strip_prefix("#learn/"), noted) {
        if lessons.go_back_to(place, number) {
            arriving.set(true);
        }
    } else if let Some(line) = fragment.strip_prefix("#workbench/") {
        let front = session.workspace().get_untracked();
        let is_it = |card: &Card| {
            card.deleted.is_none() && noted.is_some_and(|noted| noted.total_cmp(&card.id.0.into()).is_eq())
        };
        let other =
            session.workspaces().with_untracked(|cards| cards.iter().find(|card| is_it(card)).map(|card| card.id));
        if let Some(other) = other.filter(|other| *other != front) {
            places::is_returning();
            session.shelve(WorkspaceCommand::Open(other));
        } else if line.split(';').next().is_some_and(|table| untrack(|| session.table(table)).is_some()) {
            selection.take_up(line);
        }
    }
}

/// What stands in the workspace while it is being brought back.
#[component]
fn Starting() -> impl IntoView {
    let session = use_session();
    let share = Signal::derive(move || match session.phase().get() {
        Phase::Starting { share } => share.map(|done| f64::from(done) / 1_000.0),
        Phase::Ready => Some(1.0),
    });
    view! { <Progress label="Bringing your workspace back" share /> }
}

/// The part of a workspace's papers that says what is selected.
const SELECTION: &str = "selection";

/// Selects what was selected in the workspace that comes to the front, and keeps every choice with it.
fn keep_selection(session: Session, selection: Selection, doors: Doors) {
    Effect::new(move |taken: Option<WorkspaceId>| {
        let (workspace, line) = (session.workspace().get(), selection.line());
        if taken == Some(workspace) {
            session.keep_paper(SELECTION, &line);
            if doors.room.get_untracked() == Room::Bench && !line.starts_with(';') {
                places::visit(Door::Workbench, &line, f64::from(workspace.0));
            }
        } else {
            selection.take_up(&session.paper::<String>(SELECTION).unwrap_or_default());
        }
        workspace
    });
}

/// A selected table that is gone gives way to the first one; so does none, unless a new one is being designed.
fn keep_selection_valid(session: Session, selection: Selection) {
    Effect::new(move || {
        if session.phase().get() != Phase::Ready {
            return;
        }
        let Some(tables) = session.known_tables() else { return };
        if let Some(wanted) = selection.expected().get() {
            if !tables.iter().any(|table| table.table_name == wanted) {
                return;
            }
            selection.expected().set(None);
        }
        let chosen = selection.table.get();
        let found = chosen.as_ref().and_then(|name| tables.iter().find(|table| table.table_name == *name));
        match (found, tables.first()) {
            (Some(table), _) => {
                let local = table.local_secondary_indexes.iter().map(|index| &index.index_name);
                let mut names = local.chain(table.global_secondary_indexes.iter().map(|index| &index.index_name));
                let lost =
                    selection.index.with(|index| index.as_ref().is_some_and(|index| !names.any(|name| name == index)));
                if lost {
                    selection.index.set(None);
                }
            }
            (None, Some(first))
                if chosen.is_some() || selection.tab.get_untracked() != crate::selection::Tab::Design =>
            {
                selection.choose(&first.table_name, None);
            }
            (None, None) if chosen.is_some() => {
                selection.table.set(None);
                selection.index.set(None);
                selection.item.set(None);
            }
            (None, _) => {}
        }
    });
}

/// The table of a sample that an empty workspace begins with is selected as soon as it is there.
fn expect_sample(session: Session, selection: Selection) {
    let begun = Memo::new(move |_| {
        session.job().with(|job| job.as_ref().filter(|job| job.kind == JobKind::Sample).map(|job| job.title.clone()))
    });
    Effect::new(move || {
        let Some(title) = begun.get() else { return };
        let is_empty = session.tables().with_untracked(Vec::is_empty);
        let table = samples().iter().find(|sample| sample.title == title).and_then(|sample| sample.tables.first());
        if let Some(table) = table.filter(|_| is_empty && selection.table.with_untracked(Option::is_none)) {
            selection.expect(table);
        }
    });
}

/// Says when the page goes out of sight or is left, so that everything is kept before.
fn watch_sight(session: Session) {
    let hide = window_event_listener(leptos::ev::visibilitychange, move |_| session.hide(document().hidden()));
    let leave = window_event_listener(leptos::ev::pagehide, move |_| session.hide(true));
    on_cleanup(move || {
        hide.remove();
        leave.remove();
    });
}

/// Tells the reader what is told once.
fn tell_notices(session: Session, selection: Selection, toasts: Toasts, arriving: RwSignal<bool>) {
    Effect::new(move || match session.notice().get().map(|(_, notice)| notice) {
        Some(Notice::Noted(words)) => toasts.say(Tone::Notice, words),
        Some(Notice::Refused(words)) => {
            // After a link that leads nowhere, what is there comes in its place.
            arriving.set(false);
            places::forget_link();
            toasts.say(Tone::Bad, words);
        }
        Some(Notice::Restarted(reason)) => {
            let reason = reason.lines().take(3).collect::<Vec<_>>().join(" ");
            toasts.say(Tone::Bad, format!("The engine stopped and was started again from what is kept. {reason}"));
        }
        Some(Notice::Ended(end)) if end.kind == JobKind::Past => {
            if let Some(words) = end.trouble {
                toasts.say(Tone::Bad, format!("What happened before could not be read: {words}"));
            }
        }
        Some(Notice::Ended(end)) if end.kind == JobKind::Sample => {
            // A sample that could not be loaded is no longer waited for.
            let loaded = |table: &String| {
                samples().iter().any(|one| one.title == end.title && one.tables.contains(&table.as_str()))
            };
            if end.trouble.is_some() && selection.expected().with_untracked(|table| table.as_ref().is_some_and(loaded))
            {
                selection.expected().set(None);
            }
            if let Some(words) = end.trouble {
                toasts.say(Tone::Bad, format!("{} could not be loaded: {words}", end.title));
            }
        }
        _ => {}
    });
}
