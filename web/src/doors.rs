//! Which door is open, and what the reader sees behind it. The address says which, so that Back and Forward lead through
//! the doors.
//!
//! Must not know what stands behind a door.

use hashrange_protocol::{Origin, WorkspaceId};
use leptos::prelude::*;

use crate::door::Door;
use crate::places::fragment;
use crate::preferences::Preferences;
use crate::session::Session;

/// What a reader sees behind the door that is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Room {
    /// What this is, with a welcome at work.
    Home,
    /// A lesson on the stage.
    Lesson,
    /// The workspace in front.
    Bench,
    /// The reader's own workspace is on its way, or a lesson.
    Coming,
}

/// The handle to the doors.
#[derive(Clone, Copy, Debug)]
pub struct Doors {
    door: RwSignal<Door>,
    /// The one that was open first: that of an address which names none.
    first: Door,
    /// Whether the workspace in front is a lesson's; `None` while that is not known.
    pub in_lesson: Memo<Option<bool>>,
    /// What is seen.
    pub room: Memo<Room>,
}

impl Doors {
    /// Puts the doors into the context. The address decides which one is open, else where the reader was last; `linked` says
    /// that a link leads to a lesson, and `coming` whether one is on its way.
    #[must_use]
    pub fn provide(session: Session, preferences: Preferences, linked: bool, coming: Signal<bool>) -> Self {
        let door = preferences.door;
        match of_address() {
            _ if linked => door.set(Door::Learn),
            Some(asked) => door.set(asked),
            None => {}
        }
        let first = door.get_untracked();
        let in_lesson = Memo::new(move |_| {
            let front = session.workspace().get();
            let lesson = |card: &hashrange_protocol::Card| matches!(card.origin, Origin::Lesson(_));
            let of_card =
                move || session.workspaces().with(|cards| cards.iter().find(|card| card.id == front).map(lesson));
            if front.is_unkept() { Some(false) } else { of_card() }
        });
        let room = Memo::new(move |_| {
            let front = session.workspace().get();
            match door.get() {
                _ if coming.get() => Room::Coming,
                Door::Learn if in_lesson.get() == Some(true) => Room::Lesson,
                Door::Learn => Room::Home,
                Door::Workbench if front.is_welcome() => Room::Coming,
                Door::Workbench => Room::Bench,
            }
        });
        let doors = Self { door, first, in_lesson, room };
        provide_context(doors);
        doors
    }

    /// Whether a visit begins with the welcome. Where the reader left a lesson on the stage, it is there again.
    #[must_use]
    pub fn is_at_home_first(self, preferences: Preferences) -> bool {
        self.door.get_untracked() == Door::Learn && !preferences.lesson.get_untracked()
    }

    /// The door that is open.
    #[must_use]
    pub fn open(self) -> Door {
        self.door.get()
    }

    /// Opens the door that the address names now.
    pub fn follow_address(self) {
        // An address may name a place on the page; that is no door.
        if let Some(asked) = of_address().or(fragment().is_empty().then_some(self.first)) {
            self.door.set(asked);
        }
    }

    /// Opens the workbench, for a workspace that is about to come.
    pub fn await_workspace(self) {
        self.door.set(Door::Workbench);
    }

    /// Opens a door, as a link to it does.
    pub fn go(self, door: Door) {
        self.door.set(door);
        // Only an address that is none is refused.
        let _ = window().location().set_hash(door.name());
    }

    /// What a change of the workspace in front means for the door that is open, which is `None` where it means nothing.
    /// `before` was in front before.
    #[must_use]
    pub fn follow(self, before: Option<WorkspaceId>, front: WorkspaceId) -> Option<Door> {
        let came = before.is_some_and(|before| before != front && !front.is_welcome());
        match self.in_lesson.get_untracked() {
            // A lesson is seen on the stage, whoever asked for it.
            Some(true) if came => Some(Door::Learn),
            // From a lesson the reader turned to a workspace of their own.
            Some(false) if came && before.is_some_and(|before| !before.is_welcome()) => Some(Door::Workbench),
            _ => None,
        }
    }
}

/// The door that the page's address names.
fn of_address() -> Option<Door> {
    let fragment = fragment();
    let door = fragment.strip_prefix('#')?;
    Door::of_name(door.split_once('/').map_or(door, |(door, _)| door))
}

/// The doors of the page; none outside of it, as in a test of one view.
#[must_use]
pub fn use_doors() -> Option<Doors> {
    use_context::<Doors>()
}
