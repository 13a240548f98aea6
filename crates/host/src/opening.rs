//! Opening workspaces: the start, which one is in front, and which ones stay open.
//!
//! Must not know how one is brought back from what is kept of it.

use std::rc::Rc;

use hashrange_protocol::{Hello, News, Owner, VERSION, WorkspaceId};

use crate::core::Core;
use crate::host::Host;
use crate::store::{Notice, Ownership, Store, StoreError};
use crate::workspace::Workspace;
use crate::world::World;

/// Real time between two looks at a workspace that another tab writes, in milliseconds.
const FOLLOW_MS: u32 = 250;

impl<W: World> Host<W> {
    /// Brings the workspace of the last visit back, or begins the first one. The page can be used after this, with a store or
    /// without.
    pub(crate) async fn start(self, hello: Hello) {
        if hello.version != VERSION {
            let words = "The page was updated while it was open. Reload it to go on.";
            return self.post(News::Refused(words.to_owned()));
        }
        let began = self.desk(|desk| {
            (desk.still, desk.ready) = (hello.still, true);
            std::mem::replace(&mut desk.began, true)
        });
        if began {
            // The page came anew; the service goes on.
            return self.tell_everything().await;
        }
        self.post(News::Starting { share: None });
        if hello.welcome
            && let Some(begun) = self.begin_welcome().await
        {
            self.spawn(|host| host.go_on_with_welcome(begun));
        }
        let opened = if hello.unkept { Err(StoreError::Unavailable) } else { self.world().open_store().await };
        let last = match opened {
            Ok(store) => self.look_up(store).await,
            Err(error) => {
                self.desk(|desk| desk.unkept = Some(error.to_string()));
                None
            }
        };
        self.desk(|desk| desk.started = true);
        self.spawn(Host::run);
        let host = self.clone();
        self.world().hear(Rc::new(move |notice| host.heed(&notice)));
        if hello.set_aside
            && let Some(id) = last
        {
            self.put_aside(id).await;
        }
        match last {
            _ if hello.welcome => self.tell_workspaces(),
            Some(id) => self.open(id).await,
            None => self.begin_first().await,
        }
        self.tell_room().await;
    }

    /// Takes the store, and finds the workspace opened last.
    async fn look_up(&self, store: W::Store) -> Option<WorkspaceId> {
        self.set_store(Some(store.clone()));
        let cards = match store.cards().await {
            Ok(cards) => cards,
            Err(error) => {
                self.set_store(None);
                self.desk(|desk| desk.unkept = Some(error.to_string()));
                return None;
            }
        };
        let last = store.last_opened().await.ok().flatten();
        let newest = cards.iter().filter(|card| card.deleted.is_none()).max_by_key(|card| card.changed);
        let there = |id: &WorkspaceId| cards.iter().any(|card| card.id == *id && card.deleted.is_none());
        let found = last.filter(there).or(newest.map(|card| card.id));
        self.desk(|desk| desk.list_cards(cards));
        self.empty_bin(&store).await;
        self.tell_kept(&store).await;
        found
    }

    /// Keeps a journal that stops the page at every start as it is, aside.
    async fn put_aside(&self, id: WorkspaceId) {
        let Some(store) = self.store() else { return };
        if let Ok(bytes) = store.read_journal(id).await
            && store.keep_aside(id, &bytes, "put aside after the page had stopped").await.is_ok()
        {
            // The journal is kept; an empty one takes its place.
            let _ = store.replace_journal(id, &[]).await;
        }
        self.tell_kept(&store).await;
    }

    /// Opens a workspace and puts it in front.
    pub(crate) async fn open(&self, id: WorkspaceId) {
        if self.is_open(id) {
            return self.bring_to_front(id, None).await;
        }
        let Some(store) = self.store() else { return };
        let Some(card) = self.desk(|desk| desk.cards.get(&id).cloned()) else { return };
        self.post(News::Starting { share: None });
        let host = self.clone();
        let owned = self.world().acquire(id, false, Rc::new(move || host.lose(id))).await == Ownership::Here;
        let mut notice = None;
        match self.bring_back(&store, card.clone(), owned, &mut notice).await {
            Ok(keeps) => {
                if !owned {
                    self.within(id, |workspace| workspace.owner = Owner::Elsewhere);
                    self.keep_nothing(id, "another tab owns this workspace");
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
        let told = self.change(id, |workspace, _| workspace.core.tell_differences(workspace.keeping.on));
        // Both are said: what differs is told once only.
        if let Some(told) = told.flatten() {
            notice = Some(notice.map_or_else(|| told.clone(), |before| format!("{before} {told}")));
        }
        self.tell_kept(&store).await;
        self.bring_to_front(id, notice).await;
        self.take_up_import(id).await;
        self.spawn(|host| host.take_up_load(id));
    }

    /// Puts an open workspace in front of the others.
    pub(crate) async fn bring_to_front(&self, id: WorkspaceId, notice: Option<String>) {
        let view = self.desk(|desk| {
            let left = std::mem::replace(&mut desk.front, id);
            if left.is_unkept() && left != id {
                desk.open.remove(&left);
            } else if left != WorkspaceId::NONE && left != id {
                desk.before.retain(|one| *one != left && *one != id);
                desk.before.push(left);
            }
            desk.follows.start_over();
            desk.told = crate::host::Told::default();
            desk.ready = true;
            desk.open.get_mut(&id).map(|workspace| {
                workspace.changed();
                workspace.view.clone()
            })
        });
        if let Some(view) = view {
            self.post(News::Opened { workspace: id, view, notice });
        }
        self.tell_workspaces();
        self.publish();
        if let Some(store) = self.store().filter(|_| !id.is_unkept()) {
            // Where it is not kept, the newest workspace is opened next time.
            let _ = store.set_last_opened(id).await;
        }
        self.close_idle().await;
    }

    /// Tells a page that came anew everything.
    async fn tell_everything(&self) {
        let front = self.front();
        let view = self.desk(|desk| {
            desk.told = crate::host::Told::default();
            desk.follows.forget();
            desk.open.get(&front).map(|workspace| workspace.view.clone())
        });
        // What is still on its way to the front is told when it is there.
        let Some(view) = view else { return };
        self.post(News::Opened { workspace: front, view, notice: None });
        self.tell_workspaces();
        self.publish();
        if let Some(store) = self.store() {
            self.tell_kept(&store).await;
        }
        self.tell_room().await;
    }

    pub(crate) fn place(&self, workspace: Workspace) {
        self.desk(|desk| desk.open.insert(workspace.card.id, workspace));
    }

    /// Takes note of what another tab says.
    fn heed(&self, notice: &Notice) {
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
            self.world().rest(FOLLOW_MS).await;
            self.within(id, |workspace| workspace.rereading = false);
            self.reread(id).await;
        }
    }

    /// Reads the list of workspaces again.
    async fn reread_cards(self) {
        let Some(store) = self.store() else { return };
        if let Ok(cards) = store.cards().await {
            self.desk(|desk| desk.list_cards(cards));
            self.tell_workspaces();
        }
    }
}
