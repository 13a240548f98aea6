//! What a link carries, and what of it is usual.
//!
//! The usual values belong to version 1 of the format: they are never changed, whatever a new workspace begins with. Must not
//! know how they are written.

use hashrange_journal::Entry;
use hashrange_time::Timestamp;

use crate::past::canonical;

/// The usual seed.
pub const SEED: u64 = 1;
/// The usual virtual time at which a workspace begins.
pub const OPENED_AT: Timestamp = Timestamp::from_seconds(1_571_820_000);
/// The usual settings, as the first record of a journal holds them.
pub const SETTINGS: &str = "{\n  \"Physics\": \"classroom\",\n  \"Region\": \"us-hashrange-1\"\n}";
/// The usual version of the rules.
pub const SEMANTICS: u16 = 1;
/// The usual speed in thousandths: that of real time.
pub const SPEED: u32 = 1_000;

/// A workspace as a link carries it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The workspace's name.
    pub name: String,
    /// The seed of the service.
    pub seed: u64,
    /// Virtual time at which it began.
    pub opened_at: Timestamp,
    /// The version of the rules in force when the link was made.
    pub semantics: u16,
    /// What it was set up with; empty where the journal does not say.
    pub settings: String,
    /// What led from there to the state, in order, each with its virtual time.
    pub past: Vec<(Timestamp, Entry)>,
    /// Whether time stands still.
    pub stands: bool,
    /// How fast time runs, in thousandths of real time.
    pub speed: u32,
    /// The page's own state: what is selected and what is written in forms; empty where there is none.
    pub view: String,
}

impl Default for Link {
    /// A workspace in which nothing has happened.
    fn default() -> Self {
        Self {
            name: String::new(),
            seed: SEED,
            opened_at: OPENED_AT,
            semantics: SEMANTICS,
            settings: SETTINGS.to_owned(),
            past: Vec::new(),
            stands: false,
            speed: SPEED,
            view: String::new(),
        }
    }
}

impl Link {
    /// The same with a past that has one form only, however it came about.
    #[must_use]
    pub fn canonical(self) -> Self {
        Self { past: canonical(self.past), ..self }
    }
}
