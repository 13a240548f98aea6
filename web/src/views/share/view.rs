//! What of the page's own state a link shows: what is selected, the form of its query and the request being written. What was
//! read and sent is not in it, nor what nobody has changed.
//!
//! Must not know how the state is drawn.

use leptos::prelude::*;

use crate::selection::Selection;
use crate::session::Session;
use crate::state::papers::Papers;
use crate::state::query_paper::QueryPaper;
use crate::state::request_log::RequestPaper;

/// The state as text.
#[must_use]
pub fn shown(session: Session, selection: Selection) -> String {
    let mut papers = Papers::default();
    // Whatever is too long is left out.
    let _ = papers.put("selection", &untrack(|| selection.line()));
    let table = selection.table.get_untracked().and_then(|name| untrack(|| session.table(&name)));
    if let Some(part) = table.map(|table| format!("query/{}", table.table_id))
        && let Some(paper) = session.paper::<QueryPaper>(&part)
    {
        let paper = QueryPaper { read: false, ..paper };
        if paper != QueryPaper::default() {
            let _ = papers.put(&part, &paper);
        }
    }
    if let Some(paper) = session.paper::<RequestPaper>("request") {
        let paper = RequestPaper { shown: 0, ..paper };
        if paper != RequestPaper::default() {
            let _ = papers.put("request", &paper);
        }
    }
    papers.text()
}
