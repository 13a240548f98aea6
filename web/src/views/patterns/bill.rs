//! The bill of a month of the patterns: the total, its lines, and the calculation of each.
//!
//! Must not know prices.

use hashrange_protocol::pattern::{BillLine, CapacityMode, PLANS, Plan, regions};
use hashrange_words::t;
use leptos::prelude::*;

use super::day::DayPane;
use super::keeper::Patterns;
use super::upkeep::UpkeepFields;
use crate::components::{Each, element_id};
use crate::derived::Signal;
use crate::memo::Memo;
use crate::views::fields::{Checkbox, Choice, Options};

/// The bill, beside the board.
#[component]
pub fn BillPane(
    /// The patterns.
    patterns: Patterns,
) -> impl IntoView {
    let total = Memo::new(move |_| {
        patterns
            .board
            .with(|board| board.as_ref().map(|board| board.bill.total.clone()))
    });
    let count = move || {
        let board = patterns
            .board
            .with(|board| board.as_ref().map(|board| board.bill.lines.len()));
        0..board.unwrap_or_default()
    };
    let paid = move || match patterns.terms.with(|terms| terms.plan) {
        Some(_) => t!("To serve every call, in the mode and class that are chosen below."),
        None => t!("In the mode, class and capacity that the tables have."),
    };
    let short = move || {
        let short = patterns
            .board
            .with(|board| board.as_ref().map(|board| board.bill.short.clone()));
        let sentences = short.unwrap_or_default().into_iter();
        sentences.map(|short| view! { <p>{short}</p> }).collect_view()
    };
    let notes = move || {
        let notes = patterns
            .board
            .with(|board| board.as_ref().map(|board| board.bill.notes.clone()));
        notes
            .unwrap_or_default()
            .into_iter()
            .map(|note| view! { <li>{note}</li> })
            .collect_view()
    };
    view! {
        <aside class="bill" aria-label=t!("A month of this")>
            <h3>{t!("A month of this")}</h3>
            <p class="bill-total num" role="status">{move || total.get()}</p>
            <p class="view-note">{paid}</p>
            <div class="bill-short" role="status">{short}</div>
            <div class="bill-terms">
                <Choice
                    label=t!("Prices of")
                    options=region_options()
                    value=Signal::derive(move || patterns.terms.with(|terms| terms.region.clone()))
                    on_change=move |region: String| patterns.terms.update(|terms| terms.region = region)
                />
                <Checkbox
                    label=t!("Free tier")
                    checked=Signal::derive(move || patterns.terms.with(|terms| terms.free_tier))
                    on_change=move |on: bool| patterns.terms.update(|terms| terms.free_tier = on)
                />
            </div>
            <UpkeepFields patterns />
            <DayPane patterns />
            <div class="bill-lines">
                <Each each=count key=|place| *place let:place>
                    <Line patterns place />
                </Each>
            </div>
            <PlanTable patterns />
            <ul class="bill-notes">{notes}</ul>
        </aside>
    }
}

fn region_options() -> Options {
    let first = regions().first().map(|region| (String::new(), region.name.to_owned()));
    let others = regions()
        .iter()
        .skip(1)
        .map(|region| (region.code.to_owned(), region.name.to_owned()));
    first.into_iter().chain(others).collect()
}

/// The line at this place, which opens to its calculation and its price.
#[component]
fn Line(patterns: Patterns, place: usize) -> impl IntoView {
    let line = Memo::new(move |_| {
        let board = patterns.board.get()?;
        board.bill.lines.into_iter().nth(place)
    });
    let read = move |read: fn(&BillLine) -> String| move || line.with(|line| line.as_ref().map(read));
    let steps = move || {
        let steps = line.get().map_or_else(Vec::new, |line| line.steps).into_iter();
        let rows = steps.map(|(label, detail, value)| {
            view! { <tr><th scope="row">{label}</th><td>{detail}</td><td class="num">{value}</td></tr> }
        });
        rows.collect_view()
    };
    let own = move || {
        let title = line.with(|line| line.as_ref().map(|line| line.title.clone()));
        patterns.terms.with(|terms| {
            let known = terms.prices.iter().find(|(of, _)| Some(of) == title.as_ref());
            known.map(|(_, typed)| typed.clone()).unwrap_or_default()
        })
    };
    let enter = move |typed: String| {
        if let Some(title) = line.with_untracked(|line| line.as_ref().map(|line| line.title.clone())) {
            set_price(patterns, title, typed.trim());
        }
    };
    let id = element_id("price");
    view! {
        <details class="bill-line">
            <summary>
                <span class="bill-of">{read(|line| line.of.clone())}</span>
                <span class="bill-title">{read(|line| line.title.clone())}</span>
                <span class="num">{read(|line| line.amount.clone().unwrap_or_else(|| t!("price unknown").to_owned()))}</span>
            </summary>
            <table><tbody>{steps}</tbody></table>
            <p class="bill-price">
                <label for=id.clone()>{t!("Your price instead of")} " " {read(|line| line.price.clone())} ": $"</label>
                <input
                    id=id
                    class="input num"
                    inputmode="decimal"
                    prop:value=own
                    on:change=move |event| enter(event_target_value(&event))
                />
            </p>
        </details>
    }
}

/// An empty text restores the price of the list.
fn set_price(patterns: Patterns, title: String, typed: &str) {
    patterns.terms.update(|terms| {
        terms.prices.retain(|(of, _)| *of != title);
        if !typed.is_empty() {
            terms.prices.push((title, typed.to_owned()));
        }
    });
}

/// The total in each capacity mode and table class. A press shows that bill, a second press the tables' own.
#[component]
fn PlanTable(patterns: Patterns) -> impl IntoView {
    let cell = move |place: usize| {
        let plan = u32::try_from(place).ok();
        let total = move || {
            let board = patterns.board.get()?;
            board.plans.into_iter().nth(place)
        };
        let is_shown = move || patterns.terms.with(|terms| terms.plan == plan);
        let press = move |_| {
            let next = if is_shown() { None } else { plan };
            patterns.terms.update(|terms| terms.plan = next);
        };
        view! {
            <td class="num">
                <button type="button" class="plan" aria-pressed=move || is_shown().to_string() on:click=press>{total}</button>
            </td>
        }
    };
    let rows = PLANS.iter().enumerate().step_by(2).map(|(place, plan)| {
        view! { <tr><th scope="row">{mode_word(*plan)}</th>{cell(place)}{cell(place + 1)}</tr> }
    });
    view! {
        <table class="plans">
            <caption>{t!("To serve every call, in each capacity mode and table class")}</caption>
            <thead><tr><td></td><th scope="col">{t!("Standard")}</th><th scope="col">"Standard-IA"</th></tr></thead>
            <tbody>{rows.collect_view()}</tbody>
        </table>
    }
}

fn mode_word(plan: Plan) -> &'static str {
    match plan.mode {
        Some(CapacityMode::OnDemand) => "On-demand",
        Some(CapacityMode::Provisioned) => t!("Provisioned"),
        Some(CapacityMode::AutoScaling) => t!("Auto scaling"),
        None => "",
    }
}
