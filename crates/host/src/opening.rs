//! Opens workspaces: at the start, on request, and for a reload of the page. Follows workspaces that another tab
//! writes.
//!
//! Must not know how a workspace is restored from its stored parts.

use std::rc::Rc;

use hashrange_protocol::{Hello, News, Owner, VERSION, WorkspaceId};

use crate::core::Core;
use crate::host::{Host, Platform};
use crate::store::{Notice, Ownership, Store, StoreError};
use crate::workspace::Workspace;

/// Real time between two checks of a workspace that another tab writes, in milliseconds.
const FOLLOW_MS: u32 = 250;

impl<W: Platform> Host<W> {
    /// Restores the workspace of the last visit, or creates the first one. Afterwards the page is usable, with a store
    /// or without.
    pub(crate) async fn start(self, hello: Hello) {
        if hello.version != VERSION {
            let words = "The page was updated while it was open. Reload it to continue.";
            return self.post(&News::Refused(words.to_owned()));
        }
        let began = self.state(|state| {
            (state.still, state.ready) = (hello.still, true);
            std::mem::replace(&mut state.began, true)
        });
        if began {
            // The page was reloaded; the service continues.
            return self.report_everything().await;
        }
        self.post(&News::Starting { share: None });
        if hello.welcome
            && let Some(load) = self.begin_welcome().await
        {
            self.spawn(|host| host.go_on_with_welcome(load));
        }
        let opened = if hello.unkept {
            Err(StoreError::Unavailable)
        } else {
            self.platform().open_store().await
        };
        let last = match opened {
            Ok(store) => self.look_up(store).await,
            Err(error) => {
                self.state(|state| state.unkept = Some(error.to_string()));
                None
            }
        };
        self.state(|state| state.started = true);
        self.spawn(Host::run);
        let host = self.clone();
        self.platform()
            .on_notice(Rc::new(move |notice| host.follow_notice(&notice)));
        if hello.set_aside
            && let Some(id) = last
        {
            self.put_aside(id).await;
        }
        match last {
            _ if hello.welcome => self.report_workspaces(),
            Some(id) => self.open(id).await,
            None => self.begin_first().await,
        }
        self.report_storage().await;
    }

    /// Adopts the store, and finds the workspace opened last.
    async fn look_up(&self, store: W::Store) -> Option<WorkspaceId> {
        self.set_store(Some(store.clone()));
        let cards = match store.cards().await {
            Ok(cards) => cards,
            Err(error) => {
                self.set_store(None);
                self.state(|state| state.unkept = Some(error.to_string()));
                return None;
            }
        };
        let last = store.last_opened().await.ok().flatten();
        let newest = cards
            .iter()
            .filter(|card| card.deleted.is_none())
            .max_by_key(|card| card.changed);
        let there = |id: &WorkspaceId| cards.iter().any(|card| card.id == *id && card.deleted.is_none());
        let found = match last {
            // The reader left a lesson and had no other workspace.
            Some(WorkspaceId::NONE) => None,
            last => last.filter(there).or(newest.map(|card| card.id)),
        };
        self.state(|state| state.list_cards(cards));
        self.empty_bin(&store).await;
        self.report_kept(&store).await;
        found
    }

    /// Sets a journal aside, unchanged, because it crashes the page at every start.
    async fn put_aside(&self, id: WorkspaceId) {
        let Some(store) = self.store() else { return };
        if let Ok(bytes) = store.read_journal(id).await
            && store.keep_aside(id, &bytes, "the page stopped").await.is_ok()
        {
            // The journal is stored aside; an empty one replaces it.
            let _ = store.replace_journal(id, &[]).await;
        }
        self.report_kept(&store).await;
    }

