//! The vector indexes of an existing table and the deletion of one. They cannot be changed, and a separate request
//! creates them.

use hashrange_wire::{Request, VectorIndexDescription};
use hashrange_words::t;
use leptos::prelude::*;

use super::change_button::ChangeButton;
use super::index_list::index_goes;
use super::live_table::LiveTable;
use crate::components::{ButtonKind, Each, When};
use crate::derived::Signal;
use crate::memo::Memo;
use crate::state::figures;
use crate::state::table_change::without_vector_index;
use crate::views::deletion::{Deletion, DeletionQuestion};
use crate::views::refusal::Refusal;

/// The vector index section of the settings. Empty for a table without such indexes.
#[component]
pub fn VectorSettings(
    /// The table.
    live: LiveTable,
) -> impl IntoView {
    let names = live.signal(|table| {
        let indexes = table.vector_indexes.iter();
        indexes.map(|index| index.index.index_name.clone()).collect::<Vec<_>>()
    });
    let names = Memo::new(move |_| names.get().unwrap_or_default());
    let deletion = Deletion::in_context();
    view! {
        <When holds=move || !names.with(Vec::is_empty)>
            <fieldset class="design-part" id="settings-vectors" tabindex="-1">
                <legend>{t!("Vector indexes")}</legend>
                <p class="part-note">{t!("SearchVectors queries them. You cannot change a vector index; delete it and create it again.")}</p>
                <Each each=move || names.get() key=Clone::clone let:name>
                    <VectorSetting live name deletion />
                </Each>
                <Refusal refused=deletion.refused />
            </fieldset>
        </When>
        <DeletionQuestion deletion action=t!("Delete index") note=index_goes() />
    }
}

/// One index.
#[component]
fn VectorSetting(live: LiveTable, name: String, deletion: Deletion) -> impl IntoView {
    let name = StoredValue::new(name);
    let index = live.signal(move |table| {
        name.with_value(|name| {
            table
                .vector_indexes
                .iter()
                .find(|it| it.index.index_name == *name)
                .cloned()
        })
    });
    let index = Memo::new(move |_| index.get().flatten());
    let delete = Signal::derive(move || {
        let request = live.read(|table| name.with_value(|name| without_vector_index(table, name)));
        request.map(Request::UpdateTable).into_iter().collect::<Vec<_>>()
    });
    let facts = move || {
        let lines = index.with(|it| it.as_ref().map(facts_of).unwrap_or_default());
        lines
            .into_iter()
            .map(|(word, reported)| view! { <dt>{word}</dt><dd>{reported}</dd> })
            .collect_view()
    };
    view! {
        <section class="index-card" aria-label=name.get_value()>
            <h3>{name.get_value()}</h3>
            <dl class="facts">{facts}</dl>
            <ChangeButton
                label=t!("Delete index")
                kind=ButtonKind::Danger
                requests=delete
                ask=Callback::new(move |request| deletion.ask(name.get_value(), request))
            />
        </section>
    }
}

fn facts_of(index: &VectorIndexDescription) -> Vec<(&'static str, String)> {
    let filling = match index.backfilling {
        Some(true) => t!(", Backfilling true"),
        Some(false) => t!(", Backfilling false: resources are being allocated"),
        None => "",
    };
    let of = &index.index;
    let vector = t!(
        "{vector_attribute}, {dimensions} numbers, {distance_function}",
        vector_attribute = of.vector_attribute,
        dimensions = of.dimensions,
        distance_function = of.distance_function.as_str()
    );
    let entries = format!(
        "{}, {}",
        figures::count(index.item_count),
        figures::bytes(index.index_size_bytes)
    );
    vec![
        (t!("Status"), format!("{}{filling}", index.index_status.as_str())),
        (t!("Vector"), vector),
        (t!("Entries (DescribeTable)"), entries),
    ]
}
