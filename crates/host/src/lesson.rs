//! Lessons: a lesson plays in its own workspace, stop by stop. The learner's actions in between are judged. Going back
//! moves along recorded events, like every undo.
//!
//! Owns the commands of a learner. Time passes only for the lesson and for the learner's actions, so that the same
//! choices lead to the same state in every browser.

mod begin;
pub(crate) use begin::settings as settings_of;
pub(crate) mod check;
pub(crate) mod draft;
mod draft_task;
mod kept;
mod pacing;
mod perform;
pub(crate) mod playing;
pub(crate) mod result;
mod screen;
mod sent;
mod service_figures;
mod table;

use hashrange_assignment::Answered;
use hashrange_endpoint::Dispatched;
use hashrange_protocol::{ClockCommand, LessonCommand, Line, Origin, Travel, WorkspaceId};

use self::playing::Way;
use crate::core::Core;
use crate::host::{Host, Platform};
use crate::store::Store;
use crate::workspace::Workspace;

impl<W: Platform> Host<W> {
    /// Executes a command of the learner.
    pub(crate) async fn lesson(self, id: WorkspaceId, command: LessonCommand) {
        match command {
            LessonCommand::Forward => self.forward(id).await,
            LessonCommand::Finish => {
                self.within(id, |workspace| {
                    if let Some(lesson) = workspace.lesson.as_mut().filter(|lesson| lesson.playing) {
                        (lesson.rushed, lesson.held) = (true, false);
                    }
                });
            }
            LessonCommand::Back => self.look_back(id, |lesson| lesson.back()).await,
            LessonCommand::To(step) => self.look_back(id, |lesson| lesson.to(step)).await,
            LessonCommand::Pick(number) => {
                self.predict(id, Answered::Pick(number), |play| play.pick(number)).await;
            }
            LessonCommand::Say(number) => {
                self.predict(id, Answered::Say(number.to_string()), |play| play.say(number))
                    .await;
            }
            LessonCommand::Turn(values) => self.turn(id, values).await,
            LessonCommand::Again => self.again(id).await,
            LessonCommand::Leave => self.leave(id),
        }
    }

    /// Moves to the next stop.
    async fn forward(&self, id: WorkspaceId) {
        let way = self.within(id, |workspace| {
            let (past, now) = (Line::is_past(&workspace.core.line()), workspace.core.engine().now());
            workspace.lesson.as_mut()?.forward(past, now)
        });
        match way.flatten() {
            Some(Way::To(moment)) => {
                self.go_along(id, Travel::To(moment)).await;
                self.put_document(id);
            }
            Some(Way::Present) => self.go_along(id, Travel::Present).await,
            Some(Way::Play(from)) => {
                if let Some(moment) = from {
                    self.go_along(id, Travel::To(moment)).await;
                }
                self.play(id).await;
            }
            None => {}
        }
    }

    async fn look_back(
        &self,
        id: WorkspaceId,
        way: impl FnOnce(&mut playing::Playing) -> Option<hashrange_time::Timestamp>,
    ) {
        let moment = self.within(id, |workspace| way(workspace.lesson.as_mut()?)).flatten();
        if let Some(moment) = moment {
            self.go_along(id, Travel::To(moment)).await;
            self.put_document(id);
        }
    }

