//! The whole page: the context of all views below, and the layout.

pub mod footer;
pub mod header;
pub mod notices;
pub mod palette;
pub mod stage_pane;
pub mod workspace;

use hashrange_protocol::{Card, JobKind, Shown, Step, WorkspaceCommand, WorkspaceId, samples};
use hashrange_words::t;
use leptos::prelude::*;

use self::footer::Footer;
use self::header::Header;
use self::notices::Notices;
use self::palette::PaletteDialog;
use self::palette::handle::Palette;
use self::stage_pane::{Separator, StageFrame, StagePane};
use self::workspace::Workspace;
use crate::ahead::fetch_ahead;
use crate::components::{Progress, ToastRegion, Toasts, Tone, When, late_view};
use crate::derived::Signal;
use crate::effect::{effect, effect_since};
use crate::framed;
use crate::language::Spoken;
use crate::lessons::{Lessons, Link, use_lessons};
use crate::memo::Memo;
use crate::opening;
use crate::places;
use crate::preferences::Preferences;
use crate::section::Section;
use crate::sections::{Screen, Sections};
use crate::selection::Selection;
use crate::session::{Notice, Phase, Session, use_session};
use crate::signal::RwSignal;
use crate::views::clock_bar::ClockBar;
use crate::views::embed::embed_frame;
use crate::views::import::{ImportDialog, provide_import};
use crate::views::learn::LearnHome;
use crate::views::lesson::{LessonComing, LessonShell, follow_focus, provide_lesson};
use crate::views::lesson_file::{LessonFileDialog, provide_lesson_file};
use crate::views::patterns::provide_patterns;
use crate::views::physics::{PhysicsDialog, provide_physics};
use crate::views::query::provide_query_request;
use crate::views::remote::remote_banner;
use crate::views::request::provide_request_editor;
use crate::views::share::ShareDialog;
use crate::views::stage::provide_stage;
use crate::views::tables::TablesTree;
use crate::views::workload::provide_load_editor;

/// The application.
#[component]
pub fn App() -> impl IntoView {
    let session = Session::new();
    let selection = Selection::default();
    let spoken = Spoken::begin();
    let preferences = Preferences::load(spoken.tag.get_untracked());
    provide_context(spoken);
    provide_context(preferences);
    provide_context(session);
    provide_context(selection);
    let toasts = Toasts::default();
    provide_context(toasts);
    spoken.follow(preferences.language, toasts);
    let import = provide_import();
    let physics = provide_physics();
    provide_query_request();
    provide_load_editor();
    provide_request_editor();
    provide_patterns();
    let lessons = Lessons::provide(session, preferences.language);
    let learner = provide_lesson();
    let lesson_file = provide_lesson_file();
    places::note();
    let arrival = Arrival::of_address();
    if arrival.is_at_workbench() {
        preferences.section.set(Section::Workbench);
    }
    let arriving = RwSignal::new(arrival.workspace.is_some());
    let coming = Signal::derive(move || arriving.get() || lessons.is_coming());
    let sections = Sections::provide(session, preferences, arrival.lesson.is_some(), coming);
    let frame = StageFrame::provide();
    provide_stage();
    follow_focus(learner);
    keep_selection(session, selection, sections);
    keep_selection_valid(session, selection);
    expect_sample(session, selection);
    watch_sight(session);
    report_notices(session, selection, toasts, arriving);
    session.start(arrival.has_link() || sections.begins_with_welcome(preferences));
    keep_screen(session, sections, preferences, arriving);
    fetch_ahead(session);
    arrival.follow_link(session, lessons);
    follow_address(session, selection, (sections, lessons), arriving);
    let share = RwSignal::new(false);
    let palette = Palette::new(share);
    // Everything is drawn anew in another language. What the reader chose and typed is kept outside the views.
    move || {
        spoken.tag.track();
        view! {
            <a class="skip" href="#main">{t!("Skip to the workspace")}</a>
            {layout(session, preferences, frame, sections.screen, (share, palette))}
            <ImportDialog open=import.open />
            <PhysicsDialog open=physics.open />
            <LessonFileDialog draft=lesson_file />
            <ShareDialog open=share />
            <PaletteDialog palette />
            <ToastRegion />
        }
    }
}

/// The target of the address when the page is opened.
struct Arrival {
    /// A lesson, optionally with a step.
    lesson: Option<Link>,
    /// A workspace, as the text of a link.
    workspace: Option<String>,
}

