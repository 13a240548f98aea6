//! The store: where workspaces are kept, and what is kept beside their journals.
//!
//! A workspace is a card, a journal and some papers. The journal is a row of chunks that are only ever added; now and then
//! they are put together into one. No chunk number is used twice, so two tabs can never mix their bytes. What could not
//! be read is kept aside, never thrown away. Must not know what the bytes mean, nor who shows them.

mod chunks;
mod error;
mod kept;
#[cfg(not(target_arch = "wasm32"))]
mod memory;
mod notice;
mod ownership;
mod paper;
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
pub use error::StoreError;
pub use hashrange_protocol::{Card, WorkspaceId};
pub use kept::KeptAside;
#[cfg(not(target_arch = "wasm32"))]
pub use memory::MemoryStore;
pub use notice::Notice;
pub use ownership::Ownership;
pub use paper::Paper;
pub use persistence::Persistence;

#[cfg(target_arch = "wasm32")]
pub use browser::BrowserStore;
#[cfg(target_arch = "wasm32")]
pub use channel::Channel;
#[cfg(target_arch = "wasm32")]
pub use lock::Locks;
#[cfg(target_arch = "wasm32")]
pub use persistence::{ask_to_persist, estimate};

/// What keeps workspaces. A clone is the same store, seen by the same tab.
///
/// Every operation is one transaction: it happens as a whole or not at all. Errors are those of `StoreError`; a write gives
/// `Full` when there is no room.
#[allow(async_fn_in_trait)] // a worker is one thread, so that nobody needs the futures to be sent
pub trait Store: Clone + 'static {
    /// The cards of all workspaces, those in the bin included, by their numbers.
    async fn cards(&self) -> Result<Vec<Card>, StoreError>;

    /// Keeps a card in the place of the one of the same number.
    async fn put_card(&self, card: &Card) -> Result<(), StoreError>;

    /// Gives a number that no workspace has had, in no tab.
    async fn next_id(&self) -> Result<WorkspaceId, StoreError>;

    /// Reads the journal from this chunk number on. What is added or replaced next follows what was read here.
    async fn read_chunks_since(&self, id: WorkspaceId, chunk: u32) -> Result<Chunks, StoreError>;

    /// Adds bytes at the end of the journal that was read last, and returns the number of their chunk. It gives `Conflict` when
    /// another tab has written since, and `Lost` when what was read is gone.
    async fn append(&self, id: WorkspaceId, bytes: &[u8]) -> Result<u32, StoreError>;

    /// Puts these bytes in the place of the whole journal, each piece as a chunk, and drops checkpoints, which belong to the
    /// journal before. Returns the number of the first chunk. It gives `Conflict` when another tab has written since.
    async fn replace_journal(&self, id: WorkspaceId, pieces: &[&[u8]]) -> Result<u32, StoreError>;

    /// Removes a workspace with all that is kept of it. Only a tab that owns it may do so.
    async fn remove(&self, id: WorkspaceId) -> Result<(), StoreError>;

    /// Keeps a paper in the place of the one of the same kind.
    async fn keep_paper(&self, id: WorkspaceId, paper: Paper, text: &str, bytes: &[u8]) -> Result<(), StoreError>;

    /// A paper of a workspace.
    async fn paper(&self, id: WorkspaceId, paper: Paper) -> Result<Option<(String, Vec<u8>)>, StoreError>;

    /// Keeps one part of a paper that is written part by part, from 1 on. The paper is not there before its text is.
    async fn keep_part(&self, id: WorkspaceId, paper: Paper, part: u32, bytes: &[u8]) -> Result<(), StoreError>;

    /// Keeps the text of a paper whose parts were written before.
    async fn keep_text(&self, id: WorkspaceId, paper: Paper, text: &str) -> Result<(), StoreError>;

    /// The text of a paper.
    async fn text(&self, id: WorkspaceId, paper: Paper) -> Result<Option<String>, StoreError>;

    /// One part of a paper, from 1 on.
    async fn part(&self, id: WorkspaceId, paper: Paper, part: u32) -> Result<Option<Vec<u8>>, StoreError>;

    /// Throws a paper away.
    async fn drop_paper(&self, id: WorkspaceId, paper: Paper) -> Result<(), StoreError>;

    /// Keeps the bytes of a journal that cannot be used, as they are.
    async fn keep_aside(&self, id: WorkspaceId, bytes: &[u8], reason: &str) -> Result<(), StoreError>;

    /// What was kept aside, oldest first.
    async fn kept_aside(&self) -> Result<Vec<KeptAside>, StoreError>;

    /// Throws away what was kept aside under this number.
    async fn discard_kept(&self, number: u32) -> Result<(), StoreError>;

    /// The workspace that was opened last, in any tab. It may be gone.
    async fn last_opened(&self) -> Result<Option<WorkspaceId>, StoreError>;

    /// Remembers which workspace was opened last.
    async fn set_last_opened(&self, id: WorkspaceId) -> Result<(), StoreError>;

    /// Reads the whole journal.
    async fn read_journal(&self, id: WorkspaceId) -> Result<Vec<u8>, StoreError> {
        Ok(self.read_chunks_since(id, 0).await?.bytes)
    }

    /// Keeps what the page shows of a workspace: its forms, results and tab as one JSON text.
    async fn keep_view(&self, id: WorkspaceId, text: &str) -> Result<(), StoreError> {
        self.keep_paper(id, Paper::View, text, &[]).await
    }

    /// What the page showed of a workspace.
    async fn view(&self, id: WorkspaceId) -> Result<Option<String>, StoreError> {
        Ok(self.paper(id, Paper::View).await?.map(|(text, _)| text))
    }

    /// Keeps the source of an import until it is done: what is to be imported and how far it is, and the bytes.
    async fn keep_import(&self, id: WorkspaceId, text: &str, bytes: &[u8]) -> Result<(), StoreError> {
        self.keep_paper(id, Paper::Import, text, bytes).await
    }

    /// The source of an import that is not done.
    async fn import(&self, id: WorkspaceId) -> Result<Option<(String, Vec<u8>)>, StoreError> {
        self.paper(id, Paper::Import).await
    }

    /// Throws the source of an import away, because it is done or given up.
    async fn drop_import(&self, id: WorkspaceId) -> Result<(), StoreError> {
        self.drop_paper(id, Paper::Import).await
    }
}