    /// Records the learner's answer to a question and runs the step. A step that ran before is not run again, because
    /// the events are the same for each answer.
    async fn predict(
        &self,
        id: WorkspaceId,
        answered: Answered,
        choose: impl FnOnce(&mut hashrange_lesson::Play) -> bool,
    ) {
        let run = self.within(id, |workspace| {
            let core = &workspace.core;
            let (past, now) = (core.is_past(), core.engine().now());
            let lesson = workspace.lesson.as_mut().filter(|lesson| !lesson.playing)?;
            if lesson.is_last() {
                if past {
                    // The play was interrupted, or the reader moved back along the timeline. Another future begins
                    // here.
                    lesson.play = lesson.stop()?.play.clone();
                }
                lesson.play.catch_up(now);
                if !choose(&mut lesson.play) {
                    return None;
                }
                lesson.note_answer(lesson.play.place(), answered);
                return Some(None);
            }
            let mut other = lesson.stop()?.play.clone();
            if !choose(&mut other) {
                return None;
            }
            lesson.note_answer(other.place(), answered);
            lesson.shown += 1;
            let stop = lesson.stops.get_mut(lesson.shown)?;
            stop.play.choose_again(&other);
            let moment = stop.moment;
            if lesson.is_last() {
                lesson.play.choose_again(&other);
            }
            Some(Some(moment))
        });
        match run.flatten() {
            Some(None) => self.play(id).await,
            Some(Some(moment)) => {
                self.go_along(id, Travel::To(moment)).await;
                self.change(id, |workspace, _| workspace.report_screen_anew());
                self.put_document(id);
            }
            None => {}
        }
    }

    /// Runs the load or request of the step with other values of its sliders.
    async fn turn(&self, id: WorkspaceId, values: Vec<(String, u64)>) {
        let turns = self.change(id, |workspace, real| {
            workspace.core.command(real, ClockCommand::Pause);
            let now = workspace.core.engine().now();
            let lesson = workspace.lesson.as_mut().filter(|lesson| !lesson.playing)?;
            lesson.fork();
            lesson.play.catch_up(now);
            for (name, value) in values {
                lesson.turned.retain(|(known, _)| *known != name);
                lesson.turned.push((name, value));
            }
            let turned = lesson.turned.clone();
            lesson.play.turn(&turned).then_some(())
        });
        if turns.flatten().is_some() {
            self.play(id).await;
        }
    }

    /// Returns to the start of the step.
    async fn again(&self, id: WorkspaceId) {
        let goes = self.change(id, |workspace, real| {
            workspace.core.command(real, ClockCommand::Pause);
            let lesson = workspace
                .lesson
                .as_mut()
                .filter(|lesson| !lesson.playing && lesson.is_last())?;
            lesson.turned.clear();
            lesson.play.again().then_some(())
        });
        if goes.flatten().is_some() {
            self.play(id).await;
        }
    }

    /// Leaves the lesson. Its workspace remains, and time runs.
    pub(crate) fn leave(&self, id: WorkspaceId) {
        self.change(id, |workspace, real| {
            workspace.lesson = None;
            // The workspace continues as one of the reader's own.
            workspace.card.origin = Origin::Own;
            workspace.core.end_load_run(real);
            workspace.core.command(real, ClockCommand::Resume);
        });
        self.put_document(id);
        self.spawn(|host| host.keep_origin(id));
        let other = self.state(|state| {
            state.left = id;
            state.own(None)
        });
        self.spawn(|host| host.return_to(other));
    }

    /// Makes a later visit return to this workspace, and not to that of a lesson. Without one, the visit creates a
    /// workspace.
    async fn return_to(self, other: Option<WorkspaceId>) {
        if let Some(store) = self.store() {
            // If this cannot be stored, the lesson's workspace is opened next time.
            let _ = store.set_last_opened(other.unwrap_or_default()).await;
        }
    }

    /// Moves along recorded events. Reads missing records first.
    pub(crate) async fn go_along(&self, id: WorkspaceId, travel: Travel) {
        let reaches = self.within(id, |workspace| workspace.core.reaches(workspace.core.place_of(travel)));
        if reaches != Some(true) && !self.read_past(id).await {
            return;
        }
        self.change(id, |workspace, real| {
            workspace.core.command(real, ClockCommand::Pause);
            workspace.core.travel(real, travel).is_ok()
        });
    }
}

/// The learner's actions outside of the lesson's own controls.
impl Workspace {
    /// Call this before an action. In the past the action starts another future, and the later progress of the lesson
    /// is lost.
    pub(crate) fn lesson_forks(&mut self) {
        if self.core.is_past()
            && let Some(lesson) = &mut self.lesson
        {
            lesson.fork();
        }
    }

