//! Deletes one item, after asking, and says what it cost.

use hashrange_values::Item;
use hashrange_wire::{DeleteItemRequest, Request, Response, ReturnConsumedCapacity};
use leptos::prelude::*;

use super::Written;
use crate::components::{Button, Confirm, Tone, use_toasts};
use crate::selection::use_selection;
use crate::session::use_session;
use crate::state::item_rows::cell_text;
use crate::state::table_schema::TableSchema;
use crate::views::cost_words::cost_words;

/// The button and its question. Nothing can be pressed while no item is selected.
#[component]
pub fn DeleteItem(
    /// The table.
    #[prop(into)]
    schema: Signal<TableSchema>,
    /// Told once it is deleted.
    on_deleted: Callback<Written>,
) -> impl IntoView {
    let session = use_session();
    let selection = use_selection();
    let toasts = use_toasts();
    let open = RwSignal::new(false);
    let message = Signal::derive(move || selection.item.with(|key| key.as_ref().map(key_words).unwrap_or_default()));
    let delete = move |()| {
        let Some(key) = selection.item.get_untracked() else { return };
        let request = DeleteItemRequest {
            table_name: schema.with_untracked(|schema| schema.name.clone()),
            key: key.clone(),
            return_consumed_capacity: Some(ReturnConsumedCapacity::Indexes),
            ..DeleteItemRequest::default()
        };
        match session.submit(Request::DeleteItem(request)) {
            Ok(Response::DeleteItem(answer)) => {
                toasts.say(Tone::Good, format!("Item deleted: {}.", cost_words(answer.consumed_capacity.as_ref())));
                selection.item.set(None);
                on_deleted.run((key, None));
            }
            Ok(_) => {}
            Err(error) => toasts.say(Tone::Bad, format!("{}: {error}", error.exception())),
        }
    };
    view! {
        <Button
            disabled=Signal::derive(move || selection.item.with(Option::is_none))
            on_press=move |()| open.set(true)
        >
            "Delete"
        </Button>
        <Confirm open title="Delete this item?" action="Delete item" on_confirm=delete>
            <p>{move || message.get()}</p>
        </Confirm>
    }
}

fn key_words(key: &Item) -> String {
    let pairs = key.iter().map(|(name, value)| format!("{name} = {}", cell_text(value)));
    format!("{}. The indexes follow.", pairs.collect::<Vec<_>>().join(", "))
}
