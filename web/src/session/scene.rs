//! Plays a scene: a workspace of its own, its moves in bounded stretches with time as fast as it goes, its figures from
//! insight and engine. Back leads along what happened, like every other way back.
//!
//! Time stands still but for the scene, so that the same scene leads to the same state in every browser.

use hashrange_endpoint::{Settings, dials};
use hashrange_time::{Duration, Timestamp};
use hashrange_wire::encode_request;
use hashrange_workload::{Caption, Figure, Move, Piece, Scene};
use leptos::prelude::*;

use super::core::Core;
use super::remembered::{Remembered, forget};
use super::staged::Way;
use super::{Checked, ClockCommand, Line, Reached, Session, Staged, Travel, Word, real_time};
use crate::failure;

/// Real time one stretch may take before the page draws again, in milliseconds.
const STRETCH_MS: f64 = 12.0;
/// A wait longer than this is passed in several steps, so that it is seen to pass.
const LONG: Duration = Duration::from_millis(400);
/// Steps of such a wait, and the real time between them in milliseconds.
const PIECES: u64 = 16;
const PIECE_MS: u32 = 30;

/// Begins a scene in a workspace of its own; everything in the present one is gone.
pub fn begin(session: Session, scene: &'static Scene) {
    let settings = settings(scene);
    session.begin(Core::begin(&settings));
    session.command(ClockCommand::Pause);
    session.staged.set(Some(Staged::new(scene, settings.start)));
}

/// Takes up the scene that was played before the page was loaded again: its captions are found by playing it aside. Nothing
/// where there was none, or where the workspace is another.
pub fn take_up(session: Session) {
    let Some(known) = Remembered::found() else { return };
    let staged = hashrange_workload::scene(&known.id).and_then(|scene| {
        let settings = settings(scene);
        let same = session.core.with_value(|core| {
            let present = core.settings();
            (present.seed, present.start) == (settings.seed, settings.start)
                && core.engine().table(scene.table).is_some()
        });
        same.then(|| rehearsed(scene, &settings, known.reached))?
    });
    let Some(mut staged) = staged else { return forget() };
    staged.shown = known.shown.min(staged.reached.len().saturating_sub(1));
    session.command(ClockCommand::Pause);
    session.staged.set(Some(staged));
}

/// A scene played up to so many captions in a service of its own.
fn rehearsed(scene: &'static Scene, settings: &Settings, captions: usize) -> Option<Staged> {
    let mut core = Core::begin(settings);
    core.command(0.0, ClockCommand::Pause);
    let mut staged = Staged::new(scene, settings.start);
    while staged.reached.len() < captions {
        match staged.play.next(|figure| figure_of(&core, scene, figure)) {
            Move::Wait(to) => while core.go(0.0, ClockCommand::StepTo(to)) {},
            Move::Send(request) => {
                let body = encode_request(&request);
                let answer = core.handle(0.0, *request, body);
                staged.play.answered(&answer).ok()?;
            }
            Move::Say(caption) => said(&core, &mut staged, &caption),
            Move::End => return None,
        }
    }
    Some(staged)
}

/// Leaves the scene; its workspace stays, and time runs.
pub fn leave(session: Session) {
    forget();
    session.staged.set(None);
    session.command(ClockCommand::Resume);
}

/// Goes to the next caption.
pub async fn forward(session: Session) {
    let past = session.line.with_untracked(Line::is_past);
    match session.staged.try_update(|staged| staged.as_mut()?.forward(past)).flatten() {
        Some(Way::To(moment)) => {
            session.travel(Travel::To(moment));
            remember(session);
        }
        Some(Way::Play) => {
            if past {
                session.travel(Travel::Present);
            }
            play(session).await;
        }
        None => {}
    }
}

/// Goes to the caption before.
pub fn back(session: Session) {
    if let Some(moment) = session.staged.try_update(|staged| staged.as_mut()?.back()).flatten() {
        session.travel(Travel::To(moment));
        remember(session);
    }
}

/// Keeps how far the scene has come.
fn remember(session: Session) {
    session.staged.with_untracked(|staged| {
        if let Some(Staged { scene, reached, shown, .. }) = staged {
            Remembered { id: scene.id.to_owned(), reached: reached.len(), shown: *shown }.keep();
        }
    });
}

/// What a workspace is set up with, and the scene's dials.
fn settings(scene: &Scene) -> Settings {
    let mut settings = Core::usual();
    for (name, value) in scene.dials() {
        // A test sees to it that every dial of a scene is there and has a value.
        if let Some((_, dial)) = dials::PHYSICS.iter().find(|(known, _)| *known == name) {
            let _ = dial(&mut settings.physics).set(value);
        } else if let Some((_, dial)) = dials::LIMITS.iter().find(|(known, _)| *known == name) {
            let _ = dial(&mut settings.limits).set(value);
        }
    }
    settings
}

