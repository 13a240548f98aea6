//! Stores journals soon after every change, and reports failures.

use std::rc::Rc;

use hashrange_journal::{Entry, Reader};
use hashrange_protocol::{News, Owner, SaveState, WorkspaceId};

use crate::host::{Host, Platform};
use crate::store::{Notice, Store, StoreError};
use crate::workspace::Workspace;

/// The delay before bytes are written, so that further changes join the same write, in milliseconds.
const DELAY_MS: u32 = 150;
/// Real time between two checks of a pending write, in milliseconds.
pub(crate) const TURN_MS: u32 = 2;

impl<W: Platform> Host<W> {
    /// Starts storing a workspace.
    pub(crate) fn keep(&self, id: WorkspaceId) {
        self.within(id, |workspace| {
            workspace.keeping.on = true;
            workspace.saved = SaveState::Saved;
        });
        self.save_soon(id);
    }

    /// Stops storing a workspace.
    pub(crate) fn keep_nothing(&self, id: WorkspaceId, reason: &str) {
        self.within(id, |workspace| {
            workspace.keeping.on = false;
            workspace.saved = SaveState::MemoryOnly(reason.to_owned());
        });
        self.publish();
    }

    /// Records that another tab has taken a workspace over. This tab must not write it any more.
    pub(crate) fn lose(&self, id: WorkspaceId) {
        self.within(id, |workspace| workspace.owner = Owner::TakenOver);
        self.keep_nothing(id, "another tab took over this workspace");
        self.spawn(|host| host.wait_to_own(id));
    }

    /// Waits until the tab that owns a workspace is closed or leaves it. Then this tab owns it: it shows what is stored,
    /// or stores its own changes if nothing else was stored since it read the workspace.
    pub(crate) async fn wait_to_own(self, id: WorkspaceId) {
        let host = self.clone();
        if !self.platform().wait_to_own(id, Rc::new(move || host.lose(id))).await {
            return;
        }
        let known = self.within(id, |workspace| {
            (workspace.owner, workspace.follows(), workspace.keeping.next)
        });
        match (known, self.store()) {
            (Some((Owner::Here, ..)), _) => {}
            (Some((_, true, _)), _) if self.front() == id => {
                // What it shows can be older than what is stored.
                self.state(|state| state.close(id));
                self.open(id).await;
            }
            (Some((_, false, next)), Some(store)) => self.keep_own_changes(&store, id, next).await,
            _ => {
                self.state(|state| state.close(id));
                self.platform().release(id);
            }
        }
    }

    /// Stores the changes of this tab to a workspace that it owns now, unless the other tab has stored more than time
    /// that passed since this tab has read the workspace.
    async fn keep_own_changes(&self, store: &W::Store, id: WorkspaceId, next: u32) {
        let since = store.read_chunks_since(id, next).await;
        let keeps = match since {
            Ok(chunks) if !chunks.whole && chunks.bytes.is_empty() => true,
            Ok(chunks) if !chunks.whole && is_time_only(&chunks.bytes) => self.begin_anew(id).await,
            _ => false,
        };
        if keeps {
            self.within(id, |workspace| workspace.owner = Owner::Here);
            self.keep(id);
            self.put_document(id);
            let words = "The other tab was closed. This tab stores the workspace from now on.";
            self.post(&News::Noted(words.to_owned()));
            let _ = self.find_import(id).await;
            self.take_up_import(id);
        } else {
            self.platform().release(id);
            self.within(id, |workspace| workspace.owner = Owner::Diverged);
            self.keep_nothing(id, "another tab has stored other changes");
        }
        self.publish();
    }

    /// Makes the next write replace the stored journal. Returns whether the whole journal is in memory for that.
    async fn begin_anew(&self, id: WorkspaceId) -> bool {
        let begin = |workspace: &mut Workspace| workspace.core.begin_anew();
        self.within(id, begin) == Some(true) || (self.read_past(id).await && self.within(id, begin) == Some(true))
    }

