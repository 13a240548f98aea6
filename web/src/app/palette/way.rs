//! The way to a place of the palette: opens it through the page's own navigation, and focuses it when it is there.
//!
//! Must not know what is found.

use hashrange_protocol::{Throttling, WorkspaceCommand, WorkspaceId, samples};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use super::handle::{Palette, has_dialog};
use super::place::{Command, Place};
use crate::app::header::is_narrow;
use crate::app::stage_pane::StageFrame;
use crate::lessons::{Lessons, Link, use_lessons};
use crate::preferences::{Preferences, Theme};
use crate::section::Section;
use crate::sections::{Screen, Sections};
use crate::selection::{Selection, Tab, use_selection};
use crate::session::{Phase, Session, Travel, use_session};
use crate::signal::RwSignal;
use crate::state::palette::Index;
use crate::views::clock_bar::next_event;
use crate::views::design::begin_table;
use crate::views::import::use_import;
use crate::views::physics::throttling::set_throttling;
use crate::views::physics::use_physics;
use crate::views::samples::load;

/// The frames within which a place must appear.
const FRAMES: u32 = 600;
/// The button that opens the list of workspaces.
const WORKSPACES: &str = ".top > button:has(.top-workspace-sign)";

/// The handles that lead to places.
#[derive(Clone, Copy)]
pub(super) struct Way {
    palette: Palette,
    session: Session,
    selection: Selection,
    sections: Sections,
    lessons: Option<Lessons>,
    preferences: Preferences,
    frame: StageFrame,
    import: RwSignal<bool>,
    physics: RwSignal<bool>,
}

impl Way {
    /// The way from the current owner.
    pub(super) fn from_here(palette: Palette) -> Self {
        Self {
            palette,
            session: use_session(),
            selection: use_selection(),
            sections: expect_context(),
            lessons: use_lessons(),
            preferences: expect_context(),
            frame: expect_context(),
            import: use_import().open,
            physics: use_physics().open,
        }
    }

    /// What can be found: the workspaces, the tables of a shown workspace, and the palette's file. Reactive, because the
    /// tables can come later than the palette.
    pub(super) fn index(self, text: &str) -> Index {
        let mut index = Index::default();
        let front = self.session.workspace().get();
        let is_shown = matches!(self.sections.screen.get(), Screen::Bench | Screen::Lesson);
        let hidden: &[&str] = match (front.is_remote(), is_shown) {
            (true, _) => &["here", "physics", "card"],
            (_, false) => &["here"],
            _ => &[],
        };
        self.session.workspaces().with(|cards| {
            for card in cards.iter().filter(|card| card.deleted.is_none() && card.id != front) {
                index.add(&card.name, "workspace", &format!("workspace/{}", card.id.0));
            }
        });
        if is_shown {
            self.add_tables(&mut index);
        }
        index.read(text, hidden);
        index
    }

    /// Adds the tables of the workspace and their indexes.
    fn add_tables(self, index: &mut Index) {
        self.session.tables().with(|tables| {
            for table in tables {
                let name = &table.table_name;
                index.add(name, "table", &format!("table/{name}"));
                let mut add = |branch: &str| index.add(branch, name, &format!("table/{name}/{branch}"));
                for local in &table.local_secondary_indexes {
                    add(&local.index_name);
                }
                for global in &table.global_secondary_indexes {
                    add(&global.index_name);
                }
            }
        });
    }

    /// Closes the palette and goes to a place.
    pub(super) fn obey(self, place: String) {
        self.palette.open.set(false);
        // Only then another dialog can be shown, and the browser has restored the focus.
        self.when(move || {
            let closed = !has_dialog();
            if closed {
                self.go(&place);
            }
            closed
        });
    }

    fn go(self, place: &str) {
        let screen = self.sections.screen.get_untracked();
        match Place::read(place) {
            Some(Place::Lesson(id, step)) => self.begin(id, step),
            Some(Place::Command(command)) if !is_of_bench(command, screen) => self.execute(command),
            // A lesson has the cards and the physics too.
            Some(Place::Card(_) | Place::Physics) if screen == Screen::Lesson => self.arrive(place),
            Some(_) => self.arrive_at_bench(place.to_owned(), screen),
            None => {}
        }
    }

    /// Begins a lesson at a step, or continues it.
    fn begin(self, id: &str, step: Option<&str>) {
        let Some(lessons) = self.lessons else { return };
        let in_progress = lessons
            .progress
            .with_untracked(|progress| progress.step_of(id).is_some());
        match step {
            None if in_progress => lessons.go_on(id),
            None => lessons.start(id),
            Some(step) => lessons.go_to(Link {
                id: id.to_owned(),
                step: Some(step.to_owned()),
                ..Link::default()
            }),
        }
    }

    /// Shows the workbench, and then the place in it.
    fn arrive_at_bench(self, place: String, screen: Screen) {
        self.frame.full.set(false);
        self.frame.leave();
        if screen != Screen::Bench {
            self.sections.go(Section::Workbench);
        }
        self.when(move || {
            let ready = self.sections.screen.get_untracked() == Screen::Bench
                && self.session.phase().get_untracked() == Phase::Ready;
            if ready {
                self.arrive(&place);
            }
            ready
        });
    }

