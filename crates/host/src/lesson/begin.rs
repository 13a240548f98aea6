//! Starts a lesson in a separate workspace.
//!
//! Owns the settings of a lesson. Must not know how it is played.

use std::sync::Arc;

use hashrange_endpoint::Settings;
use hashrange_lesson::{Lesson, Phase, read, read_translation};
use hashrange_protocol::{ClockCommand, LessonFile, News, Origin};

use super::check;
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
            return self.post(News::Refused(format!("This lesson cannot be played.{words}")));
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

    /// Plays to a step, by its name, with right answers and attempts that reach its goals.
    async fn play_to(&self, id: hashrange_protocol::WorkspaceId, step: &str) {
        self.within(id, |workspace| {
            workspace.lesson.as_mut().map(|lesson| lesson.hurries = true)
        });
        self.play_before(id, step).await;
        self.within(id, |workspace| {
            workspace.lesson.as_mut().map(|lesson| lesson.hurries = false)
        });
    }

    async fn play_before(&self, id: hashrange_protocol::WorkspaceId, step: &str) {
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

    fn is_before(&self, id: hashrange_protocol::WorkspaceId, step: &str) -> bool {
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
