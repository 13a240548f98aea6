//! Where the journal is kept: IndexedDB, one tab at a time.
//!
//! The journal is a row of chunks that are only ever added; now and then they are put together into one. What could not be
//! read is kept beside it, never thrown away. Must not know what the bytes mean.

mod database;
mod download;
mod lock;

use std::cell::Cell;
use std::rc::Rc;

use database::Database;
pub use download::{offer_download, offer_link};
pub use lock::{Ownership, acquire, ask_to_take_over};

/// Chunks from which on they are put together into one while reading.
const MANY_CHUNKS: u32 = 64;

/// Why the browser did not keep or give something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StorageError {
    /// There is no IndexedDB here, or it is forbidden.
    Unavailable(String),
    /// The browser has no more room for this site.
    Full,
    /// Another tab has written in between.
    Conflict,
    /// Anything else, in the browser's words.
    Failed(String),
}

impl std::fmt::Display for StorageError {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Unavailable(_) => out.write_str("this browser gives the page no storage"),
            Self::Full => out.write_str("the browser's storage is full"),
            Self::Conflict => out.write_str("another tab has written to the workspace"),
            Self::Failed(words) => write!(out, "the browser's storage failed ({words})"),
        }
    }
}

/// A journal that could not be used and was put aside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptAside {
    /// Its number.
    pub number: u32,
    /// Why it was put aside.
    pub reason: String,
    /// Its bytes, as they were found.
    pub bytes: Vec<u8>,
}

/// The handle to the browser's storage.
#[derive(Clone, Debug)]
pub struct Storage {
    database: Rc<Database>,
    next_chunk: Rc<Cell<u32>>,
}

impl Storage {
    /// Opens the storage.
    ///
    /// # Errors
    /// `Unavailable` where there is none.
    pub async fn open() -> Result<Self, StorageError> {
        let database = Database::open().await?;
        Ok(Self { database: Rc::new(database), next_chunk: Rc::new(Cell::new(0)) })
    }

    /// All bytes of the journal, none when nothing was kept yet. With `tidy`, many chunks become one.
    ///
    /// # Errors
    /// As the browser says.
    pub async fn read_journal(&self, tidy: bool) -> Result<Vec<u8>, StorageError> {
        let (chunks, bytes) = self.database.read_chunks().await?;
        self.next_chunk.set(chunks);
        if tidy && chunks > MANY_CHUNKS {
            self.replace_journal(&bytes).await?;
        }
        Ok(bytes)
    }

    /// Adds bytes at the end of the journal: all of them or none.
    ///
    /// # Errors
    /// `Full`, or `Conflict` when the place is taken; as the browser says else.
    pub async fn append(&self, bytes: &[u8]) -> Result<(), StorageError> {
        let chunk = self.next_chunk.get();
        self.database.add_chunk(chunk, bytes).await?;
        self.next_chunk.set(chunk.saturating_add(1));
        Ok(())
    }

    /// Puts these bytes in the place of the whole journal: all of them, or the old ones stay.
    ///
    /// # Errors
    /// As `append`.
    pub async fn replace_journal(&self, bytes: &[u8]) -> Result<(), StorageError> {
        self.database.replace_chunks(bytes).await?;
        self.next_chunk.set(1);
        Ok(())
    }

    /// Keeps the bytes of a journal that cannot be used, as they are.
    ///
    /// # Errors
    /// As `append`.
    pub async fn keep_aside(&self, bytes: &[u8], reason: &str) -> Result<(), StorageError> {
        self.database.keep_aside(bytes, reason).await
    }

    /// The journals put aside, oldest first.
    ///
    /// # Errors
    /// As the browser says.
    pub async fn kept_aside(&self) -> Result<Vec<KeptAside>, StorageError> {
        self.database.kept_aside().await
    }

    /// Throws a journal that was put aside away.
    ///
    /// # Errors
    /// As the browser says.
    pub async fn discard_kept(&self, number: u32) -> Result<(), StorageError> {
        self.database.discard_kept(number).await
    }
}
