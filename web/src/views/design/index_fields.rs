//! The indexes of a table being designed: a list for each kind, a card for each index.

use hashrange_wire::ProjectionType;
use hashrange_words::t;
use leptos::html;
use leptos::prelude::*;

use super::editor::DesignEditor;
use super::key_fields::KeyFields;
use super::throughput_fields::ThroughputFields;
use crate::components::focus::first_field;
use crate::components::{Button, ButtonKind, Each};
use crate::derived::Signal;
use crate::memo::Memo;
use crate::state::design_form::{DesignField, IndexField, KeyPlace, limit};
use crate::state::table_schema::IndexKind;
use crate::views::attribute_picker::AttributePicker;
use crate::views::fields::{Choice, GroupMessage, Options, TextField};

fn projections() -> Options {
    vec![
        ("ALL".into(), t!("All attributes (ALL)").into()),
        ("INCLUDE".into(), t!("Selected attributes (INCLUDE)").into()),
        ("KEYS_ONLY".into(), t!("Keys only (KEYS_ONLY)").into()),
    ]
}

/// The indexes of one kind.
#[component]
pub fn IndexList(
    /// The table being designed.
    editor: DesignEditor,
    /// Local or global.
    kind: IndexKind,
) -> impl IntoView {
    let (title, note, word) = match kind {
        IndexKind::Local => (
            t!("Local secondary indexes"),
            t!("Same partition key, different sort key. You can add them only when you create the table."),
            "local",
        ),
        IndexKind::Global => (
            t!("Global secondary indexes"),
            t!("Own keys, updated asynchronously. An item without the key attributes has no entry."),
            "global",
        ),
    };
    let ids = editor.read(move |form| form.indexes(kind).iter().map(|index| index.id).collect::<Vec<_>>());
    let count = Memo::new(move |_| ids.get().len());
    let list = NodeRef::<html::Fieldset>::new();
    view! {
        <fieldset class="design-part" node_ref=list>
            <legend>{title} " " <span class="count">{move || format!("{} of {}", count.get(), limit(kind))}</span></legend>
            <p class="part-note">{note}</p>
            <Each each=move || ids.get() key=|id| *id let:id>
                <IndexCard editor kind id />
            </Each>
            <GroupMessage text=editor.message(DesignField::Indexes(kind)) />
            <Button
                disabled=Signal::derive(move || count.get() >= limit(kind))
                on_press=move |()| {
                    editor.touch(DesignField::Indexes(kind));
                    editor.edit(|form| {
                        form.add_index(kind);
                    });
                    list.get_untracked().into_iter().for_each(|list| first_field(&list, ".index-card:last-of-type"));
                }
            >
                {t!("Add {word} index", word)}
            </Button>
        </fieldset>
    }
}

/// One index.
#[component]
pub fn IndexCard(
    /// The table being designed.
    editor: DesignEditor,
    /// Local or global.
    kind: IndexKind,
    /// The index.
    id: u32,
) -> impl IntoView {
    let at = move |part| DesignField::Index(id, part);
    let name = editor.read(move |form| form.index(id).map(|index| index.name.clone()).unwrap_or_default());
    let rates = move || {
        (kind == IndexKind::Global && editor.with(|form| form.is_provisioned()))
            .then(|| view! { <ThroughputFields editor index=Some(id) /> })
    };
    let label = move || {
        if name.get().is_empty() {
            t!("unnamed index").to_owned()
        } else {
            name.get()
        }
    };
    view! {
        <section class="index-card" aria-label=label>
            <IndexKeys editor kind id />
            <div class="index-head">
                <TextField
                    label=t!("Index name")
                    value=name
                    on_input=move |text: String| {
                        editor.edit(|form| form.index_mut(id).into_iter().for_each(|index| index.name.clone_from(&text)));
                    }
                    on_leave=Callback::new(move |()| editor.leave(at(IndexField::Name), name))
                    error=editor.message(at(IndexField::Name))
                    placeholder=t!("named after its keys")
                    mono=true
                />
                <Button
                    kind=ButtonKind::Quiet
                    label=Signal::derive(move || t!("Remove {label}", label = label()))
                    on_press=move |()| editor.edit(|form| form.remove_index(id))
                >
                    {t!("Remove")}
                </Button>
            </div>
            <IndexProjection editor id />
            {rates}
        </section>
    }
}

/// The keys of one index. A local index shows the table's partition key, and must have a sort key.
#[component]
fn IndexKeys(editor: DesignEditor, kind: IndexKind, id: u32) -> impl IntoView {
    let at = move |part| DesignField::Index(id, part);
    let partition = match kind {
        IndexKind::Local => view! {
            <p class="fixed-key">
                {t!("Partition key:")} " " <code>{move || editor.with(|form| form.partition.name.clone())}</code>
                " " {t!("(the table's)")}
            </p>
        }
        .into_any(),
        IndexKind::Global => view! {
            <KeyFields editor place=KeyPlace::IndexPartition(id) field=at(IndexField::Partition) label=t!("Partition key") />
        }
        .into_any(),
    };
    let optional = kind == IndexKind::Global;
    view! {
        {partition}
        <KeyFields editor place=KeyPlace::IndexSort(id) field=at(IndexField::Sort) label=t!("Sort key") optional />
    }
}

/// The projection of one index.
#[component]
fn IndexProjection(editor: DesignEditor, id: u32) -> impl IntoView {
    let field = DesignField::Index(id, IndexField::Projection);
    let kind = editor.read(move |form| {
        form.index(id)
            .map_or(ProjectionType::All, |index| index.projection.kind)
    });
    let picked = editor.read(move |form| {
        form.index(id)
            .map(|index| index.projection.attributes.clone())
            .unwrap_or_default()
    });
    let pick = move |names: Vec<String>| {
        editor.touch(field);
        editor.edit(|form| {
            if let Some(index) = form.index_mut(id) {
                index.projection.attributes = names;
            }
        });
    };
    let picker = move || {
        (kind.get() == ProjectionType::Include).then(|| {
            view! {
                <AttributePicker
                    label=t!("Projected attributes")
                    picked
                    list="design-attributes"
                    error=editor.message(field)
                    on_change=pick
                />
            }
        })
    };
    view! {
        <Choice
            label=t!("Projection")
            options=projections()
            value=Signal::derive(move || kind.get().as_str().to_owned())
            on_change=move |word: String| {
                let chosen = ProjectionType::from_wire(&word).unwrap_or(ProjectionType::All);
                editor.edit(|form| form.index_mut(id).into_iter().for_each(|index| index.projection.kind = chosen));
            }
        />
        {picker}
    }
}
