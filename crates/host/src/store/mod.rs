//! The store: holds workspaces, with the data beside their journals.
//!
//! A workspace is a card, a journal and some documents. The journal is a sequence of chunks that is only appended to.
//! Sometimes the chunks are merged. No chunk number is used twice, so two tabs can never mix their bytes. Unreadable
//! data is set aside, never deleted. Must not know what the bytes mean, nor who shows them.

mod chunks;
mod document;
mod error;
mod kept;
#[cfg(not(target_arch = "wasm32"))]
mod memory;
mod notice;
mod ownership;
mod persistence;
mod places;

#[cfg(target_arch = "wasm32")]
mod browser;
#[cfg(target_arch = "wasm32")]
mod channel;
#[cfg(target_arch = "wasm32")]
mod database;
#[cfg(target_arch = "wasm32")]
mod layout;
#[cfg(target_arch = "wasm32")]
mod lock;
#[cfg(target_arch = "wasm32")]
mod request;
#[cfg(target_arch = "wasm32")]
mod upgrade;

pub use chunks::{Chunks, PIECE_BYTES, chunks_of};
pub use document::Document;
pub use error::StoreError;
pub use hashrange_protocol::{Card, WorkspaceId};
pub use kept::KeptAside;
#[cfg(not(target_arch = "wasm32"))]
pub use memory::{Appends, MemoryStore};
pub use notice::Notice;
pub use ownership::Ownership;
pub use persistence::Persistence;

#[cfg(target_arch = "wasm32")]
pub use browser::BrowserStore;
#[cfg(target_arch = "wasm32")]
pub use channel::Channel;
#[cfg(target_arch = "wasm32")]
pub use lock::Locks;
#[cfg(target_arch = "wasm32")]
pub use persistence::{ask_to_persist, estimate};

/// A store of workspaces. A clone is the same store in the same tab.
///
/// Every operation is one transaction: it happens completely or not at all. Errors are those of `StoreError`. A write
/// returns `Full` if there is no space.
#[allow(async_fn_in_trait)] // a worker is one thread, so that nobody needs the futures to be sent
pub trait Store: Clone + 'static {
    /// The cards of all workspaces by number, including those in the bin.
    async fn cards(&self) -> Result<Vec<Card>, StoreError>;

    /// Stores a card. It replaces the card with the same number.
    async fn put_card(&self, card: &Card) -> Result<(), StoreError>;

    /// Returns a number that no workspace has had, in any tab.
    async fn next_id(&self) -> Result<WorkspaceId, StoreError>;

    /// Reads the journal from this chunk number on. The next append or replacement continues from there.
    async fn read_chunks_since(&self, id: WorkspaceId, chunk: u32) -> Result<Chunks, StoreError>;

    /// Appends bytes to the journal that was read last, and returns the number of their chunk. Returns `Conflict` if
    /// another tab has written since, and `Lost` if the read part was deleted.
    async fn append(&self, id: WorkspaceId, bytes: &[u8]) -> Result<u32, StoreError>;

    /// Replaces the complete journal by these bytes, each piece as a chunk. Deletes the checkpoints, which belong to
    /// the old journal. Returns the number of the first chunk, or `Conflict` if another tab has written since.
    async fn replace_journal(&self, id: WorkspaceId, pieces: &[&[u8]]) -> Result<u32, StoreError>;

    /// Deletes a workspace with everything stored for it. Only the tab that owns it may do so.
    async fn remove(&self, id: WorkspaceId) -> Result<(), StoreError>;

    /// Stores a document. It replaces the document of the same kind.
    async fn put_document(
        &self,
        id: WorkspaceId,
        document: Document,
        text: &str,
        bytes: &[u8],
    ) -> Result<(), StoreError>;

    /// A document of a workspace.
    async fn document(&self, id: WorkspaceId, document: Document) -> Result<Option<(String, Vec<u8>)>, StoreError>;

    /// Stores one part of a document that is written part by part, from 1 on. The document exists only after its text
    /// is stored.
    async fn keep_part(&self, id: WorkspaceId, document: Document, part: u32, bytes: &[u8]) -> Result<(), StoreError>;

    /// Stores the text of a document whose parts were written before.
    async fn keep_text(&self, id: WorkspaceId, document: Document, text: &str) -> Result<(), StoreError>;

    /// The text of a document.
    async fn text(&self, id: WorkspaceId, document: Document) -> Result<Option<String>, StoreError>;

    /// One part of a document, from 1 on.
    async fn part(&self, id: WorkspaceId, document: Document, part: u32) -> Result<Option<Vec<u8>>, StoreError>;

    /// Deletes a document.
    async fn delete_document(&self, id: WorkspaceId, document: Document) -> Result<(), StoreError>;

    /// Stores the bytes of an unusable journal, unchanged.
    async fn keep_aside(&self, id: WorkspaceId, bytes: &[u8], reason: &str) -> Result<(), StoreError>;

    /// The journals that were set aside, oldest first.
    async fn kept_aside(&self) -> Result<Vec<KeptAside>, StoreError>;

    /// Deletes the journal that was set aside under this number.
    async fn discard_kept(&self, number: u32) -> Result<(), StoreError>;

    /// The workspace that was opened last in any tab. It may have been deleted since. `NONE` if no workspace that was
    /// opened is the reader's own.
    async fn last_opened(&self) -> Result<Option<WorkspaceId>, StoreError>;

    /// Stores which workspace was opened last.
    async fn set_last_opened(&self, id: WorkspaceId) -> Result<(), StoreError>;

    /// Reads the complete journal.
    async fn read_journal(&self, id: WorkspaceId) -> Result<Vec<u8>, StoreError> {
        Ok(self.read_chunks_since(id, 0).await?.bytes)
    }

    /// Stores the page's own state of a workspace: its forms, results and tab as one JSON text.
    async fn keep_view(&self, id: WorkspaceId, text: &str) -> Result<(), StoreError> {
        self.put_document(id, Document::View, text, &[]).await
    }

    /// The page's own state of a workspace.
    async fn view(&self, id: WorkspaceId) -> Result<Option<String>, StoreError> {
        Ok(self.document(id, Document::View).await?.map(|(text, _)| text))
    }

    /// Stores the source of an import until it is finished: the target, the progress, and the bytes.
    async fn keep_import(&self, id: WorkspaceId, text: &str, bytes: &[u8]) -> Result<(), StoreError> {
        self.put_document(id, Document::Import, text, bytes).await
    }

    /// Deletes the source of an import, because the import is finished or abandoned.
    async fn drop_import(&self, id: WorkspaceId) -> Result<(), StoreError> {
        self.delete_document(id, Document::Import).await
    }
}
