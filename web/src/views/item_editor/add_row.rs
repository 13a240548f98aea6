//! Adds an attribute, an entry or an element: name, type, and the button.

use hashrange_values::AttributeType;
use leptos::html;
use leptos::prelude::*;

use super::desk::Desk;
use crate::components::Button;
use crate::components::focus::first_field_of;
use crate::state::item_form::{NodeId, ROOT};
use crate::state::seen_attributes::is_expiry_name;
use crate::views::fields::{Options, Select, TextInput};
use crate::views::suggestions::use_seen;

/// Id of the list of attribute names seen in the table.
pub(super) const SUGGESTIONS: &str = "item-attributes";

fn types() -> Options {
    let words =
        ["String", "Number", "Binary", "String set", "Number set", "Binary set", "Boolean", "Null", "List", "Map"];
    let pairs = AttributeType::ALL.into_iter().zip(words);
    pairs.map(|(kind, word)| (kind.descriptor().to_owned(), format!("{word} ({})", kind.descriptor()))).collect()
}

/// The row below the children of a list, a map or the item itself.
#[component]
pub fn AddRow(
    /// The item being written.
    desk: Desk,
    /// Where the new node goes.
    parent: NodeId,
) -> impl IntoView {
    let seen = use_seen();
    let (name, row) = (RwSignal::new(String::new()), NodeRef::<html::Li>::new());
    let kind = RwSignal::new("S".to_owned());
    let in_list = Memo::new(move |_| desk.with(|form| form.kind(parent) == Some(AttributeType::L)));
    let word = move || match (parent, in_list.get()) {
        (ROOT, _) => "attribute",
        (_, true) => "element",
        (_, false) => "entry",
    };
    let add = move || {
        let kind = AttributeType::from_descriptor(&kind.get_untracked()).unwrap_or(AttributeType::S);
        let named = name.get_untracked();
        let known = desk.with_untracked(|form| {
            let id = form.root_named(&named).filter(|id| parent == ROOT && form.is_left_out(*id))?;
            form.children(ROOT).iter().position(|child| *child == id).map(|place| (id, place))
        });
        desk.edit(|form| match known {
            Some((id, _)) => form.set_kind(id, kind),
            None => _ = form.add(parent, &named, kind),
        });
        name.set(String::new());
        // The row before this one is the new one, unless the form proposed the attribute already. A name that was typed
        // is not typed again.
        let list = row.get_untracked().and_then(|row| row.parent_element());
        let rows = list.as_ref().map_or(0, |list| list.child_element_count());
        let place = known.map_or(rows, |(_, place)| u32::try_from(place + 1).unwrap_or(rows));
        let field = if named.is_empty() { "" } else { " .node-value" };
        list.into_iter().for_each(|list| first_field_of(&list, format!(":scope > .node:nth-child({place}){field}")));
    };
    // An attribute other items have is suggested with the type they give it.
    let rename = move |text: String| {
        let table = desk.with_untracked(|form| form.schema().name.clone());
        let known = seen.0.with_untracked(|seen| seen.kind(&table, &text)).filter(|_| parent == ROOT);
        if let Some(known) = known.or_else(|| is_expiry_name(&text).then_some(AttributeType::N)) {
            kind.set(known.descriptor().to_owned());
        }
        name.set(text);
    };
    view! {
        <li class="node-row add-row" node_ref=row>
            <Show when=move || !in_list.get()>
                <span class="node-name">
                    <TextInput
                        label=Signal::derive(move || format!("Name of the new {}", word()))
                        value=name
                        placeholder="name"
                        mono=true
                        list=if parent == ROOT { SUGGESTIONS } else { "" }
                        on_input=rename
                        on_enter=Callback::new(move |()| add())
                    />
                </span>
            </Show>
            <span class="node-type">
                <Select
                    label=Signal::derive(move || format!("Type of the new {}", word()))
                    options=types()
                    value=kind
                    on_change=move |word| kind.set(word)
                />
            </span>
            <Button on_press=move |()| add()>{move || format!("Add {}", word())}</Button>
        </li>
    }
}
