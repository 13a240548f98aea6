//! One attribute, entry or element of an item: name, type, value, and its children.

use hashrange_values::AttributeType;
use hashrange_words::t;
use leptos::prelude::*;

use super::add_row::AddRow;
use super::editor::Editor;
use super::value_control::ValueControl;
use crate::components::{Button, ButtonKind, Each, KeyName, When};
use crate::derived::Signal;
use crate::memo::Memo;
use crate::state::item_form::NodeId;
use crate::views::fields::{GroupMessage, Select, TextInput, options};
use crate::views::key_name::glyph;

/// A node with its children. The types of nested rows are erased, because a row contains rows.
#[component]
pub fn NodeRow(
    /// The item being written.
    editor: Editor,
    /// The node.
    id: NodeId,
) -> AnyView {
    let place = Signal::derive(move || {
        let place = editor.with(|form| form.place(id));
        if place.is_empty() {
            t!("unnamed attribute").to_owned()
        } else {
            place
        }
    });
    let kind = editor.kind(id);
    let is_key = editor.with_untracked(|form| form.node(id).is_some_and(|node| node.is_key));
    let is_document = move || matches!(kind.get(), Some(AttributeType::L | AttributeType::M));
    view! {
        <li class="node">
            <div class="node-row">
                <NodeName editor id place />
                <NodeType editor id place fixed=is_key />
                <ValueControl editor id place />
                <NodeActions editor id place fixed=is_key />
            </div>
            <GroupMessage text=editor.message(id) />
            <When holds=is_document>
                <Children editor id />
            </When>
        </li>
    }
    .into_any()
}

/// The children of a list or map, and the row that adds one.
#[component]
fn Children(editor: Editor, id: NodeId) -> impl IntoView {
    let children = Memo::new(move |_| editor.with(|form| form.children(id).to_vec()));
    view! {
        <ul class="node-children">
            <Each each=move || children.get() key=|child| *child let:child>
                <NodeRow editor id=child />
            </Each>
            <When
                holds=move || editor.with(|form| form.may_nest(id))
                fallback=|| view! { <li class="field-hint">{t!("32 levels is the maximum depth.")}</li> }
            >
                <AddRow editor parent=id />
            </When>
        </ul>
    }
}

/// A key's name with its glyph, an element's position, or a field for a name.
#[component]
fn NodeName(editor: Editor, id: NodeId, place: Signal<String>) -> impl IntoView {
    let parent = editor.with_untracked(|form| form.node(id).map_or(0, |node| node.parent));
    let in_list = Memo::new(move |_| editor.with(|form| form.kind(parent) == Some(AttributeType::L)));
    let fixed = editor.with_untracked(|form| {
        let node = form.node(id).filter(|node| node.is_key)?;
        Some((node.name.clone(), form.schema().part(None, &node.name)))
    });
    if let Some((name, part)) = fixed {
        return view! { <span class="node-name"><KeyName name role=part.map(glyph) /></span> }.into_any();
    }
    let name = editor.node(id, |node| node.name.clone());
    let shown = move || {
        if in_list.get() {
            let place = editor.with(|form| form.children(parent).iter().position(|child| *child == id).unwrap_or(0));
            view! { <span class="node-name mono">{format!("[{place}]")}</span> }.into_any()
        } else {
            view! {
                <span class="node-name">
                    <TextInput
                        label=Signal::derive(move || t!("Name of {place}", place = place.get()))
                        value=Signal::derive(move || name.get().unwrap_or_default())
                        placeholder=t!("name")
                        mono=true
                        on_input=move |text: String| editor.edit(|form| form.rename(id, &text))
                    />
                </span>
            }
            .into_any()
        }
    };
    shown.into_any()
}

#[component]
fn NodeType(editor: Editor, id: NodeId, place: Signal<String>, fixed: bool) -> impl IntoView {
    let kind = editor.kind(id);
    let value = Signal::derive(move || kind.get().map_or("S", AttributeType::descriptor).to_owned());
    if fixed {
        return view! { <span class="node-type key-type">{value.get_untracked()}</span> }.into_any();
    }
    view! {
        <span class="node-type">
            <Select
                label=Signal::derive(move || t!("Type of {place}", place = place.get()))
                options=options(AttributeType::ALL.map(AttributeType::descriptor))
                value
                on_change=move |word: String| {
                    if let Some(kind) = AttributeType::from_descriptor(&word) {
                        editor.edit(|form| form.set_kind(id, kind));
                    }
                }
            />
        </span>
    }
    .into_any()
}

/// The buttons to move a node within a list, and to remove it. A key stays.
#[component]
fn NodeActions(editor: Editor, id: NodeId, place: Signal<String>, fixed: bool) -> impl IntoView {
    let in_list = Memo::new(move |_| {
        editor.with(|form| {
            form.node(id)
                .is_some_and(|node| form.kind(node.parent) == Some(AttributeType::L))
        })
    });
    let named = move |act: &'static str| Signal::derive(move || format!("{act} {}", place.get()));
    (!fixed).then(|| {
        view! {
            <span class="node-actions">
                <When holds=move || in_list.get()>
                    <Button
                        kind=ButtonKind::Quiet
                        label=named(t!("Move up"))
                        on_press=move |()| editor.edit(|form| form.shift(id, false))
                    >
                        "↑"
                    </Button>
                    <Button
                        kind=ButtonKind::Quiet
                        label=named(t!("Move down"))
                        on_press=move |()| editor.edit(|form| form.shift(id, true))
                    >
                        "↓"
                    </Button>
                </When>
                <Button kind=ButtonKind::Quiet label=named(t!("Remove")) on_press=move |()| editor.edit(|form| form.remove(id))>
                    "×"
                </Button>
            </span>
        }
    })
}
