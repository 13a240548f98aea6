//! Capacity mode and throughput of a table.

use hashrange_wire::{BillingMode, ProvisionedThroughputDescription, Request, TableDescription};
use leptos::prelude::*;

use super::change_button::ChangeButton;
use super::live_table::{LiveTable, told_moment};
use super::rate_fields::RateFields;
use crate::components::{Button, ButtonKind, Segmented};
use crate::state::table_change::{CapacityDraft, RateDraft, mode_of};
use crate::views::fields::GroupMessage;

/// The part.
#[component]
pub fn CapacitySettings(
    /// The table.
    live: LiveTable,
) -> impl IntoView {
    let typed = RwSignal::new(None::<CapacityDraft>);
    let in_force = live.signal(CapacityDraft::of);
    let draft = Memo::new(move |_| typed.get().or_else(|| in_force.get()));
    let drafted =
        Memo::new(move |_| draft.get().and_then(|draft| live.read(|table| draft.request(table))).unwrap_or(Ok(None)));
    let requests = Signal::derive(move || {
        let request = drafted.get().ok().flatten().map(Request::UpdateTable);
        request.into_iter().collect::<Vec<_>>()
    });
    let edit = move |change: &dyn Fn(&mut CapacityDraft)| {
        if let Some(mut now) = draft.get_untracked() {
            change(&mut now);
            typed.set(Some(now));
        }
    };
    let mode = Memo::new(move |_| draft.with(|draft| draft.as_ref().map_or(BillingMode::PayPerRequest, |it| it.mode)));
    let rates = move |index: Option<usize>| {
        Signal::derive(move || {
            draft.with(|draft| draft.as_ref().and_then(|draft| pick(draft, index)).unwrap_or_else(blank))
        })
    };
    let modes = vec![(BillingMode::PayPerRequest, "On-demand"), (BillingMode::Provisioned, "Provisioned")];
    // A table that is switched to provisioned brings the rates of its indexes.
    let switched = Memo::new(move |_| {
        let before = in_force.with(|draft| draft.as_ref().map(|draft| draft.mode));
        let names =
            draft.with(|draft| draft.as_ref().map(|it| it.indexes.iter().map(|(name, _)| name.clone()).collect()));
        let names: Vec<String> = names.unwrap_or_default();
        if mode.get() == BillingMode::Provisioned && before == Some(BillingMode::PayPerRequest) {
            names
        } else {
            Vec::new()
        }
    });
    let of_indexes = move || {
        let list = switched.get().into_iter().enumerate().map(|(at, name)| {
            let change = move |rates: RateDraft| {
                edit(&|draft| draft.indexes.get_mut(at).into_iter().for_each(|index| index.1.clone_from(&rates)));
            };
            view! {
                <section class="index-card" aria-label=name>
                    <h3>{name.clone()} " " <span>"Global secondary index"</span></h3>
                    <RateFields rates=rates(Some(at)) mode on_change=change />
                </section>
            }
        });
        list.collect_view()
    };
    view! {
        <fieldset class="design-part" id="settings-capacity">
            <legend>"Capacity"</legend>
            <CapacityFacts live />
            <Segmented
                label="Capacity mode"
                options=modes
                chosen=mode
                on_choose=move |mode| edit(&|draft| draft.mode = mode)
            />
            <RateFields
                rates=rates(None)
                mode
                on_change=move |rates: RateDraft| edit(&|draft| draft.rates.clone_from(&rates))
            />
            {of_indexes}
            <GroupMessage text=MaybeProp::derive(move || drafted.get().err().map(str::to_owned)) />
            <div class="change-row">
                <ChangeButton
                    label="Change capacity"
                    kind=ButtonKind::Primary
                    requests
                    on_done=Callback::new(move |()| typed.set(None))
                />
                <Show when=move || typed.with(Option::is_some)>
                    <Button kind=ButtonKind::Quiet on_press=move |()| typed.set(None)>"In force"</Button>
                </Show>
            </div>
        </fieldset>
    }
}

fn pick(draft: &CapacityDraft, index: Option<usize>) -> Option<RateDraft> {
    match index {
        None => Some(draft.rates.clone()),
        Some(at) => draft.indexes.get(at).map(|(_, rates)| rates.clone()),
    }
}

fn blank() -> RateDraft {
    RateDraft { read: String::new(), write: String::new(), most_read: String::new(), most_write: String::new() }
}

/// What is in force, and since when.
#[component]
fn CapacityFacts(live: LiveTable) -> impl IntoView {
    let facts = live.signal(told);
    let lines = move || {
        let lines = facts.get().unwrap_or_default().into_iter();
        lines.map(|(word, told)| view! { <dt>{word}</dt><dd>{told}</dd> }).collect_view()
    };
    view! { <dl class="facts">{lines}</dl> }
}

fn told(table: &TableDescription) -> Vec<(&'static str, String)> {
    let mut facts = Vec::new();
    match mode_of(table) {
        BillingMode::PayPerRequest => {
            facts.push(("In force", "On-demand".to_owned()));
            let most = table.on_demand_throughput.unwrap_or_default();
            let told = |units: Option<i64>| units.map_or("none".to_owned(), |units| units.to_string());
            let (reads, writes) = (told(most.max_read_request_units), told(most.max_write_request_units));
            facts.push(("Maximum", format!("reads {reads}, writes {writes}")));
        }
        BillingMode::Provisioned => facts.extend(rate_facts(&table.provisioned_throughput)),
    }
    let since = table.billing_mode_summary.and_then(|summary| summary.last_update_to_pay_per_request_date_time);
    if let Some(since) = since {
        facts.push(("Last switch to on-demand", told_moment(since)));
    }
    facts
}

/// Provisioned rates with their history, as DescribeTable tells them.
#[must_use]
pub fn rate_facts(rates: &ProvisionedThroughputDescription) -> Vec<(&'static str, String)> {
    let (read, write) = (rates.read_capacity_units, rates.write_capacity_units);
    let mut facts = vec![("In force", format!("Provisioned: {read} RCU, {write} WCU per second"))];
    if let Some(at) = rates.last_increase_date_time {
        facts.push(("Last increase", told_moment(at)));
    }
    let decreases = rates.number_of_decreases_today;
    let today = if decreases == 1 { "1 decrease today".to_owned() } else { format!("{decreases} decreases today") };
    match rates.last_decrease_date_time {
        Some(at) => facts.push(("Last decrease", format!("{}; {today}", told_moment(at)))),
        None => facts.push(("Last decrease", format!("none; {today}"))),
    }
    facts
}
