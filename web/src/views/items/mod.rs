//! Items: the current content of the selected table or index, without a request, and the buttons to write one item or
//! all selected ones.

pub mod bulk;
pub mod bulk_panel;
mod window;
mod words;

use hashrange_protocol::ItemPreview;
use hashrange_wire::TableStatus;
use hashrange_words::t;
use leptos::prelude::*;

use super::import::ImportButton;
use super::item_editor::{DeleteItem, EditorTarget, ItemEditor};
use super::item_grid::RowGrid;
use super::item_why::ItemWhy;
use super::query::use_query_request;
use super::table_scope::TableScope;
use crate::components::{Button, ButtonKind, EmptyState, When, focus};
use crate::derived::Signal;
use crate::memo::Memo;
use crate::selection::{Tab, use_selection};
use crate::session::{Session, use_session};
use crate::signal::RwSignal;
use crate::state::table_schema::TableSchema;
use bulk::BulkBar;
use window::Window;

/// The Items tab.
#[component]
pub fn ItemsView() -> impl IntoView {
    view! { <TableScope draw=|schema| view! { <ItemsBody schema /> }.into_any() /> }
}

#[component]
fn ItemsBody(schema: Signal<TableSchema>) -> impl IntoView {
    let selection = use_selection();
    let target = RwSignal::new(None::<EditorTarget>);
    let index = Memo::new(move |_| {
        let name = selection.index.get()?;
        schema.with(|schema| schema.index(&name).is_some()).then_some(name)
    });
    let window = Window::new(schema, index);
    window.follow_changes(schema);
    let total = Memo::new(move |_| window.items.with(|items| items.as_ref().map(|items| items.total)));
    view! {
        <div class="items">
            <Heading schema window total />
            <Tools schema window target />
            <BulkBar schema choice=window.choice total />
            <When holds=move || total.get() == Some(0)>
                <Empty schema window target />
            </When>
            <When holds=move || total.get().is_some_and(|total| total > 0)>
                <Rows schema window target />
            </When>
            <ItemEditor schema target />
        </div>
    }
}

/// The grid. Each index has its own grid, which starts at its first row.
#[component]
fn Rows(schema: Signal<TableSchema>, window: Window, target: RwSignal<Option<EditorTarget>>) -> impl IntoView {
    let open = move |row: ItemPreview| {
        let whole = window
            .items
            .with_untracked(|items| items.as_ref().is_some_and(|items| items.whole));
        let key = schema.with_untracked(|schema| schema.primary_key(&row.item));
        target.set(Some(match key.filter(|_| row.cut) {
            // The row has only the beginnings of its values.
            Some(key) => EditorTarget::Base(key),
            None => EditorTarget::Row {
                item: row.item,
                index: window.index.get_untracked(),
                whole,
            },
        }));
    };
    let on_sight = Callback::new(move |sight| window.see(&sight));
    let rows = window.rows(schema);
    move || {
        // Entries follow from the items: they are read-only.
        let choice = window.index.with(Option::is_none).then_some(window.choice);
        let (reveal, filter) = (window.reveal, window.filter);
        filter.set(String::new());
        view! { <RowGrid label=t!("Items") schema rows on_open=open on_sight reveal filter choice /> }
    }
}