impl Arrival {
    fn of_address() -> Self {
        Self {
            lesson: Link::of_address(),
            workspace: places::link_here(),
        }
    }

    fn has_link(&self) -> bool {
        self.lesson.is_some() || self.workspace.is_some()
    }

    /// Whether the workbench is shown first. An embedded page shows it unless a link names a lesson.
    fn is_at_workbench(&self) -> bool {
        self.workspace.is_some() || (framed::is_embedded() && self.lesson.is_none())
    }

    /// Begins the lesson, and opens the workspace.
    fn follow_link(self, session: Session, lessons: Lessons) {
        if let Some(link) = self.lesson {
            lessons.arrive(link);
        }
        match self.workspace {
            Some(text) => session.open_link(text),
            None => session.unfinished_link().set(opening::unfinished()),
        }
    }
}

/// The areas of the page: header, tables, workspace, and the stage with its clock.
fn layout(
    session: Session,
    preferences: Preferences,
    frame: StageFrame,
    screen: Memo<Screen>,
    (share, palette): (RwSignal<bool>, Palette),
) -> impl IntoView {
    let remote = Memo::new(move |_| session.workspace().get().is_remote());
    let is = move |which: Screen| move || screen.get() == which;
    // A lesson on its way has its place already, so that nothing moves when it is here.
    let lesson = Memo::new(move |_| match screen.get() {
        Screen::Lesson => true,
        Screen::Coming => preferences.section.get() == Section::Learn || use_lessons().is_some_and(Lessons::is_coming),
        Screen::Home | Screen::Bench => false,
    });
    view! {
        <div
            class="app"
            class:app-home=is(Screen::Home)
            class:app-lesson=move || lesson.get()
            class:app-remote=move || remote.get()
            class:app-full=move || frame.full.get()
            class:app-presenting=move || frame.presenting.get()
            style=("--stage", move || format!("{}px", preferences.stage.get()))
        >
            <Header share palette />
            {framed::is_embedded().then(embed_frame)}
            <When holds=is(Screen::Bench)>
                <aside class="side">
                    <TablesTree />
                </aside>
            </When>
            <main class="main" id="main" tabindex="-1">
                <Notices />
                {move || match screen.get() {
                    Screen::Home => view! { <LearnHome /> }.into_any(),
                    Screen::Lesson => view! { <Lesson /> }.into_any(),
                    Screen::Bench => view! { <Bench /> }.into_any(),
                    Screen::Coming => view! { <Coming /> }.into_any(),
                }}
            </main>
            // A connection to an endpoint hides what exists only in a simulation.
            <When holds=move || matches!(screen.get(), Screen::Bench | Screen::Lesson) && !remote.get()>
                <StagePane />
                <ClockBar />
                <Footer />
            </When>
        </div>
    }
}

/// A lesson beside its stage.
#[component]
fn Lesson() -> impl IntoView {
    let lesson = use_session().lesson();
    let is_here = Memo::new(move |_| lesson.with(Option::is_some));
    view! {
        <LessonShell />
        <When holds=move || !is_here.get()><Starting /></When>
    }
}

/// The placeholder for a lesson or workspace that is being opened.
#[component]
fn Coming() -> impl IntoView {
    let coming = Memo::new(move |_| use_lessons().is_some_and(Lessons::is_coming));
    view! { <When holds=move || coming.get() fallback=Starting><LessonComing /></When> }
}

/// The workspace in front, with the lesson that is played in it.
#[component]
fn Bench() -> impl IntoView {
    let session = use_session();
    let lesson = session.lesson();
    // At its end, a lesson has nothing more to say beside the reader's own work.
    let is_over = Memo::new(move |_| {
        lesson.with(|lesson| matches!(lesson.as_ref().map(|lesson| &lesson.shown), Some(Shown::Ending(_))))
    });
    view! {
        <When holds=move || !is_over.get()><LessonShell /></When>
        <When holds=move || session.workspace().get().is_remote()>{late_view(remote_banner)}</When>
        <When holds=move || session.phase().get() == Phase::Ready fallback=Starting>
            <Workspace />
        </When>
        <When holds=move || !session.workspace().get().is_remote()><Separator /></When>
    }
}

