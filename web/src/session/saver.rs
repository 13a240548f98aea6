//! Keeps the journal in the browser's storage, soon after every change, and says when it cannot.

use std::time::Duration;

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::Session;
use crate::storage::{Storage, StorageError};

/// How long bytes wait for more before they are written.
const DELAY: Duration = Duration::from_millis(150);

/// Whether the workspace would survive a reload now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SaveState {
    /// Everything is kept.
    Saved,
    /// The newest changes are on their way.
    Saving,
    /// Nothing is kept any more, and why.
    MemoryOnly(String),
    /// What is kept stays, but the newest changes could not be added, and why; they are tried again with every change.
    Behind(String),
}

/// Which tab owns the stored workspace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// This one.
    Here,
    /// Another one did already when this tab was opened.
    Elsewhere,
    /// Another one has taken it over since.
    TakenOver,
}

#[derive(Default)]
pub(super) struct Saver {
    storage: Option<Storage>,
    scheduled: bool,
    writing: bool,
    /// Whether the stored workspace must be left alone although this tab owns it.
    pub(super) refused: bool,
}

impl Session {
    /// Begins to keep the journal here.
    pub(super) fn keep_in(self, storage: Storage) {
        self.saver.update_value(|saver| saver.storage = Some(storage));
        self.saved.set(SaveState::Saved);
    }

    /// Stops keeping anything.
    pub(super) fn keep_nothing(self, reason: &str) {
        self.saver.try_update_value(|saver| saver.storage = None);
        self.saved.try_set(SaveState::MemoryOnly(reason.to_owned()));
    }

    /// Another tab has taken the stored workspace over: nothing may be written from here any more.
    pub(super) fn lose_ownership(self) {
        self.keep_nothing("another tab took this workspace over");
        self.owner.try_set(Owner::TakenOver);
    }

    /// Writes what is not kept yet after a short while.
    pub(super) fn save_soon(self) {
        let schedule = self.saver.try_update_value(|saver| {
            let schedule = saver.storage.is_some() && !saver.scheduled;
            saver.scheduled |= schedule;
            schedule
        });
        if schedule == Some(true) {
            if self.saved.with_untracked(|saved| *saved == SaveState::Saved) {
                self.saved.set(SaveState::Saving);
            }
            set_timeout(move || self.save_now(), DELAY);
        }
    }

    /// Writes at once, with the present moment: the page is about to be hidden or left.
    pub fn save_before_leaving(self) {
        let keeps = self.saver.try_with_value(|saver| saver.storage.is_some());
        if keeps == Some(true) {
            self.core.try_update_value(super::Core::mark_time);
            self.save_now();
        }
    }

    fn save_now(self) {
        let storage = self.saver.try_update_value(|saver| {
            saver.scheduled = false;
            let free = !saver.writing;
            saver.storage.clone().filter(|_| free)
        });
        let Some(Some(storage)) = storage else { return };
        let Some(Some(unsaved)) = self.core.try_update_value(super::Core::take_unsaved) else {
            self.saved.set(SaveState::Saved);
            return;
        };
        self.saver.update_value(|saver| saver.writing = true);
        spawn_local(async move {
            let done = if unsaved.begins {
                storage.replace_journal(&unsaved.bytes).await
            } else {
                storage.append(&unsaved.bytes).await
            };
            self.saver.try_update_value(|saver| saver.writing = false);
            match done {
                Ok(()) => {
                    self.saved.try_set(SaveState::Saved);
                    let more = self.core.try_with_value(super::Core::has_unsaved);
                    if more == Some(true) {
                        self.save_soon();
                    }
                }
                Err(StorageError::Conflict) => self.lose_ownership(),
                Err(error) => {
                    self.core.try_update_value(|core| core.give_back(unsaved));
                    self.saved.try_set(SaveState::Behind(error.to_string()));
                }
            }
        });
    }
}

impl Session {
    /// Throws a journal that was put aside away.
    pub async fn discard_kept(self, number: u32) {
        let done = match Storage::open().await {
            Ok(storage) => storage.discard_kept(number).await,
            Err(error) => Err(error),
        };
        if done.is_ok() {
            self.kept.try_update(|kept| kept.retain(|one| one.number != number));
        }
    }
}