    /// Adds a request of the learner to those of the step.
    pub(crate) fn lesson_sent(&mut self, operation: &str, body: &str, dispatched: &Dispatched) {
        let (Some(lesson), Some(operation)) = (&mut self.lesson, hashrange_wire::Operation::from_name(operation))
        else {
            return;
        };
        let sent = sent::sent(operation, body, dispatched, self.core.engine());
        lesson.sent.note(lesson.play.place(), sent);
    }

    /// Handles the response to a request of the learner. Time runs from then on, until the goal is reached.
    pub(crate) fn lesson_answered(&mut self, real: f64, operation: &str, refused: Option<(&str, &str)>, body: &str) {
        let Some(lesson) = &mut self.lesson else { return };
        if let Some(operation) = hashrange_wire::Operation::from_name(operation) {
            lesson.play.catch_up(self.core.engine().now());
            // A learner can send any request, so the result does not matter.
            let _ = lesson.play.answered(operation, refused, body);
        }
        self.let_learner_go_on(real);
    }

    /// Handles the end of a load of the learner.
    pub(crate) fn lesson_loaded(&mut self, real: f64) {
        let Self {
            lesson: Some(lesson),
            core,
            ..
        } = self
        else {
            return;
        };
        if let Some(tally) = core.timeline().loads().next_back().filter(|_| !lesson.playing) {
            lesson.play.loaded(tally, core.engine().now());
            lesson.sent.note_load(lesson.play.place(), tally);
        }
        self.let_learner_go_on(real);
    }

    fn let_learner_go_on(&mut self, real: f64) {
        let Self {
            lesson: Some(lesson),
            core,
            ..
        } = self
        else {
            return;
        };
        if lesson.playing {
            return;
        }
        let before = lesson.play.is_met();
        lesson.play.judge(&service_figures::ServiceFigures(core));
        lesson.note_goal(core.engine().now());
        if lesson.waits_for_learner() {
            core.command(real, ClockCommand::Resume);
        } else if !before && lesson.play.is_met() {
            core.command(real, ClockCommand::Pause);
        }
    }

    /// Handles passed time during a task. Time stops when the goal is reached.
    pub(crate) fn lesson_ticked(&mut self, real: f64) {
        let Self {
            lesson: Some(lesson),
            core,
            ..
        } = self
        else {
            return;
        };
        if lesson.waits_for_learner()
            && lesson.play.is_touched()
            && lesson.play.judge(&service_figures::ServiceFigures(core)).is_met()
        {
            lesson.note_goal(core.engine().now());
            core.command(real, ClockCommand::Pause);
        }
    }

    /// Shows the last stop before the present, after the reader moved along the timeline.
    pub(crate) fn lesson_follows(&mut self) {
        let moment = self.core.engine().now();
        if let Some(lesson) = &mut self.lesson {
            lesson.look_at(moment);
        }
    }

    /// The lesson as a page shows it.
    pub(crate) fn lesson_shown(&mut self) -> Option<hashrange_protocol::Lesson> {
        let Self {
            lesson, core, revision, ..
        } = self;
        lesson.as_mut().map(|lesson| lesson.shown(core, *revision))
    }

    /// Updates the words of the shown stop with the learner's current answer.
    fn report_screen_anew(&mut self) {
        let Self {
            lesson: Some(lesson),
            core,
            ..
        } = self
        else {
            return;
        };
        let core: &Core = core;
        if let Some(stop) = lesson.stop() {
            let shown = lesson.shown;
            let before = shown
                .checked_sub(1)
                .and_then(|before| lesson.stops.get(before))
                .map(|stop| &stop.screen);
            let screen = screen::screen_after(before, &stop.play, lesson, core);
            if let Some(stop) = lesson.stops.get_mut(shown) {
                stop.screen = screen;
            }
        }
    }
}