/// Selects the workspace for the open section, and opens the section for a workspace that comes to the front.
fn keep_screen(session: Session, sections: Sections, preferences: Preferences, arriving: RwSignal<bool>) {
    effect_since(move |before: Option<Option<WorkspaceId>>| {
        let before = before.flatten();
        let (front, section, in_lesson) = (session.workspace().get(), sections.open(), sections.in_lesson.get());
        if session.phase().get() != Phase::Ready || in_lesson.is_none() {
            return before;
        }
        if let Some(other) = sections.follow(before, front).filter(|other| *other != section) {
            sections.go(other);
            return Some(front);
        }
        preferences
            .lesson
            .set(section == Section::Learn && in_lesson == Some(true));
        // In a rebuilt page, the awaited workspace can already be in front.
        if before != Some(front) && !front.is_welcome() {
            arriving.set(false);
            places::forget_link();
        }
        match section {
            _ if arriving.get() => {}
            Section::Workbench if front.is_welcome() => session.run_workspace_command(WorkspaceCommand::Own),
            Section::Learn if !front.is_welcome() && in_lesson == Some(false) => {
                session.run_workspace_command(WorkspaceCommand::Welcome);
            }
            _ => {}
        }
        Some(front)
    });
}

/// Follows a change of the address: to a section, to a lesson or workspace of a link, or back to a place.
fn follow_address(
    session: Session,
    selection: Selection,
    (sections, lessons): (Sections, Lessons),
    arriving: RwSignal<bool>,
) {
    let listener = window_event_listener(leptos::ev::hashchange, move |_| {
        places::note();
        places::end_return();
        if let Some(text) = places::link_here() {
            // A new workspace replaces the welcome at once. Another workspace stays until the new one is open.
            arriving.set(session.workspace().get_untracked().is_welcome());
            sections.await_workspace();
            session.open_link(text);
        } else {
            sections.follow_address();
            return_to(session, selection, lessons, arriving);
            if !places::fragment().contains('/') {
                name_selection(session, selection, sections);
            }
        }
    });
    on_cleanup(move || listener.remove());
}

/// Restores the place in the address: the selection in a workspace, or the step of a lesson. A link to a lesson starts
/// it.
fn return_to(session: Session, selection: Selection, lessons: Lessons, arriving: RwSignal<bool>) {
    let (fragment, noted) = (places::fragment(), places::noted());
    if let Some(link) = Link::of_address() {
        lessons.go_to(link);
    } else if let (Some(place), Some(number)) = (fragment.strip_prefix("#learn/"), noted) {
        if lessons.go_back_to(place, number) {
            arriving.set(true);
        }
    } else if let Some(line) = fragment.strip_prefix("#workbench/") {
        let front = session.workspace().get_untracked();
        let is_it = |card: &Card| {
            card.deleted.is_none() && noted.is_some_and(|noted| noted.total_cmp(&card.id.0.into()).is_eq())
        };
        let other = session
            .workspaces()
            .with_untracked(|cards| cards.iter().find(|card| is_it(card)).map(|card| card.id));
        if let Some(other) = other.filter(|other| *other != front) {
            places::begin_return(f64::from(other.0));
            session.run_workspace_command(WorkspaceCommand::Open(other));
        } else if line
            .split(';')
            .next()
            .is_some_and(|table| untrack(|| session.table(table)).is_some())
        {
            selection.take_up(line);
        }
    }
}

/// Shown instead of the workspace while it is being restored.
#[component]
fn Starting() -> impl IntoView {
    let session = use_session();
    let share = Signal::derive(move || match session.phase().get() {
        Phase::Starting { share } => share.map(|done| f64::from(done) / 1_000.0),
        Phase::Ready => Some(1.0),
    });
    view! { <Progress label=t!("Opening your workspace") share /> }
}

/// The part of a workspace's saved state with the selection.
const SELECTION: &str = "selection";

/// Restores the selection of the workspace that comes to the front, and stores every change with it.
fn keep_selection(session: Session, selection: Selection, sections: Sections) {
    effect_since(move |taken: Option<WorkspaceId>| {
        let (workspace, line) = (session.workspace().get(), selection.line());
        if taken == Some(workspace) {
            session.save_part(SELECTION, &line);
            name_selection(session, selection, sections);
        } else {
            selection.take_up(&session.saved_part::<String>(SELECTION).unwrap_or_default());
            // If the selection does not change, this effect does not run again.
            if untrack(|| selection.line()) == line {
                name_selection(session, selection, sections);
            }
        }
        workspace
    });
}

/// Puts the selection into the address if the workbench shows it.
fn name_selection(session: Session, selection: Selection, sections: Sections) {
    let line = untrack(|| selection.line());
    if sections.screen.get_untracked() == Screen::Bench && !line.starts_with(';') {
        let workspace = session.workspace().get_untracked();
        places::visit(Section::Workbench, &line, f64::from(workspace.0));
    }
}