    /// Opens a workspace and brings it to the front.
    pub(crate) async fn open(&self, id: WorkspaceId) {
        if self.is_open(id) {
            return self.bring_to_front(id, None).await;
        }
        let Some(store) = self.store() else { return };
        let Some(card) = self.state(|state| state.cards.get(&id).cloned()) else {
            return;
        };
        self.post(&News::Starting { share: None });
        let host = self.clone();
        let owned = self.platform().acquire(id, false, Rc::new(move || host.lose(id))).await == Ownership::Here;
        let mut notice = None;
        match self.bring_back(&store, card.clone(), owned, &mut notice).await {
            Ok(keeps) => {
                if !owned {
                    self.within(id, |workspace| workspace.owner = Owner::Elsewhere);
                    self.keep_nothing(id, "another tab owns this workspace");
                    self.spawn(|host| host.wait_to_own(id));
                } else if keeps {
                    self.keep(id);
                }
            }
            Err(error) => {
                self.place(Workspace::new(card, Core::fresh(), String::new()));
                self.keep_nothing(id, &error.to_string());
                notice = Some(format!("This workspace could not be read: {error}."));
            }
        }
        let reported = self.change(id, |workspace, _| {
            workspace.core.report_differences(workspace.keeping.on)
        });
        // Reports all, because each is reported only once.
        for reported in [reported.flatten(), self.find_import(id).await].into_iter().flatten() {
            notice = Some(notice.map_or_else(|| reported.clone(), |before| format!("{before} {reported}")));
        }
        self.report_kept(&store).await;
        self.bring_to_front(id, notice).await;
        self.take_up_import(id);
        self.spawn(|host| host.take_up_load(id));
    }

    /// Brings an open workspace to the front.
    pub(crate) async fn bring_to_front(&self, id: WorkspaceId, notice: Option<String>) {
        let view = self.state(|state| {
            let left = std::mem::replace(&mut state.front, id);
            if left.is_unkept() && left != id {
                state.close(left);
            } else if left != WorkspaceId::NONE && left != id {
                state.before.retain(|one| *one != left && *one != id);
                state.before.push(left);
            }
            if state.left == id {
                state.left = WorkspaceId::NONE;
            }
            state.follows.start_over();
            state.reported = crate::host::Reported::default();
            state.ready = true;
            state.open.get_mut(&id).map(|workspace| {
                workspace.changed();
                workspace.view.clone()
            })
        });
        if let Some(view) = view {
            self.post(&News::Opened {
                workspace: id,
                view,
                notice,
            });
        }
        self.report_workspaces();
        self.publish();
        if let Some(store) = self.store().filter(|_| !id.is_unkept()) {
            // If this cannot be stored, the last changed workspace is opened next time.
            let _ = store.set_last_opened(id).await;
        }
        self.close_idle().await;
    }

    /// Sends everything to a reloaded page.
    async fn report_everything(&self) {
        let front = self.front();
        let view = self.state(|state| {
            state.reported = crate::host::Reported::default();
            state.follows.forget();
            state.open.get(&front).map(|workspace| workspace.view.clone())
        });
        // A workspace that is still opening is reported when it is open.
        let Some(view) = view else { return };
        self.post(&News::Opened {
            workspace: front,
            view,
            notice: None,
        });
        self.report_workspaces();
        self.publish();
        if let Some(store) = self.store() {
            self.report_kept(&store).await;
        }
        self.report_storage().await;
    }

    pub(crate) fn place(&self, workspace: Workspace) {
        self.state(|state| state.open.insert(workspace.card.id, workspace));
    }

    /// Handles a notice of another tab.
    fn follow_notice(&self, notice: &Notice) {
        match *notice {
            Notice::Appended { id, .. } | Notice::Replaced { id } => self.spawn(|host| host.follow_other_tab(id)),
            Notice::Cards => self.spawn(|host| host.reread_cards()),
            Notice::TakenOver { .. } => {}
        }
    }

    /// Follows a workspace in front that another tab writes: reads it again, at most a few times a second.
    async fn follow_other_tab(self, id: WorkspaceId) {
        let follows = self.within(id, |workspace| {
            let follows = workspace.follows() && !workspace.rereading;
            workspace.rereading |= follows;
            follows
        });
        if follows == Some(true) {
            self.platform().rest(FOLLOW_MS).await;
            self.within(id, |workspace| workspace.rereading = false);
            self.reread(id).await;
        }
    }

    /// Reads the list of workspaces again.
    async fn reread_cards(self) {
        let Some(store) = self.store() else { return };
        if let Ok(cards) = store.cards().await {
            self.state(|state| state.list_cards(cards));
            self.report_workspaces();
        }
    }
}
