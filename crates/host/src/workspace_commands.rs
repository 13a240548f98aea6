//! Operations on whole workspaces: create, open, rename, copy, delete, restore, save to a file, open a file.

use std::rc::Rc;

use hashrange_journal::{read_file, write_file};
use hashrange_protocol::{Card, News, Origin, Owner, StorageStatus, WorkspaceCommand, WorkspaceId};

use crate::core::Core;
use crate::errand::Errand;
use crate::host::{Host, Platform};
use crate::store::{Notice, Ownership, Persistence, Store, StoreError};
use crate::workspace::Workspace;

/// Real time between two checks whether the store is open, in milliseconds.
const TURN_MS: u32 = 10;

impl<W: Platform> Host<W> {
    /// Executes a command about workspaces.
    pub(crate) async fn run_workspace_command(self, command: WorkspaceCommand) {
        // The reader can leave a welcome before the store is open.
        while !self.state(|state| state.started) {
            self.platform().rest(TURN_MS).await;
        }
        match command {
            WorkspaceCommand::Welcome => self.welcome().await,
            WorkspaceCommand::Own => self.open_own().await,
            WorkspaceCommand::New => {
                self.begin("Workspace", Origin::Own, Core::fresh(), String::new()).await;
            }
            WorkspaceCommand::WithSample(sample) => self.begin_sample(&sample).await,
            WorkspaceCommand::WithLesson(file) => self.perform(Errand::BeginLesson(file)).await,
            WorkspaceCommand::Open(id) => self.open(id).await,
            WorkspaceCommand::Back => self.go_back().await,
            WorkspaceCommand::Rename(id, name) => self.rename(id, name).await,
            WorkspaceCommand::Duplicate(id) => self.duplicate(id).await,
            WorkspaceCommand::Delete(id) => self.delete(id).await,
            WorkspaceCommand::Restore(id) => self.restore(id).await,
            WorkspaceCommand::Erase(id) => self.erase(id).await,
            WorkspaceCommand::Save(id) => self.save_file(id).await,
            WorkspaceCommand::OpenFile { name, bytes } => self.open_file(&name, &bytes).await,
            WorkspaceCommand::TakeOver => self.take_over().await,
            WorkspaceCommand::MakeLink { view } => self.perform(Errand::MakeLink(view)).await,
            WorkspaceCommand::OpenLink { text } => self.perform(Errand::OpenLink(text)).await,
            WorkspaceCommand::ToLesson(file) => self.perform(Errand::GoToLesson(file)).await,
        }
    }

    /// Creates a workspace with this name and brings it to the front. A name that is taken gets a number. `view` is the
    /// page's own state.
    pub(crate) async fn begin(&self, name: &str, origin: Origin, core: Core, view: String) -> WorkspaceId {
        let id = self.next_id().await;
        let date = self.platform().date();
        let name = self.state(|state| free_name(name, state.cards.values().map(|card| card.name.as_str())));
        let card = Card::new(id, &name, origin, date);
        self.state(|state| state.cards.insert(id, card.clone()));
        let mut workspace = Workspace::new(card, core, view);
        workspace.await_sample();
        self.place(workspace);
        match self.store() {
            Some(_) => {
                let host = self.clone();
                if self.platform().acquire(id, false, Rc::new(move || host.lose(id))).await == Ownership::Here {
                    self.keep(id);
                }
            }
            None => {
                let reason = self.state(|state| state.unkept.clone()).unwrap_or_default();
                self.keep_nothing(id, &reason);
            }
        }
        self.bring_to_front(id, None).await;
        id
    }

    /// The number of the next workspace.
    async fn next_id(&self) -> WorkspaceId {
        let kept = match self.store() {
            Some(store) => store.next_id().await.ok(),
            None => None,
        };
        let free = self.state(|state| {
            let kept = state.open.keys().chain(state.cards.keys()).filter(|id| !id.is_unkept());
            kept.max().map_or(WorkspaceId::FIRST, |last| WorkspaceId(last.0 + 1))
        });
        kept.unwrap_or(free)
    }

    /// Creates the workspace of a first visit.
    pub(crate) async fn begin_first(&self) {
        if let Some(first) = hashrange_workload::samples().first() {
            self.begin_sample(first.id).await;
        }
    }

    async fn begin_sample(&self, id: &str) {
        let Some(sample) = hashrange_workload::sample(id) else {
            return;
        };
        let workspace = self
            .begin(
                sample.title,
                Origin::Sample(id.to_owned()),
                Core::fresh(),
                String::new(),
            )
            .await;
        self.fill(workspace, sample.requests()).await;
    }

