//! The lessons of the page: their list, how one is loaded and started, and the learner's progress.
//!
//! Owns the steps from a request for a lesson until the lesson is in front. Must not know how a lesson is shown or
//! played.

pub mod catalogue;
pub mod download;
pub mod link;
pub mod progress;

use hashrange_protocol::call::received;
use hashrange_protocol::{Command, Lesson, LessonCommand, LessonFile, Origin, Shown, WorkspaceCommand, WorkspaceId};
use hashrange_words::t;
use leptos::prelude::*;
use leptos::task::spawn_local;

use self::catalogue::entry;
use self::download::download;
pub use self::link::Link;
pub use self::progress::Progress;
use crate::ahead::views;
use crate::effect::effect;
use crate::memo::Memo;
use crate::opening;
use crate::places;
use crate::section::Section;
use crate::session::{Notice, Phase, Session, use_saved_part};
use crate::signal::RwSignal;

/// The part of a workspace's saved state with the text of a lesson from the reader's own file.
const OWN_FILE: &str = "lesson-file";

/// A lesson that is being opened.
#[derive(Clone, Debug, PartialEq)]
pub struct Coming {
    /// The requested lesson and step.
    pub link: Link,
    /// Whether it begins in a new workspace, even if it is in progress in another one.
    anew: bool,
    /// Identifies this request.
    number: u64,
    /// The progress.
    pub state: ComingState,
}

/// The progress of opening a lesson.
#[derive(Clone, Debug, PartialEq)]
pub enum ComingState {
    /// Its file is being downloaded.
    Downloading,
    /// Its file is loaded, and the engine is not ready yet.
    Here(LessonFile),
    /// The engine starts it. Until it has started, this workspace is in front.
    Begun(WorkspaceId),
    /// It cannot be started, for this reason.
    Failed(String),
}

hashrange_late::late!(page:
    /// The text of the assignment in a link.
    fn unpacked(packed: String) -> Result<String, String> {
        received(&packed).map_err(|why| why.to_string())
    }
);

