//! Plays a scene: in a workspace of its own, its moves in bounded stretches with time as fast as it goes, its figures from
//! insight and engine. Back leads along what happened, like every other way back.
//!
//! Time stands still but for the scene, so that the same scene leads to the same state in every browser.

use hashrange_endpoint::{Settings, dials};
use hashrange_protocol::{Checked, ClockCommand, Line, Origin, Travel, Word, WorkspaceId};
use hashrange_time::{Duration, Timestamp};
use hashrange_wire::encode_request;
use hashrange_workload::{Caption, Check, Figure, LoadPlan, Move, Piece, Play, Scene};

use crate::core::Core;
use crate::host::Host;
use crate::staged::{Reached, Stage, Way};

use crate::world::World;

/// Real time one stretch may take before messages are heard again, in milliseconds.
const STRETCH_MS: f64 = 12.0;
/// A wait longer than this is passed in several steps, so that it is seen to pass.
const LONG: Duration = Duration::from_millis(400);
/// Steps of such a wait, and the real time between them in milliseconds.
const PIECES: u64 = 16;
const PIECE_MS: u32 = 30;

/// The service a scene begins with.
pub(crate) fn fresh(id: &str) -> Option<Core> {
    hashrange_workload::scene(id).map(|scene| Core::begin(&settings(scene)))
}

impl<W: World> Host<W> {
    /// Begins a scene in a workspace of its own, and plays to its first caption.
    pub(crate) async fn begin_scene(&self, id: &str) {
        let Some(scene) = hashrange_workload::scene(id) else { return };
        let settings = settings(scene);
        let mut core = Core::begin(&settings);
        // Before it is in front: what opening takes of real time must not pass.
        core.command(self.world().millis(), ClockCommand::Pause);
        let workspace = self.begin(scene.title, Origin::Scene(id.to_owned()), core).await;
        self.change(workspace, |workspace, _| workspace.staged = Some(Stage::new(scene, settings.start)));
        self.clone().scene_forward(workspace).await;
    }

    /// Takes up the scene that was played before the page was loaded again: its captions are found by playing it aside.
    /// Nothing where there was none, or where the workspace is another.
    pub(crate) async fn take_up_scene(&self, id: WorkspaceId, shown: Option<usize>) {
        let found = self.within(id, |workspace| {
            let Origin::Scene(scene) = &workspace.card.origin else { return None };
            let scene = hashrange_workload::scene(scene)?;
            workspace.core.engine().table(scene.table)?;
            Some((scene, workspace.core.end_of_line()))
        });
        let Some(Some((scene, until))) = found else { return };
        let settings = settings(scene);
        let mut core = Core::begin(&settings);
        core.command(0.0, ClockCommand::Pause);
        let mut stage = Stage::new(scene, settings.start);
        let mut stretch_end = self.world().millis() + STRETCH_MS;
        while rehearse(&mut core, &mut stage, until) {
            if self.world().millis() > stretch_end {
                self.world().rest(0).await;
                stretch_end = self.world().millis() + STRETCH_MS;
            }
        }
        let moment = self.change(id, |workspace, real| {
            let last = stage.reached.len().checked_sub(1)?;
            stage.shown = shown.unwrap_or(last).min(last);
            workspace.core.command(real, ClockCommand::Pause);
            let running = workspace.core.timeline().running_load();
            if running.is_some_and(|tally| scene.has_load(&tally.plan, tally.seed)) {
                // The page was left in the middle of it. The scene goes on from its caption.
                workspace.core.end_lead(real);
            }
            let moment = stage.reached.get(stage.shown).filter(|_| stage.shown < last).map(|reached| reached.moment);
            workspace.staged = Some(stage);
            moment
        });
        if let Some(Some(moment)) = moment {
            // The caption says what was seen there.
            self.travel(id, Travel::To(moment));
        }
    }

    /// Leaves the scene; its workspace stays, and time runs.
    pub(crate) fn scene_leave(&self, id: WorkspaceId) {
        self.change(id, |workspace, real| {
            workspace.staged = None;
            // The workspace goes on as one of the reader's own.
            workspace.card.origin = Origin::Own;
            workspace.core.command(real, ClockCommand::Resume);
        });
        self.keep_paper(id);
        self.spawn(|host| host.keep_origin(id));
    }

