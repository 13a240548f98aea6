//! Deletes one item after a confirmation, and reports its cost.

use hashrange_values::Item;
use hashrange_wire::{DeleteItemRequest, Request, ReturnConsumedCapacity};
use hashrange_words::t;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::target::Written;
use crate::components::{Button, Confirm, Tone, use_toasts};
use crate::derived::Signal;
use crate::selection::use_selection;
use crate::session::use_session;
use crate::signal::RwSignal;
use crate::state::item_rows::cell_text;
use crate::state::table_schema::TableSchema;
use crate::views::cost_words::cost_words;

/// The button and its question. It is disabled while no item is selected.
#[component]
pub fn DeleteItem(
    /// The table.
    #[prop(into)]
    schema: Signal<TableSchema>,
    /// Called after the deletion.
    on_deleted: Callback<Written>,
) -> impl IntoView {
    let session = use_session();
    let selection = use_selection();
    let toasts = use_toasts();
    let open = RwSignal::new(false);
    let message = Signal::derive(move || {
        selection
            .item
            .with(|key| key.as_ref().map(key_words).unwrap_or_default())
    });
    let delete = move |()| {
        let Some(key) = selection.item.get_untracked() else {
            return;
        };
        let request = schema.with_untracked(|schema| request(schema, &key));
        spawn_local(async move {
            match session.send(request).await {
                Ok(answered) => {
                    toasts.say(
                        Tone::Good,
                        t!("Item deleted: {as_ref}.", as_ref = cost_words(answered.cost().as_ref())),
                    );
                    if selection
                        .item
                        .with_untracked(|selected| selected.as_ref() == Some(&key))
                    {
                        selection.item.set(None);
                    }
                    on_deleted.try_run((key, None));
                }
                Err(refused) => toasts.say(Tone::Bad, format!("{}: {}", refused.exception, refused.message)),
            }
        });
    };
    view! {
        <Button
            disabled=Signal::derive(move || selection.item.with(Option::is_none))
            on_press=move |()| open.set(true)
        >
            {t!("Delete")}
        </Button>
        <Confirm open title=t!("Delete this item?") action=t!("Delete item") on_confirm=delete>
            <p>{move || message.get()}</p>
        </Confirm>
    }
}

fn request(schema: &TableSchema, key: &Item) -> Request {
    Request::DeleteItem(DeleteItemRequest {
        table_name: schema.name.clone(),
        key: key.clone(),
        return_consumed_capacity: Some(ReturnConsumedCapacity::Indexes),
        ..DeleteItemRequest::default()
    })
}

fn key_words(key: &Item) -> String {
    let pairs = key.iter().map(|(name, value)| format!("{name} = {}", cell_text(value)));
    t!(
        "{join}. DynamoDB also deletes its index entries.",
        join = pairs.collect::<Vec<_>>().join(", ")
    )
}
