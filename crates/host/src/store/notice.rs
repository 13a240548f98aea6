//! Notices between tabs about workspaces, so that they can follow and refresh their lists.
//!
//! Must not know how notices are transported. A notice contains no bytes: its receiver reads them from the store.

use serde::{Deserialize, Serialize};

use super::WorkspaceId;

/// A change of the store that other tabs are informed about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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

impl Notice {
    /// The notice as text.
    pub fn to_text(&self) -> String {
        // Cannot fail: a notice has only text keys and numbers.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Reads a notice; `None` for a notice of another version of the page.
    pub fn from_text(text: &str) -> Option<Self> {
        serde_json::from_str(text).ok()
    }
}

#[cfg(test)]
mod tests {
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
            assert_eq!(Notice::from_text(&notice.to_text()), Some(notice));
        }
    }

    #[test]
    fn what_nobody_knows_is_no_notice() {
        assert_eq!(Notice::from_text(r#"{"Moved":{"id":3}}"#), None);
        assert_eq!(Notice::from_text(""), None);
    }
}
