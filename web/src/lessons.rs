//! The lessons of the page: which there are, how one is brought and begun, and how far the learner is.
//!
//! Owns what stands between a wish for a lesson and the lesson in front. Must not know how one is shown or played.

pub mod catalogue;
mod download;
pub mod link;
pub mod progress;

use hashrange_protocol::errand::received;
use hashrange_protocol::{Command, Lesson, LessonCommand, LessonFile, Origin, Shown, WorkspaceCommand, WorkspaceId};
use leptos::prelude::*;
use leptos::task::spawn_local;

use self::catalogue::entry;
use self::download::download;
pub use self::link::Link;
pub use self::progress::Progress;
use crate::door::Door;
use crate::places;
use crate::rare;
use crate::session::{Notice, Phase, Session, use_paper};

/// The part of a workspace's papers with the text of a lesson that comes from the reader's own file.
const OWN_FILE: &str = "lesson-file";

/// A lesson on its way to the front.
#[derive(Clone, Debug, PartialEq)]
pub struct Coming {
    /// Where the wish leads.
    pub link: Link,
    /// Tells this wish from others.
    number: u64,
    /// How far it is.
    pub way: Way,
}

/// How far a lesson on its way is.
#[derive(Clone, Debug, PartialEq)]
pub enum Way {
    /// Its file is downloaded.
    Downloading,
    /// Its file is here, and the engine not ready yet.
    Here(LessonFile),
    /// The engine begins it. Until then this workspace is in front.
    Begun(WorkspaceId),
    /// It cannot be begun, and why.
    Failed(String),
}

/// The handle to the lessons.
#[derive(Clone, Copy)]
pub struct Lessons {
    session: Session,
    /// The lesson that is on its way.
    pub coming: RwSignal<Option<Coming>>,
    /// How far the learner is.
    pub progress: RwSignal<Progress>,
    /// The language that the learner prefers.
    language: RwSignal<String>,
    /// The text of the lesson in front, where it is a file of the reader's own; else nothing.
    pub own_file: RwSignal<String>,
    /// The text of such a lesson that is on its way.
    own_coming: StoredValue<Option<String>>,
    newest: StoredValue<u64>,
}

impl Lessons {
    /// Puts the lessons into the context.
    #[must_use]
    pub fn provide(session: Session, language: RwSignal<String>) -> Self {
        let lessons = Self {
            session,
            coming: RwSignal::new(None),
            progress: RwSignal::new(Progress::load()),
            language,
            own_file: use_paper(OWN_FILE),
            own_coming: StoredValue::new(None),
            newest: StoredValue::new(0),
        };
        provide_context(lessons);
        lessons.bring_to_the_front();
        lessons.follow_progress();
        lessons.keep_own_file();
        lessons
    }

    /// Begins a lesson in a workspace of its own: its file is downloaded first.
    pub fn begin(self, link: Link) {
        let number = self.newest.try_update_value(|newest| {
            *newest += 1;
            *newest
        });
        let number = number.unwrap_or_default();
        if let Some(packed) = link.assignment.clone() {
            return self.begin_assignment(link, number, packed);
        }
        let Some(entry) = entry(&link.id) else {
            let words = format!("There is no lesson {}. Choose another one.", link.id);
            self.coming.set(Some(Coming { link, number, way: Way::Failed(words) }));
            return;
        };
        let (step, language) = (link.step.clone(), self.language.get_untracked());
        self.coming.set(Some(Coming { link, number, way: Way::Downloading }));
        // What plays and shows lessons comes beside the file.
        spawn_local(async {
            let _ = rare::bring().await;
        });
        spawn_local(async move {
            let file = download(entry, &language).await;
            let way = match rare::bring().await.and(file) {
                Ok((text, translation)) => Way::Here(LessonFile { text, translation, step }),
                Err(words) => Way::Failed(words),
            };
            self.arrived(number, way);
        });
    }

    /// Begins the assignment that a link carries, once what reads it is here.
    fn begin_assignment(self, link: Link, number: u64, packed: String) {
        self.coming.set(Some(Coming { link, number, way: Way::Downloading }));
        spawn_local(async move {
            let way = match rare::bring().await.and_then(|()| received(&packed).map_err(|why| why.to_string())) {
                Ok(text) => {
                    self.own_coming.set_value(Some(text.clone()));
                    Way::Here(LessonFile { text, ..LessonFile::default() })
                }
                Err(words) => Way::Failed(words),
            };
            self.arrived(number, way);
        });
    }

    /// Takes note of how far the wish of this number is. Another lesson may have been wished for meanwhile, or none.
    fn arrived(self, number: u64, way: Way) {
        self.coming.try_update(|coming| {
            if let Some(coming) = coming.as_mut().filter(|coming| coming.number == number) {
                coming.way = way;
            }
        });
    }

    /// Begins a lesson by its id, from its first step.
    pub fn start(self, id: &str) {
        self.begin(Link { id: id.to_owned(), ..Link::default() });
    }

    /// Begins a lesson from the reader's own file.
    pub fn begin_own(self, text: &str) {
        self.own_coming.set_value(Some(text.to_owned()));
        let file = LessonFile { text: text.to_owned(), ..LessonFile::default() };
        self.session.shelve(WorkspaceCommand::WithLesson(file));
    }

    /// Goes on with a lesson: in its workspace, or in a new one from the step where it was left.
    pub fn go_on(self, id: &str) {
        let workspace = self.session.workspaces().with_untracked(|cards| {
            let is_of = |origin: &Origin| matches!(origin, Origin::Lesson(lesson) if lesson == id);
            cards.iter().find(|card| card.deleted.is_none() && is_of(&card.origin)).map(|card| card.id)
        });
        match workspace {
            Some(workspace) => self.session.shelve(WorkspaceCommand::Open(workspace)),
            None => {
                let step = self.progress.with_untracked(|progress| progress.step_of(id).map(str::to_owned));
                self.begin(Link { id: id.to_owned(), step, ..Link::default() });
            }
        }
    }