    async fn go_back(&self) {
        let before = self.state(|state| state.before.pop());
        let newest = || {
            self.state(|state| {
                let others = state
                    .cards
                    .values()
                    .filter(|card| card.deleted.is_none() && card.id != state.front);
                others.max_by_key(|card| card.changed).map(|card| card.id)
            })
        };
        match before.or_else(newest) {
            Some(id) => self.open(id).await,
            None => self.begin_first().await,
        }
    }

    /// Changes a card in memory and in the store.
    async fn edit_card(&self, id: WorkspaceId, edit: impl FnOnce(&mut Card)) {
        let card = self.state(|state| {
            let card = state.cards.get_mut(&id)?;
            edit(card);
            let card = card.clone();
            if let Some(workspace) = state.open.get_mut(&id) {
                workspace.card = card.clone();
            }
            Some(card)
        });
        if let (Some(card), Some(store)) = (card, self.store())
            && let Err(error) = store.put_card(&card).await
        {
            self.post(&News::Refused(format!("The change could not be stored: {error}.")));
        }
        self.report_workspaces();
    }

    /// Stores the source of a workspace.
    pub(crate) async fn keep_origin(self, id: WorkspaceId) {
        if let Some(origin) = self.within(id, |workspace| workspace.card.origin.clone()) {
            self.edit_card(id, |card| card.origin = origin).await;
        }
    }

    async fn rename(&self, id: WorkspaceId, name: String) {
        let name = name.trim().to_owned();
        if !name.is_empty() {
            self.edit_card(id, |card| card.name = name).await;
        }
    }

    /// Returns the journal of a workspace, open or not, and the page's own state.
    async fn content(&self, id: WorkspaceId) -> Result<(Vec<u8>, String), StoreError> {
        let open = self.within(id, |workspace| {
            Some((workspace.core.timeline().journal()?, workspace.view_text()))
        });
        match (open.flatten(), self.store()) {
            (Some(content), _) => Ok(content),
            (None, Some(store)) => {
                // An open workspace can have records that are not in memory, and others that are not stored yet.
                self.save_through(id).await;
                Ok((store.read_journal(id).await?, store.view(id).await?.unwrap_or_default()))
            }
            (None, None) => Err(StoreError::Failed("the workspace is not stored".to_owned())),
        }
    }

    async fn duplicate(&self, id: WorkspaceId) {
        let name = self
            .state(|state| state.cards.get(&id).map(|card| card.name.clone()))
            .unwrap_or_default();
        match self.content(id).await {
            Ok((journal, view)) => {
                self.begin_with(&format!("{name} copy"), Origin::Copy(id), &journal, view)
                    .await;
            }
            Err(error) => self.post(&News::Refused(format!("{name} could not be copied: {error}."))),
        }
    }

    /// Creates a workspace with a journal and opens it.
    pub(crate) async fn begin_with(&self, name: &str, origin: Origin, journal: &[u8], view: String) {
        let Some(store) = self.store() else {
            return self.post(&News::Refused(
                "This browser cannot store workspaces, so you cannot add one.".to_owned(),
            ));
        };
        let id = self.next_id().await;
        let date = self.platform().date();
        let name = self.state(|state| free_name(name, state.cards.values().map(|card| card.name.as_str())));
        let card = Card {
            bytes: journal.len() as u64,
            ..Card::new(id, &name, origin, date)
        };
        let written = async {
            store.replace_journal(id, &[journal]).await?;
            store.keep_view(id, &view).await?;
            store.put_card(&card).await
        };
        if let Err(error) = written.await {
            // Written parts are useless without its card.
            let _ = store.remove(id).await;
            return self.post(&News::Refused(format!("The workspace could not be stored: {error}.")));
        }
        self.state(|state| state.cards.insert(id, card));
        self.open(id).await;
    }

    /// Moves a workspace to the bin. If it was in front, another workspace comes to the front.
    async fn delete(&self, id: WorkspaceId) {
        let date = self.platform().date();
        if self.front() == id {
            self.state(|state| state.before.retain(|one| *one != id));
            self.save_now(id).await;
            self.edit_card(id, |card| card.put_in_bin(date)).await;
            self.go_back().await;
            self.state(|state| state.before.retain(|one| *one != id));
        } else {
            self.edit_card(id, |card| card.put_in_bin(date)).await;
        }
    }

    async fn restore(&self, id: WorkspaceId) {
        self.edit_card(id, Card::bring_back).await;
    }

    async fn erase(&self, id: WorkspaceId) {
        let binned = self.state(|state| state.cards.get(&id).is_some_and(|card| card.deleted.is_some()));
        if !binned || self.front() == id {
            return;
        }
        self.state(|state| (state.close(id), state.cards.remove(&id)));
        if let Some(store) = self.store() {
            self.platform().release(id);
            if let Err(error) = store.remove(id).await {
                self.post(&News::Refused(format!("The workspace could not be deleted: {error}.")));
            }
        }
        self.report_workspaces();
    }

