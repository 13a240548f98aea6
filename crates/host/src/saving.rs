//! Keeps journals in the store soon after every change, and says when it cannot.

use hashrange_protocol::{Owner, SaveState, WorkspaceId};

use crate::host::Host;
use crate::store::{Notice, Store, StoreError};
use crate::workspace::Workspace;
use crate::world::World;

/// How long bytes wait for more before they are written, in milliseconds.
const DELAY_MS: u32 = 150;
/// How long to wait for a write that is under way, in milliseconds.
const TURN_MS: u32 = 2;

impl<W: World> Host<W> {
    /// Begins to keep a workspace.
    pub(crate) fn keep(&self, id: WorkspaceId) {
        self.within(id, |workspace| {
            workspace.keeping.on = true;
            workspace.saved = SaveState::Saved;
        });
        self.save_soon(id);
    }

    /// Stops keeping a workspace.
    pub(crate) fn keep_nothing(&self, id: WorkspaceId, reason: &str) {
        self.within(id, |workspace| {
            workspace.keeping.on = false;
            workspace.saved = SaveState::MemoryOnly(reason.to_owned());
        });
        self.publish();
    }

    /// Another tab has taken a workspace over: nothing may be written from here any more.
    pub(crate) fn lose(&self, id: WorkspaceId) {
        self.within(id, |workspace| workspace.owner = Owner::TakenOver);
        self.keep_nothing(id, "another tab took this workspace over");
    }

    /// Writes what is not kept yet after a short while.
    pub(crate) fn save_soon(&self, id: WorkspaceId) {
        let due = self.within(id, |workspace| {
            let due = workspace.keeping.on && !workspace.keeping.scheduled && workspace.core.has_unsaved();
            workspace.keeping.scheduled |= due;
            if due && workspace.saved == SaveState::Saved {
                workspace.saved = SaveState::Saving;
            }
            due
        });
        if due == Some(true) {
            self.spawn(|host| async move {
                host.world().rest(DELAY_MS).await;
                host.save_now(id).await;
            });
        }
    }

    /// Writes everything at once, with the present moment: the page is about to be hidden or left.
    pub(crate) fn save_before_leaving(&self) {
        let kept: Vec<WorkspaceId> = self.desk(|desk| {
            let kept = desk.open.iter_mut().filter(|(_, workspace)| workspace.keeping.on);
            kept.map(|(id, workspace)| {
                workspace.core.mark_time();
                *id
            })
            .collect()
        });
        for id in kept {
            self.spawn(|host| async move { host.save_now(id).await });
        }
    }

    /// Writes until everything is kept, or cannot be.
    pub(crate) async fn save_through(&self, id: WorkspaceId) {
        loop {
            self.save_now(id).await;
            let waits = self.within(id, |workspace| {
                let fails = matches!(workspace.saved, SaveState::Behind(_) | SaveState::MemoryOnly(_));
                !fails && (workspace.keeping.writing || workspace.core.has_unsaved())
            });
            if waits != Some(true) {
                return;
            }
            self.world().rest(TURN_MS).await;
        }
    }

    /// Writes what is not kept yet.
    pub(crate) async fn save_now(&self, id: WorkspaceId) {
        let Some(store) = self.store() else { return };
        let unsaved = self.within(id, |workspace| {
            workspace.keeping.scheduled = false;
            if workspace.keeping.writing || !workspace.keeping.on {
                return None;
            }
            let unsaved = workspace.core.take_unsaved();
            workspace.keeping.writing = unsaved.is_some();
            if unsaved.is_none() && workspace.saved == SaveState::Saving {
                workspace.saved = SaveState::Saved;
            }
            unsaved
        });
        let Some(Some(unsaved)) = unsaved else { return self.publish() };
        let done = if unsaved.begins {
            store.replace_journal(id, &[&unsaved.bytes]).await.map(|chunk| (chunk, Notice::Replaced { id }))
        } else {
            store.append(id, &unsaved.bytes).await.map(|chunk| (chunk, Notice::Appended { id, chunk }))
        };
        self.within(id, |workspace| workspace.keeping.writing = false);
        match done {
            Ok((chunk, notice)) => {
                self.world().announce(&notice);
                let written = unsaved.bytes.len() as u64;
                self.within(id, |workspace| {
                    workspace.keeping.wrote(chunk, &unsaved);
                    workspace.saved = SaveState::Saved;
                    workspace.card.bytes = if unsaved.begins { written } else { workspace.card.bytes + written };
                });
                self.keep_card(&store, id).await;
                self.save_soon(id);
            }
            Err(StoreError::Conflict) => self.lose(id),
            // The browser has cleared what was kept: everything is written anew.
            Err(StoreError::Lost) => {
                let whole = self.within(id, |workspace| {
                    workspace.saved = SaveState::Saving;
                    workspace.core.begin_anew()
                });
                match whole {
                    Some(false) => self.keep_nothing(id, "the browser has deleted what was kept of it"),
                    _ => self.save_soon(id),
                }
            }
            Err(error) => {
                let full = error == StoreError::Full;
                self.within(id, |workspace| {
                    workspace.core.give_back(unsaved);
                    workspace.saved = SaveState::Behind(error.to_string());
                });
                if full && self.give_up_checkpoints(&store, id).await {
                    self.save_soon(id);
                }
            }
        }
        self.publish();
    }

    /// Keeps what the list of workspaces shows of one.
    async fn keep_card(&self, store: &W::Store, id: WorkspaceId) {
        let date = self.world().date();
        let card = self.desk(|desk| {
            let workspace = desk.open.get_mut(&id)?;
            workspace.card.changed = date;
            workspace.card.tables = tables_of(workspace);
            desk.cards.insert(id, workspace.card.clone());
            Some(workspace.card.clone())
        });
        if let Some(card) = card {
            // The list may be older than the journal; the journal is what counts.
            let _ = store.put_card(&card).await;
            self.world().announce(&Notice::Cards);
            self.desk(|desk| desk.told.list_is_old = true);
        }
    }

    /// Tells the page every workspace, the one changed last first.
    pub(crate) fn tell_workspaces(&self) {
        let now = self.world().millis();
        let list = self.desk(|desk| desk.list(now));
        self.post(list);
    }

    /// Takes over the page's own state.
    pub(crate) fn keep_view(&self, id: WorkspaceId, view: String) {
        self.within(id, |workspace| workspace.view = view);
        self.keep_paper(id);
    }

    /// Keeps what is kept beside the journal.
    pub(crate) fn keep_paper(&self, id: WorkspaceId) {
        let paper = self.within(id, |workspace| workspace.keeping.on.then(|| workspace.paper())).flatten();
        if let (Some(paper), Some(store)) = (paper, self.store()) {
            self.world().spawn(async move {
                // Forms that could not be kept are typed again; nothing of the journal depends on them.
                let _ = store.keep_view(id, &paper).await;
            });
        }
    }
}

fn tables_of(workspace: &Workspace) -> Vec<String> {
    workspace.core.engine().tables().map(|table| table.name().to_string()).collect()
}