    /// Leaves the lesson in front; its workspace becomes one of the reader's own.
    pub fn leave(self) {
        let id = self.session.lesson().with_untracked(|lesson| lesson.as_ref().map(|lesson| lesson.id.clone()));
        if let Some(id) = id {
            self.progress.update(|progress| progress.leave(&id));
        }
        self.session.ask_for(Command::Lesson(LessonCommand::Leave));
    }

    /// Whether a lesson is on its way.
    #[must_use]
    pub fn is_coming(self) -> bool {
        self.coming.with(Option::is_some)
    }

    /// Begins what has been downloaded as soon as the engine can, and knows when it is in front.
    fn bring_to_the_front(self) {
        let session = self.session;
        let is_here = Memo::new(move |_| session.lesson().with(Option::is_some));
        Effect::new(move || {
            let front = session.workspace().get();
            let ready = session.phase().get() == Phase::Ready && front != WorkspaceId::NONE;
            let way = self.coming.with(|coming| coming.as_ref().map(|coming| coming.way.clone()));
            match way {
                Some(Way::Here(file)) if ready => {
                    self.turn(Way::Begun(front));
                    session.shelve(WorkspaceCommand::WithLesson(file));
                }
                Some(Way::Begun(before)) if front != before && is_here.get() => self.coming.set(None),
                _ => {}
            }
        });
        Effect::new(move || {
            let Some((_, Notice::Refused(words))) = session.notice().get() else { return };
            self.own_coming.set_value(None);
            let is_begun = |coming: &Option<Coming>| matches!(coming, Some(Coming { way: Way::Begun(_), .. }));
            if self.coming.with_untracked(is_begun) {
                self.turn(Way::Failed(words));
            }
        });
    }

    fn turn(self, way: Way) {
        self.coming.update(|coming| {
            if let Some(coming) = coming {
                coming.way = way;
            }
        });
    }

    /// Keeps how far the learner is, as the lesson in front goes on.
    fn follow_progress(self) {
        let place = Memo::new(move |_| self.session.lesson().with(|lesson| lesson.as_ref().and_then(place)));
        Effect::new(move || match place.get() {
            Some((id, Some(step))) if entry(&id).is_some() => {
                self.progress.update(|all| all.reach(&id, &step));
                self.name_place(&id, &step);
            }
            Some((id, None)) if entry(&id).is_some() => self.progress.update(|all| all.finish(&id)),
            _ => {}
        });
        Effect::new(move || self.progress.with(Progress::keep));
    }

    /// Names the step in the address, unless the workbench is looked at.
    #[inline(never)]
    fn name_place(self, id: &str, step: &str) {
        if !places::fragment().starts_with("#workbench") {
            let number = self.session.lesson().with_untracked(|lesson| lesson.as_ref().map(number));
            places::visit(Door::Learn, &format!("{id}/{step}"), number.unwrap_or_default());
        }
    }

    /// A link to the step in front; none where no lesson of the page is in front. Follows it.
    #[must_use]
    pub fn link(self) -> Option<Link> {
        let at = self.session.lesson().with(|lesson| lesson.as_ref().map(|lesson| (lesson.id.clone(), place(lesson))));
        let (id, step) = at.filter(|(id, _)| entry(id).is_some() && self.own_file.with(String::is_empty))?;
        Some(Link { id, step: step.and_then(|(_, step)| step), ..Link::default() })
    }

    /// Goes back to a place of a lesson in the address: to its step where the lesson is in front, else to its workspace. Returns
    /// whether another workspace comes for that.
    pub fn go_back_to(self, place: &str, number: f64) -> bool {
        let (id, _) = place.split_once('/').unwrap_or((place, ""));
        let here = self.session.lesson().with_untracked(|lesson| lesson.as_ref().is_some_and(|lesson| lesson.id == id));
        if here {
            #[allow(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "a step's number; the cast saturates"
            )]
            self.session.ask_for(Command::Lesson(LessonCommand::To(number as usize)));
        } else {
            self.go_on(id);
        }
        !here
    }

    /// The text of an own lesson belongs to the workspace that it is played in.
    fn keep_own_file(self) {
        let id = Memo::new(move |_| {
            let front = self.session.workspace().get();
            self.session.lesson().with(|lesson| lesson.as_ref().map(|lesson| (front, lesson.id.clone())))
        });
        Effect::new(move || {
            let Some((_, id)) = id.get() else { return };
            let is_it = |text: &String| text.lines().any(|line| line.trim_end() == format!("lesson {id}"));
            let text = self.own_coming.try_update_value(|coming| coming.take_if(|text| is_it(text))).flatten();
            if let Some(text) = text {
                self.own_file.set(text);
            }
        });
    }
}

/// The lesson and the step that is shown, by its name; no step at the ending.
fn place(lesson: &Lesson) -> Option<(String, Option<String>)> {
    match &lesson.shown {
        Shown::Nothing => None,
        Shown::Step(step) => Some((lesson.id.clone(), Some(step.name.clone()))),
        Shown::Ending(_) => Some((lesson.id.clone(), None)),
    }
}

/// The number of the step that is shown.
#[allow(clippy::cast_precision_loss, reason = "a lesson has few steps")]
fn number(lesson: &Lesson) -> f64 {
    if let Shown::Step(step) = &lesson.shown { step.number as f64 } else { 0.0 }
}

/// The lessons of the page; none outside of it, as in a test of one view.
#[must_use]
pub fn use_lessons() -> Option<Lessons> {
    use_context::<Lessons>()
}
