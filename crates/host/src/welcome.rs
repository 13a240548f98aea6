//! The welcome: a small running service for a first visit, and the way from it to a workspace of the reader's own.
//!
//! It is in memory only, and never listed or stored. Every visit starts a new one, the same each time. Must not know
//! what a page shows of it.

use hashrange_endpoint::Settings;
use hashrange_protocol::{Card, ClockCommand, Origin, SaveState, Speed, WorkspaceId};
use hashrange_time::{Duration, Timestamp};
use hashrange_wire::{Checked, TableStatus, encode_request};
use hashrange_workload::{LoadPlan, WELCOME_TITLE, Welcome, WelcomeStep};

use crate::core::Core;
use crate::host::{Host, HostState, Platform};
use crate::store::Store;
use crate::workspace::Workspace;

/// Slower than real time: four requests a second, so that each can be followed with the eye.
const PACE: Speed = Speed::from_per_mille(100);

/// How often to check whether the table exists, and how many times.
const LOOK: Duration = Duration::from_millis(50);
const MOST_LOOKS: u32 = 200;

/// A welcome in front, and the load to run there.
pub(crate) struct WelcomeLoad {
    id: WorkspaceId,
    plan: LoadPlan,
    seed: u64,
}

impl<W: Platform> Host<W> {
    /// Starts a welcome, brings it to the front, and continues it.
    pub(crate) async fn welcome(self) {
        if let Some(load) = self.begin_welcome().await {
            self.go_on_with_welcome(load).await;
        }
    }

    /// Creates a welcome and brings it to the front. Does not wait for the store, which opens slowly.
    pub(crate) async fn begin_welcome(&self) -> Option<WelcomeLoad> {
        let welcome = hashrange_workload::welcome();
        let mut core = Core::begin_unkept(&settings(&welcome));
        let (plan, seed) = play_to_last_load(&mut core, welcome)?;
        core.wait(self.platform().millis());
        let id = self.state(HostState::next_welcome);
        let card = Card::new(id, WELCOME_TITLE, Origin::Own, self.platform().date());
        let mut workspace = Workspace::new(card, core, String::new());
        // There is nothing to store.
        workspace.saved = SaveState::Saved;
        self.place(workspace);
        self.bring_to_front(id, None).await;
        self.change(id, |workspace, real| {
            workspace.core.command(real, ClockCommand::Speed(PACE));
            workspace.core.command(real, ClockCommand::Resume);
        });
        Some(WelcomeLoad { id, plan, seed })
    }

    /// Runs the load of the welcome. Repeats it as long as the welcome is in front.
    pub(crate) async fn go_on_with_welcome(self, mut load: WelcomeLoad) {
        loop {
            self.clone().run_load(load.id, load.plan, load.seed).await;
            if self.front() != load.id {
                return;
            }
            let Some(next) = self.begin_welcome().await else { return };
            load = next;
        }
    }

    /// Leaves the welcome for the reader's last workspace, except for workspaces of lessons.
    pub(crate) async fn open_own(&self) {
        if !self.front().is_welcome() {
            return;
        }
        let last = match self.store() {
            Some(store) => store.last_opened().await.ok().flatten(),
            None => None,
        };
        // Another command may have brought a workspace to the front meanwhile.
        if !self.front().is_welcome() {
            return;
        }
        match self.state(|state| state.own(last)) {
            Some(id) => self.open(id).await,
            None => self.begin_first().await,
        }
    }
}

impl HostState {
    /// The number of the next welcome.
    fn next_welcome(&mut self) -> WorkspaceId {
        self.welcomes += 1;
        WorkspaceId(WorkspaceId::FIRST_WELCOME.0 + self.welcomes)
    }

    /// The reader's own workspace that was in front last, or was changed last. Not the workspace of a lesson that was
    /// left: after it, `last_opened` is `NONE` if there was no other.
    pub(crate) fn own(&self, last_opened: Option<WorkspaceId>) -> Option<WorkspaceId> {
        let is_own =
            |card: &&Card| card.deleted.is_none() && card.id != self.left && !matches!(card.origin, Origin::Lesson(_));
        let card = |id: &WorkspaceId| self.cards.get(id).filter(is_own);
        let before = self.before.iter().rev().chain(&last_opened).find_map(card);
        let newest = || self.cards.values().filter(is_own).max_by_key(|card| card.changed);
        before
            .or_else(|| newest().filter(|_| last_opened != Some(WorkspaceId::NONE)))
            .map(|card| card.id)
    }
}

/// The settings of the welcome.
fn settings(welcome: &Welcome) -> Settings {
    let mut settings = Core::usual();
    for (name, value) in &welcome.settings {
        // A test checks that every setting exists and has a value.
        let _ = settings.set(name, value);
    }
    settings
}

/// Executes the steps before the visit. Returns the load that continues.
fn play_to_last_load(core: &mut Core, welcome: Welcome) -> Option<(LoadPlan, u64)> {
    core.command(0.0, ClockCommand::Pause);
    let last = welcome.steps.len().checked_sub(1)?;
    for (number, step) in welcome.steps.into_iter().enumerate() {
        match step {
            WelcomeStep::Pass(span) => pass(core, span),
            WelcomeStep::UntilActive => {
                let is_active = |core: &Core| {
                    core.engine()
                        .table(&welcome.table)
                        .is_some_and(|table| table.status() == TableStatus::Active)
                };
                for _ in 0..MOST_LOOKS {
                    if is_active(core) {
                        break;
                    }
                    pass(core, LOOK);
                }
            }
            WelcomeStep::Send(request) => {
                let body = encode_request(&request);
                core.handle(0.0, Checked::of(*request).ok()?, body).ok()?;
            }
            WelcomeStep::Load { mut plan, seed } => {
                plan.from = core.engine().now();
                if number == last {
                    return Some((*plan, seed));
                }
                core.begin_load_on_stage(*plan, seed);
                while core.go_with_load_on_stage(Timestamp::MAX).0 {}
            }
        }
    }
    None
}

fn pass(core: &mut Core, span: Duration) {
    let to = core.engine().now() + span;
    while core.pass_on_stage(to) < to {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setting_of_the_welcome_has_its_value() {
        for (name, value) in hashrange_workload::welcome().settings {
            assert!(Core::usual().set(name, value).is_some(), "{name} {value}");
        }
    }
}
