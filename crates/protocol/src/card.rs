//! The card of a workspace: what a list shows of it without opening it.
//!
//! Must not know where cards are stored, nor the clock: the caller passes the time.

use std::fmt;

use hashrange_wire::{JsonForm, JsonTree, json_members};
use serde::{Deserialize, Serialize};

/// How long a deleted workspace stays in the bin, in milliseconds: 30 days.
pub const BIN_MS: u64 = 30 * 24 * 60 * 60 * 1000;

/// The number of a workspace. The store never uses a number twice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct WorkspaceId(pub u32);

impl WorkspaceId {
    /// The first number of a workspace.
    pub const FIRST: Self = Self(1);
    /// No workspace is in front yet.
    pub const NONE: Self = Self(0);
    /// The first number of a welcome. Welcomes are never stored: each visit creates a new one.
    pub const FIRST_WELCOME: Self = Self(u32::MAX / 2);

    /// The first number of a connection to an endpoint. Connections are never stored either.
    pub const FIRST_REMOTE: Self = Self(u32::MAX / 4);

    /// Whether it is the connection to an endpoint.
    #[must_use]
    pub fn is_remote(self) -> bool {
        self >= Self::FIRST_REMOTE && !self.is_welcome()
    }

    /// Whether it is in memory only, and is deleted when the reader leaves it.
    #[must_use]
    pub fn is_unkept(self) -> bool {
        self >= Self::FIRST_REMOTE
    }

    /// Whether it is a welcome, which is no workspace of the reader.
    #[must_use]
    pub fn is_welcome(self) -> bool {
        self >= Self::FIRST_WELCOME
    }
}

impl JsonForm for WorkspaceId {
    fn to_tree(&self) -> JsonTree {
        self.0.to_tree()
    }

    fn of_tree(tree: &JsonTree) -> Result<Self, &'static str> {
        u32::of_tree(tree).map(Self)
    }
}

impl fmt::Display for WorkspaceId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(out)
    }
}

/// The source of a workspace.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Origin {
    /// The reader created it empty.
    Own,
    /// A sample dataset, by its name.
    Sample(String),
    /// A lesson, by its id.
    Lesson(String),
    /// A workspace file.
    File,
    /// Another workspace.
    Copy(WorkspaceId),
    /// A link, with its identifying text. That text also shows whether the workspace was changed since.
    Link(String),
}

impl JsonForm for Origin {
    fn to_tree(&self) -> JsonTree {
        let (kind, value) = match self {
            Self::Own => return "Own".into(),
            Self::File => return "File".into(),
            Self::Sample(name) => ("Sample", name.to_tree()),
            Self::Lesson(id) => ("Lesson", id.to_tree()),
            Self::Copy(id) => ("Copy", id.to_tree()),
            Self::Link(text) => ("Link", text.to_tree()),
        };
        JsonTree::object(vec![(kind, value)])
    }

    fn of_tree(tree: &JsonTree) -> Result<Self, &'static str> {
        match tree.members() {
            [(kind, value)] => Ok(match kind.as_str() {
                "Sample" => Self::Sample(String::of_tree(value)?),
                "Lesson" => Self::Lesson(String::of_tree(value)?),
                "Copy" => Self::Copy(WorkspaceId::of_tree(value)?),
                "Link" => Self::Link(String::of_tree(value)?),
                _ => return Err(""),
            }),
            _ => match tree.text() {
                Some("Own") => Ok(Self::Own),
                Some("File") => Ok(Self::File),
                _ => Err(""),
            },
        }
    }
}

/// The description of a workspace without opening it. Times are real, in milliseconds since 1970.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Card {
    /// The workspace's number.
    pub id: WorkspaceId,
    /// Its name, as the reader gave it.
    pub name: String,
    /// Its source.
    pub origin: Origin,
    /// When it was created; zero if unknown.
    pub made: u64,
    /// When its journal last changed; zero if unknown.
    pub changed: u64,
    /// The bytes of its journal.
    pub bytes: u64,
    /// The names of its tables.
    pub tables: Vec<String>,
    /// When it was put in the bin, if it was.
    pub deleted: Option<u64>,
}
json_members!(Card {
    id,
    name,
    origin,
    made,
    changed,
    bytes,
    tables,
    deleted
});

