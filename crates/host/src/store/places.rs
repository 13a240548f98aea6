//! The next chunk number of each journal that a tab has read, where it continues to write.
//!
//! Must not know what is written.

use super::{StoreError, WorkspaceId};
use litemap::LiteMap;

/// The next chunk numbers, as one tab knows them.
#[derive(Debug, Default)]
pub(super) struct Places(LiteMap<WorkspaceId, Place>);

#[derive(Clone, Copy, Debug)]
enum Place {
    Next(u32),
    Lost,
}

impl Places {
    /// The number of the next chunk; zero for a new journal.
    pub(super) fn to_append(&self, id: WorkspaceId) -> Result<u32, StoreError> {
        match self.0.get(&id) {
            None => Ok(0),
            Some(Place::Next(next)) => Ok(*next),
            Some(Place::Lost) => Err(StoreError::Lost),
        }
    }

    /// The number of the first chunk of a replaced journal.
    pub(super) fn to_replace(&self, id: WorkspaceId) -> u32 {
        self.to_append(id).unwrap_or(0)
    }

    /// Sets the next chunk number of a journal.
    pub(super) fn set(&mut self, id: WorkspaceId, next: u32) {
        self.0.insert(id, Place::Next(next));
    }

    /// Records that the read part of a journal was deleted, so that nothing may be appended to it.
    pub(super) fn lose(&mut self, id: WorkspaceId) {
        self.0.insert(id, Place::Lost);
    }

    /// Drops what is known about a journal.
    pub(super) fn forget(&mut self, id: WorkspaceId) {
        self.0.remove(&id);
    }

    /// The journals that were read at least partly, each with the number of its last chunk.
    #[cfg(target_arch = "wasm32")]
    pub(super) fn last_chunks(&self) -> Vec<(WorkspaceId, u32)> {
        let last = |place: &Place| match place {
            Place::Next(next) => next.checked_sub(1),
            Place::Lost => None,
        };
        self.0
            .iter()
            .filter_map(|(id, place)| Some((*id, last(place)?)))
            .collect()
    }
}
