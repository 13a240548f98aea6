//! Keeps the file of an import with the workspace until the import is over, so that a reload continues it.
//!
//! Must not know how a row is read or written.

use hashrange_protocol::{Import, News, WorkspaceId};

use super::unfinished::Unfinished;
use crate::host::{Host, Platform};
use crate::store::{Document, Store, StoreError};

impl<W: Platform> Host<W> {
    /// # Errors
    /// If parts of the file are missing.
    pub(super) fn check_parts(&self, id: WorkspaceId, import: &Import) -> Result<(), String> {
        let count = self.within(id, |workspace| workspace.parts.count());
        if import.parts > 0 && count != Some(import.parts as usize) {
            return Err("The file is incomplete. Choose it again.".to_owned());
        }
        Ok(())
    }

    /// Stores the file. A file in parts is stored while its items are written: the store knows its name already, so a
    /// reload says what happened.
    pub(super) async fn keep_source(&self, id: WorkspaceId, import: &Import, since: u64) {
        let Some(store) = self.import_store(id) else { return };
        if import.parts == 0 {
            return self.keep_file(&store, id, import, since).await;
        }
        let import = import.clone();
        self.within(id, |workspace| workspace.parts.begin_storing());
        self.spawn(|host| async move {
            // The settings say that all parts are stored, so they come last. They are the one write that is left.
            host.parts_are_stored(id, 2).await;
            host.keep_file(&store, id, &import, since).await;
            host.within(id, |workspace| workspace.parts.end_storing());
        });
    }

    async fn keep_file(&self, store: &W::Store, id: WorkspaceId, import: &Import, since: u64) {
        let unfinished = Unfinished {
            import: import.clone(),
            since,
        };
        let Some(bytes) = unfinished.encode() else { return };
        let are_stored = self.within(id, |workspace| workspace.parts.are_stored());
        let kept = if import.parts == 0 {
            store.keep_import(id, &import.name, &bytes).await
        } else if are_stored == Some(true) {
            keep_settings(store, id, &import.name, &bytes).await
        } else {
            Err(StoreError::Full)
        };
        if let Err(error) = kept {
            // Without the file, the settings still say what is missing after a reload.
            let settings = Unfinished::without_file(import, since).encode();
            let _ = keep_settings(store, id, &import.name, &settings.unwrap_or_default()).await;
            self.post(&News::Noted(format!(
                "A reload will not continue this import: {error}."
            )));
        }
    }
}

/// Stores the settings of an import beside the parts of its file.
async fn keep_settings<S: Store>(store: &S, id: WorkspaceId, name: &str, bytes: &[u8]) -> Result<(), StoreError> {
    store.keep_part(id, Document::Import, 1, bytes).await?;
    store.keep_text(id, Document::Import, name).await
}