    /// Goes to the next caption.
    pub(crate) async fn scene_forward(self, id: WorkspaceId) {
        let way = self.within(id, |workspace| {
            let past = Line::is_past(&workspace.core.line());
            (workspace.staged.as_mut().and_then(|stage| stage.forward(past)), past)
        });
        match way {
            Some((Some(Way::To(moment)), _)) => {
                self.travel(id, Travel::To(moment));
                self.keep_paper(id);
            }
            Some((Some(Way::Play), past)) => {
                if past {
                    self.change(id, |workspace, real| workspace.core.travel(real, Travel::Present).is_ok());
                }
                self.play(id).await;
            }
            _ => {}
        }
    }

    /// Goes to the caption before.
    pub(crate) fn scene_back(&self, id: WorkspaceId) {
        let moment = self.within(id, |workspace| workspace.staged.as_mut().and_then(Stage::back)).flatten();
        if let Some(moment) = moment {
            self.travel(id, Travel::To(moment));
            self.keep_paper(id);
        }
    }

    /// Plays up to the next caption.
    async fn play(&self, id: WorkspaceId) {
        self.change(id, |workspace, real| {
            workspace.core.command(real, ClockCommand::Pause);
            // A scene moves time by itself: no load takes it along meanwhile.
            workspace.core.end_lead(real);
            if let Some(stage) = &mut workspace.staged {
                stage.playing = true;
            }
        });
        let mut stretch_end = self.world().millis() + STRETCH_MS;
        while let Some(next) = self.next_move(id) {
            if self.world().millis() > stretch_end {
                if !self.rest_on_stage(id, 0).await {
                    return;
                }
                stretch_end = self.world().millis() + STRETCH_MS;
            }
            let goes_on = match next {
                Move::Wait(to) => self.wait(id, to).await,
                Move::Send(request) => self.send_on_stage(id, *request),
                Move::Load { plan, seed } => self.load_on_stage(id, *plan, seed).await,
                Move::Say(caption) => {
                    self.within(id, |workspace| {
                        // The way back leads to this moment, also where nothing has happened since the last record.
                        workspace.core.mark_time();
                        let (core, stage) = (&workspace.core, workspace.staged.as_mut());
                        stage.map(|stage| said(core, stage, &caption))
                    });
                    false
                }
                Move::End => false,
            };
            if !goes_on {
                break;
            }
        }
        self.change(id, |workspace, _| {
            if let Some(stage) = &mut workspace.staged {
                stage.playing = false;
            }
        });
        self.keep_paper(id);
    }

    fn next_move(&self, id: WorkspaceId) -> Option<Move> {
        self.within(id, |workspace| {
            let core = &workspace.core;
            let stage = workspace.staged.as_mut()?;
            let scene = stage.scene;
            Some(stage.play.next(|figure| figure_of(core, scene, figure)))
        })
        .flatten()
    }

    /// Sends a request of the scene; whether the scene goes on.
    fn send_on_stage(&self, id: WorkspaceId, request: hashrange_wire::Request) -> bool {
        let body = encode_request(&request);
        self.handling(request.operation().name(), &body);
        let real = self.world().millis();
        let goes_on = self.within(id, |workspace| {
            let answer = workspace.core.handle(real, request, body);
            workspace.changed();
            let stage = workspace.staged.as_mut()?;
            let trouble = stage.play.answered(&answer).err();
            stage.trouble = trouble;
            Some(stage.trouble.is_none())
        });
        goes_on.flatten() == Some(true)
    }

    /// Sends a load of the scene to its end; false when the scene was left meanwhile.
    async fn load_on_stage(&self, id: WorkspaceId, plan: LoadPlan, seed: u64) -> bool {
        self.within(id, |workspace| workspace.core.begin_load_on_stage(plan, seed));
        let mut stretch_end = self.world().millis() + STRETCH_MS;
        loop {
            let more = self.within(id, |workspace| {
                workspace.changed();
                workspace.core.go_with_load_on_stage()
            });
            if more != Some(true) {
                break;
            }
            if self.world().millis() > stretch_end {
                if !self.rest_on_stage(id, 0).await {
                    // Nobody goes on with it.
                    self.change(id, |workspace, real| workspace.core.end_lead(real));
                    return false;
                }
                stretch_end = self.world().millis() + STRETCH_MS;
            }
        }
        let goes_on = self.within(id, |workspace| {
            let stage = workspace.staged.as_mut();
            stage.map(|stage| loaded(&workspace.core, stage)).is_some()
        });
        goes_on == Some(true)
    }

