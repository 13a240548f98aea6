//! Begins a lesson in a workspace of its own.
//!
//! Owns what a lesson is set up with. Must not know how it is played.

use std::sync::Arc;

use hashrange_endpoint::Settings;
use hashrange_lesson::{Lesson, Phase, read, read_translation};
use hashrange_protocol::{ClockCommand, LessonFile, News, Origin};

use super::check;
use super::playing::Playing;
use crate::core::Core;
use crate::host::Host;
use crate::world::World;

impl<W: World> Host<W> {
    /// Begins a lesson in a workspace of its own, and plays to its first stop, or to the step that is asked for.
    pub(crate) async fn begin_lesson(&self, file: LessonFile) {
        let Some((lesson, language)) = lesson_of(&file) else {
            let first = check::check(&file.text).into_iter().next();
            let words = first.map(|fault| format!(" Line {}: {}.", fault.line, fault.words)).unwrap_or_default();
            return self.post(News::Refused(format!("This lesson cannot be played.{words}")));
        };
        let settings = settings(&lesson);
        let mut core = Core::begin(&settings);
        // Before it is in front: what opening takes of real time must not pass.
        core.command(self.world().millis(), ClockCommand::Pause);
        let name = lesson.title.shown();
        let workspace = self.begin(&name, Origin::Lesson(lesson.id.clone()), core, String::new()).await;
        let wanted = file.step.clone();
        self.change(workspace, |workspace, _| {
            workspace.lesson = Some(Playing::new(file, lesson, language, settings.start));
        });
        self.play(workspace).await;
        if let Some(step) = wanted {
            self.play_to(workspace, &step).await;
        }
    }

    /// Plays on to a step, by its name, with right answers and the attempts that reach its goals.
    async fn play_to(&self, id: hashrange_protocol::WorkspaceId, step: &str) {
        self.within(id, |workspace| workspace.lesson.as_mut().map(|lesson| lesson.hurries = true));
        self.play_before(id, step).await;
        self.within(id, |workspace| workspace.lesson.as_mut().map(|lesson| lesson.hurries = false));
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

/// The lesson of a file, in the language of its translation, and that language; `None` where it cannot be read.
pub(super) fn lesson_of(file: &LessonFile) -> Option<(Arc<Lesson>, String)> {
    let lesson = read(&file.text).ok()?;
    if !check::unknown_settings(&lesson).is_empty() {
        return None;
    }
    let translation = file.translation.as_deref().and_then(|text| read_translation(text).ok());
    Some(match translation.filter(|translation| translation.lesson == lesson.id) {
        Some(translation) => (Arc::new(lesson.spoken(&translation)), translation.language),
        None => (Arc::new(lesson), "en".to_owned()),
    })
}

/// What a workspace is set up with, and the lesson's settings.
pub(crate) fn settings(lesson: &Lesson) -> Settings {
    let mut settings = Core::usual();
    for one in &lesson.settings {
        // Settings there are not were told when the file was checked.
        let _ = settings.set(&one.name, &one.value);
    }
    settings
}
