//! Plays a lesson from one stop to the next: executes its acts in bounded slices, slowly enough to be seen.
//!
//! Must not know what a learner may do at a stop.

use hashrange_lesson::{Move, Phase};
use hashrange_protocol::{ClockCommand, Speed, Travel, WorkspaceId};
use hashrange_time::{Duration, Timestamp};
use hashrange_wire::Operation;
use hashrange_workload::LoadPlan;

use super::pacing::{LOOK_MS, Pacing};
use super::screen::{screen_after, speed_of};
use super::sent::sent;
use super::service_figures::ServiceFigures;
use crate::host::{Host, Platform};
use crate::workspace::Workspace;

/// Real time of one slice before messages are read again, in milliseconds.
const STRETCH_MS: f64 = 12.0;
/// Real time between two checks while the lesson is paused, in milliseconds.
const HELD_MS: u32 = 50;

impl<W: Platform> Host<W> {
    /// Plays up to the next stop.
    pub(super) async fn play(&self, id: WorkspaceId) {
        let still = self.state(|state| state.still);
        let began = self.change(id, |workspace, real| {
            workspace.core.command(real, ClockCommand::Pause);
            // A lesson controls time by itself, so no load may control it.
            workspace.core.end_load_run(real);
            let lesson = workspace.lesson.as_mut()?;
            (lesson.playing, lesson.rushed, lesson.held) = (true, false, false);
            (lesson.trouble, lesson.judged) = (None, None);
            let begins = lesson.play.phase() == Phase::Beginning;
            Some(if still || begins || lesson.hurries {
                Pacing::rushed()
            } else {
                Pacing::at(pace_of(&lesson.play))
            })
        });
        let Some(Some(mut pacing)) = began else { return };
        self.put_document(id);
        let mut stretch_end = self.platform().millis() + STRETCH_MS;
        while let Some(next) = self.next_move(id) {
            if self.platform().millis() > stretch_end {
                if !self.rest_in_lesson(id, 0).await {
                    return;
                }
                stretch_end = self.platform().millis() + STRETCH_MS;
            }
            let goes_on = match next {
                Move::Wait(to) => self.wait(id, to, &mut pacing).await,
                Move::Send { operation, body } => self.send_in_lesson(id, operation, &body),
                Move::Load { plan, seed } => self.load_in_lesson(id, *plan, seed, &mut pacing).await,
                Move::Set { name, value } => self.set_in_lesson(id, &name, &value),
                Move::Back(to) => {
                    self.go_along(id, Travel::To(to)).await;
                    true
                }
                Move::Stop | Move::End => {
                    self.arrive(id);
                    false
                }
            };
            if !goes_on {
                break;
            }
        }
        self.change(id, |workspace, _| {
            workspace.playing_at = None;
            if let Some(lesson) = &mut workspace.lesson {
                (lesson.playing, lesson.rushed, lesson.held) = (false, false, false);
            }
        });
        self.put_document(id);
    }

    fn next_move(&self, id: WorkspaceId) -> Option<Move> {
        self.within(id, |workspace| {
            let Workspace {
                lesson: Some(lesson),
                core,
                ..
            } = workspace
            else {
                return None;
            };
            Some(lesson.play.next(&ServiceFigures(core)))
        })
        .flatten()
    }

    /// Shows a reached stop with its words. If the stop of a goal is already shown, it stays.
    fn arrive(&self, id: WorkspaceId) {
        let real = self.platform().millis();
        self.within(id, |workspace| {
            // Records this time, so that undo returns to it even without an event since the last record.
            workspace.core.mark_time();
            workspace.changed();
            let Workspace {
                lesson: Some(lesson),
                core,
                ..
            } = workspace
            else {
                return;
            };
            lesson.trouble = lesson.trouble.take().or_else(|| lesson.play.take_trouble());
            if lesson.waits_for_learner() {
                // During the learner's task, time passes at the pace of the step, but not slower than real time.
                core.command(real, ClockCommand::Speed(pace_of(&lesson.play).max(Speed::REAL)));
            }
            let here = (lesson.play.place(), lesson.play.phase());
            let is_there = lesson
                .stops
                .last()
                .is_some_and(|stop| (stop.play.place(), stop.play.phase()) == here);
            if !is_there {
                let before = lesson.stops.last().map(|stop| &stop.screen);
                let shown = screen_after(before, &lesson.play, lesson, core);
                lesson.arrived(core.engine().now(), shown);
            }
        });
    }

    /// Sends a request of the lesson; returns whether the lesson continues.
    fn send_in_lesson(&self, id: WorkspaceId, operation: Operation, body: &str) -> bool {
        self.handling(operation.name(), body);
        let real = self.platform().millis();
        let goes_on = self.within(id, |workspace| {
            let dispatched = workspace.core.dispatch(real, operation.name(), body);
            workspace.changed();
            let answer = &dispatched.answer;
            let refused = answer
                .exception
                .map(|exception| (exception, answer.message.as_deref().unwrap_or_default()));
            // A wrong result is reported at the stop.
            let lesson = workspace.lesson.as_mut()?;
            if lesson.play.phase() != Phase::Beginning {
                let sent = sent(operation, body, &dispatched, workspace.core.engine());
                lesson.sent.note(lesson.play.place(), sent);
            }
            let _ = lesson.play.answered(operation, refused, &answer.body);
            Some(())
        });
        goes_on.flatten().is_some()
    }