    fn arrive(self, place: &str) {
        match Place::read(place) {
            Some(Place::Command(command)) => self.execute(command),
            Some(Place::Tab(tab)) => self.show(tab),
            Some(Place::Card(card)) => self.unfold(card),
            Some(Place::Setting) => {
                self.selection.tab.set(Tab::Settings);
                self.unfold(&place.replace('/', "-"));
            }
            Some(Place::Physics) => {
                self.physics.set(true);
                self.unfold(&place.replace('/', "-"));
            }
            Some(Place::Table(table, index)) => {
                self.selection.choose(table, index);
                self.show(self.selection.tab.get_untracked());
            }
            Some(Place::Sample(id)) => {
                if let Some(sample) = samples().iter().find(|sample| sample.id == id) {
                    load(self.session, self.selection, sample);
                }
            }
            Some(Place::Workspace(number)) => {
                self.session
                    .run_workspace_command(WorkspaceCommand::Open(WorkspaceId(number)));
            }
            Some(Place::Lesson(..)) | None => {}
        }
    }

    /// Shows a tab and focuses its name.
    fn show(self, tab: Tab) {
        self.selection.tab.set(tab);
        self.reach("main [role=tab][aria-selected=true]".to_owned(), false);
    }

    fn execute(self, command: Command) {
        let session = self.session;
        match command {
            Command::Keys => self.palette.show(true),
            Command::Pause => session.pause_or_resume(),
            Command::Undo => session.travel(Travel::Undo),
            Command::Redo => session.travel(Travel::Redo),
            Command::Back => session.travel(Travel::Back),
            Command::Forward => session.travel(Travel::Forward),
            Command::NextEvent => next_event(session),
            Command::NewItem => {
                self.selection.index.set(None);
                self.selection.tab.set(Tab::Items);
                self.reach(".items .btn-primary".to_owned(), true);
            }
            Command::NewTable => begin_table(self.selection),
            Command::Import => self.import.set(true),
            Command::Export => {
                // On a phone the button is in the drawer of tables.
                let button = if is_narrow() {
                    ".top-drawer > button"
                } else {
                    ".tables-actions > button:last-of-type"
                };
                self.reach(button.to_owned(), true);
            }
            Command::Share => self.palette.share.set(true),
            Command::Full => self.frame.full.update(|full| *full = !*full),
            Command::Present => self.frame.present(),
            Command::ThrottlingOn => set_throttling(session, Throttling::Adaptive),
            Command::ThrottlingOff => set_throttling(session, Throttling::Off),
            Command::NewWorkspace => session.run_workspace_command(WorkspaceCommand::New),
            Command::Workspaces => self.reach(WORKSPACES.to_owned(), true),
            Command::Lessons => {
                self.sections.go(Section::Learn);
                session.run_workspace_command(WorkspaceCommand::Welcome);
            }
            Command::LightTheme => self.preferences.theme.set(Theme::Light),
            Command::DarkTheme => self.preferences.theme.set(Theme::Dark),
            Command::SystemTheme => self.preferences.theme.set(Theme::System),
        }
    }

    /// Reaches the part with this id, unfolded.
    fn unfold(self, id: &str) {
        self.reach(format!("#{id}:not(details), #{id} > summary"), false);
    }

    /// Scrolls to an element and focuses or presses it, when it is shown.
    fn reach(self, selector: String, press: bool) {
        self.when(move || {
            let element = document().query_selector(&selector).ok().flatten();
            let Some(element) = element.and_then(|element| element.dyn_into::<HtmlElement>().ok()) else {
                return false;
            };
            let is_shown = element.client_height() > 0;
            if is_shown {
                if let Ok(Some(details)) = element.closest("details") {
                    // Cannot fail: the name is valid.
                    let _ = details.set_attribute("open", "");
                }
                element.scroll_into_view();
                // An element that cannot be focused leaves the focus unchanged.
                let _ = element.focus();
                if press {
                    element.click();
                }
            }
            is_shown
        });
    }

    /// Looks once a frame whether something is done, until the palette is shown again.
    fn when(self, done: impl Fn() -> bool + 'static) {
        look(self.palette.open, Box::new(done), FRAMES);
    }
}

fn look(open: RwSignal<bool>, done: Box<dyn Fn() -> bool>, frames: u32) {
    request_animation_frame(move || {
        if !open.get_untracked() && !done() && frames > 0 {
            look(open, done, frames - 1);
        }
    });
}

/// Whether a command needs the workbench. The list of workspaces needs a workspace.
fn is_of_bench(command: Command, screen: Screen) -> bool {
    match command {
        Command::NewItem | Command::NewTable | Command::Import | Command::Export | Command::NewWorkspace => true,
        Command::Workspaces => screen == Screen::Home,
        _ => false,
    }
}
