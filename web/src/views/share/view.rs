//! The part of the page's own state that a link includes: the selection, the form of its query, the request being
//! written, the form of loads, saved views, saved requests and patterns. It excludes what was read and sent.
//!
//! Must not know how the state is drawn.

use leptos::prelude::*;

use crate::selection::Selection;
use crate::session::Session;
use crate::views::files::VIEWS;

/// The parts that every link includes.
const PARTS: [&str; 8] = [
    "selection",
    "request",
    "load",
    VIEWS,
    "saved requests",
    "patterns",
    "bill Region",
    "bill free tier",
];

/// The state as text.
#[must_use]
pub fn shown(session: Session, selection: Selection) -> String {
    let table = selection
        .table
        .get_untracked()
        .and_then(|name| untrack(|| session.table(&name)));
    let query = table
        .map(|table| format!("query/{}", table.table_id))
        .unwrap_or_default();
    let mut parts = PARTS.to_vec();
    parts.push(&query);
    without_result(&session.saved_parts(&parts))
}

/// Removes the result. Quotes in typed text are escaped, so it cannot be mistaken for a member.
fn without_result(text: &str) -> String {
    text.replace(r#""read":true"#, r#""read":false"#)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::saved_query::SavedQuery;
    use crate::state::saved_state::SavedState;

    #[test]
    fn what_was_read_stays_and_what_is_typed_goes_along() {
        let typed = r#"{"read":true}"#;
        let saved = SavedQuery {
            draft: Some(typed.to_owned()),
            read: true,
            ..SavedQuery::default()
        };
        let mut saved_state = SavedState::default();
        saved_state.put("query/1", &saved).unwrap();
        let there: SavedQuery = SavedState::read(&without_result(&saved_state.text()))
            .get("query/1")
            .unwrap();
        assert_eq!((there.draft.as_deref(), there.read), (Some(typed), false));
    }
}
