//! The card of a workspace: what a list shows of it without opening it.
//!
//! Must not know where cards are kept, nor the clock: the caller passes the time.

use std::fmt;

use serde::{Deserialize, Serialize};

/// How long the bin keeps a deleted workspace, in milliseconds: 30 days.
pub const BIN_MS: u64 = 30 * 24 * 60 * 60 * 1000;

/// The number of a workspace. The store never gives one twice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct WorkspaceId(pub u32);

impl WorkspaceId {
    /// The workspace that holds what the page kept before it knew several.
    pub const FIRST: Self = Self(1);
    /// No workspace: the page has none in front yet.
    pub const NONE: Self = Self(0);
    /// From here on are the numbers of welcomes, which are never kept: a new one for each visit.
    pub const FIRST_WELCOME: Self = Self(u32::MAX / 2);

    /// From here on are the numbers of connections to endpoints, which are never kept either.
    pub const FIRST_REMOTE: Self = Self(u32::MAX / 4);

    /// Whether it is the connection to an endpoint.
    #[must_use]
    pub fn is_remote(self) -> bool {
        self >= Self::FIRST_REMOTE && !self.is_welcome()
    }

    /// Whether it is in memory only, and gone when it is left.
    #[must_use]
    pub fn is_unkept(self) -> bool {
        self >= Self::FIRST_REMOTE
    }

    /// Whether it is a welcome, which is nobody's own.
    #[must_use]
    pub fn is_welcome(self) -> bool {
        self >= Self::FIRST_WELCOME
    }
}

impl fmt::Display for WorkspaceId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(out)
    }
}

/// Where a workspace comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Origin {
    /// The reader began it empty.
    Own,
    /// A sample dataset, by its name.
    Sample(String),
    /// A lesson, by its id.
    Lesson(String),
    /// A scene of an earlier version, by its name. Its workspace is one of the reader's own now.
    Scene(String),
    /// A workspace file.
    File,
    /// Another workspace.
    Copy(WorkspaceId),
    /// A link, by a mark that tells it from others, and a workspace in which nothing was done since from one in which something was.
    Link(String),
}

/// What is known of a workspace without opening it. Moments are real, in milliseconds since 1970.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Card {
    /// The workspace's number.
    pub id: WorkspaceId,
    /// Its name, as the reader gave it.
    pub name: String,
    /// Where it comes from.
    pub origin: Origin,
    /// When it was made; zero when nobody knows.
    pub made: u64,
    /// When its journal last changed; zero when nobody knows.
    pub changed: u64,
    /// The bytes of its journal.
    pub bytes: u64,
    /// The names of its tables.
    pub tables: Vec<String>,
    /// When it was put in the bin, if it was.
    pub deleted: Option<u64>,
}

impl Card {
    /// The card of a new workspace.
    #[must_use]
    pub fn new(id: WorkspaceId, name: &str, origin: Origin, now: u64) -> Self {
        let name = name.to_owned();
        Self { id, name, origin, made: now, changed: now, bytes: 0, tables: Vec::new(), deleted: None }
    }

    /// The card of a workspace that has none that can be read.
    #[must_use]
    pub fn unnamed(id: WorkspaceId, now: u64) -> Self {
        Self::new(id, &format!("Workspace {id}"), Origin::Own, now)
    }

    /// Reads a card back from its stored text. A card that cannot be read must not hide its workspace, so an unnamed one
    /// takes its place.
    #[must_use]
    pub fn from_text(id: WorkspaceId, text: &str) -> Self {
        match serde_json::from_str::<Self>(text) {
            Ok(card) => Self { id, ..card },
            Err(_) => Self::unnamed(id, 0),
        }
    }

    /// The card as text, the way a store keeps it.
    #[must_use]
    pub fn to_text(&self) -> String {
        // A card has only text keys and plain values, which JSON always takes.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Puts the workspace in the bin. A workspace that is there stays there from when it was put there first.
    pub fn put_in_bin(&mut self, now: u64) {
        self.deleted.get_or_insert(now);
    }

    /// Brings the workspace back from the bin.
    pub fn bring_back(&mut self) {
        self.deleted = None;
    }

    /// Whether the workspace has been in the bin for so long that it may be removed.
    #[must_use]
    pub fn is_over(&self, now: u64) -> bool {
        self.deleted.is_some_and(|deleted| now.saturating_sub(deleted) >= BIN_MS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn card() -> Card {
        Card::new(WorkspaceId(7), "Forum ✓", Origin::Copy(WorkspaceId(3)), 5_000)
    }

    #[test]
    fn a_card_comes_back_from_its_text() {
        let mut card = card();
        card.tables = vec!["Thread".to_owned(), "Reply".to_owned()];
        card.put_in_bin(9_000);
        assert_eq!(Card::from_text(card.id, &card.to_text()), card);
    }

    #[test]
    fn a_card_that_cannot_be_read_gives_an_unnamed_one() {
        let read = Card::from_text(WorkspaceId(4), r#"{"id":4,"origin":{"Moon":1}}"#);
        assert_eq!((read.id, read.name.as_str(), read.deleted), (WorkspaceId(4), "Workspace 4", None));
    }

    #[test]
    fn the_place_of_a_card_decides_its_number() {
        assert_eq!(Card::from_text(WorkspaceId(8), &card().to_text()).id, WorkspaceId(8));
    }

    #[test]
    fn the_bin_keeps_a_workspace_for_thirty_days() {
        let mut card = card();
        assert!(!card.is_over(u64::MAX));
        card.put_in_bin(1_000);
        card.put_in_bin(2_000);
        assert!(!card.is_over(1_000 + BIN_MS - 1));
        assert!(card.is_over(1_000 + BIN_MS));
        // A clock that was set back removes nothing.
        assert!(!card.is_over(0));
        card.bring_back();
        assert!(!card.is_over(u64::MAX));
    }
}
