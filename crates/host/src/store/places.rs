//! Where a tab goes on writing: the next chunk number of each journal it has read.
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
    /// The number the next chunk gets: zero for a journal that is new.
    pub(super) fn to_append(&self, id: WorkspaceId) -> Result<u32, StoreError> {
        match self.0.get(&id) {
            None => Ok(0),
            Some(Place::Next(next)) => Ok(*next),
            Some(Place::Lost) => Err(StoreError::Lost),
        }
    }

    /// The number the first chunk of a replaced journal gets.
    pub(super) fn to_replace(&self, id: WorkspaceId) -> u32 {
        self.to_append(id).unwrap_or(0)
    }

    /// The journal ends before this number.
    pub(super) fn set(&mut self, id: WorkspaceId, next: u32) {
        self.0.insert(id, Place::Next(next));
    }

    /// What was read of the journal is gone: nothing may be added to it.
    pub(super) fn lose(&mut self, id: WorkspaceId) {
        self.0.insert(id, Place::Lost);
    }

    /// Nothing is known of the journal any more.
    pub(super) fn forget(&mut self, id: WorkspaceId) {
        self.0.remove(&id);
    }

    /// The journals of which something was read, and the number of the last chunk.
    #[cfg(target_arch = "wasm32")]
    pub(super) fn last_chunks(&self) -> Vec<(WorkspaceId, u32)> {
        let last = |place: &Place| match place {
            Place::Next(next) => next.checked_sub(1),
            Place::Lost => None,
        };
        self.0.iter().filter_map(|(id, place)| Some((*id, last(place)?))).collect()
    }
}
