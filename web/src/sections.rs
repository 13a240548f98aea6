//! The open section, and what it shows. The address names the section, so that Back and Forward switch sections.
//!
//! Must not know the content of a section.

use hashrange_protocol::{Origin, WorkspaceId};
use leptos::prelude::*;

use crate::derived::Signal;
use crate::lessons::Link;
use crate::memo::Memo;
use crate::places::{enter, fragment};
use crate::preferences::Preferences;
use crate::section::Section;
use crate::session::Session;
use crate::signal::RwSignal;

/// The content of the open section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Screen {
    /// The introduction, with a running welcome.
    Home,
    /// A lesson on the stage.
    Lesson,
    /// The workspace in front.
    Bench,
    /// The reader's own workspace or a lesson is being opened.
    Coming,
}

/// The handle to the sections.
#[derive(Clone, Copy, Debug)]
pub struct Sections {
    section: RwSignal<Section>,
    /// The initially open section, used for an address without a section.
    first: Section,
    /// Whether the workspace in front is a lesson's; `None` while that is unknown.
    pub in_lesson: Memo<Option<bool>>,
    /// The shown content.
    pub screen: Memo<Screen>,
}

impl Sections {
    /// Puts the sections into the context. The address determines the open section, otherwise the last visit. `linked`
    /// means that a link names a lesson, and `coming` whether a lesson is being opened.
    #[must_use]
    pub fn provide(session: Session, preferences: Preferences, linked: bool, coming: Signal<bool>) -> Self {
        let section = preferences.section;
        match of_address() {
            _ if linked => section.set(Section::Learn),
            Some(asked) => section.set(asked),
            None => {}
        }
        let first = section.get_untracked();
        let in_lesson = Memo::new(move |_| {
            let front = session.workspace().get();
            let lesson = |card: &hashrange_protocol::Card| matches!(card.origin, Origin::Lesson(_));
            let of_card = move || {
                session
                    .workspaces()
                    .with(|cards| cards.iter().find(|card| card.id == front).map(lesson))
            };
            if front.is_unkept() { Some(false) } else { of_card() }
        });
        let screen = Memo::new(move |_| {
            let front = session.workspace().get();
            match section.get() {
                _ if coming.get() => Screen::Coming,
                Section::Learn if in_lesson.get() == Some(true) => Screen::Lesson,
                // The lesson of the last visit is being opened.
                Section::Learn if preferences.lesson.get() && in_lesson.get().is_none() => Screen::Coming,
                Section::Learn => Screen::Home,
                Section::Workbench if front.is_welcome() => Screen::Coming,
                Section::Workbench => Screen::Bench,
            }
        });
        let sections = Self {
            section,
            first,
            in_lesson,
            screen,
        };
        provide_context(sections);
        sections
    }

    /// Whether a visit starts with the welcome. If the reader left a lesson on the stage, the lesson is shown again.
    #[must_use]
    pub fn begins_with_welcome(self, preferences: Preferences) -> bool {
        self.section.get_untracked() == Section::Learn && !preferences.lesson.get_untracked()
    }

    /// The section that is open.
    #[must_use]
    pub fn open(self) -> Section {
        self.section.get()
    }

    /// Opens the section in the address.
    pub fn follow_address(self) {
        // A lesson in front does not come to the front when a link leads to it, which would open Learn.
        if self.in_lesson.get_untracked() == Some(true) && Link::read(&fragment()).is_some() {
            self.section.set(Section::Learn);
        }
        // An address may name a place on the page, which is not a section.
        if let Some(asked) = of_address().or(fragment().is_empty().then_some(self.first)) {
            self.section.set(asked);
        }
    }

    /// Opens the workbench for a workspace that is being opened.
    pub fn await_workspace(self) {
        self.section.set(Section::Workbench);
    }

    /// Opens a section, as a link to it does.
    pub fn go(self, section: Section) {
        self.section.set(section);
        enter(section);
    }

    /// The section for a change of the workspace in front from `before` to `front`. `None` if the section does not
    /// change.
    #[must_use]
    pub fn follow(self, before: Option<WorkspaceId>, front: WorkspaceId) -> Option<Section> {
        let came = before.is_some_and(|before| before != front && !front.is_welcome());
        match self.in_lesson.get_untracked() {
            // A lesson is shown on the stage, regardless of who requested it.
            Some(true) if came => Some(Section::Learn),
            // The reader left a lesson for their own workspace.
            Some(false) if came && before.is_some_and(|before| !before.is_welcome()) => Some(Section::Workbench),
            _ => None,
        }
    }
}

/// The section in the page's address.
fn of_address() -> Option<Section> {
    let fragment = fragment();
    let section = fragment.strip_prefix('#')?;
    Section::of_name(section.split_once('/').map_or(section, |(section, _)| section))
}

/// The sections of the page. `None` outside the page, as in a test of one view.
#[must_use]
pub fn use_sections() -> Option<Sections> {
    use_context::<Sections>()
}
