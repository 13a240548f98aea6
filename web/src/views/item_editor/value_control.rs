//! The control for one value: text, number, base64, switch, or the members of a set.

use hashrange_values::AttributeType;
use hashrange_words::t;
use leptos::prelude::*;

use super::editor::Editor;
use crate::derived::Signal;
use crate::signal::RwSignal;
use crate::state::item_form::{Content, NodeId};
use crate::state::scalar_text::read_binary;
use crate::views::fields::{Checkbox, TextInput};

/// The control for a node's type.
#[component]
pub fn ValueControl(
    /// The item being written.
    editor: Editor,
    /// The node.
    id: NodeId,
    /// Its position, for its accessible label.
    place: Signal<String>,
) -> impl IntoView {
    let kind = editor.kind(id);
    let is_key = editor.with_untracked(|form| form.node(id).is_some_and(|node| node.is_key));
    move || {
        let control = match kind.get()? {
            AttributeType::S if is_key => view! { <Scalar editor id place hint=t!("text") /> }.into_any(),
            AttributeType::S => view! { <LongText editor id place /> }.into_any(),
            AttributeType::N => view! { <Scalar editor id place hint=t!("number") /> }.into_any(),
            AttributeType::B => view! { <Binary editor id place /> }.into_any(),
            AttributeType::Bool => view! { <Truth editor id /> }.into_any(),
            AttributeType::Null => view! { <span class="node-null mono">"null"</span> }.into_any(),
            AttributeType::Ss | AttributeType::Ns | AttributeType::Bs => {
                view! { <Members editor id place /> }.into_any()
            }
            AttributeType::L | AttributeType::M => view! { <Count editor id /> }.into_any(),
        };
        Some(view! { <div class="node-value">{control}</div> })
    }
}

fn spoken(place: Signal<String>) -> Signal<String> {
    Signal::derive(move || t!("Value of {place}", place = place.get()))
}

/// The note of a proposed attribute while it has no value.
fn left_out(editor: Editor, id: NodeId) -> Option<&'static str> {
    editor
        .with(|form| form.is_left_out(id))
        .then_some(t!("left out while empty"))
}

/// A string, in a field that grows with its lines.
#[component]
fn LongText(editor: Editor, id: NodeId, place: Signal<String>) -> impl IntoView {
    let text = editor.text(id);
    let rows = move || {
        text.with(|text| text.matches('\n').count() + 1 + text.len() / 60)
            .min(12)
            .to_string()
    };
    view! {
        <textarea
            class="input input-text"
            rows=rows
            autocomplete="off"
            spellcheck="false"
            aria-label=move || spoken(place).get()
            aria-invalid=move || editor.message(id).get().is_some().then_some("true")
            placeholder=move || left_out(editor, id)
            prop:value=move || text.get()
            prop:disabled=move || editor.with(|form| form.is_locked(id))
            on:input=move |event| editor.edit(|form| form.set_text(id, &event_target_value(&event)))
        ></textarea>
    }
}

#[component]
fn Scalar(editor: Editor, id: NodeId, place: Signal<String>, hint: &'static str) -> impl IntoView {
    view! {
        <TextInput
            label=spoken(place)
            value=editor.text(id)
            placeholder=Signal::derive(move || left_out(editor, id).unwrap_or(hint).to_owned())
            mono=true
            error=editor.message(id)
            disabled=Signal::derive(move || editor.with(|form| form.is_locked(id)))
            on_input=move |text: String| editor.edit(|form| form.set_text(id, &text))
        />
    }
}

/// Bytes as base64, with their count.
#[component]
fn Binary(editor: Editor, id: NodeId, place: Signal<String>) -> impl IntoView {
    let text = editor.text(id);
    let reported = |bytes: usize| t!("{number, plural, one {# byte} other {# bytes}}", number = bytes);
    let count = move || text.with(|text| read_binary(text).map_or_else(|_| String::new(), |it| reported(it.len())));
    view! {
        <Scalar editor id place hint="base64" />
        <span class="node-count num">{count}</span>
    }
}

#[component]
fn Truth(editor: Editor, id: NodeId) -> impl IntoView {
    let truth = editor.node(id, |node| matches!(node.content, Content::Bool(true)));
    let checked = Signal::derive(move || truth.get().unwrap_or(false));
    view! {
        <Checkbox
            label=Signal::derive(move || checked.get().to_string())
            checked
            on_change=move |truth| editor.edit(|form| form.set_bool(id, truth))
        />
    }
}

/// A set's members as chips, and a field for the next one.
#[component]
fn Members(editor: Editor, id: NodeId, place: Signal<String>) -> impl IntoView {
    let members = editor.node(id, |node| match &node.content {
        Content::Set(_, members) => members.clone(),
        _ => Vec::new(),
    });
    let typed = RwSignal::new(String::new());
    let add = move || {
        let text = typed.get_untracked();
        if !text.is_empty() {
            editor.edit(|form| form.add_member(id, &text));
            typed.set(String::new());
        }
    };
    let chips = move || {
        members
            .get()
            .unwrap_or_default()
            .into_iter()
            .enumerate()
            .map(|(at, text)| {
                let spoken = t!("Remove {text}", text);
                let remove = move |_| editor.edit(|form| form.remove_member(id, at));
                view! {
                    <li class="chip">
                        <span class="mono chip-text">{text}</span>
                        <button type="button" class="chip-remove" aria-label=spoken on:click=remove>"×"</button>
                    </li>
                }
            })
            .collect_view()
    };
    view! {
        <div class="members" on:focusout=move |_| if typed.try_get_untracked().is_some() { add() }>
            <ul class="chips" hidden=move || members.with(|it| it.as_ref().is_none_or(Vec::is_empty))>{chips}</ul>
            <TextInput
                label=Signal::derive(move || t!("Add a member to {place}", place = place.get()))
                value=typed
                placeholder=t!("add member, Enter")
                mono=true
                on_input=move |text| typed.set(text)
                on_enter=Callback::new(move |()| add())
            />
        </div>
    }
}

/// The number of elements of a list or map. The elements are shown below it.
#[component]
fn Count(editor: Editor, id: NodeId) -> impl IntoView {
    let words = move || {
        let count = editor.with(|form| form.children(id).len());
        let is_list = editor.with(|form| form.kind(id) == Some(AttributeType::L));
        if is_list {
            t!("{number, plural, one {# element} other {# elements}}", number = count)
        } else {
            t!("{number, plural, one {# entry} other {# entries}}", number = count)
        }
    };
    view! { <span class="node-count">{words}</span> }
}
