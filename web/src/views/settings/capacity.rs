//! Capacity mode and throughput of a table.

use hashrange_wire::{BillingMode, ProvisionedThroughputDescription, Request, TableDescription};
use hashrange_words::t;
use leptos::prelude::*;

use super::change_button::ChangeButton;
use super::live_table::{LiveTable, moment_text};
use super::rate_fields::RateFields;
use crate::components::{Button, ButtonKind, Segmented, When};
use crate::derived::{MaybeProp, Signal};
use crate::memo::Memo;
use crate::session::use_session;
use crate::signal::RwSignal;
use crate::state::table_change::{CapacityDraft, RateDraft, mode_of};
use crate::views::fields::GroupMessage;
use crate::views::simulation::known_facts;

/// The capacity section of the settings.
#[component]
pub fn CapacitySettings(
    /// The table.
    live: LiveTable,
) -> impl IntoView {
    let drafting = Drafting::new(live);
    let Drafting { typed, mode, .. } = drafting;
    let drafted = Memo::new(move |_| {
        drafting
            .draft
            .get()
            .and_then(|draft| live.read(|table| draft.request(table)))
            .unwrap_or(Ok(None))
    });
    let requests = Signal::derive(move || {
        let request = drafted.get().ok().flatten().map(Request::UpdateTable);
        request.into_iter().collect::<Vec<_>>()
    });
    let switched = Memo::new(move |_| drafting.switched_indexes());
    let modes = vec![
        (BillingMode::PayPerRequest, "On-demand"),
        (BillingMode::Provisioned, "Provisioned"),
    ];
    view! {
        <fieldset class="design-part" id="settings-capacity" tabindex="-1">
            <legend>{t!("Capacity")}</legend>
            <CapacityFacts live />
            <Segmented
                label=t!("Capacity mode")
                options=modes
                chosen=mode
                on_choose=move |mode| drafting.edit(|draft| draft.mode = mode)
            />
            <RateFields
                rates=drafting.rates(None)
                mode
                on_change=move |rates: RateDraft| drafting.edit(|draft| draft.rates = rates)
            />
            {move || {
                let names = switched.get().into_iter().enumerate();
                names.map(|(at, name)| index_rates(drafting, at, name)).collect_view()
            }}
            <GroupMessage text=MaybeProp::derive(move || drafted.get().err().map(str::to_owned)) />
            <div class="change-row">
                <ChangeButton
                    label=t!("Change capacity")
                    kind=ButtonKind::Primary
                    requests
                    on_done=Callback::new(move |()| typed.set(None))
                />
                <When holds=move || typed.with(Option::is_some)>
                    <Button kind=ButtonKind::Quiet on_press=move |()| typed.set(None)>{t!("Current values")}</Button>
                </When>
            </div>
        </fieldset>
    }
}

/// The rates of an index.
fn index_rates(drafting: Drafting, at: usize, name: String) -> impl IntoView {
    let change = move |rates: RateDraft| {
        drafting.edit(|draft| {
            if let Some(index) = draft.indexes.get_mut(at) {
                index.1 = rates;
            }
        });
    };
    view! {
        <section class="index-card" aria-label=name>
            <h3>{name.clone()} " " <span>{t!("Global secondary index")}</span></h3>
            <RateFields rates=drafting.rates(Some(at)) mode=drafting.mode on_change=change />
        </section>
    }
}

/// The capacity being written. Until something is typed, it is the current capacity.
#[derive(Clone, Copy)]
struct Drafting {
    typed: RwSignal<Option<CapacityDraft>>,
    in_force: Memo<Option<CapacityDraft>>,
    draft: Memo<Option<CapacityDraft>>,
    mode: Memo<BillingMode>,
}

impl Drafting {
    fn new(live: LiveTable) -> Self {
        let typed = RwSignal::new(None::<CapacityDraft>);
        let in_force = live.signal(CapacityDraft::of);
        let draft = Memo::new(move |_| typed.get().or_else(|| in_force.get()));
        let mode =
            Memo::new(move |_| draft.with(|draft| draft.as_ref().map_or(BillingMode::PayPerRequest, |it| it.mode)));
        Self {
            typed,
            in_force,
            draft,
            mode,
        }
    }