/// The content of the grid, and that it consumes no capacity.
#[component]
fn Heading(schema: Signal<TableSchema>, window: Window, total: Memo<Option<u64>>) -> impl IntoView {
    let session = use_session();
    let index = window.index;
    let title = move || {
        schema.with(|schema| match index.get() {
            Some(index) => format!("{} / {index}", schema.name),
            None => schema.name.clone(),
        })
    };
    let found = Memo::new(move |_| schema.with(|schema| schema.index(&index.get()?).cloned()));
    let count = move || match total.get() {
        Some(total) => found.with(|found| words::count(total, found.is_some())),
        // Spaces for a count, so that the text after it does not move when it arrives.
        None => "\u{2007}".repeat(8),
    };
    let reported = move || {
        let table = session.table(&schema.with(|schema| schema.name.clone()))?;
        words::described(
            total.get()?,
            index.with(|index| words::reported_count(&table, index.as_deref()))?,
        )
    };
    let order = move || {
        found.with(|found| {
            if session.workspace().get().is_remote() {
                words::loaded(found.as_ref()).to_owned()
            } else {
                words::order(found.as_ref())
            }
        })
    };
    let partial = move || {
        window
            .items
            .with(|items| items.as_ref().is_some_and(|items| !items.whole))
    };
    view! {
        <header class="view-head">
            <h2>{title}</h2>
            <p class="view-note">
                <b class="items-count">{count}</b>" "{order}
                {move || reported().map(|reported| view! { " " <span class="items-reported">{reported}</span> })}
                <When holds=partial>" " {t!("Open an entry to go to its item.")}</When>
                <When holds=move || index.with(Option::is_some)>
                    " " {t!("Entries are read-only. An item that is missing here: select it in the table and press Why?")}
                </When>
                {move || cost(session)} " " {t!("Query and Scan are on the Query tab.")}
            </p>
        </header>
    }
}

/// Whether the view consumes capacity. A connection has no other way to items than a Scan.
pub fn cost(session: Session) -> &'static str {
    if session.workspace().get().is_remote() {
        " Loading items consumes read capacity."
    } else {
        " This view consumes no capacity."
    }
}

/// The buttons.
#[component]
fn Tools(schema: Signal<TableSchema>, window: Window, target: RwSignal<Option<EditorTarget>>) -> impl IntoView {
    let (selection, query_request) = (use_selection(), use_query_request());
    let collection = Memo::new(move |_| window.collection(schema));
    let query = move |()| {
        if let Some(wanted) = collection.get_untracked() {
            query_request.ask(selection, wanted);
            focus::chosen_tab();
        }
    };
    let none = Signal::derive(move || selection.item.with(Option::is_none));
    // Entries of an index are read-only: they follow from the items.
    let is_table = move || window.index.with(Option::is_none);
    let edit = move |()| target.set(selection.item.get_untracked().map(EditorTarget::Base));
    let copy = move |()| target.set(selection.item.get_untracked().map(EditorTarget::Copy));
    view! {
        <div class="tools" role="toolbar" aria-label=t!("Items")>
            <When holds=is_table>
                <Button kind=ButtonKind::Primary on_press=move |()| target.set(Some(EditorTarget::New))>{t!("New item")}</Button>
                <Button disabled=none on_press=edit>{t!("Edit")}</Button>
                <Button disabled=none on_press=copy>{t!("Duplicate")}</Button>
            </When>
            <Button disabled=Signal::derive(move || collection.with(Option::is_none)) on_press=query>
                {t!("Query collection")}
            </Button>
            <ItemWhy />
            <When holds=is_table>
                <DeleteItem schema on_deleted=Callback::new(|_| ()) />
            </When>
        </div>
    }
}

/// Explains why there are no rows, and what to do next.
#[component]
fn Empty(schema: Signal<TableSchema>, window: Window, target: RwSignal<Option<EditorTarget>>) -> impl IntoView {
    let session = use_session();
    let filled = Memo::new(move |_| {
        let table = schema.with(|schema| session.table(&schema.name));
        table.is_some_and(|table| matches!(table.table_status, TableStatus::Active | TableStatus::Updating))
    });
    let reported = Memo::new(move |_| {
        let index = schema.with(|schema| schema.index(&window.index.get()?).cloned());
        if session.workspace().get().is_remote() {
            words::nothing_loaded()
        } else {
            words::empty(index.as_ref(), filled.get())
        }
    });
    let title = Signal::derive(move || reported.with(|(title, _)| title.clone()));
    let text = Signal::derive(move || reported.with(|(_, text)| text.clone()));
    let selection = use_selection();
    let ways = Memo::new(move |_| filled.get() && window.index.with(Option::is_none));
    view! {
        <EmptyState title text>
            <When holds=move || ways.get()>
                <Button kind=ButtonKind::Primary on_press=move |()| target.set(Some(EditorTarget::New))>{t!("Add an item")}</Button>
                <ImportButton />
                <Button on_press=move |()| selection.tab.set(Tab::Workload)>{t!("Run a load")}</Button>
            </When>
        </EmptyState>
    }
}
