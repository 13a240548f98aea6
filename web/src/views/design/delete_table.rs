//! Deletes a table, after asking.

use hashrange_wire::{DeleteTableRequest, Request};
use leptos::prelude::*;

use crate::components::{Button, ButtonKind, Confirm};
use crate::selection::use_selection;
use crate::session::use_session;
use crate::views::refusal::{Refusal, Refused};

/// The button and its question.
#[component]
pub fn DeleteTable(
    /// The table.
    name: String,
) -> impl IntoView {
    let session = use_session();
    let selection = use_selection();
    let open = RwSignal::new(false);
    let refused = RwSignal::new(None::<Refused>);
    let name = StoredValue::new(name);
    let delete = move || {
        let request = DeleteTableRequest { table_name: name.get_value() };
        match session.submit(Request::DeleteTable(request)) {
            Ok(_) => {
                refused.set(None);
                selection.index.set(None);
                selection.item.set(None);
            }
            Err(error) => refused.set(Some(Refused::from(&error))),
        }
    };
    // The deletion takes this view down, and its question with it: first the question closes, a frame later it goes.
    let confirmed = move |()| request_animation_frame(move || request_animation_frame(delete));
    view! {
        <Button kind=ButtonKind::Danger on_press=move |()| open.set(true)>"Delete table"</Button>
        <Refusal refused />
        <Confirm open title=format!("Delete {}?", name.get_value()) action="Delete table" on_confirm=confirmed>
            <p>"The table goes with all its items and indexes. This cannot be undone."</p>
        </Confirm>
    }
}
