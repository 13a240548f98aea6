//! Starts a lesson in a separate workspace, or continues the one in progress, and goes to the step of a link.
//!
//! Owns the settings of a lesson. Must not know how it is played.

use std::sync::Arc;

use hashrange_endpoint::Settings;
use hashrange_lesson::{Lesson, Phase, read, read_translation};
use hashrange_protocol::{Card, ClockCommand, LessonFile, News, Origin, Travel, WorkspaceId};

use super::check;
use super::pacing::LOOK_MS;
use super::playing::Playing;
use crate::core::Core;
use crate::host::{Host, Platform};

impl<W: Platform> Host<W> {
    /// Starts a lesson in its own workspace, and plays to its first stop, or to the requested step.
    pub(crate) async fn begin_lesson(&self, file: LessonFile) {
        let Some((lesson, language)) = lesson_of(&file) else {
            let first = check::check(&file.text).into_iter().find(|fault| !fault.warns);
            let words = first
                .map(|fault| format!(" Line {}: {}.", fault.line, fault.words))
                .unwrap_or_default();
            return self.post(&News::Refused(format!("This lesson cannot be played.{words}")));
        };
        let settings = settings(&lesson);
        let mut core = Core::begin(&settings);
        // Pauses before the workspace is in front, because the real time of opening must not pass.
        core.command(self.platform().millis(), ClockCommand::Pause);
        let name = lesson.title.shown();
        let workspace = self
            .begin(&name, Origin::Lesson(lesson.id.clone()), core, String::new())
            .await;
        let wanted = file.step.clone();
        self.change(workspace, |workspace, _| {
            workspace.lesson = Some(Playing::new(file, lesson, language, settings.start));
        });
        self.play(workspace).await;
        if let Some(step) = wanted {
            self.play_to(workspace, &step).await;
        }
    }

    /// Opens the workspace in which the lesson of a file is in progress, at the requested step. Starts the lesson if
    /// there is none.
    pub(crate) async fn go_to_lesson(&self, file: LessonFile) {
        let open = lesson_of(&file).and_then(|(lesson, _)| self.in_progress(&lesson.id));
        if let Some(id) = open {
            if self.front() != id {
                self.open(id).await;
            }
            if self.reaches_stop(id).await {
                if let Some(step) = &file.step {
                    self.go_to_step(id, step).await;
                }
                return;
            }
        }
        self.begin_lesson(file).await;
    }

    /// The workspace in which a lesson is in progress: the one in front, if it is there.
    fn in_progress(&self, lesson: &str) -> Option<WorkspaceId> {
        self.state(|state| {
            let is_of = |card: &&Card| {
                card.deleted.is_none() && matches!(&card.origin, Origin::Lesson(origin) if origin == lesson)
            };
            let front = state.cards.get(&state.front).filter(is_of);
            front.or_else(|| state.cards.values().find(is_of)).map(|card| card.id)
        })
    }

    /// Skips to the next stop if the lesson plays. Returns false if the workspace has no lesson, because it was left or
    /// could not be restored.
    async fn reaches_stop(&self, id: WorkspaceId) -> bool {
        loop {
            let playing = self.within(id, |workspace| {
                let lesson = workspace.lesson.as_mut()?;
                (lesson.rushed, lesson.held) = (lesson.playing, false);
                Some(lesson.playing)
            });
            match playing.flatten() {
                None => return false,
                Some(false) => return true,
                Some(true) => self.platform().rest(LOOK_MS).await,
            }
        }
    }

