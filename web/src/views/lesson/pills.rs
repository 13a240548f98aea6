//! The pills of a learner's Query or Scan. Pills and body are two views of one request: each follows the other.
//!
//! Must not know where the body is shown, nor who sends it.

use hashrange_wire::encode_request_pretty;
use leptos::prelude::*;

use super::learner::LearnerState;
use crate::derived::Signal;
use crate::effect::effect;
use crate::signal::RwSignal;
use crate::state::query_form::QueryForm;
use crate::state::table_schema::TableSchema;
use crate::views::query::{QueryEditor, ReadPills};

/// The pills, while the request is a Query or a Scan.
#[component]
pub fn TaskPills(
    /// The learner's state, with the request.
    learner: LearnerState,
    /// The step's table.
    schema: Signal<TableSchema>,
    /// Receives the read being written while the pills exist.
    editor: RwSignal<Option<QueryEditor>>,
) -> impl IntoView {
    let saved = learner.saved();
    let form = saved.with_untracked(|saved| saved.form.clone()).unwrap_or_default();
    let own = QueryEditor::new(schema, form, None);
    let follow = move || {
        let (is_read, operation, body) = saved.with(|saved| (saved.is_read(), saved.operation, saved.body.clone()));
        let is_shown = untrack(|| own.operation().get() == operation.name() && own.json().get() == body);
        if is_read && !is_shown {
            own.take_over(operation, &body);
        }
    };
    // The body comes first: an empty form must not replace it.
    untrack(follow);
    effect(follow);
    effect(move || {
        if let Some(request) = own.form_request() {
            let form = own.with_untracked(QueryForm::clone);
            learner.fill(form, request.operation(), encode_request_pretty(&request));
        }
    });
    editor.set(Some(own));
    on_cleanup(move || {
        // The runner may be gone as well.
        let _ = editor.try_set(None);
    });
    view! { <div class="request-form"><ReadPills editor=own /></div> }
}
