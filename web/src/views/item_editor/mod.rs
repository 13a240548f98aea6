//! Writes one item: a dialog with a typed form and JSON, its size and cost, and choices when the key exists.

pub mod add_row;
pub mod delete_item;
pub mod editor;
pub mod editor_view;
pub mod json_face;
pub mod node_row;
pub mod row_facts;
pub mod saver;
mod target;
pub mod value_control;

use std::sync::Arc;

pub use delete_item::DeleteItem;
use editor_view::EditorView;
use hashrange_values::Item;
use hashrange_wire::{GetItemRequest, Request, ReturnConsumedCapacity};
use hashrange_words::t;
use leptos::html;
use leptos::prelude::*;
use leptos::task::spawn_local;
use row_facts::RowFacts;
pub use target::{EditorTarget, Written};

use super::pending_request::PendingRequest;
use super::refusal::{Refusal, Refused};
use crate::components::dialog::focus_body;
use crate::components::{Dialog, late_view};
use crate::derived::Signal;
use crate::effect::effect;
use crate::session::{Session, use_session};
use crate::signal::RwSignal;
use crate::state::item_form::{ItemForm, Purpose};
use crate::state::read_run::write_units;
use crate::state::table_schema::TableSchema;

/// The dialog, shown while there is a target.
#[component]
pub fn ItemEditor(
    /// The table.
    #[prop(into)]
    schema: Signal<TableSchema>,
    /// The target for which it is opened.
    target: RwSignal<Option<EditorTarget>>,
    /// Called after every write.
    #[prop(optional, into)]
    on_written: Option<Callback<Written>>,
) -> impl IntoView {
    let open = RwSignal::new(false);
    effect(move || open.set(target.with(Option::is_some)));
    effect(move || {
        if !open.get() && target.with_untracked(Option::is_some) {
            target.set(None);
        }
    });
    let title = Signal::derive(move || {
        let table = schema.with(|schema| schema.name.clone());
        target.with(|target| match target {
            Some(EditorTarget::New) => t!("New item in {table}", table),
            Some(EditorTarget::Copy(_)) => t!("Copy of an item in {table}", table),
            Some(EditorTarget::Row {
                index: Some(index),
                whole: false,
                ..
            }) => t!("Entry of {index}", index),
            _ => t!("Item of {table}", table),
        })
    });
    let written = Callback::new(move |written: Written| {
        if let Some(on_written) = on_written {
            on_written.try_run(written);
        }
    });
    view! {
        <Dialog open title wide=true>
            {late_view(move || item_editor(schema, target, written))}
        </Dialog>
    }
}

hashrange_late::late!(page:
    /// The content of the dialog for its target.
    pub fn item_editor(
        schema: Signal<TableSchema>,
        target: RwSignal<Option<EditorTarget>>,
        on_written: Callback<Written>,
    ) -> AnyView { view! { <Opened schema target on_written /> }.into_any() }
);

/// The content of the dialog for its target.
#[component]
fn Opened(
    schema: Signal<TableSchema>,
    target: RwSignal<Option<EditorTarget>>,
    on_written: Callback<Written>,
) -> impl IntoView {
    move || {
        let schema = schema.get_untracked();
        let opened = target.get()?;
        let (key, purpose) = match opened {
            EditorTarget::New => {
                let form = ItemForm::new(&schema);
                return Some(view! { <EditorView form target on_written /> }.into_any());
            }
            EditorTarget::Row { item, index, whole } => match schema.primary_key(&item).filter(|_| whole) {
                Some(key) => (key, Purpose::Edit),
                None => return Some(view! { <RowFacts schema item index target /> }.into_any()),
            },
            EditorTarget::Base(key) => (key, Purpose::Edit),
            EditorTarget::Copy(key) => (key, Purpose::New),
        };
        Some(view! { <Fetched schema key purpose target on_written /> }.into_any())
    }
}

/// The editor of an existing item, after the item is read.
#[component]
fn Fetched(
    schema: TableSchema,
    key: Item,
    purpose: Purpose,
    target: RwSignal<Option<EditorTarget>>,
    on_written: Callback<Written>,
) -> impl IntoView {
    let (session, pending) = (use_session(), PendingRequest::new());
    let fetched = RwSignal::new(None::<Result<(Arc<Item>, String), Refused>>);
    let place = NodeRef::<html::Div>::new();
    let number = pending.begin();
    let table = schema.name.clone();
    spawn_local(async move {
        let answer = fetch(session, table, key).await;
        if pending.end(number) {
            fetched.set(Some(answer));
            request_animation_frame(move || {
                let place = place.try_get_untracked().flatten();
                if let Some(dialog) = place.and_then(|place| place.closest("dialog").ok().flatten()) {
                    focus_body(&dialog);
                }
            });
        }
    });
    let editor = move || match fetched.get() {
        None => {
            let words = move || {
                if pending.is_long() {
                    t!("Reading the item…")
                } else {
                    ""
                }
            };
            view! { <p class="view-note" role="status">{words}</p> }.into_any()
        }
        Some(Ok((item, note))) => {
            let form = ItemForm::of_item(&schema, &item, purpose);
            view! { <EditorView form note target on_written /> }.into_any()
        }
        Some(Err(refused)) => view! { <Refusal refused=Signal::stored(Some(refused)) /> }.into_any(),
    };
    view! { <div node_ref=place>{editor}</div> }
}

/// Reads the current item with a strongly consistent read, so that no older version is written back.
async fn fetch(session: Session, table_name: String, key: Item) -> Result<(Arc<Item>, String), Refused> {
    let request = GetItemRequest {
        table_name,
        key,
        consistent_read: Some(true),
        return_consumed_capacity: Some(ReturnConsumedCapacity::Indexes),
        ..GetItemRequest::default()
    };
    let answered = session.send(Request::GetItem(request)).await?;
    let units = write_units(answered.units().unwrap_or_default());
    let note = t!("GetItem, strongly consistent: {units} RCU.", units);
    answered.item().map(|item| (item, note)).ok_or_else(|| Refused {
        exception: t!("No such item").into(),
        message: t!("The item is no longer in the table.").into(),
        record: None,
    })
}
