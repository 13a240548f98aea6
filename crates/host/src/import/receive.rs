//! Receives the parts of a file and passes them to its import. A part is in the store if the workspace is stored, and
//! in memory otherwise.
//!
//! Must not know what a part means.

use hashrange_protocol::call::CallResult;
use hashrange_protocol::{SaveState, WorkspaceId};

use super::parts::Parts;
use crate::host::{Host, Platform};
use crate::store::{Document, Store};

/// The number of the first file part in the document. The part before it contains the settings of the import.
const FIRST: u32 = 2;

impl<W: Platform> Host<W> {
    /// Receives a part of a file whose import follows.
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
        let mut held = Some(bytes);
        if let Some(store) = self.import_store(id) {
            if number == 0 && self.within(id, |workspace| workspace.interrupted.is_some()) != Some(true) {
                // Deletes the rest of an abandoned file, which only uses space. If this page is closed meanwhile, the
                // name says whose import is missing.
                let _ = store.drop_import(id).await;
                let _ = store.keep_text(id, Document::Import, name).await;
            }
            let bytes = held.as_deref().unwrap_or_default();
            if store
                .keep_part(id, Document::Import, FIRST + number, bytes)
                .await
                .is_ok()
            {
                held = None;
            }
        }
        match self.within(id, |workspace| workspace.parts.add(number, held)) {
            Some(true) => Ok(CallResult::Words(String::new())),
            _ => Err("A part of the file is missing. Choose the file again.".to_owned()),
        }
    }

    /// Returns a part of the file; `None` if it is missing. A part in memory is removed from there.
    pub(super) async fn read_part(&self, id: WorkspaceId, number: u32) -> Option<Vec<u8>> {
        let held = self.within(id, |workspace| workspace.parts.take(number));
        match held.flatten() {
            Some(bytes) => Some(bytes),
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
