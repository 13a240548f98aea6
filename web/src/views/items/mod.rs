//! Items: what is in the selected table or index, page by page, and the ways to write.

use std::sync::Arc;

use hashrange_values::Item;
use hashrange_wire::{Request, ReturnConsumedCapacity, ScanRequest, TableDescription, TableStatus};
use leptos::prelude::*;

use super::desk_memory::{Desk, DeskMemory, DeskName, keep, recall};
use super::item_editor::{DeleteItem, EditorTarget, ItemEditor, Written};
use super::item_grid::ItemGrid;
use super::query::Banner;
use super::reader::Reader;
use super::refusal::Refusal;
use super::table_scope::TableScope;
use crate::components::{Button, ButtonKind, EmptyState};
use crate::selection::use_selection;
use crate::session::use_session;
use crate::state::read_run::plural;
use crate::state::table_schema::{IndexKind, TableSchema};
use crate::views::figures;

/// Items on one page.
const PAGE: u32 = 50;

/// The Items tab.
#[component]
pub fn ItemsView() -> impl IntoView {
    view! { <TableScope draw=|schema| view! { <ItemsDesk schema /> }.into_any() /> }
}

/// The request of the first page.
fn scan(schema: &TableSchema, index: Option<&str>) -> Request {
    Request::Scan(ScanRequest {
        table_name: schema.name.clone(),
        index_name: index.map(str::to_owned),
        limit: Some(PAGE),
        return_consumed_capacity: Some(ReturnConsumedCapacity::Indexes),
        ..ScanRequest::default()
    })
}

#[component]
fn ItemsDesk(schema: Signal<TableSchema>) -> impl IntoView {
    let selection = use_selection();
    let desk = Desk::of(DeskName::Items, schema);
    let memory = recall(&desk);
    let reader = Reader::new(memory.shown, memory.report);
    on_cleanup(move || {
        let shown = reader.shown.try_update_untracked(Option::take).flatten();
        keep(desk, DeskMemory { shown, ..DeskMemory::default() });
    });
    let target = RwSignal::new(None::<EditorTarget>);
    let index = Memo::new(move |_| {
        let name = selection.index.get()?;
        schema.with(|schema| schema.index(&name).is_some()).then_some(name)
    });
    let load = move || {
        let index = index.get_untracked();
        schema.with_untracked(|schema| reader.start(schema, scan(schema, index.as_deref())));
    };
    let readable = readable(schema);
    // Like the console's explorer, the tab opens with a Scan. Another index shows other rows, and is read afresh.
    Effect::new(move || {
        let now = index.get();
        let fresh = reader.shown.with_untracked(|shown| shown.as_ref().is_some_and(|shown| shown.index == now));
        if readable.get() && !fresh {
            load();
        } else if !fresh {
            reader.clear();
        }
    });
    let written = Callback::new(move |(key, item): Written| {
        schema.with_untracked(|schema| reader.follow_write(schema, &key, item.as_ref()));
    });
    let open = move |item: Arc<Item>| target.set(Some(EditorTarget::of_row(reader, item)));
    view! {
        <div class="items">
            <Heading schema index reader />
            <Tools schema reader target load=Callback::new(move |()| load()) on_written=written />
            <Refusal refused=reader.refused />
            <Banner reader next="Load next page" />
            <Outdated schema reader />
            <Show
                when=move || reader.shown.with(Option::is_some)
                fallback=move || view! { <NotRead readable load=Callback::new(move |()| load()) /> }
            >
                <ItemGrid label="Items" schema reader on_open=open />
            </Show>
            <ItemEditor schema target on_written=written />
        </div>
    }
}