    fn set_in_lesson(&self, id: WorkspaceId, name: &str, value: &str) -> bool {
        let real = self.platform().millis();
        let goes_on = self.within(id, |workspace| {
            let mut settings = workspace.core.settings().clone();
            if settings.set(name, value).is_some() {
                workspace.core.change(real, &settings);
            } else if let Some(lesson) = &mut workspace.lesson {
                lesson.trouble = Some(format!("There is no setting {name} with the value {value}."));
            }
            workspace.changed();
            workspace.lesson.is_some()
        });
        goes_on == Some(true)
    }

    /// Sends a load of the lesson to its end. Returns false if the reader left the lesson before that.
    async fn load_in_lesson(&self, id: WorkspaceId, plan: LoadPlan, seed: u64, pacing: &mut Pacing) -> bool {
        let (from, span) = (plan.from, plan.span);
        let mut millis = pacing.take(span);
        self.within(id, |workspace| {
            workspace.core.begin_load_on_stage(plan, seed);
            workspace.playing_at = (millis > 0.0).then(|| Pacing::speed(span, millis));
        });
        let mut at = Looks::begin(self.platform().millis());
        loop {
            let rushed = self.is_rushed(id);
            if rushed {
                (millis, *pacing) = (0.0, Pacing::rushed());
            }
            let until = if millis > 0.0 {
                // A load in turn can take longer than its span.
                from + times(span, at.shown() / millis)
            } else {
                Timestamp::MAX
            };
            let more = self.within(id, |workspace| {
                workspace.changed();
                workspace.core.go_with_load_on_stage(until)
            });
            let Some((more, is_early)) = more else { break };
            if !more {
                break;
            }
            let real = self.platform().millis();
            if is_early || real > at.stretch_end {
                if !self.rest_in_lesson(id, if is_early { LOOK_MS } else { 0 }).await {
                    // The reader left the lesson, so nothing continues the load.
                    self.change(id, |workspace, real| workspace.core.end_load_run(real));
                    return false;
                }
                at.look(self.platform().millis());
            }
        }
        let goes_on = self.within(id, |workspace| {
            let Workspace {
                lesson: Some(lesson),
                core,
                playing_at,
                ..
            } = workspace
            else {
                return false;
            };
            *playing_at = None;
            if let Some(tally) = core.timeline().loads().next_back() {
                lesson.play.loaded(tally, core.engine().now());
                lesson.sent.note_load(lesson.play.place(), tally);
            }
            true
        });
        goes_on == Some(true)
    }

    /// Whether the reader skips to the next stop.
    fn is_rushed(&self, id: WorkspaceId) -> bool {
        self.within(id, |workspace| {
            workspace.lesson.as_ref().is_some_and(|lesson| lesson.rushed)
        }) == Some(true)
    }

    /// Lets the page draw, and waits while the lesson is paused. Returns false if the reader left the lesson before
    /// that.
    async fn rest_in_lesson(&self, id: WorkspaceId, milliseconds: u32) -> bool {
        self.publish();
        self.save_soon(id);
        self.platform().rest(milliseconds).await;
        loop {
            let held = self
                .within(id, |workspace| workspace.lesson.as_ref().map(|lesson| lesson.held))
                .flatten();
            match held {
                None => return false,
                Some(false) => return true,
                Some(true) => {
                    self.publish();
                    self.platform().rest(HELD_MS).await;
                }
            }
        }
    }

    /// Advances virtual time to a time. Returns false if the reader left the lesson meanwhile.
    async fn wait(&self, id: WorkspaceId, to: Timestamp, pacing: &mut Pacing) -> bool {
        let now = self.within(id, |workspace| workspace.core.engine().now());
        let Some((now, span)) = now.and_then(|now| Some((now, to.checked_since(now)?))) else {
            return true;
        };
        let mut millis = pacing.take(span);
        self.within(id, |workspace| {
            workspace.playing_at = (millis > 0.0).then(|| Pacing::speed(span, millis));
        });
        let mut at = Looks::begin(self.platform().millis());
        loop {
            if self.is_rushed(id) {
                (millis, *pacing) = (0.0, Pacing::rushed());
            }
            let share = if millis > 0.0 {
                (at.shown() / millis).min(1.0)
            } else {
                1.0
            };
            let until = if share >= 1.0 { to } else { now + part(span, share) };
            let reached = self.within(id, |workspace| {
                workspace.changed();
                workspace.core.pass_on_stage(until)
            });
            let Some(reached) = reached else { return false };
            if reached >= to {
                break;
            }
            let rest = if reached < until { 0 } else { LOOK_MS };
            if !self.rest_in_lesson(id, rest).await {
                return false;
            }
            at.look(self.platform().millis());
        }
        self.within(id, |workspace| workspace.playing_at = None);
        true
    }
}

/// Measures the real time for which an act was shown, without pauses by the reader.
struct Looks {
    last: f64,
    shown: f64,
    stretch_end: f64,
}

impl Looks {
    fn begin(real: f64) -> Self {
        Self {
            last: real,
            shown: 0.0,
            stretch_end: real + STRETCH_MS,
        }
    }

    fn look(&mut self, real: f64) {
        self.shown += (real - self.last).min(4.0 * f64::from(LOOK_MS));
        (self.last, self.stretch_end) = (real, real + STRETCH_MS);
    }

    fn shown(&self) -> f64 {
        self.shown
    }
}

#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss
)] // the cast saturates
fn times(span: Duration, factor: f64) -> Duration {
    Duration::from_micros((span.micros() as f64 * factor.max(0.0)) as u64)
}

fn part(span: Duration, share: f64) -> Duration {
    times(span, share.min(1.0))
}

/// The pace of the step, or real time.
fn pace_of(play: &hashrange_lesson::Play) -> Speed {
    play.step().and_then(|step| step.pace).map_or(Speed::REAL, speed_of)
}