/// Plays up to the next caption.
async fn play(session: Session) {
    let workspace = session.workspace.get_untracked();
    session.command(ClockCommand::Pause);
    // A scene moves time by itself: no load takes it along meanwhile.
    session.core.try_update_value(|core| core.end_lead(real_time()));
    change(session, |staged| staged.playing = true);
    let mut stretch_end = real_time() + STRETCH_MS;
    loop {
        if real_time() > stretch_end {
            if !rest(session, workspace, 0).await {
                return;
            }
            stretch_end = real_time() + STRETCH_MS;
        }
        match next_move(session) {
            Some(Move::Wait(to)) => {
                if !wait(session, workspace, to).await {
                    return;
                }
            }
            Some(Move::Send(request)) => {
                let body = encode_request(&request);
                failure::note_request(request.operation().name(), &body);
                let answer = session.core.try_update_value(|core| core.handle(real_time(), *request, body));
                let trouble = answer.map(|answer| quietly(session, |staged| staged.play.answered(&answer)));
                if let Some(Some(Err(words))) = trouble {
                    change(session, |staged| staged.trouble = Some(words));
                    break;
                }
            }
            Some(Move::Say(caption)) => {
                change(session, |staged| {
                    session.core.try_with_value(|core| said(core, staged, &caption));
                });
                remember(session);
                break;
            }
            Some(Move::End) | None => break,
        }
    }
    session.publish();
    session.save_soon();
    change(session, |staged| staged.playing = false);
}

/// Lets the page draw; false when another workspace was begun meanwhile.
async fn rest(session: Session, workspace: u32, milliseconds: u32) -> bool {
    session.publish();
    session.save_soon();
    gloo_timers::future::TimeoutFuture::new(milliseconds).await;
    session.workspace.try_get_untracked() == Some(workspace)
        && session.staged.try_with_untracked(Option::is_some) == Some(true)
}

/// Lets virtual time pass up to a moment; false when another workspace was begun meanwhile.
async fn wait(session: Session, workspace: u32, to: Timestamp) -> bool {
    let Some(span) = session.core.try_with_value(|core| to.checked_since(core.clock().now())).flatten() else {
        return true;
    };
    let pieces = if span > LONG && !wants_stillness() { PIECES } else { 1 };
    for piece in (0..pieces).rev() {
        let left = Duration::from_micros(span.micros() / pieces * piece);
        let moment = ClockCommand::StepTo(to.checked_sub(left).unwrap_or(to));
        while session.core.try_update_value(|core| core.go(real_time(), moment)) == Some(true) {
            if !rest(session, workspace, 0).await {
                return false;
            }
        }
        if pieces > 1 && !rest(session, workspace, PIECE_MS).await {
            return false;
        }
    }
    true
}

fn next_move(session: Session) -> Option<Move> {
    quietly(session, |staged| {
        let scene = staged.scene;
        session.core.try_with_value(|core| staged.play.next(|figure| figure_of(core, scene, figure)))
    })
    .flatten()
}

fn figure_of(core: &Core, scene: &Scene, figure: &Figure) -> String {
    core.insight().figure(core.engine(), scene, figure)
}

/// Shows a caption with its figures; after the last one, the checks.
fn said(core: &Core, staged: &mut Staged, caption: &Caption) {
    let scene = staged.scene;
    let read =
        |play: &hashrange_workload::Play, figure: &Figure| play.figure(figure, |one| figure_of(core, scene, one));
    let word = |piece: &Piece| match piece {
        Piece::Text(text) => Word::Text(text),
        Piece::Figure(figure, expected) => Word::Figure { found: read(&staged.play, figure), expected },
    };
    let words = caption.pieces.iter().map(word).collect();
    if staged.play.is_over() {
        let checked = |check: hashrange_workload::Check| Checked {
            found: read(&staged.play, &check.figure),
            words: check.words,
            expected: check.expected,
        };
        staged.checks = scene.checks().into_iter().map(checked).collect();
    }
    staged.reached.push(Reached { moment: core.engine().now(), words, play: staged.play.clone() });
    staged.shown = staged.reached.len() - 1;
}

/// Changes the scene on its way, and tells the page.
fn change(session: Session, act: impl FnOnce(&mut Staged)) {
    session.staged.try_update(|staged| staged.as_mut().map(act));
}

/// The same without telling.
fn quietly<R>(session: Session, act: impl FnOnce(&mut Staged) -> R) -> Option<R> {
    session.staged.try_update_untracked(|staged| staged.as_mut().map(act)).flatten()
}

/// Whether the reader wants as little motion as can be.
fn wants_stillness() -> bool {
    window().match_media("(prefers-reduced-motion: reduce)").ok().flatten().is_some_and(|query| query.matches())
}
