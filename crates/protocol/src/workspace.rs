//! Whether a workspace would survive a reload, which tab owns it, and what the browser says about its storage.

/// Whether a workspace would survive a reload now.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum SaveState {
    /// Everything is kept.
    Saved,
    /// The newest changes are on their way.
    #[default]
    Saving,
    /// Nothing is kept any more, and why.
    MemoryOnly(String),
    /// What is kept stays, but the newest changes could not be added, and why; they are tried again with every change.
    Behind(String),
}

/// Which tab owns a workspace.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Owner {
    /// This one.
    #[default]
    Here,
    /// Another one did already when it was opened here: this tab follows it.
    Elsewhere,
    /// Another one has taken it over since.
    TakenOver,
}

/// A journal that could not be used and was put aside.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct KeptAside {
    /// Its number.
    pub number: u32,
    /// Why it was put aside.
    pub reason: String,
    /// How many bytes it has.
    pub bytes: u64,
}

/// What the browser says about its storage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Room {
    /// Bytes used by this site, and bytes it may use.
    pub estimate: Option<(u64, u64)>,
    /// Whether the browser promised not to clear them by itself.
    pub persistent: bool,
}