    /// Deletes workspaces that were in the bin for long enough.
    pub(crate) async fn empty_bin(&self, store: &W::Store) {
        let date = self.platform().date();
        let over = |card: &&Card| card.is_over(date);
        let doomed: Vec<WorkspaceId> =
            self.state(|state| state.cards.values().filter(over).map(|card| card.id).collect());
        for id in doomed {
            if store.remove(id).await.is_ok() {
                self.state(|state| state.cards.remove(&id));
            }
        }
    }

    async fn save_file(&self, id: WorkspaceId) {
        let Some(card) = self.state(|state| state.cards.get(&id).cloned()) else {
            return;
        };
        match self.content(id).await {
            Ok((journal, view)) => {
                let name = format!("{}.hashrange", file_name(&card.name));
                self.post(&News::File {
                    name,
                    bytes: write_file(&card.name, card.made, &view, &journal),
                });
            }
            Err(error) => self.post(&News::Refused(format!("{} could not be read: {error}.", card.name))),
        }
    }

    async fn open_file(&self, name: &str, bytes: &[u8]) {
        match read_file(bytes) {
            Ok(file) => {
                let title = file
                    .name
                    .as_deref()
                    .unwrap_or_else(|| name.trim_end_matches(".hashrange"));
                self.begin_with(title, Origin::File, &file.journal, file.view.clone())
                    .await;
            }
            Err(error) => self.post(&News::Refused(format!(
                "{name} was not opened. {error} Nothing was changed."
            ))),
        }
    }

    /// Takes the workspace in front over from another tab, with everything that tab has written.
    async fn take_over(&self) {
        let id = self.front();
        let host = self.clone();
        if self.platform().acquire(id, true, Rc::new(move || host.lose(id))).await != Ownership::Here {
            return self.post(&News::Refused(
                "The other tab has not released the workspace.".to_owned(),
            ));
        }
        self.platform().announce(&Notice::TakenOver { id });
        self.state(|state| state.close(id));
        self.open(id).await;
        self.within(id, |workspace| workspace.owner = Owner::Here);
        self.publish();
    }

    /// Sends the page the list of journals that were set aside.
    pub(crate) async fn report_kept(&self, store: &W::Store) {
        if let Ok(kept) = store.kept_aside().await {
            let reported = kept.into_iter().map(|kept| hashrange_protocol::KeptAside {
                number: kept.number,
                reason: kept.reason,
                bytes: kept.bytes.len() as u64,
            });
            self.post(&News::KeptAside(reported.collect()));
        }
    }

    pub(crate) async fn discard_kept(self, number: u32) {
        let Some(store) = self.store() else { return };
        if let Err(error) = store.discard_kept(number).await {
            self.post(&News::Refused(format!("It could not be discarded: {error}.")));
        }
        self.report_kept(&store).await;
    }

    pub(crate) async fn download_kept(self, number: u32) {
        let Some(store) = self.store() else { return };
        let kept = store.kept_aside().await.unwrap_or_default();
        if let Some(kept) = kept.into_iter().find(|kept| kept.number == number) {
            self.post(&News::File {
                name: format!("workspace-{number}.hashrange"),
                bytes: kept.bytes,
            });
        }
    }

    /// Sends the page the browser's statements about its storage, and requests persistent storage.
    pub(crate) async fn report_storage(&self) {
        if self.store().is_some() {
            let persistent = self.platform().ask_to_persist().await == Persistence::Granted;
            self.post(&News::StorageStatus(StorageStatus {
                estimate: self.platform().estimate().await,
                persistent,
            }));
        }
    }
}

/// Returns a name that no other workspace has.
fn free_name<'a>(name: &str, taken: impl Iterator<Item = &'a str>) -> String {
    let taken = hashrange_values::to_set(taken);
    let is_free = |name: &str| taken.binary_search(&name).is_err();
    if is_free(name) {
        return name.to_owned();
    }
    let mut numbered = (2..).map(|number: u32| format!("{name} {number}"));
    numbered.find(|name| is_free(name)).unwrap_or_default()
}

/// Converts a name to a valid file name.
fn file_name(name: &str) -> String {
    name.chars()
        .map(|letter| {
            if letter.is_alphanumeric() || "-_ ".contains(letter) {
                letter
            } else {
                '-'
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_is_taken_gets_a_number() {
        assert_eq!(free_name("Workspace", ["Other"].into_iter()), "Workspace");
        assert_eq!(
            free_name("Workspace", ["Workspace", "Workspace 2"].into_iter()),
            "Workspace 3"
        );
        assert_eq!(file_name("a/b: c"), "a-b- c");
    }
}
