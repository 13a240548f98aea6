//! Receives the parts of a file and passes them to its import. Every part is in memory, in the store, or in both. The
//! import does not wait until parts are stored.
//!
//! Must not know what a part means.

use std::rc::Rc;

use hashrange_protocol::call::CallResult;
use hashrange_protocol::{SaveState, WorkspaceId};

use super::parts::Parts;
use crate::host::{Host, Platform};
use crate::saving::TURN_MS;
use crate::store::{Document, Store};

/// The number of the first file part in the document. The part before it contains the settings of the import.
const FIRST: u32 = 2;
/// The number of parts, each of at most a megabyte, that can be waiting for the store.
const PENDING: usize = 16;

impl<W: Platform> Host<W> {
    /// Receives a part of a file whose import follows, and stores it meanwhile. Waits while many parts are not stored yet.
    ///
    /// # Errors
    /// If another job is running, or an earlier part is missing.
    pub(crate) async fn import_part(
        &self,
        id: WorkspaceId,
        (name, number): (&str, u32),
        bytes: Vec<u8>,
    ) -> Result<CallResult, String> {
        if self.within(id, |workspace| workspace.job.is_some()) != Some(false) {
            return Err("Another job is running. Stop it first.".to_owned());
        }
        let store = self.import_store(id);
        if let (Some(store), 0) = (&store, number) {
            self.parts_are_stored(id, 1).await;
            if self.within(id, |workspace| workspace.interrupted.is_some()) != Some(true) {
                // Deletes the rest of an abandoned file, which only uses space. If this page is closed meanwhile, the
                // name says whose import is missing.
                let _ = store.drop_import(id).await;
                let _ = store.keep_text(id, Document::Import, name).await;
            }
        }
        let bytes = Rc::new(bytes);
        if self.within(id, |workspace| workspace.parts.add(number, bytes.clone())) != Some(true) {
            return Err("A part of the file is missing. Choose the file again.".to_owned());
        }
        if let Some(store) = store {
            self.within(id, |workspace| workspace.parts.begin_storing());
            self.spawn(|host| async move {
                let stored = store.keep_part(id, Document::Import, FIRST + number, &bytes).await;
                host.within(id, |workspace| {
                    if stored.is_ok() {
                        workspace.parts.stored(number);
                    }
                    workspace.parts.end_storing();
                });
            });
            self.parts_are_stored(id, PENDING).await;
        }
        Ok(CallResult::Words(String::new()))
    }

    /// Waits until fewer than this number of writes to the store are not over.
    pub(super) async fn parts_are_stored(&self, id: WorkspaceId, fewer_than: usize) {
        while self.within(id, |workspace| workspace.parts.pending()) >= Some(fewer_than) {
            self.platform().rest(TURN_MS).await;
        }
    }

    /// Returns a part of the file; `None` if it is missing. A part in memory is removed from there.
    pub(super) async fn read_part(&self, id: WorkspaceId, number: u32) -> Option<Vec<u8>> {
        let held = self.within(id, |workspace| workspace.parts.take(number));
        match held.flatten() {
            Some(bytes) => Some(Rc::unwrap_or_clone(bytes)),
            None => self
                .import_store(id)?
                .part(id, Document::Import, FIRST + number)
                .await
                .ok()
                .flatten(),
        }
    }

    /// Drops the source of an import that is over, if everything it wrote is stored, or if nothing is ever stored here.
    pub(crate) async fn drop_source_if_stored(&self, id: WorkspaceId) {
        let over = self.within(id, |workspace| {
            let keeping = &mut workspace.keeping;
            let stored = !keeping.on || (!keeping.writing && workspace.saved == SaveState::Saved);
            stored && std::mem::take(&mut keeping.has_source)
        });
        if over == Some(true) {
            self.drop_parts(id).await;
        }
    }

    /// Drops the parts of a file whose import is over.
    pub(super) async fn drop_parts(&self, id: WorkspaceId) {
        self.within(id, |workspace| workspace.parts = Parts::default());
        if let Some(store) = self.import_store(id) {
            // If this fails, the next import deletes them.
            let _ = store.drop_import(id).await;
        }
    }

    /// The store, if the workspace is stored.
    pub(super) fn import_store(&self, id: WorkspaceId) -> Option<W::Store> {
        let is_kept = self.within(id, |workspace| workspace.keeping.on) == Some(true);
        self.store().filter(|_| is_kept)
    }
}
