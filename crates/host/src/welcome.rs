//! The welcome: a small service that moves, for a visitor who has not done anything yet. And the way on from there, to a
//! workspace of the reader's own.
//!
//! It lives in memory only, is never listed nor kept, and begins anew with every visit, the same each time. Must not know what
//! a page shows of it.

use hashrange_protocol::{Card, ClockCommand, Origin, SaveState, Speed, WorkspaceId};
use hashrange_wire::encode_request;
use hashrange_workload::{LoadPlan, Move, Play, Scene};

use crate::core::Core;
use crate::host::{Desk, Host};
use crate::scene::{figure_of, settings};
use crate::store::Store;
use crate::workspace::Workspace;
use crate::world::World;

/// Slower than life: four requests a second, so that each can be followed with the eye.
const PACE: Speed = Speed::from_per_mille(100);

/// A welcome in front, and the load that is to run there.
pub(crate) struct Begun {
    id: WorkspaceId,
    plan: LoadPlan,
    seed: u64,
}

impl<W: World> Host<W> {
    /// Begins a welcome, puts it in front, and goes on with it.
    pub(crate) async fn welcome(self) {
        if let Some(begun) = self.begin_welcome().await {
            self.go_on_with_welcome(begun).await;
        }
    }

    /// Begins a welcome and puts it in front. Needs no store, which takes its time to open.
    pub(crate) async fn begin_welcome(&self) -> Option<Begun> {
        let scene = hashrange_workload::welcome();
        let mut core = Core::begin(&settings(scene));
        let (plan, seed) = play_to_last_load(&mut core, scene)?;
        core.wait(self.world().millis());
        let id = self.desk(Desk::next_welcome);
        let card = Card::new(id, scene.title, Origin::Own, self.world().date());
        let mut workspace = Workspace::new(card, core, String::new());
        // There is nothing that could be lost.
        workspace.saved = SaveState::Saved;
        self.place(workspace);
        self.bring_to_front(id, None).await;
        self.change(id, |workspace, real| {
            workspace.core.command(real, ClockCommand::Speed(PACE));
            workspace.core.command(real, ClockCommand::Resume);
        });
        Some(Begun { id, plan, seed })
    }

    /// Lets its load run. When that is over it begins anew, as long as somebody looks.
    pub(crate) async fn go_on_with_welcome(self, mut begun: Begun) {
        loop {
            self.clone().run_load(begun.id, begun.plan, begun.seed).await;
            if self.front() != begun.id {
                return;
            }
            let Some(next) = self.begin_welcome().await else { return };
            begun = next;
        }
    }

    /// Leaves the welcome for the workspace that the reader was in last; a scene's is none of them.
    pub(crate) async fn open_own(&self) {
        if !self.front().is_welcome() {
            return;
        }
        let last = match self.store() {
            Some(store) => store.last_opened().await.ok().flatten(),
            None => None,
        };
        match self.desk(|desk| desk.own(last)) {
            Some(id) => self.open(id).await,
            None => self.begin_first().await,
        }
    }
}

impl Desk {
    /// The number of the next welcome.
    fn next_welcome(&mut self) -> WorkspaceId {
        self.welcomes += 1;
        WorkspaceId(WorkspaceId::FIRST_WELCOME.0 + self.welcomes)
    }

    /// The workspace of the reader's own that was in front last, or was changed last.
    fn own(&self, last_opened: Option<WorkspaceId>) -> Option<WorkspaceId> {
        let is_own = |card: &&Card| card.deleted.is_none() && !matches!(card.origin, Origin::Scene(_));
        let card = |id: &WorkspaceId| self.cards.get(id).filter(is_own);
        let before = self.before.iter().rev().chain(&last_opened).find_map(card);
        before.or_else(|| self.cards.values().filter(is_own).max_by_key(|card| card.changed)).map(|card| card.id)
    }
}

/// Plays what happened before the visit; gives the load that goes on.
fn play_to_last_load(core: &mut Core, scene: &'static Scene) -> Option<(LoadPlan, u64)> {
    core.command(0.0, ClockCommand::Pause);
    let mut play = Play::new(scene, core.clock().now());
    loop {
        match play.next(|figure| figure_of(core, scene, figure)) {
            Move::Wait(to) => while core.go(0.0, ClockCommand::StepTo(to)) {},
            Move::Send(request) => {
                let body = encode_request(&request);
                play.answered(&core.handle(0.0, *request, body)).ok()?;
            }
            Move::Load { plan, seed } if play.is_over() => return Some((*plan, seed)),
            Move::Load { plan, seed } => {
                core.begin_load_on_stage(*plan, seed);
                while core.go_with_load_on_stage() {}
                if let Some(tally) = core.timeline().loads().next_back() {
                    play.loaded(tally, core.engine().now());
                }
            }
            Move::Say(_) | Move::End => return None,
        }
    }
}