impl Card {
    /// The card of a new workspace.
    #[must_use]
    pub fn new(id: WorkspaceId, name: &str, origin: Origin, now: u64) -> Self {
        let name = name.to_owned();
        Self {
            id,
            name,
            origin,
            made: now,
            changed: now,
            bytes: 0,
            tables: Vec::new(),
            deleted: None,
        }
    }

    /// The card of a workspace whose stored card cannot be read.
    #[must_use]
    pub fn unnamed(id: WorkspaceId, now: u64) -> Self {
        Self::new(id, &format!("Workspace {id}"), Origin::Own, now)
    }

    /// Reads a card from its stored text. Returns an unnamed card if the text is invalid, so that the workspace stays
    /// visible.
    #[must_use]
    pub fn from_text(id: WorkspaceId, text: &str) -> Self {
        match Self::of_json(text) {
            Some(card) => Self { id, ..card },
            None => Self::unnamed(id, 0),
        }
    }

    /// The card as text, for a store.
    #[must_use]
    pub fn to_text(&self) -> String {
        self.to_json()
    }

    /// Moves the workspace to the bin. A workspace that is already in the bin retains its date.
    pub fn put_in_bin(&mut self, now: u64) {
        self.deleted.get_or_insert(now);
    }

    /// Restores the workspace from the bin.
    pub fn bring_back(&mut self) {
        self.deleted = None;
    }

    /// Whether the workspace has been in the bin long enough to be deleted.
    #[must_use]
    pub fn is_over(&self, now: u64) -> bool {
        self.deleted
            .is_some_and(|deleted| now.saturating_sub(deleted) >= BIN_MS)
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
    fn the_text_of_earlier_releases_is_read_and_written() {
        let text = |origin: &str, rest: &str| {
            format!(r#"{{"id":7,"name":"Forum \"✓\"","origin":{origin},"made":5000,"changed":6000,"bytes":12,{rest}}}"#)
        };
        for (origin, written) in [
            (Origin::Own, r#""Own""#),
            (Origin::Sample("orders".to_owned()), r#"{"Sample":"orders"}"#),
            (Origin::Lesson("keys".to_owned()), r#"{"Lesson":"keys"}"#),
            (Origin::File, r#""File""#),
            (Origin::Copy(WorkspaceId(3)), r#"{"Copy":3}"#),
            (Origin::Link("l1".to_owned()), r#"{"Link":"l1"}"#),
        ] {
            let text = text(written, r#""tables":["Thread"],"deleted":9000"#);
            let read = Card::from_text(WorkspaceId(7), &text);
            assert_eq!((&read.origin, read.deleted), (&origin, Some(9_000)));
            assert_eq!(
                (read.name.as_str(), read.tables.as_slice()),
                ("Forum \"✓\"", &["Thread".to_owned()][..])
            );
            assert_eq!(read.to_text(), text);
        }
        let kept = text(r#""Own""#, r#""tables":[],"deleted":null"#);
        assert_eq!(Card::from_text(WorkspaceId(7), &kept).to_text(), kept);
        let without_bin = text(r#""Own""#, r#""tables":[]"#);
        assert_eq!(Card::from_text(WorkspaceId(7), &without_bin).to_text(), kept);
    }

    #[test]
    fn a_card_that_cannot_be_read_gives_an_unnamed_one() {
        let read = Card::from_text(WorkspaceId(4), r#"{"id":4,"origin":{"Moon":1}}"#);
        assert_eq!(
            (read.id, read.name.as_str(), read.deleted),
            (WorkspaceId(4), "Workspace 4", None)
        );
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
        // A clock that was set back deletes nothing.
        assert!(!card.is_over(0));
        card.bring_back();
        assert!(!card.is_over(u64::MAX));
    }
}
