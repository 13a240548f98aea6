//! Plays a lesson from one stop to the next: its moves, slowly enough to be seen, in bounded stretches.
//!
//! Must not know what a learner may do at a stop.

use hashrange_lesson::{Move, Phase};
use hashrange_protocol::{ClockCommand, Speed, Travel, WorkspaceId};
use hashrange_time::{Duration, Timestamp};
use hashrange_wire::Operation;
use hashrange_workload::LoadPlan;

use super::screen::{screen_after, speed_of};
use super::stands::Stands;
use super::tempo::{LOOK_MS, Tempo};
use crate::host::Host;
use crate::workspace::Workspace;
use crate::world::World;

/// Real time one stretch may take before messages are heard again, in milliseconds.
const STRETCH_MS: f64 = 12.0;
/// Real time between two looks while the reader holds the lesson, in milliseconds.
const HELD_MS: u32 = 50;

impl<W: World> Host<W> {
    /// Plays up to the next stop.
    pub(super) async fn play(&self, id: WorkspaceId) {
        let still = self.desk(|desk| desk.still);
        let began = self.change(id, |workspace, real| {
            workspace.core.command(real, ClockCommand::Pause);
            // A lesson moves time by itself: no load takes it along meanwhile.
            workspace.core.end_lead(real);
            let lesson = workspace.lesson.as_mut()?;
            (lesson.playing, lesson.rushed, lesson.held) = (true, false, false);
            (lesson.trouble, lesson.judged) = (None, None);
            let begins = lesson.play.phase() == Phase::Beginning;
            Some(if still || begins || lesson.hurries { Tempo::rushed() } else { Tempo::at(pace_of(&lesson.play)) })
        });
        let Some(Some(mut tempo)) = began else { return };
        self.keep_paper(id);
        let mut stretch_end = self.world().millis() + STRETCH_MS;
        while let Some(next) = self.next_move(id) {
            if self.world().millis() > stretch_end {
                if !self.rest_in_lesson(id, 0).await {
                    return;
                }
                stretch_end = self.world().millis() + STRETCH_MS;
            }
            let goes_on = match next {
                Move::Wait(to) => self.wait(id, to, &mut tempo).await,
                Move::Send { operation, body } => self.send_in_lesson(id, operation, &body),
                Move::Load { plan, seed } => self.load_in_lesson(id, *plan, seed, &mut tempo).await,
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
        self.keep_paper(id);
    }

    fn next_move(&self, id: WorkspaceId) -> Option<Move> {
        self.within(id, |workspace| {
            let Workspace { lesson: Some(lesson), core, .. } = workspace else { return None };
            Some(lesson.play.next(&Stands(core)))
        })
        .flatten()
    }

    /// A stop is reached: it is shown with its words. A goal's stop that is there already stays as it is.
    fn arrive(&self, id: WorkspaceId) {
        let real = self.world().millis();
        self.within(id, |workspace| {
            // The way back leads to this moment, also where nothing has happened since the last record.
            workspace.core.mark_time();
            workspace.changed();
            let Workspace { lesson: Some(lesson), core, .. } = workspace else { return };
            lesson.trouble = lesson.trouble.take().or_else(|| lesson.play.take_trouble());
            if lesson.waits_for_learner() {
                // Time that the learner lets pass goes as fast as the step says, and not slower than life.
                core.command(real, ClockCommand::Speed(pace_of(&lesson.play).max(Speed::REAL)));
            }
            let here = (lesson.play.place(), lesson.play.phase());
            let is_there = lesson.stops.last().is_some_and(|stop| (stop.play.place(), stop.play.phase()) == here);
            if !is_there {
                let before = lesson.stops.last().map(|stop| &stop.screen);
                let shown = screen_after(before, &lesson.play, lesson, core);
                lesson.arrived(core.engine().now(), shown);
            }
        });
    }

    /// Sends a request of the lesson; whether the lesson goes on.
    fn send_in_lesson(&self, id: WorkspaceId, operation: Operation, body: &str) -> bool {
        self.handling(operation.name(), body);
        let real = self.world().millis();
        let goes_on = self.within(id, |workspace| {
            let answer = workspace.core.dispatch(real, operation.name(), body).answer;
            workspace.changed();
            let refused = answer.exception.map(|exception| (exception, answer.message.as_deref().unwrap_or_default()));
            // What must not be so is told at the stop.
            let lesson = workspace.lesson.as_mut()?;
            let _ = lesson.play.answered(operation, refused, &answer.body);
            Some(())
        });
        goes_on.flatten().is_some()
    }

    fn set_in_lesson(&self, id: WorkspaceId, name: &str, value: &str) -> bool {
        let real = self.world().millis();
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

    /// Sends a load of the lesson to its end; false when the lesson was left meanwhile.
    async fn load_in_lesson(&self, id: WorkspaceId, plan: LoadPlan, seed: u64, tempo: &mut Tempo) -> bool {
        let (from, span) = (plan.from, plan.span);
        let mut millis = tempo.take(span);
        self.within(id, |workspace| {
            workspace.core.begin_load_on_stage(plan, seed);
            workspace.playing_at = (millis > 0.0).then(|| Tempo::speed(span, millis));
        });
        let mut at = Looks::begin(self.world().millis());
        loop {
            let rushed = self.is_rushed(id);
            if rushed {
                (millis, *tempo) = (0.0, Tempo::rushed());
            }
            let until = if millis > 0.0 { from + part(span, at.shown() / millis) } else { Timestamp::MAX };
            let more = self.within(id, |workspace| {
                workspace.changed();
                workspace.core.go_with_load_on_stage(until)
            });
            let Some((more, is_early)) = more else { break };
            if !more {
                break;
            }
            let real = self.world().millis();
            if is_early || real > at.stretch_end {
                if !self.rest_in_lesson(id, if is_early { LOOK_MS } else { 0 }).await {
                    // Nobody goes on with it.
                    self.change(id, |workspace, real| workspace.core.end_lead(real));
                    return false;
                }
                at.look(self.world().millis());
            }
        }
        let goes_on = self.within(id, |workspace| {
            let Workspace { lesson: Some(lesson), core, playing_at, .. } = workspace else { return false };
            *playing_at = None;
            if let Some(tally) = core.timeline().loads().next_back() {
                lesson.play.loaded(tally, core.engine().now());
            }
            true
        });
        goes_on == Some(true)
    }

    /// Whether the reader wants to be at the next stop at once.
    fn is_rushed(&self, id: WorkspaceId) -> bool {
        self.within(id, |workspace| workspace.lesson.as_ref().is_some_and(|lesson| lesson.rushed)) == Some(true)
    }

    /// Lets the page draw, and waits while the reader holds the lesson; false when the lesson was left meanwhile.
    async fn rest_in_lesson(&self, id: WorkspaceId, milliseconds: u32) -> bool {
        self.publish();
        self.save_soon(id);
        self.world().rest(milliseconds).await;
        loop {
            let held = self.within(id, |workspace| workspace.lesson.as_ref().map(|lesson| lesson.held)).flatten();
            match held {
                None => return false,
                Some(false) => return true,
                Some(true) => {
                    self.publish();
                    self.world().rest(HELD_MS).await;
                }
            }
        }
    }

    /// Lets virtual time pass up to a moment; false when the lesson was left meanwhile.
    async fn wait(&self, id: WorkspaceId, to: Timestamp, tempo: &mut Tempo) -> bool {
        let now = self.within(id, |workspace| workspace.core.engine().now());
        let Some((now, span)) = now.and_then(|now| Some((now, to.checked_since(now)?))) else { return true };
        let mut millis = tempo.take(span);
        self.within(id, |workspace| workspace.playing_at = (millis > 0.0).then(|| Tempo::speed(span, millis)));
        let mut at = Looks::begin(self.world().millis());
        loop {
            if self.is_rushed(id) {
                (millis, *tempo) = (0.0, Tempo::rushed());
            }
            let share = if millis > 0.0 { (at.shown() / millis).min(1.0) } else { 1.0 };
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
            at.look(self.world().millis());
        }
        self.within(id, |workspace| workspace.playing_at = None);
        true
    }
}

/// Real time that was shown of a move: what the reader held it for does not count.
struct Looks {
    last: f64,
    shown: f64,
    stretch_end: f64,
}

impl Looks {
    fn begin(real: f64) -> Self {
        Self { last: real, shown: 0.0, stretch_end: real + STRETCH_MS }
    }

    fn look(&mut self, real: f64) {
        self.shown += (real - self.last).min(4.0 * f64::from(LOOK_MS));
        (self.last, self.stretch_end) = (real, real + STRETCH_MS);
    }

    fn shown(&self) -> f64 {
        self.shown
    }
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss)] // a share of a span
fn part(span: Duration, share: f64) -> Duration {
    Duration::from_micros((span.micros() as f64 * share.clamp(0.0, 1.0)) as u64)
}

/// The pace of the step, or that of life.
fn pace_of(play: &hashrange_lesson::Play) -> Speed {
    play.step().and_then(|step| step.pace).map_or(Speed::REAL, speed_of)
}