    fn edit(self, change: impl FnOnce(&mut CapacityDraft)) {
        if let Some(mut now) = self.draft.get_untracked() {
            change(&mut now);
            self.typed.set(Some(now));
        }
    }

    /// The rates of the table, or of an index.
    fn rates(self, index: Option<usize>) -> Signal<RateDraft> {
        Signal::derive(move || {
            self.draft.with(|draft| {
                draft
                    .as_ref()
                    .and_then(|draft| pick(draft, index))
                    .unwrap_or_else(blank)
            })
        })
    }

    /// The indexes of a table that is being switched to provisioned. The switch also sets their rates.
    fn switched_indexes(self) -> Vec<String> {
        let before = self.in_force.with(|draft| draft.as_ref().map(|draft| draft.mode));
        let names = self.draft.with(|draft| {
            draft
                .as_ref()
                .map(|it| it.indexes.iter().map(|(name, _)| name.clone()).collect())
        });
        if self.mode.get() == BillingMode::Provisioned && before == Some(BillingMode::PayPerRequest) {
            names.unwrap_or_default()
        } else {
            Vec::new()
        }
    }
}

fn pick(draft: &CapacityDraft, index: Option<usize>) -> Option<RateDraft> {
    match index {
        None => Some(draft.rates.clone()),
        Some(at) => draft.indexes.get(at).map(|(_, rates)| rates.clone()),
    }
}

fn blank() -> RateDraft {
    RateDraft {
        read: String::new(),
        write: String::new(),
        most_read: String::new(),
        most_write: String::new(),
    }
}

/// The current capacity, and the times of its changes.
#[component]
fn CapacityFacts(live: LiveTable) -> impl IntoView {
    let session = use_session();
    let facts = live.signal(move |table| known_facts(session, facts_of(table)));
    let lines = move || {
        let lines = facts.get().unwrap_or_default().into_iter();
        lines
            .map(|(word, requests)| view! { <dt>{word}</dt><dd>{requests}</dd> })
            .collect_view()
    };
    view! { <dl class="facts">{lines}</dl> }
}

fn facts_of(table: &TableDescription) -> Vec<(&'static str, String)> {
    let mut facts = Vec::new();
    match mode_of(table) {
        BillingMode::PayPerRequest => {
            facts.push((t!("Current"), "On-demand".to_owned()));
            let most = table.on_demand_throughput.unwrap_or_default();
            let requests = |units: Option<i64>| units.map_or("none".to_owned(), |units| units.to_string());
            let (reads, writes) = (
                requests(most.max_read_request_units),
                requests(most.max_write_request_units),
            );
            facts.push((t!("Maximum"), t!("reads {reads}, writes {writes}", reads, writes)));
        }
        BillingMode::Provisioned => facts.extend(rate_facts(&table.provisioned_throughput)),
    }
    let since = table
        .billing_mode_summary
        .and_then(|summary| summary.last_update_to_pay_per_request_date_time);
    if let Some(since) = since {
        facts.push((t!("Last switch to on-demand"), moment_text(since)));
    }
    facts
}

/// Provisioned rates with their history, from DescribeTable.
#[must_use]
pub fn rate_facts(rates: &ProvisionedThroughputDescription) -> Vec<(&'static str, String)> {
    let (read, write) = (rates.read_capacity_units, rates.write_capacity_units);
    let mut facts = vec![(
        t!("Current"),
        t!(
            "Provisioned: {read, number} RCU, {value, number} WCU per second",
            read,
            value = write
        ),
    )];
    if let Some(at) = rates.last_increase_date_time {
        facts.push((t!("Last increase"), moment_text(at)));
    }
    let today = t!(
        "{decreases, plural, one {# decrease} other {# decreases}} today",
        decreases = rates.number_of_decreases_today
    );
    match rates.last_decrease_date_time {
        Some(at) => facts.push((t!("Last decrease"), format!("{}; {today}", moment_text(at)))),
        None => facts.push((t!("Last decrease"), t!("none; {today}", today))),
    }
    facts
}
