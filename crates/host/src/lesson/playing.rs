//! A lesson in progress: the reached stops, the shown stop, and the play that continues from the last stop.
//!
//! Plain data and its state changes. Must not know how acts are executed, nor how words are shown.

use std::sync::Arc;

use hashrange_assignment::Answered;
use hashrange_lesson::{Lesson, Phase, Play};
use hashrange_protocol::{LessonFile, Shown};
use hashrange_time::Timestamp;

use super::sent::SentOfStep;

/// A lesson in progress.
pub(crate) struct Playing {
    pub(crate) file: LessonFile,
    /// The lesson, in the language of the reader.
    pub(crate) lesson: Arc<Lesson>,
    /// The language of its words.
    pub(crate) language: String,
    /// The stops reached, in order of time.
    pub(crate) stops: Vec<Stop>,
    /// The position of the shown stop in `stops`.
    pub(crate) shown: usize,
    /// Whether it is playing towards the next stop.
    pub(crate) playing: bool,
    /// Whether the reader skips to the next stop.
    pub(crate) rushed: bool,
    /// Whether it is playing towards a step that a link names, without showing earlier steps.
    pub(crate) hurries: bool,
    /// Whether the reader paused it while it plays.
    pub(crate) held: bool,
    /// Whether the play towards the next stop was interrupted. Events after the last stop must then happen again.
    pub(crate) cut: bool,
    /// How the run differed from the lesson.
    pub(crate) trouble: Option<String>,
    /// The requests of the latest step.
    pub(crate) sent: SentOfStep,
    /// Values of load settings that the learner changed in this step.
    pub(crate) turned: Vec<(String, u64)>,
    /// The play after the last stop, including the learner's actions there.
    pub(crate) play: Play,
    /// The learner's answers in order, each with the index of its step. What the learner goes back on stays here.
    pub(crate) answers: Vec<(usize, Answered)>,
    /// The last evaluation of the goal, with the revision.
    pub(crate) judged: Option<(u64, hashrange_protocol::Goal)>,
}

/// A stop, and the time it was reached.
#[derive(Clone)]
pub(crate) struct Stop {
    pub(crate) moment: Timestamp,
    /// The play at the stop.
    pub(crate) play: Play,
    /// The screen, with the figures of that time.
    pub(crate) screen: Shown,
}

/// How to get to the next stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// The stop was reached before. Move along recorded events to this time.
    To(Timestamp),
    /// Move to the end of recorded events, where the learner has a task.
    Present,
    /// Play on. If the play was interrupted, start again from this time.
    Play(Option<Timestamp>),
}

impl Playing {
    pub(crate) fn new(file: LessonFile, lesson: Arc<Lesson>, language: String, start: Timestamp) -> Self {
        Self {
            file,
            play: Play::new(lesson.clone(), start),
            lesson,
            language,
            stops: Vec::new(),
            shown: 0,
            playing: false,
            rushed: false,
            hurries: false,
            held: false,
            cut: false,
            trouble: None,
            sent: SentOfStep::default(),
            turned: Vec::new(),
            answers: Vec::new(),
            judged: None,
        }
    }

    /// The shown stop.
    pub(crate) fn stop(&self) -> Option<&Stop> {
        self.stops.get(self.shown)
    }

    /// Whether the last stop is shown.
    pub(crate) fn is_last(&self) -> bool {
        self.shown + 1 >= self.stops.len()
    }

    /// The play of the shown stop. For the last stop it includes the learner's actions.
    pub(crate) fn play_shown(&self) -> &Play {
        match self.stop() {
            Some(stop) if !self.is_last() => &stop.play,
            _ => &self.play,
        }
    }

    /// Whether the learner may continue from the shown stop.
    pub(crate) fn can_go_on(&self) -> bool {
        if self.playing || !self.is_last() {
            return true;
        }
        self.stops.is_empty() || self.play.clone().go_on()
    }

    /// Returns the way to the next stop, if there is one. `past` is whether the present is before the last record, and
    /// `now` is its time.
    pub(crate) fn forward(&mut self, past: bool, now: Timestamp) -> Option<Way> {
        if self.playing {
            (self.rushed, self.held) = (true, false);
            return None;
        }
        if self.stops.is_empty() {
            return Some(Way::Play(None));
        }
        if !self.is_last() {
            self.shown += 1;
            return self.stop().map(|stop| Way::To(stop.moment));
        }
        if self.cut {
            let moment = self.stop()?.moment;
            self.return_to_stop();
            return self.goes_on(moment).then_some(Way::Play(Some(moment)));
        }
        if past {
            return Some(Way::Present);
        }
        self.goes_on(now).then_some(Way::Play(None))
    }

    fn goes_on(&mut self, now: Timestamp) -> bool {
        self.play.catch_up(now);
        let goes_on = self.play.go_on();
        if goes_on {
            self.turned.clear();
        }
        goes_on
    }

    /// Shows the previous stop, and returns its time.
    pub(crate) fn back(&mut self) -> Option<Timestamp> {
        let before = self.shown.checked_sub(1).filter(|_| !self.playing)?;
        self.shown = before;
        self.stop().map(|stop| stop.moment)
    }

    /// Shows the first stop of a step, and returns its time.
    pub(crate) fn to(&mut self, step: usize) -> Option<Timestamp> {
        let found = self
            .stops
            .iter()
            .position(|stop| stop.play.place() == step)
            .filter(|_| !self.playing)?;
        self.shown = found;
        self.stop().map(|stop| stop.moment)
    }

    /// Shows the last stop up to a time, because the reader moved along the timeline.
    pub(crate) fn look_at(&mut self, moment: Timestamp) {
        if !self.playing {
            self.shown = self
                .stops
                .partition_point(|stop| stop.moment <= moment)
                .saturating_sub(1);
        }
    }

    /// Starts another future at the shown stop, and drops the later stops.
    pub(crate) fn fork(&mut self) {
        if self.is_last() || self.playing {
            return;
        }
        self.stops.truncate(self.shown + 1);
        self.return_to_stop();
        self.turned.clear();
        self.cut = false;
    }

    /// Continues from the shown stop as it was: its play, and the requests of its step.
    pub(crate) fn return_to_stop(&mut self) {
        let Some(stop) = self.stops.get(self.shown) else { return };
        self.play = stop.play.clone();
        if let Shown::Step(step) = &stop.screen {
            self.sent = SentOfStep::resumed(step.number, step.sent.clone());
        }
    }

    /// Adds a stop and shows it.
    pub(crate) fn arrived(&mut self, moment: Timestamp, screen: Shown) {
        self.stops.push(Stop {
            moment,
            play: self.play.clone(),
            screen,
        });
        self.shown = self.stops.len() - 1;
        self.cut = false;
    }

    /// Whether the learner works on a goal: the last stop is shown, and its goal is not reached.
    pub(crate) fn waits_for_learner(&self) -> bool {
        let has_goal = self.play.step().is_some_and(|step| step.goal().is_some());
        has_goal && self.is_last() && self.play.phase() == Phase::Shown && !self.play.is_met()
    }
}