/// Replaces a deleted or missing selected table with the first one, unless a new table is being designed, or the step of a
/// lesson is about a table that does not exist.
fn keep_selection_valid(session: Session, selection: Selection) {
    effect(move || {
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
        let found = chosen
            .as_ref()
            .and_then(|name| tables.iter().find(|table| table.table_name == *name));
        let about = |step: &Step| tables.iter().all(|table| table.table_name != step.focus.table);
        let is_missing = session.lesson().with(|lesson| {
            let shown = lesson.as_ref().map(|lesson| &lesson.shown);
            matches!(shown, Some(Shown::Step(step)) if about(step))
        });
        match (found, tables.first().filter(|_| !is_missing)) {
            (Some(table), _) => {
                let local = table.local_secondary_indexes.iter().map(|index| &index.index_name);
                let mut names = local.chain(table.global_secondary_indexes.iter().map(|index| &index.index_name));
                let lost = selection
                    .index
                    .with(|index| index.as_ref().is_some_and(|index| !names.any(|name| name == index)));
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

/// Selects the sample table of a new workspace when it exists.
fn expect_sample(session: Session, selection: Selection) {
    let begun = Memo::new(move |_| {
        session.job().with(|job| {
            job.as_ref()
                .filter(|job| job.kind == JobKind::Sample)
                .map(|job| job.title.clone())
        })
    });
    effect(move || {
        let Some(title) = begun.get() else { return };
        let is_empty = session.tables().with_untracked(Vec::is_empty);
        let table = samples()
            .iter()
            .find(|sample| sample.title == title)
            .and_then(|sample| sample.tables.first());
        if let Some(table) = table.filter(|_| is_empty && selection.table.with_untracked(Option::is_none)) {
            selection.expect(table);
        }
    });
}

/// Reports to the engine that the page is hidden or left, so that everything is stored in time. Asks before the page is
/// left with changes that are stored nowhere.
fn watch_sight(session: Session) {
    let hide = window_event_listener(leptos::ev::visibilitychange, move |_| session.hide(document().hidden()));
    let leave = window_event_listener(leptos::ev::pagehide, move |_| session.hide(true));
    let ask = window_event_listener(leptos::ev::beforeunload, move |event| {
        if session.is_at_risk() {
            // The browser asks the reader in its own words.
            event.prevent_default();
            event.set_return_value("unsaved");
        }
    });
    on_cleanup(move || {
        hide.remove();
        leave.remove();
        ask.remove();
    });
}

/// Shows one-time messages to the reader.
fn report_notices(session: Session, selection: Selection, toasts: Toasts, arriving: RwSignal<bool>) {
    effect(move || match session.notice().get().map(|(_, notice)| notice) {
        Some(Notice::Noted(words)) => toasts.say(Tone::Notice, words),
        Some(Notice::Refused(words)) => {
            // After an invalid link, the existing workspace is shown instead.
            arriving.set(false);
            places::forget_link();
            places::end_return();
            toasts.say(Tone::Bad, words);
        }
        Some(Notice::Restarted(reason)) => {
            // A link that was being opened is offered, not opened again.
            arriving.set(false);
            let reason = reason.lines().take(3).collect::<Vec<_>>().join(" ");
            toasts.say(
                Tone::Bad,
                t!(
                    "The engine stopped and restarted from the stored data. {reason}",
                    reason
                ),
            );
        }
        Some(Notice::Ended(end)) if end.kind == JobKind::Past => {
            if let Some(words) = end.trouble {
                toasts.say(Tone::Bad, t!("The earlier events could not be read: {words}", words));
            }
        }
        Some(Notice::Ended(end)) if end.kind == JobKind::Sample => {
            // Stops waiting for a sample that could not be loaded.
            let loaded = |table: &String| {
                samples()
                    .iter()
                    .any(|one| one.title == end.title && one.tables.contains(&table.as_str()))
            };
            if end.trouble.is_some()
                && selection
                    .expected()
                    .with_untracked(|table| table.as_ref().is_some_and(loaded))
            {
                selection.expected().set(None);
            }
            if let Some(words) = end.trouble {
                toasts.say(
                    Tone::Bad,
                    t!("{title} could not be loaded: {words}", title = end.title, words),
                );
            }
        }
        _ => {}
    });
}
