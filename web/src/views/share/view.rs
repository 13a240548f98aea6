//! What of the page's own state a link shows: what is selected, the form of its query and the request being written. What was
//! read and sent is not in it.
//!
//! Must not know how the state is drawn.

use leptos::prelude::*;

use crate::selection::Selection;
use crate::session::Session;

/// The state as text.
#[must_use]
pub fn shown(session: Session, selection: Selection) -> String {
    let table = selection.table.get_untracked().and_then(|name| untrack(|| session.table(&name)));
    let query = table.map(|table| format!("query/{}", table.table_id)).unwrap_or_default();
    without_result(&session.some_papers(&["selection", &query, "request"]))
}

/// Nothing was read where a link leads. What a reader typed has its quotes escaped, so that it is never taken for a member.
fn without_result(text: &str) -> String {
    text.replace(r#""read":true"#, r#""read":false"#)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::papers::Papers;
    use crate::state::query_paper::QueryPaper;

    #[test]
    fn what_was_read_stays_and_what_is_typed_goes_along() {
        let typed = r#"{"read":true}"#;
        let paper = QueryPaper { draft: Some(typed.to_owned()), read: true, ..QueryPaper::default() };
        let mut papers = Papers::default();
        papers.put("query/1", &paper).unwrap();
        let there: QueryPaper = Papers::read(&without_result(&papers.text())).get("query/1").unwrap();
        assert_eq!((there.draft.as_deref(), there.read), (Some(typed), false));
    }
}
