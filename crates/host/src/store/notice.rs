//! Notices between tabs about workspaces, so that they can follow and refresh their lists.
//!
//! Must not know how notices are transported. A notice contains no bytes: its receiver reads them from the store.

use hashrange_wire::{JsonForm, JsonTree, member_of_tree};

use super::WorkspaceId;

/// A change of the store that other tabs are informed about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// A chunk was added to a journal.
    Appended {
        /// The workspace.
        id: WorkspaceId,
        /// The number of the chunk.
        chunk: u32,
    },
    /// Other bytes replaced a complete journal.
    Replaced {
        /// The workspace.
        id: WorkspaceId,
    },
    /// Cards were added, changed or removed.
    Cards,
    /// A tab took a workspace over from another.
    TakenOver {
        /// The workspace.
        id: WorkspaceId,
    },
}

/// The notice as text. A notice of another version of the page is none.
impl JsonForm for Notice {
    fn to_tree(&self) -> JsonTree {
        let of = |id: &WorkspaceId| JsonTree::object(vec![("id", id.to_tree())]);
        match self {
            Self::Appended { id, chunk } => {
                let appended = JsonTree::object(vec![("id", id.to_tree()), ("chunk", chunk.to_tree())]);
                JsonTree::object(vec![("Appended", appended)])
            }
            Self::Replaced { id } => JsonTree::object(vec![("Replaced", of(id))]),
            Self::Cards => "Cards".into(),
            Self::TakenOver { id } => JsonTree::object(vec![("TakenOver", of(id))]),
        }
    }

    fn of_tree(tree: &JsonTree) -> Result<Self, &'static str> {
        if let Some(appended) = tree.member("Appended") {
            let (id, chunk) = (member_of_tree(appended, "id")?, member_of_tree(appended, "chunk")?);
            return Ok(Self::Appended { id, chunk });
        }
        if let Some(replaced) = tree.member("Replaced") {
            return member_of_tree(replaced, "id").map(|id| Self::Replaced { id });
        }
        if let Some(taken) = tree.member("TakenOver") {
            return member_of_tree(taken, "id").map(|id| Self::TakenOver { id });
        }
        (tree.text() == Some("Cards")).then_some(Self::Cards).ok_or("")
    }
}

#[cfg(test)]
mod tests {
    use hashrange_wire::JsonForm;

    use super::Notice;
    use crate::store::WorkspaceId;

    #[test]
    fn notices_come_back_from_their_text() {
        let id = WorkspaceId(3);
        for notice in [
            Notice::Appended { id, chunk: 9 },
            Notice::Replaced { id },
            Notice::Cards,
            Notice::TakenOver { id },
        ] {
            assert_eq!(Notice::of_json(&notice.to_json()), Some(notice));
        }
    }

    #[test]
    fn what_nobody_knows_is_no_notice() {
        assert_eq!(Notice::of_json(r#"{"Moved":{"id":3}}"#), None);
        assert_eq!(Notice::of_json(""), None);
    }
}