    /// Lets the page draw; false when the scene was left meanwhile.
    async fn rest_on_stage(&self, id: WorkspaceId, milliseconds: u32) -> bool {
        self.publish();
        self.save_soon(id);
        self.world().rest(milliseconds).await;
        self.within(id, |workspace| workspace.staged.is_some()) == Some(true)
    }

    /// Lets virtual time pass up to a moment; false when the scene was left meanwhile.
    async fn wait(&self, id: WorkspaceId, to: Timestamp) -> bool {
        let span = self.within(id, |workspace| to.checked_since(workspace.core.clock().now())).flatten();
        let Some(span) = span else { return true };
        let still = self.desk(|desk| desk.still);
        let pieces = if span > LONG && !still { PIECES } else { 1 };
        for piece in (0..pieces).rev() {
            let left = Duration::from_micros(span.micros() / pieces * piece);
            let moment = ClockCommand::StepTo(to.checked_sub(left).unwrap_or(to));
            loop {
                let real = self.world().millis();
                let more = self.within(id, |workspace| {
                    workspace.changed();
                    workspace.core.go(real, moment)
                });
                if more != Some(true) {
                    break;
                }
                if !self.rest_on_stage(id, 0).await {
                    return false;
                }
            }
            if pieces > 1 && !self.rest_on_stage(id, PIECE_MS).await {
                return false;
            }
        }
        true
    }
}

/// Plays one move of a scene in a service of its own, or one request of a load; whether it goes on: up to the captions before a
/// moment.
fn rehearse(core: &mut Core, stage: &mut Stage, until: Timestamp) -> bool {
    let scene = stage.scene;
    if core.timeline().running_load().is_some() {
        if !core.go_with_load_on_stage() {
            loaded(core, stage);
        }
        return true;
    }
    let before = stage.clone();
    match stage.play.next(|figure| figure_of(core, scene, figure)) {
        Move::Wait(to) => while core.go(0.0, ClockCommand::StepTo(to)) {},
        Move::Send(request) => {
            let body = encode_request(&request);
            let answer = core.handle(0.0, *request, body);
            if stage.play.answered(&answer).is_err() {
                return false;
            }
        }
        Move::Load { plan, seed } => core.begin_load_on_stage(*plan, seed),
        Move::Say(caption) => {
            said(core, stage, &caption);
            if core.engine().now() > until {
                *stage = before;
                return false;
            }
        }
        Move::End => return false,
    }
    true
}

/// What a workspace is set up with, and the scene's dials.
pub(crate) fn settings(scene: &Scene) -> Settings {
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

pub(crate) fn figure_of(core: &Core, scene: &Scene, figure: &Figure) -> String {
    core.insight().figure(core.engine(), scene, figure)
}

/// Tells the play what came of the load that has just ended.
fn loaded(core: &Core, stage: &mut Stage) {
    if let Some(tally) = core.timeline().loads().next_back() {
        stage.play.loaded(tally, core.engine().now());
    }
}

/// Shows a caption with its figures; after the last one, the checks.
fn said(core: &Core, stage: &mut Stage, caption: &Caption) {
    let scene = stage.scene;
    let read = |play: &Play, figure: &Figure| play.figure(figure, |one| figure_of(core, scene, one));
    let word = |piece: &Piece| match piece {
        Piece::Text(text) => Word::Text((*text).to_owned()),
        Piece::Figure(figure, expected) => {
            Word::Figure { found: read(&stage.play, figure), expected: (*expected).to_owned() }
        }
    };
    let words = caption.pieces.iter().map(word).collect();
    if stage.play.is_over() {
        let checked = |check: Check| Checked {
            found: read(&stage.play, &check.figure),
            words: check.words.to_owned(),
            expected: check.expected.to_owned(),
        };
        stage.checks = scene.checks().into_iter().map(checked).collect();
    }
    stage.reached.push(Reached { moment: core.engine().now(), words, play: stage.play.clone() });
    stage.shown = stage.reached.len() - 1;
}