    /// Writes unsaved changes after a short while.
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
                host.platform().rest(DELAY_MS).await;
                host.save_now(id).await;
            });
        }
    }

    /// Writes everything at once, including the current time, because the page is about to be hidden or left.
    pub(crate) fn save_before_leaving(&self) {
        let kept: Vec<WorkspaceId> = self.state(|state| {
            let kept = state.open.iter_mut().filter(|(_, workspace)| workspace.keeping.on);
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

    /// Writes until everything is stored, or cannot be stored.
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
            self.platform().rest(TURN_MS).await;
        }
    }

    /// Writes unsaved changes.
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
        let Some(Some(unsaved)) = unsaved else {
            return self.publish();
        };
        let done = if unsaved.begins {
            store
                .replace_journal(id, &[&unsaved.bytes])
                .await
                .map(|chunk| (chunk, Notice::Replaced { id }))
        } else {
            store
                .append(id, &unsaved.bytes)
                .await
                .map(|chunk| (chunk, Notice::Appended { id, chunk }))
        };
        self.within(id, |workspace| workspace.keeping.writing = false);
        match done {
            Ok((chunk, notice)) => {
                self.platform().announce(&notice);
                let written = unsaved.bytes.len() as u64;
                self.within(id, |workspace| {
                    workspace.keeping.wrote(chunk, &unsaved);
                    workspace.saved = SaveState::Saved;
                    workspace.card.bytes = if unsaved.begins {
                        written
                    } else {
                        workspace.card.bytes + written
                    };
                });
                self.keep_card(&store, id).await;
                self.drop_source_if_stored(id).await;
                self.save_soon(id);
            }
            Err(StoreError::Conflict) => self.lose(id),
            Err(StoreError::Lost) => self.save_all_again(id),
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

    /// Writes everything again, because the browser has deleted the stored data.
    fn save_all_again(&self, id: WorkspaceId) {
        let whole = self.within(id, |workspace| {
            workspace.saved = SaveState::Saving;
            workspace.core.begin_anew()
        });
        match whole {
            Some(false) => self.keep_nothing(id, "the browser deleted the stored workspace"),
            _ => self.save_soon(id),
        }
    }

    /// Stores the card of a workspace for the list.
    async fn keep_card(&self, store: &W::Store, id: WorkspaceId) {
        let date = self.platform().date();
        let card = self.state(|state| {
            let workspace = state.open.get_mut(&id)?;
            workspace.card.changed = date;
            workspace.card.tables = tables_of(workspace);
            state.cards.insert(id, workspace.card.clone());
            Some(workspace.card.clone())
        });
        if let Some(card) = card {
            // A failure is harmless: the list can be older than the journal, which is authoritative.
            let _ = store.put_card(&card).await;
            self.platform().announce(&Notice::Cards);
            self.state(|state| state.reported.list_is_old = true);
        }
    }

    /// Sends the page the list of workspaces, the last changed first.
    pub(crate) fn report_workspaces(&self) {
        let now = self.platform().millis();
        let list = self.state(|state| state.list(now));
        self.post(&list);
    }

    /// Stores the page's own state in the workspace.
    pub(crate) fn keep_view(&self, id: WorkspaceId, view: String) {
        self.within(id, |workspace| workspace.view = view);
        self.put_document(id);
    }

    /// Stores the document beside the journal.
    pub(crate) fn put_document(&self, id: WorkspaceId) {
        let view_text = self
            .within(id, |workspace| workspace.keeping.on.then(|| workspace.view_text()))
            .flatten();
        if let (Some(view_text), Some(store)) = (view_text, self.store()) {
            self.platform().spawn(async move {
                // A failure is harmless: the reader fills in forms again, and the journal does not depend on them.
                let _ = store.keep_view(id, &view_text).await;
            });
        }
    }
}

/// Whether these records only let time pass, as a running clock does until its tab is closed.
fn is_time_only(bytes: &[u8]) -> bool {
    Reader::within(bytes).all(|record| record.is_ok_and(|record| matches!(record.entry, Entry::Advance { .. })))
}

fn tables_of(workspace: &Workspace) -> Vec<String> {
    workspace
        .core
        .engine()
        .tables()
        .map(|table| table.name().to_string())
        .collect()
}
