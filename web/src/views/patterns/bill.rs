//! The bill of a month of the patterns: the total, its lines, and the calculation of each.
//!
//! Must not know prices.

use hashrange_protocol::pattern::{BillLine, regions};
use leptos::prelude::*;

use super::keeper::Patterns;
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
    let lines = move || {
        let bill = patterns
            .board
            .with(|board| board.as_ref().map(|board| board.bill.lines.clone()));
        bill.unwrap_or_default().into_iter().map(line).collect_view()
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
        <aside class="bill" aria-label="A month of this">
            <h3>"A month of this"</h3>
            <p class="bill-total num" role="status">{move || total.get()}</p>
            <div class="bill-terms">
                <Choice
                    label="Prices of"
                    options=region_options()
                    value=patterns.region
                    on_change=move |region: String| patterns.region.set(region)
                />
                <Checkbox
                    label="Free tier"
                    checked=patterns.free_tier
                    on_change=move |on: bool| patterns.free_tier.set(on)
                />
            </div>
            <div class="bill-lines">{lines}</div>
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

/// A line, which opens to its calculation.
fn line(line: BillLine) -> impl IntoView {
    let steps = line.steps.into_iter().map(|(label, detail, value)| {
        view! { <tr><th scope="row">{label}</th><td>{detail}</td><td class="num">{value}</td></tr> }
    });
    view! {
        <details class="bill-line">
            <summary>
                <span class="bill-of">{line.of}</span>
                <span class="bill-title">{line.title}</span>
                <span class="num">{line.amount.unwrap_or_else(|| "price unknown".to_owned())}</span>
            </summary>
            <table><tbody>{steps.collect_view()}</tbody></table>
        </details>
    }
}
