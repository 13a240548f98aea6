//! Design: defines a new table, or shows the design of the selected one.

pub mod description;
pub mod editor;
pub mod endpoint;
pub mod index_fields;
pub mod key_fields;
pub mod new_table;
pub mod table_fields;
pub mod throughput_fields;

use hashrange_words::t;
use leptos::prelude::*;

use crate::components::focus;
use crate::effect::effect_since;
use crate::memo::Memo;
use crate::selection::{Selection, Tab, use_selection};
use crate::session::use_session;
use crate::signal::RwSignal;
use crate::state::design_form::{DesignForm, request_of};
use crate::views::deletion::{Deletion, DeletionQuestion};
use description::Description;
use new_table::NewTable;

/// Shows the form of a new table and focuses its first field.
pub fn begin_table(selection: Selection) {
    selection.design_new();
    focus::first_field_of_main("form.design");
}

hashrange_late::late!(page:
    /// The Design tab.
    pub fn design_view() -> AnyView { view! { <DesignView /> }.into_any() }
);

/// The Design tab: the description of the selected table, or the form of a new one if none is selected.
#[component]
pub fn DesignView() -> impl IntoView {
    let session = use_session();
    let selection = use_selection();
    let deletion = Deletion::in_context();
    // A copy of the described table in progress, if the reader requested one.
    let copied = RwSignal::new(None::<DesignForm>);
    let name = Memo::new(move |_| selection.table.get().filter(|name| session.table(name).is_some()));
    effect_since(move |before: Option<Option<String>>| {
        let now = name.get();
        if before.is_some_and(|before| before != now) {
            copied.set(None);
            deletion.refused.set(None);
        }
        now
    });
    let created = move |name: String| {
        copied.set(None);
        selection.index.set(None);
        selection.item.set(None);
        selection.expect(&name);
        selection.tab.set(Tab::Items);
        focus::chosen_tab();
    };
    let copy = move |name: String| {
        let form = session
            .table(&name)
            .and_then(|table| DesignForm::from_request(&request_of(&table)).ok());
        copied.set(form.map(|mut form| {
            form.table_name.push_str("-copy");
            form
        }));
    };
    let page = move || match (name.get(), copied.get()) {
        (_, Some(start)) => view! { <NewTable start on_created=created /> }.into_any(),
        (Some(table), None) => view! { <Description table deletion on_copy=copy /> }.into_any(),
        (None, None) => view! { <NewTable on_created=created /> }.into_any(),
    };
    let deleted = move |()| {
        selection.index.set(None);
        selection.item.set(None);
    };
    view! {
        {page}
        <DeletionQuestion
            deletion
            action=t!("Delete table")
            note=t!("This deletes the table with all its items and indexes.")
            on_done=deleted
        />
    }
}
