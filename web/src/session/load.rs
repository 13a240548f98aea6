//! Runs a generated load: request by request at its virtual time, as fast as the clock is set and never faster than the
//! page can draw, until it ends, is stopped, or somebody goes along what happened.
//!
//! Must not know how a load is chosen or shown.

use hashrange_endpoint::{DaxOptions, Settings};
use hashrange_engine::Throttling;
use hashrange_wire::{ServiceError, encode_request};
use hashrange_workload::{Load, LoadPlan};
use leptos::prelude::*;

use super::lead::Led;
use super::{Session, real_time};
use crate::failure;

/// Real time one stretch may take before the page draws again, in milliseconds.
const STRETCH_MS: f64 = 12.0;
/// Real time left to the page between two stretches.
const REST_MS: u32 = 8;
/// Real time until the clock is looked at again when nothing is due: about a frame.
const FRAME_MS: u32 = 16;
/// Seconds whose answers are counted one by one.
const SECONDS_COUNTED: usize = 600;

/// What came of a load.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Run {
    /// What was asked for, in words.
    pub words: String,
    /// Requests sent.
    pub sent: u64,
    /// Of them, answered.
    pub answered: u64,
    /// Throttled.
    pub throttled: u64,
    /// Refused for another reason.
    pub refused: u64,
    /// Answered and throttled in each second.
    pub seconds: Vec<(u32, u32)>,
    /// Whether it goes on.
    pub running: bool,
}

impl Run {
    fn count(&mut self, second: u64, answer: &Result<(), ServiceError>) {
        self.sent += 1;
        let at = usize::try_from(second).unwrap_or(usize::MAX).min(SECONDS_COUNTED - 1);
        if self.seconds.len() <= at {
            self.seconds.resize(at + 1, (0, 0));
        }
        let Some(slot) = self.seconds.get_mut(at) else { return };
        match answer {
            Ok(()) => {
                self.answered += 1;
                slot.0 += 1;
            }
            Err(ServiceError::Throttled(_)) => {
                self.throttled += 1;
                slot.1 += 1;
            }
            Err(_) => self.refused += 1,
        }
    }
}

/// Runs a load to its end, until `run` says that it does not run any more, or somebody goes along what happened. Time
/// passes with the load only, runs and is paused with it.
pub async fn run(session: Session, plan: LoadPlan, seed: u64, run: RwSignal<Run>) {
    let workspace = session.workspace.get_untracked();
    let from = plan.from;
    session.core.try_update_value(|core| core.begin_lead(real_time()));
    let mut tally = run.get_untracked();
    let mut stretch_end = real_time() + STRETCH_MS;
    for (at, request) in Load::new(plan, seed) {
        loop {
            let led = session.core.try_update_value(|core| core.go_with_load(real_time(), at)).unwrap_or(Led::Ended);
            if led == Led::There && real_time() <= stretch_end {
                break;
            }
            let waits = led == Led::Early { happened: false };
            if waits && run.try_with_untracked(|run| run.sent) == Some(tally.sent) {
                session.publish_time();
            } else {
                session.publish();
                session.save_soon();
                let _ = run.try_set(tally.clone());
            }
            let rest = if waits { FRAME_MS } else { REST_MS };
            gloo_timers::future::TimeoutFuture::new(rest).await;
            let goes_on = led != Led::Ended && run.try_with_untracked(|run| run.running) == Some(true);
            if session.workspace.try_get_untracked() != Some(workspace) {
                // Another workspace has begun, whose clock is not this load's.
                let _ = run.try_set(Run { running: false, ..tally });
                return;
            }
            if !goes_on {
                finish(session, run, tally);
                return;
            }
            stretch_end = real_time() + STRETCH_MS;
        }
        let body = encode_request(&request);
        failure::note_request(request.operation().name(), &body);
        let answer = session.core.try_update_value(|core| core.handle(real_time(), request, body).map(drop));
        let Some(answer) = answer else { return };
        session.untouched.set_value(false);
        tally.count(at.checked_since(from).unwrap_or_default().seconds(), &answer);
    }
    finish(session, run, tally);
}

fn finish(session: Session, run: RwSignal<Run>, tally: Run) {
    let _ = run.try_set(Run { running: false, ..tally });
    session.core.try_update_value(|core| core.end_lead(real_time()));
    session.publish();
    session.save_soon();
}

/// Switches throttling on or off.
pub fn set_throttling(session: Session, on: bool) {
    change(session, |settings| {
        settings.physics.throttling.mode = if on { Throttling::Adaptive } else { Throttling::Off };
    });
}

/// Puts an accelerator before the tables, or takes it away.
pub fn set_accelerator(session: Session, on: bool) {
    change(session, |settings| settings.dax = on.then_some(DaxOptions::DEFAULT));
}

fn change(session: Session, act: impl FnOnce(&mut Settings)) {
    let mut settings = session.core.with_value(|core| core.settings().clone());
    act(&mut settings);
    session.change_settings(&settings);
}

#[cfg(test)]
mod tests {
    use super::Run;

    #[test]
    fn answers_are_counted_by_the_second() {
        let mut run = Run::default();
        run.count(0, &Ok(()));
        run.count(2, &Ok(()));
        run.count(2, &Err(hashrange_wire::ServiceError::InternalServerError("tried")));
        assert_eq!((run.sent, run.answered, run.refused), (3, 2, 1));
        assert_eq!(run.seconds, [(1, 0), (0, 0), (1, 0)]);
    }
}
