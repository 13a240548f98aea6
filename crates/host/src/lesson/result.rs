//! The result of the lesson in front as a file, and the answer key of a lesson.
//!
//! Owns when an answer of the learner is noted. Must not know the format of the file, nor what a class is.

use std::sync::Arc;

use hashrange_assignment::{Answered, KeyMaking, LessonResult, file_name, mark_of};
use hashrange_lesson::{Phase, read};
use hashrange_protocol::call::CallResult;
use hashrange_time::Timestamp;

use super::check::unknown_settings;
use super::playing::Playing;
use super::settings_of;
use crate::core::Seen;
use crate::host::{Host, Platform};
use crate::workspace::Workspace;

/// The maximum number of answers that are noted. A learner can answer a question again and again.
const MOST_ANSWERS: usize = 1_000;

impl Playing {
    /// Notes an answer of the learner to a step.
    pub(crate) fn note_answer(&mut self, step: usize, answered: Answered) {
        if self.answers.len() < MOST_ANSWERS {
            self.answers.push((step, answered));
        }
    }

    /// Notes that the goal of the step is reached, if it is and was not before.
    pub(crate) fn note_goal(&mut self, now: Timestamp) {
        let step = self.play.place();
        let is_met = |(at, answered): &(usize, Answered)| *at == step && matches!(answered, Answered::Met(_));
        if !self.play.is_met() || self.hurries || self.answers.iter().any(is_met) {
            return;
        }
        let began = self.stops.first().map_or(now, |stop| stop.moment);
        let passed = now.checked_since(began).unwrap_or_default();
        self.note_answer(step, Answered::Met(passed.micros() / 1_000));
    }

    /// The number of steps before the one that a link opened. The host answered in them, not the learner.
    pub(crate) fn skipped(&self) -> usize {
        let opened = self.file.step.as_deref();
        let place = |step: &str| self.lesson.steps.iter().position(|one| one.name == step);
        opened.and_then(place).unwrap_or_default()
    }

    /// What the learner did so far.
    fn result(&self, learner: String) -> LessonResult {
        let name_of = |step: usize| self.lesson.steps.get(step).map(|step| step.name.clone());
        let last = self.stops.last();
        let is_over = last.is_some_and(|stop| stop.play.phase() == Phase::Over);
        LessonResult {
            learner,
            lesson: self.lesson.id.clone(),
            mark: mark_of(&self.file.text),
            skipped: self.skipped(),
            reached: (!is_over).then(|| last.map_or(1, |stop| stop.play.place() + 1)),
            answers: self
                .answers
                .iter()
                .filter_map(|(step, answered)| Some((name_of(*step)?, answered.clone())))
                .collect(),
        }
    }
}

/// The result of the lesson in a workspace, as a file.
pub(crate) fn file(workspace: &Workspace, learner: String) -> Result<CallResult, String> {
    let lesson = workspace.lesson.as_ref().ok_or("No lesson is open.")?;
    let result = lesson.result(learner);
    Ok(CallResult::File {
        name: file_name(&result.lesson, &result.learner, "result"),
        bytes: result.to_text().into_bytes(),
        left_out: Vec::new(),
    })
}

impl<W: Platform> Host<W> {
    /// Plays a lesson on a service of its own, in slices, to find what is right.
    ///
    /// # Errors
    /// If the text is not a lesson that can be played to its end, or the reader stopped the call.
    pub(crate) async fn key_of_lesson(&self, number: u64, text: &str) -> Result<CallResult, String> {
        let lesson = read(text).map_err(|faults| faults.first().map_or_else(String::new, ToString::to_string))?;
        if let Some(unknown) = unknown_settings(&lesson).into_iter().next() {
            return Err(unknown.words);
        }
        let lesson = Arc::new(lesson);
        let mut making = KeyMaking::<Seen>::new(&lesson, text, &settings_of(&lesson));
        let key = self.in_slices(number, || making.go_on()).await??;
        Ok(CallResult::Key(Box::new(key)))
    }
}
