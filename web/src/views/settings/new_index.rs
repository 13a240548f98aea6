//! Adds a global secondary index to an existing table.

use hashrange_wire::Request;
use hashrange_words::t;
use leptos::html;
use leptos::prelude::*;

use super::change_button::ChangeButton;
use super::live_table::LiveTable;
use crate::components::focus::{WHOLE, first_field};
use crate::components::{Button, ButtonKind};
use crate::derived::Signal;
use crate::effect::effect;
use crate::memo::Memo;
use crate::signal::RwSignal;
use crate::state::design_form::{DesignField, DesignForm};
use crate::state::table_change::{any_index, index_form, with_index};
use crate::state::table_schema::IndexKind;
use crate::state::trial::new_index;
use crate::views::design::editor::DesignEditor;
use crate::views::design::index_fields::IndexCard;
use crate::views::trial::IndexPreview;

/// A button for a new index, and the form after it was pressed.
#[component]
pub fn NewIndex(
    /// The table.
    live: LiveTable,
) -> impl IntoView {
    let begun = RwSignal::new(None::<(DesignForm, u32)>);
    let place = NodeRef::<html::Div>::new();
    // The focused element no longer exists, so the focus moves to its former place.
    let focus = move || {
        place
            .get_untracked()
            .into_iter()
            .for_each(|place| first_field(&place, WHOLE));
    };
    let start = move |()| {
        begun.set(live.read_once(index_form).flatten());
        focus();
    };
    let done = move |()| {
        begun.set(None);
        focus();
    };
    let full = live.signal(|table| index_form(table).is_none());
    let full = Signal::derive(move || full.get() == Some(true));
    let way = move || match begun.get() {
        Some((form, id)) => view! { <IndexDraft live form id on_done=done /> }.into_any(),
        None => view! { <Button disabled=full on_press=start>{t!("Add global index")}</Button> }.into_any(),
    };
    view! { <div class="new-index" node_ref=place>{way}</div> }
}

/// The form.
#[component]
fn IndexDraft(live: LiveTable, form: DesignForm, id: u32, #[prop(into)] on_done: Callback<()>) -> impl IntoView {
    let editor = DesignEditor::new(form);
    // The card's own button removes the index.
    effect(move || {
        if editor.with(|form| form.index(id).is_none()) {
            on_done.run(());
        }
    });
    let is_own = move |field| matches!(field, DesignField::Index(of, _) if of == id);
    let right = Memo::new(move |_| editor.is_right(is_own));
    // While the form is incomplete, the check uses a minimal index to find out whether one can be created now.
    let requests = Signal::derive(move || {
        let request = live.read(|table| {
            let whole = right
                .get()
                .then(|| editor.with(|form| with_index(form, table)))
                .flatten();
            whole.unwrap_or_else(|| any_index(table))
        });
        request.map(Request::UpdateTable).into_iter().collect::<Vec<_>>()
    });
    let table = live.name.get_value();
    let previewed = Memo::new(move |_| {
        let request = right
            .get()
            .then(|| live.read(|table| editor.with(|form| with_index(form, table))))
            .flatten();
        request.flatten().and_then(|request| new_index(&request))
    });
    let unfinished = move |_: Request| editor.attempt();
    view! {
        <IndexCard editor kind=IndexKind::Global id />
        <IndexPreview table index=previewed />
        {move || if right.get() {
            view! { <ChangeButton label=t!("Create index") kind=ButtonKind::Primary requests on_done /> }.into_any()
        } else {
            view! {
                <ChangeButton label=t!("Create index") kind=ButtonKind::Primary requests ask=Callback::new(unfinished) />
            }.into_any()
        }}
    }
}
