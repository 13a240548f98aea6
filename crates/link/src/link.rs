//! The content of a link, and its defaults.
//!
//! The defaults belong to version 1 of the format. They never change, even if a new workspace starts with other values.
//! Must not know how they are written.

use hashrange_journal::Entry;
use hashrange_time::Timestamp;

use crate::past::canonical;

/// The default seed.
pub const SEED: u64 = 1;
/// The default virtual time at the start of a workspace.
pub const OPENED_AT: Timestamp = Timestamp::from_seconds(1_571_820_000);
/// The default settings, in the form of a journal's first record.
pub const SETTINGS: &str = "{\n  \"Physics\": \"classroom\",\n  \"Region\": \"us-hashrange-1\"\n}";
/// The default version of the rules.
pub const SEMANTICS: u16 = 1;
/// The default speed in thousandths: that of real time.
pub const SPEED: u32 = 1_000;

/// The content of a link: a workspace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The workspace's name.
    pub name: String,
    /// The seed of the service.
    pub seed: u64,
    /// Virtual time at its start.
    pub opened_at: Timestamp,
    /// The version of the rules when the link was created.
    pub semantics: u16,
    /// Its settings; empty if the journal has none.
    pub settings: String,
    /// The actions from the start to the state, in order, each with its virtual time.
    pub past: Vec<(Timestamp, Entry)>,
    /// Whether time is paused.
    pub paused: bool,
    /// The speed of time, in thousandths of real time.
    pub speed: u32,
    /// The page's own state: the selection and typed text. May be empty.
    pub view: String,
}

impl Default for Link {
    /// A new workspace.
    fn default() -> Self {
        Self {
            name: String::new(),
            seed: SEED,
            opened_at: OPENED_AT,
            semantics: SEMANTICS,
            settings: SETTINGS.to_owned(),
            past: Vec::new(),
            paused: false,
            speed: SPEED,
            view: String::new(),
        }
    }
}

impl Link {
    /// Converts the past to canonical form, which does not depend on how it was recorded.
    #[must_use]
    pub fn canonical(self) -> Self {
        Self {
            past: canonical(self.past),
            ..self
        }
    }
}
