//! A row that adds an attribute, an entry or an element: name, type, and the button.

use hashrange_values::AttributeType;
use hashrange_words::t;
use leptos::html;
use leptos::prelude::*;

use super::editor::Editor;
use crate::components::focus::first_field_of;
use crate::components::{Button, When};
use crate::derived::Signal;
use crate::memo::Memo;
use crate::signal::RwSignal;
use crate::state::item_form::{NodeId, ROOT};
use crate::state::seen_attributes::is_expiry_name;
use crate::views::fields::{Options, Select, TextInput};
use crate::views::suggestions::{Seen, use_seen};

/// Id of the list of known attribute names of the table.
pub(super) const SUGGESTIONS: &str = "item-attributes";

fn types() -> Options {
    let words = [
        t!("String"),
        t!("Number"),
        t!("Binary"),
        t!("String set"),
        t!("Number set"),
        t!("Binary set"),
        t!("Boolean"),
        t!("Null"),
        t!("List"),
        t!("Map"),
    ];
    let pairs = AttributeType::ALL.into_iter().zip(words);
    pairs
        .map(|(kind, word)| (kind.descriptor().to_owned(), format!("{word} ({})", kind.descriptor())))
        .collect()
}

/// The row below the children of a list, a map or the item itself.
#[component]
pub fn AddRow(
    /// The item being written.
    editor: Editor,
    /// The parent of the new node.
    parent: NodeId,
) -> impl IntoView {
    let new = NewNode {
        editor,
        parent,
        seen: use_seen(),
        name: RwSignal::new(String::new()),
        kind: RwSignal::new("S".to_owned()),
        row: NodeRef::new(),
    };
    let NewNode { name, kind, row, .. } = new;
    let in_list = Memo::new(move |_| editor.with(|form| form.kind(parent) == Some(AttributeType::L)));
    let word = move || match (parent, in_list.get()) {
        (ROOT, _) => t!("attribute"),
        (_, true) => t!("element"),
        (_, false) => t!("entry"),
    };
    view! {
        <li class="node-row add-row" node_ref=row>
            <When holds=move || !in_list.get()>
                <span class="node-name">
                    <TextInput
                        label=Signal::derive(move || t!("Name of the new {word}", word = word()))
                        value=name
                        placeholder=t!("name")
                        mono=true
                        list=if parent == ROOT { SUGGESTIONS } else { "" }
                        on_input=move |text| new.rename(text)
                        on_enter=Callback::new(move |()| new.add())
                    />
                </span>
            </When>
            <span class="node-type">
                <Select
                    label=Signal::derive(move || t!("Type of the new {word}", word = word()))
                    options=types()
                    value=kind
                    on_change=move |word| kind.set(word)
                />
            </span>
            <Button on_press=move |()| new.add()>{move || t!("Add {word}", word = word())}</Button>
        </li>
    }
}

/// The node that the row adds.
#[derive(Clone, Copy)]
struct NewNode {
    editor: Editor,
    parent: NodeId,
    seen: Seen,
    name: RwSignal<String>,
    kind: RwSignal<String>,
    row: NodeRef<html::Li>,
}

impl NewNode {
    /// Adds the node, and focuses its first field.
    fn add(self) {
        let kind = AttributeType::from_descriptor(&self.kind.get_untracked()).unwrap_or(AttributeType::S);
        let named = self.name.get_untracked();
        let proposed = self.proposed(&named);
        self.editor.edit(|form| match proposed {
            Some((id, _)) => form.set_kind(id, kind),
            None => _ = form.add(self.parent, &named, kind),
        });
        self.name.set(String::new());
        // The row before this one is the new one, unless the form had already proposed the attribute. A typed name need
        // not be typed again, so the focus goes to the value.
        let list = self.row.get_untracked().and_then(|row| row.parent_element());
        let rows = list.as_ref().map_or(0, |list| list.child_element_count());
        let place = proposed.map_or(rows, |(_, place)| u32::try_from(place + 1).unwrap_or(rows));
        let field = if named.is_empty() { "" } else { " .node-value" };
        list.into_iter()
            .for_each(|list| first_field_of(&list, format!(":scope > .node:nth-child({place}){field}")));
    }

    /// The omitted attribute with this name that the form proposes, and its position.
    fn proposed(self, named: &str) -> Option<(NodeId, usize)> {
        self.editor.with_untracked(|form| {
            let id = form
                .root_named(named)
                .filter(|id| self.parent == ROOT && form.is_left_out(*id))?;
            form.children(ROOT)
                .iter()
                .position(|child| *child == id)
                .map(|place| (id, place))
        })
    }

    /// Sets the name. For an attribute of other items, also sets the type that it has there.
    fn rename(self, text: String) {
        let table = self.editor.with_untracked(|form| form.schema().name.clone());
        let known = self
            .seen
            .0
            .with_untracked(|seen| seen.kind(&table, &text))
            .filter(|_| self.parent == ROOT);
        if let Some(known) = known.or_else(|| is_expiry_name(&text).then_some(AttributeType::N)) {
            self.kind.set(known.descriptor().to_owned());
        }
        self.name.set(text);
    }
}