    /// Goes to a step, by its name: to its first stop if it was reached, otherwise plays to it from the last stop. A
    /// step that is shown stays as it is.
    async fn go_to_step(&self, id: WorkspaceId, step: &str) {
        let way = self.within(id, |workspace| {
            let lesson = workspace.lesson.as_mut()?;
            let place = lesson.lesson.steps.iter().position(|one| one.name == step)?;
            let is_shown = lesson.stop().is_some_and(|stop| stop.play.place() == place);
            let is_reached = lesson.stops.iter().any(|stop| stop.play.place() == place);
            if !is_reached {
                // The ending says which steps a link skipped.
                lesson.file.step = Some(step.to_owned());
            }
            (!is_shown).then_some((place, is_reached))
        });
        match way.flatten() {
            Some((place, true)) => self.look_back(id, |lesson| lesson.to(place)).await,
            Some((_, false)) => {
                self.go_to_last_stop(id).await;
                self.play_to(id, step).await;
            }
            None => {}
        }
    }

    /// Shows the last stop with everything that happened there. What an interrupted play did after it is dropped.
    async fn go_to_last_stop(&self, id: WorkspaceId) {
        let travel = self.within(id, |workspace| {
            let lesson = workspace.lesson.as_mut()?;
            lesson.shown = lesson.stops.len().saturating_sub(1);
            let last = lesson.stops.last().filter(|_| lesson.cut)?;
            lesson.play = last.play.clone();
            Some(Travel::To(last.moment))
        });
        self.go_along(id, travel.flatten().unwrap_or(Travel::Present)).await;
    }

    /// Plays to a step, by its name, with right answers and attempts that reach its goals.
    async fn play_to(&self, id: WorkspaceId, step: &str) {
        self.within(id, |workspace| {
            workspace.lesson.as_mut().map(|lesson| lesson.hurries = true)
        });
        self.play_before(id, step).await;
        self.within(id, |workspace| {
            workspace.lesson.as_mut().map(|lesson| lesson.hurries = false)
        });
    }

    async fn play_before(&self, id: WorkspaceId, step: &str) {
        while self.is_before(id, step) {
            let goes_on = self.within(id, |workspace| {
                let now = workspace.core.engine().now();
                let lesson = workspace.lesson.as_mut()?;
                lesson.play.catch_up(now);
                let play = &mut lesson.play;
                let is_question = play.step().is_some_and(|step| step.question().is_some());
                let done = match play.phase() {
                    Phase::Shown if is_question => play.pick(1) || play.say(0.0),
                    Phase::Shown if play.step().is_some_and(|step| step.goal().is_some()) && !play.is_met() => {
                        play.attempt(hashrange_lesson::Attempt::Solve)
                    }
                    _ => play.go_on(),
                };
                done.then_some(())
            });
            if goes_on.flatten().is_none() {
                return;
            }
            self.play(id).await;
        }
    }

    fn is_before(&self, id: WorkspaceId, step: &str) -> bool {
        let before = self.within(id, |workspace| {
            let lesson = workspace.lesson.as_ref()?;
            let wanted = lesson.lesson.steps.iter().position(|one| one.name == step)?;
            Some(lesson.play.place() < wanted && lesson.trouble.is_none())
        });
        before.flatten() == Some(true)
    }
}

/// Reads the lesson of a file, in the language of its translation. Returns it with that language; `None` if it cannot
/// be read.
pub(super) fn lesson_of(file: &LessonFile) -> Option<(Arc<Lesson>, String)> {
    let lesson = read(&file.text).ok()?;
    if !check::unknown_settings(&lesson).is_empty() {
        return None;
    }
    let translation = file.translation.as_deref().and_then(|text| read_translation(text).ok());
    Some(
        match translation.filter(|translation| translation.lesson == lesson.id) {
            Some(translation) => (Arc::new(lesson.spoken(&translation)), translation.language),
            None => (Arc::new(lesson), "en".to_owned()),
        },
    )
}

/// The settings of a workspace, with the lesson's settings.
pub(crate) fn settings(lesson: &Lesson) -> Settings {
    let mut settings = Core::usual();
    for one in &lesson.settings {
        // Unknown settings were reported when the file was checked.
        let _ = settings.set(&one.name, &one.value);
    }
    settings
}