/// What is being seen, in a sentence.
#[component]
fn Heading(schema: Signal<TableSchema>, index: Memo<Option<String>>, reader: Reader) -> impl IntoView {
    let title = move || {
        schema.with(|schema| match index.get() {
            Some(index) => format!("{} / {index}", schema.name),
            None => schema.name.clone(),
        })
    };
    let sentence = move || {
        let found = schema.with(|schema| index.get().and_then(|name| schema.index(&name).cloned()));
        match found {
            None => "The table's items, in the order a Scan meets them.".to_owned(),
            Some(found) => {
                let kind = if found.kind == IndexKind::Local { "local" } else { "global" };
                format!("Entries of the {kind} secondary index, which projects {}.", found.projection.as_str())
            }
        }
    };
    let partial = move || reader.shown.with(|shown| shown.as_ref().is_some_and(|shown| !shown.whole));
    view! {
        <header class="view-head">
            <h2>{title}</h2>
            <p class="view-note">
                {sentence}
                <Show when=partial>" Rows are read-only here; open one to go to its item in the table."</Show>
            </p>
        </header>
    }
}

/// Said when rows that were read to their end cannot be all there is any more: after an import, say.
#[component]
fn Outdated(schema: Signal<TableSchema>, reader: Reader) -> impl IntoView {
    let session = use_session();
    let held = Memo::new(move |_| {
        let table = schema.with(|schema| session.table(&schema.name))?;
        reader.shown.with(|shown| {
            let shown = shown.as_ref().filter(|shown| !shown.run.has_next())?;
            let held = held(&table, shown.index.as_deref())?;
            (held != shown.run.items.len() as u64).then_some(held)
        })
    });
    let words = move || {
        let held = held.get()?;
        let unit = plural(held, "item", "items");
        Some(format!("{} {unit} now: these rows were read before. Read again to see them all.", figures::count(held)))
    };
    view! { <p class="status-note" role="status" hidden=move || held.get().is_none()>{words}</p> }
}

/// Items in the table or entries in the index.
fn held(table: &TableDescription, index: Option<&str>) -> Option<u64> {
    let Some(name) = index else { return Some(table.item_count) };
    let local = table.local_secondary_indexes.iter().find(|index| index.index_name == name);
    let global = table.global_secondary_indexes.iter().find(|index| index.index_name == name);
    local.map(|index| index.item_count).or_else(|| global.map(|index| index.item_count))
}

/// The buttons.
#[component]
fn Tools(
    schema: Signal<TableSchema>,
    reader: Reader,
    target: RwSignal<Option<EditorTarget>>,
    load: Callback<()>,
    on_written: Callback<Written>,
) -> impl IntoView {
    let selection = use_selection();
    let none = Signal::derive(move || selection.item.with(Option::is_none));
    let read = Memo::new(move |_| reader.shown.with(Option::is_some));
    let edit = move |()| target.set(selection.item.get_untracked().map(EditorTarget::Base));
    let copy = move |()| target.set(selection.item.get_untracked().map(EditorTarget::Copy));
    view! {
        <div class="tools" role="toolbar" aria-label="Items">
            <Button kind=ButtonKind::Primary on_press=move |()| target.set(Some(EditorTarget::New))>"New item"</Button>
            <Button disabled=none on_press=edit>"Edit"</Button>
            <Button disabled=none on_press=copy>"Duplicate"</Button>
            <DeleteItem schema on_deleted=on_written />
            <span class="spacer"></span>
            <Show when=move || read.get()>
                <Button on_press=load>"Read again"</Button>
            </Show>
        </div>
    }
}

/// Whether the table can be read now, and is not just being filled by a sample.
fn readable(schema: Signal<TableSchema>) -> Memo<bool> {
    let session = use_session();
    Memo::new(move |_| {
        let table = schema.with(|schema| session.table(&schema.name));
        let status = table.map(|table| table.table_status);
        matches!(status, Some(TableStatus::Active | TableStatus::Updating)) && session.sample_progress().get().is_none()
    })
}

/// No page: the table cannot be read yet, or the read was refused.
#[component]
fn NotRead(readable: Memo<bool>, load: Callback<()>) -> impl IntoView {
    let text = format!("A Scan reads the first {PAGE} items here as soon as the table can be read.");
    view! {
        <EmptyState title="Nothing read yet" text>
            <Show when=move || readable.get()>
                <Button kind=ButtonKind::Primary on_press=load>"Load first page"</Button>
            </Show>
        </EmptyState>
    }
}
