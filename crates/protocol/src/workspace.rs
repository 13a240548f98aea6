//! Whether a workspace would survive a reload, which tab owns it, and the browser's statements about its storage.

/// Whether a workspace would survive a reload now.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum SaveState {
    /// Everything is stored.
    Saved,
    /// The latest changes are being stored.
    #[default]
    Saving,
    /// Nothing is stored any more; the reason.
    MemoryOnly(String),
    /// The stored data lacks the latest changes; the reason. Every further change retries.
    Behind(String),
}

/// Which tab owns a workspace.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Owner {
    /// This one.
    #[default]
    Here,
    /// Another tab already owned it when this tab opened it. This tab follows that one.
    Elsewhere,
    /// Another tab has taken it over since.
    TakenOver,
    /// The other tab is gone, and what it stored does not contain the changes made here.
    Diverged,
}

/// An unusable journal that was set aside.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct KeptAside {
    /// Its number.
    pub number: u32,
    /// Why it was set aside.
    pub reason: String,
    /// How many bytes it has.
    pub bytes: u64,
}

/// The browser's statements about its storage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct StorageStatus {
    /// The bytes that this site uses, and those that it may use.
    pub estimate: Option<(u64, u64)>,
    /// Whether the browser promised not to clear it by itself.
    pub persistent: bool,
}
