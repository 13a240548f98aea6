//! A lesson on its way: the stops reached so far, which of them is shown, and the play that goes on from the last.
//!
//! Plain data with its transitions. Must not know how moves are carried out, nor how words are told.

use std::sync::Arc;

use hashrange_lesson::{Lesson, Phase, Play};
use hashrange_protocol::{LessonFile, Shown};
use hashrange_time::Timestamp;

/// A lesson that is played.
pub(crate) struct Playing {
    pub(crate) file: LessonFile,
    /// The lesson, in the language of the reader.
    pub(crate) lesson: Arc<Lesson>,
    /// The language of its words.
    pub(crate) language: String,
    /// The stops reached, in order of time.
    pub(crate) stops: Vec<Stop>,
    /// The one that is shown, by its place.
    pub(crate) shown: usize,
    /// Whether it is on its way to the next one.
    pub(crate) playing: bool,
    /// Whether the reader wants to be there at once.
    pub(crate) rushed: bool,
    /// Whether it is on its way to a step that a link names: nothing before is to be seen.
    pub(crate) hurries: bool,
    /// Whether the reader holds it on its way.
    pub(crate) held: bool,
    /// Whether the way to the next stop was cut off: what happened after the last stop is to happen again.
    pub(crate) cut: bool,
    /// What went otherwise than the lesson says.
    pub(crate) trouble: Option<String>,
    /// Values of settings that the learner turned in this step.
    pub(crate) turned: Vec<(String, u64)>,
    /// It goes on from the last stop, or from what the learner did there.
    pub(crate) play: Play,
    /// The goal as it was judged last, with the revision.
    pub(crate) judged: Option<(u64, hashrange_protocol::Goal)>,
}

/// A stop, and the moment it was reached.
#[derive(Clone)]
pub(crate) struct Stop {
    pub(crate) moment: Timestamp,
    /// From here it goes on.
    pub(crate) play: Play,
    /// What is shown, with the figures as they were.
    pub(crate) screen: Shown,
}

/// How the next stop is come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// It was reached before: along what happened.
    To(Timestamp),
    /// To the end of what happened, where the learner is at work.
    Present,
    /// By playing on; where the way was cut off, from this moment.
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
            turned: Vec::new(),
            judged: None,
        }
    }

    /// The stop that is shown.
    pub(crate) fn stop(&self) -> Option<&Stop> {
        self.stops.get(self.shown)
    }

    /// Whether the last stop is shown.
    pub(crate) fn is_last(&self) -> bool {
        self.shown + 1 >= self.stops.len()
    }

    /// The play of the stop that is shown, with what the learner did there where it is the last.
    pub(crate) fn play_shown(&self) -> &Play {
        match self.stop() {
            Some(stop) if !self.is_last() => &stop.play,
            _ => &self.play,
        }
    }

    /// Whether the learner may go on from what is shown.
    pub(crate) fn can_go_on(&self) -> bool {
        if self.playing || !self.is_last() {
            return true;
        }
        self.stops.is_empty() || self.play.clone().go_on()
    }

    /// The way to the next stop, if there is one. `past` says whether the present is behind what happened, and `now` is its
    /// moment.
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
            self.play = self.stop()?.play.clone();
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

    /// The moment of the stop before, which is shown from now on.
    pub(crate) fn back(&mut self) -> Option<Timestamp> {
        let before = self.shown.checked_sub(1).filter(|_| !self.playing)?;
        self.shown = before;
        self.stop().map(|stop| stop.moment)
    }

    /// The moment of the first stop of a step, which is shown from now on.
    pub(crate) fn to(&mut self, step: usize) -> Option<Timestamp> {
        let found = self.stops.iter().position(|stop| stop.play.place() == step).filter(|_| !self.playing)?;
        self.shown = found;
        self.stop().map(|stop| stop.moment)
    }

    /// Shows the last stop up to a moment: somebody went along what happened.
    pub(crate) fn look_at(&mut self, moment: Timestamp) {
        if !self.playing {
            self.shown = self.stops.partition_point(|stop| stop.moment <= moment).saturating_sub(1);
        }
    }

    /// Another future begins at what is shown: what came after it has not happened.
    pub(crate) fn fork(&mut self) {
        if self.is_last() || self.playing {
            return;
        }
        self.stops.truncate(self.shown + 1);
        if let Some(stop) = self.stops.last() {
            self.play = stop.play.clone();
        }
        self.turned.clear();
        self.cut = false;
    }

    /// Takes note of a stop and shows it.
    pub(crate) fn arrived(&mut self, moment: Timestamp, screen: Shown) {
        self.stops.push(Stop { moment, play: self.play.clone(), screen });
        self.shown = self.stops.len() - 1;
        self.cut = false;
    }

    /// Whether the learner is at work on a goal: the last stop is shown, and its goal is not reached.
    pub(crate) fn waits_for_learner(&self) -> bool {
        let has_goal = self.play.step().is_some_and(|step| step.goal().is_some());
        has_goal && self.is_last() && self.play.phase() == Phase::Shown && !self.play.is_met()
    }
}