/// The handle to the lessons.
#[derive(Clone, Copy)]
pub struct Lessons {
    session: Session,
    /// The lesson that is being opened.
    pub coming: RwSignal<Option<Coming>>,
    /// The learner's progress.
    pub progress: RwSignal<Progress>,
    /// The language that the learner prefers.
    language: RwSignal<String>,
    /// The text of the lesson in front, if it is the reader's own file; otherwise empty.
    pub own_file: RwSignal<String>,
    /// The text of the reader's own lesson that is being opened.
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
            own_file: use_saved_part(OWN_FILE),
            own_coming: StoredValue::new(None),
            newest: StoredValue::new(0),
        };
        provide_context(lessons);
        lessons.bring_to_the_front();
        lessons.follow_progress();
        lessons.keep_own_file();
        lessons
    }

    /// Goes to a lesson and its step: to the workspace in which the lesson is in progress, otherwise to a new one.
    pub fn go_to(self, link: Link) {
        self.fetch(link, false);
    }

    /// Tries again to open the lesson that could not be opened.
    pub fn try_again(self) {
        if let Some(Coming { link, anew, .. }) = self.coming.get_untracked() {
            self.fetch(link, anew);
        }
    }

    /// Downloads the file of a lesson, which is then started.
    fn fetch(self, link: Link, anew: bool) {
        let number = self.newest.try_update_value(|newest| {
            *newest += 1;
            *newest
        });
        let number = number.unwrap_or_default();
        if let Some(packed) = link.assignment.clone() {
            return self.begin_assignment(link, number, packed);
        }
        let Some(entry) = entry(&link.id) else {
            let words = t!("There is no lesson {id}. Choose another one.", id = link.id);
            return self.await_lesson(link, anew, number, ComingState::Failed(words));
        };
        let (step, language) = (link.step.clone(), self.language.get_untracked());
        self.await_lesson(link, anew, number, ComingState::Downloading);
        // The views of a lesson come at the same time as its file.
        spawn_local(async {
            // The lesson's view reports a failure.
            let _ = views().await;
        });
        spawn_local(async move {
            let file = download(entry, &language).await;
            let _ = views().await;
            let state = match file {
                Ok((text, translation)) => ComingState::Here(LessonFile {
                    text,
                    translation,
                    step,
                }),
                Err(words) => ComingState::Failed(words),
            };
            self.arrived(number, state);
        });
    }

    /// Begins the lesson of the address that the page was opened with. An assignment whose opening did not end is not
    /// tried again by itself.
    pub fn arrive(self, link: Link) {
        let unfinished = |packed: &String| opening::is_unfinished_assignment(packed);
        if link.assignment.as_ref().is_some_and(unfinished) {
            let words = t!("The assignment did not open last time, so it was not opened again.").to_owned();
            self.await_lesson(link, true, 0, ComingState::Failed(words));
        } else {
            self.go_to(link);
        }
    }

    /// Starts the assignment of a link.
    fn begin_assignment(self, link: Link, number: u64, packed: String) {
        opening::begin_assignment(&packed);
        self.await_lesson(link, true, number, ComingState::Downloading);
        spawn_local(async move {
            let unpacked = unpacked(packed).await.map_err(|why| why.to_string());
            let state = match unpacked.flatten() {
                Ok(text) => {
                    self.own_coming.set_value(Some(text.clone()));
                    ComingState::Here(LessonFile {
                        text,
                        ..LessonFile::default()
                    })
                }
                Err(words) => {
                    opening::end_assignment();
                    ComingState::Failed(words)
                }
            };
            self.arrived(number, state);
        });
    }

    fn await_lesson(self, link: Link, anew: bool, number: u64, state: ComingState) {
        self.coming.set(Some(Coming {
            link,
            anew,
            number,
            state,
        }));
    }

    /// Stores the progress of the request with this number, unless another request has replaced it.
    fn arrived(self, number: u64, state: ComingState) {
        self.coming.try_update(|coming| {
            if let Some(coming) = coming.as_mut().filter(|coming| coming.number == number) {
                coming.state = state;
            }
        });
    }

    /// Begins a lesson by its id, from its first step, in a new workspace.
    pub fn start(self, id: &str) {
        let link = Link {
            id: id.to_owned(),
            ..Link::default()
        };
        self.fetch(link, true);
    }

    /// Begins a lesson from the reader's own file.
    pub fn begin_own(self, text: &str) {
        self.own_coming.set_value(Some(text.to_owned()));
        let file = LessonFile {
            text: text.to_owned(),
            ..LessonFile::default()
        };
        self.session.run_workspace_command(WorkspaceCommand::WithLesson(file));
    }

    /// Continues a lesson: in its workspace, or in a new one from the last step.
    pub fn go_on(self, id: &str) {
        let workspace = self.session.workspaces().with_untracked(|cards| {
            let is_of = |origin: &Origin| matches!(origin, Origin::Lesson(lesson) if lesson == id);
            cards
                .iter()
                .find(|card| card.deleted.is_none() && is_of(&card.origin))
                .map(|card| card.id)
        });
        match workspace {
            Some(workspace) => self.session.run_workspace_command(WorkspaceCommand::Open(workspace)),
            None => {
                let step = self
                    .progress
                    .with_untracked(|progress| progress.step_of(id).map(str::to_owned));
                self.go_to(Link {
                    id: id.to_owned(),
                    step,
                    ..Link::default()
                });
            }
        }
    }

    /// Leaves the lesson in front. Its workspace becomes one of the reader's own.
    pub fn leave(self) {
        let id = self
            .session
            .lesson()
            .with_untracked(|lesson| lesson.as_ref().map(|lesson| lesson.id.clone()));
        if let Some(id) = id {
            self.progress.update(|progress| progress.leave(&id));
        }
        self.session.ask_for(Command::Lesson(LessonCommand::Leave));
    }

    /// Whether a lesson is being opened.
    #[must_use]
    pub fn is_coming(self) -> bool {
        self.coming.with(Option::is_some)
    }

    /// Starts a downloaded lesson when the engine is ready, and detects when it is in front.
    fn bring_to_the_front(self) {
        let session = self.session;
        let is_here = Memo::new(move |_| session.lesson().with(Option::is_some));
        effect(move || {
            let front = session.workspace().get();
            let ready = session.phase().get() == Phase::Ready && front != WorkspaceId::NONE;
            let Some(Coming { link, anew, state, .. }) = self.coming.get() else {
                return;
            };
            match state {
                ComingState::Here(file) if ready => {
                    // A lesson that is in front does not come to the front.
                    let is_it = |lesson: &Option<Lesson>| lesson.as_ref().is_some_and(|lesson| lesson.id == link.id);
                    let is_in_front = !anew && session.lesson().with_untracked(is_it);
                    self.turn(ComingState::Begun(if is_in_front { WorkspaceId::NONE } else { front }));
                    session.run_workspace_command(if anew {
                        WorkspaceCommand::WithLesson(file)
                    } else {
                        WorkspaceCommand::ToLesson(file)
                    });
                }
                ComingState::Begun(before) if front != before && is_here.get() => {
                    opening::end_assignment();
                    self.coming.set(None);
                }
                _ => {}
            }
        });
        effect(move || {
            let words = match session.notice().get() {
                Some((_, Notice::Refused(words))) => {
                    opening::end_assignment();
                    words
                }
                Some((_, Notice::Restarted(_))) => t!("The engine stopped while it began the lesson.").to_owned(),
                _ => return,
            };
            self.own_coming.set_value(None);
            let is_begun = |coming: &Option<Coming>| {
                matches!(
                    coming,
                    Some(Coming {
                        state: ComingState::Begun(_),
                        ..
                    })
                )
            };
            if self.coming.with_untracked(is_begun) {
                self.turn(ComingState::Failed(words));
            }
        });
    }

    fn turn(self, state: ComingState) {
        self.coming.update(|coming| {
            if let Some(coming) = coming {
                coming.state = state;
            }
        });
    }

    /// Stores the learner's progress, as the lesson in front continues.
    fn follow_progress(self) {
        let place = Memo::new(move |_| self.session.lesson().with(|lesson| lesson.as_ref().and_then(place)));
        effect(move || {
            let place = place.get();
            // A link is removed from the address when its lesson is fetched, also if the place then stays the same.
            if self.is_coming() {
                return;
            }
            match place {
                Some((id, Some(step))) if entry(&id).is_some() => {
                    self.progress.update(|all| all.reach(&id, &step));
                    self.name_place(&format!("{id}/{step}"));
                }
                Some((id, None)) if entry(&id).is_some() => {
                    self.progress.update(|all| all.finish(&id));
                    self.name_place(&id);
                }
                _ => {}
            }
        });
        effect(move || self.progress.with(Progress::keep));
    }

    /// Puts the lesson with its step into the address, or without one at its end, unless the workbench is open.
    fn name_place(self, place: &str) {
        if !places::fragment().starts_with("#workbench") {
            let number = self
                .session
                .lesson()
                .with_untracked(|lesson| lesson.as_ref().map(number));
            places::visit(Section::Learn, place, number.unwrap_or_default());
        }
    }

    /// A link to the step in front. `None` if no lesson of the page is in front. Reactive.
    #[must_use]
    pub fn link(self) -> Option<Link> {
        let at = self
            .session
            .lesson()
            .with(|lesson| lesson.as_ref().map(|lesson| (lesson.id.clone(), place(lesson))));
        let (id, step) = at.filter(|(id, _)| entry(id).is_some() && self.own_file.with(String::is_empty))?;
        Some(Link {
            id,
            step: step.and_then(|(_, step)| step),
            ..Link::default()
        })
    }

    /// Returns to the place of a lesson in the address: to its step if the lesson is in front, otherwise to its
    /// workspace. Returns whether another workspace is opened.
    pub fn go_back_to(self, place: &str, number: f64) -> bool {
        let (id, _) = place.split_once('/').unwrap_or((place, ""));
        let here = self
            .session
            .lesson()
            .with_untracked(|lesson| lesson.as_ref().is_some_and(|lesson| lesson.id == id));
        if here {
            #[allow(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "a step's number; the cast saturates"
            )]
            self.session
                .ask_for(Command::Lesson(LessonCommand::To(number as usize)));
        } else {
            self.go_on(id);
        }
        !here
    }

    /// Stores the text of the reader's own lesson in the workspace in which it is played.
    fn keep_own_file(self) {
        let id = Memo::new(move |_| {
            let front = self.session.workspace().get();
            self.session
                .lesson()
                .with(|lesson| lesson.as_ref().map(|lesson| (front, lesson.id.clone())))
        });
        effect(move || {
            let Some((_, id)) = id.get() else { return };
            let is_it = |text: &String| text.lines().any(|line| line.trim_end() == format!("lesson {id}"));
            let text = self
                .own_coming
                .try_update_value(|coming| coming.take_if(|text| is_it(text)))
                .flatten();
            if let Some(text) = text {
                self.own_file.set(text);
            }
        });
    }
}

/// The lesson and the name of the step that is shown. The ending has no step.
fn place(lesson: &Lesson) -> Option<(String, Option<String>)> {
    match &lesson.shown {
        Shown::Nothing => None,
        Shown::Step(step) => Some((lesson.id.clone(), Some(step.name.clone()))),
        Shown::Ending(_) => Some((lesson.id.clone(), None)),
    }
}

/// The number of the step that is shown. The ending follows the last step.
#[allow(clippy::cast_precision_loss, reason = "a lesson has few steps")]
fn number(lesson: &Lesson) -> f64 {
    match &lesson.shown {
        Shown::Nothing => 0.0,
        Shown::Step(step) => step.number as f64,
        Shown::Ending(_) => lesson.steps as f64,
    }
}

/// The lessons of the page. `None` outside the page, as in a test of one view.
#[must_use]
pub fn use_lessons() -> Option<Lessons> {
    use_context::<Lessons>()
}
