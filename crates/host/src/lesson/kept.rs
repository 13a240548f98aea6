//! A lesson as text. It is stored with its workspace, and continues after a reload.
//!
//! Owns the parts of a lesson that are stored: the bytes of messages, after the version of the messages. Must not know
//! where the text is stored.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use hashrange_assignment::Answered;
use hashrange_lesson::{Kept, Play};
use hashrange_protocol::{ClockCommand, LessonFile, News, Shown, Travel, VERSION, WorkspaceId, decode, encode};
use hashrange_time::Timestamp;
use serde::{Deserialize, Serialize};

use super::begin::lesson_of;
use super::playing::{Playing, Stop};
use crate::host::{Host, Platform};

const OF_ANOTHER_VERSION: &str = "Another version of this page stored the lesson, so it cannot be continued. Its workspace is now yours. Start the lesson again from Learn.";

/// A lesson as it is stored.
#[derive(Serialize, Deserialize)]
pub(crate) struct KeptLesson {
    file: LessonFile,
    shown: usize,
    /// Whether it was playing towards the next stop.
    playing: bool,
    turned: Vec<(String, u64)>,
    answers: Vec<(usize, Answered)>,
    play: Kept,
    stops: Vec<KeptStop>,
}

#[derive(Serialize, Deserialize)]
struct KeptStop {
    moment: Timestamp,
    play: Kept,
    screen: Shown,
}

impl Playing {
    /// The lesson as one line of text.
    pub(crate) fn kept(&self) -> String {
        let stop = |stop: &Stop| KeptStop {
            moment: stop.moment,
            play: stop.play.kept(),
            screen: stop.screen.clone(),
        };
        let kept = KeptLesson {
            file: self.file.clone(),
            shown: self.shown,
            playing: self.playing || self.cut,
            turned: self.turned.clone(),
            answers: self.answers.clone(),
            play: self.play.kept(),
            stops: self.stops.iter().map(stop).collect(),
        };
        // Cannot fail: the length of every part is known.
        let bytes = encode(&kept).unwrap_or_default();
        format!("{VERSION} {}", BASE64_STANDARD.encode(bytes))
    }

    /// Reads a lesson from a line of text. `None` if another version wrote it.
    pub(crate) fn taken_up(line: &str) -> Option<Self> {
        let (version, text) = line.split_once(' ')?;
        let bytes = BASE64_STANDARD.decode(text).ok()?;
        let kept: KeptLesson = decode(&bytes).filter(|_| version == VERSION.to_string())?;
        let (lesson, language) = lesson_of(&kept.file)?;
        let resumed = |kept: Kept| Play::resumed(lesson.clone(), kept);
        let stop = |stop: KeptStop| Stop {
            moment: stop.moment,
            play: resumed(stop.play),
            screen: stop.screen,
        };
        let mut playing = Self::new(kept.file, lesson.clone(), language, Timestamp::EPOCH);
        playing.stops = kept.stops.into_iter().map(stop).collect();
        playing.shown = kept.shown.min(playing.stops.len().saturating_sub(1));
        playing.cut = kept.playing;
        playing.turned = kept.turned;
        playing.answers = kept.answers;
        playing.return_to_stop();
        playing.play = resumed(kept.play);
        Some(playing)
    }
}

impl<W: Platform> Host<W> {
    /// Continues the lesson of a workspace that was in progress before a reload, if there was one. Only a workspace of a
    /// lesson calls this: the code is in a file that other workspaces do not load.
    pub(crate) async fn take_up_lesson(&self, id: WorkspaceId) {
        let line = self.within(id, |workspace| std::mem::take(&mut workspace.lesson_line));
        let Some(line) = line.filter(|line| !line.is_empty()) else {
            return;
        };
        let Some(mut lesson) = Playing::taken_up(&line) else {
            self.leave(id);
            return self.post(&News::Refused(OF_ANOTHER_VERSION.to_owned()));
        };
        let travel = self.change(id, |workspace, real| {
            workspace.core.command(real, ClockCommand::Pause);
            workspace.core.end_load_run(real);
            // Drops stops after the end of the stored journal.
            let end = workspace.core.end_of_line();
            lesson.stops.retain(|stop| stop.moment <= end);
            lesson.shown = lesson.shown.min(lesson.stops.len().saturating_sub(1));
            let away = lesson
                .stop()
                .filter(|_| !lesson.is_last() || lesson.cut)
                .map(|stop| stop.moment);
            workspace.lesson = Some(lesson);
            away
        });
        if let Some(Some(moment)) = travel {
            // The words describe the time of the shown stop.
            self.go_along(id, Travel::To(moment)).await;
        }
    }
}
