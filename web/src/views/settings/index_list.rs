//! The global secondary indexes of an existing table: changes of throughput, deletion and creation.

use hashrange_wire::{BillingMode, GlobalSecondaryIndexDescription, Request, UpdateTableRequest};
use hashrange_words::t;
use leptos::prelude::*;

use super::capacity::rate_facts;
use super::change_button::ChangeButton;
use super::live_table::LiveTable;
use super::new_index::NewIndex;
use super::rate_fields::RateFields;
use crate::components::{ButtonKind, Each};
use crate::derived::{MaybeProp, Signal};
use crate::memo::Memo;
use crate::session::use_session;
use crate::signal::RwSignal;
use crate::state::figures;
use crate::state::table_change::{RateDraft, index_rates, mode_of, rates_of, without_index};
use crate::views::deletion::{Deletion, DeletionQuestion};
use crate::views::fields::GroupMessage;
use crate::views::refusal::Refusal;
use crate::views::simulation::known_facts;

/// The consequences of the deletion of an index of any kind.
pub fn index_goes() -> &'static str {
    t!("This deletes the index and its entries. The table keeps its items.")
}

/// The index section of the settings.
#[component]
pub fn IndexSettings(
    /// The table.
    live: LiveTable,
) -> impl IntoView {
    let names = live.signal(|table| {
        let indexes = table.global_secondary_indexes.iter();
        indexes.map(|index| index.index_name.clone()).collect::<Vec<_>>()
    });
    let deletion = Deletion::in_context();
    view! {
        <fieldset class="design-part" id="settings-indexes" tabindex="-1">
            <legend>{t!("Global secondary indexes")}</legend>
            <p class="part-note">{t!("You can create or delete one index at a time. DynamoDB backfills a new index from the table.")}</p>
            <Each each=move || names.get().unwrap_or_default() key=Clone::clone let:name>
                <IndexSetting live name deletion />
            </Each>
            <Refusal refused=deletion.refused />
            <NewIndex live />
        </fieldset>
        <DeletionQuestion deletion action=t!("Delete index") note=index_goes() />
    }
}

/// One index.
#[component]
fn IndexSetting(live: LiveTable, name: String, deletion: Deletion) -> impl IntoView {
    let name = StoredValue::new(name);
    let typed = RwSignal::new(None::<RateDraft>);
    let index = live.signal(move |table| {
        let found = name.with_value(|name| {
            table
                .global_secondary_indexes
                .iter()
                .find(|it| it.index_name == *name)
                .cloned()
        });
        found.map(|index| (index, mode_of(table)))
    });
    let index = Memo::new(move |_| index.get().flatten());
    let mode = Memo::new(move |_| index.with(|it| it.as_ref().map_or(BillingMode::PayPerRequest, |(_, mode)| *mode)));
    let rates = Memo::new(move |_| {
        let in_force = || index.with(|it| it.as_ref().map(|(index, _)| rates_of(index)));
        typed.get().or_else(in_force)
    });
    let drafted = Memo::new(move |_| {
        let request = index.with(|it| {
            let (index, rates) = (&it.as_ref()?.0, rates.get()?);
            live.read(|table| index_rates(table, index, &rates))
        });
        request.unwrap_or(Ok(None))
    });
    let change = Signal::derive(move || requests_of(drafted.get().ok().flatten()));
    let delete =
        Signal::derive(move || requests_of(live.read(|table| name.with_value(|name| without_index(table, name)))));
    let session = use_session();
    let facts = move || {
        let lines = index.with(|it| {
            it.as_ref()
                .map(|(index, mode)| facts_of(index, *mode))
                .unwrap_or_default()
        });
        known_facts(session, lines)
            .into_iter()
            .map(|(word, reported)| view! { <dt>{word}</dt><dd>{reported}</dd> })
            .collect_view()
    };
    let fields = move || {
        let rates = Signal::derive(move || rates.get().unwrap_or_else(|| RateDraft::of(&Default::default(), None)));
        view! { <RateFields rates mode on_change=move |rates| typed.set(Some(rates)) /> }
    };
    view! {
        <section class="index-card" aria-label=name.get_value()>
            <h3>{name.get_value()}</h3>
            <dl class="facts">{facts}</dl>
            {fields()}
            <GroupMessage text=MaybeProp::derive(move || drafted.get().err().map(str::to_owned)) />
            <ChangeButton
                label=t!("Change throughput")
                requests=change
                on_done=Callback::new(move |()| typed.set(None))
            />
            <ChangeButton
                label=t!("Delete index")
                kind=ButtonKind::Danger
                requests=delete
                ask=Callback::new(move |request| deletion.ask(name.get_value(), request))
            />
        </section>
    }
}

fn requests_of(update: Option<UpdateTableRequest>) -> Vec<Request> {
    update.map(Request::UpdateTable).into_iter().collect()
}

fn facts_of(index: &GlobalSecondaryIndexDescription, mode: BillingMode) -> Vec<(&'static str, String)> {
    let filling = match index.backfilling {
        Some(true) => t!(", Backfilling true"),
        Some(false) => t!(", Backfilling false: resources are being allocated"),
        None => "",
    };
    let entries = format!(
        "{}, {}",
        figures::count(index.item_count),
        figures::bytes(index.index_size_bytes)
    );
    let mut facts = vec![
        (t!("Status"), format!("{}{filling}", index.index_status.as_str())),
        (t!("Entries (DescribeTable)"), entries),
    ];
    if mode == BillingMode::Provisioned {
        facts.extend(rate_facts(&index.provisioned_throughput));
    }
    facts
}
