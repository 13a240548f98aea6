//! The calculation of a request's cost, line by line, with a sentence about what is charged.

use hashrange_protocol::{Direction, Report, ReportKind, SumLine};
use hashrange_words::t;
use leptos::prelude::*;

use crate::state::figures::{bytes, units};

/// The cost of a report.
#[component]
#[allow(clippy::needless_pass_by_value)] // a component owns its properties
pub fn CostReport(
    /// The report.
    report: Report,
) -> impl IntoView {
    let sums = sums(&report.kind)
        .into_iter()
        .map(|lines| view! { <Sum lines /> })
        .collect_view();
    view! {
        <p class="cost-words">{words(&report)}</p>
        {sums}
    }
}

/// What is charged, and why.
fn words(report: &Report) -> String {
    let consumed = consumed_words(report);
    if report.consumption.is_empty() {
        return consumed;
    }
    t!("{consumed} Each line below is one part of the sum.", consumed)
}

/// What a request consumed, as a sentence.
#[must_use]
pub fn consumed_words(report: &Report) -> String {
    let used: Vec<String> = report
        .consumption
        .iter()
        .map(|used| {
            let unit = if used.direction == Direction::Read {
                "RCU"
            } else {
                "WCU"
            };
            match used.searched() {
                Some(searched) => format!("{} of {}, no RCU", bytes(searched), used.table),
                None => format!("{} {unit} of {}", units(used.total()), used.table),
            }
        })
        .collect();
    let operation = report.operation.name();
    match (used.is_empty(), report.throttled > 0) {
        (true, true) => t!(
            "{operation} was throttled: DynamoDB charges nothing for a throttled request.",
            operation
        ),
        (true, false) => t!("{operation} consumed no capacity.", operation),
        (false, _) => t!("{operation} consumed {join}.", operation, join = used.join(", ")),
    }
}

fn sums(kind: &ReportKind) -> Vec<Vec<SumLine>> {
    match kind {
        ReportKind::Read(report) => vec![report.sum.clone()],
        ReportKind::Write(report) => vec![report.sum.clone()],
        ReportKind::Members(members) => members.iter().flat_map(sums).collect(),
        ReportKind::Untraced => Vec::new(),
    }
}

/// The calculation: label, amount, units. The last line is the total.
#[component]
fn Sum(lines: Vec<SumLine>) -> impl IntoView {
    let last = lines.len().saturating_sub(1);
    let rows = lines.into_iter().enumerate().map(|(place, line)| {
        view! {
            <tr class:total=place == last>
                <th scope="row">{line.label}</th>
                <td>{line.detail}</td>
                <td class="num">{line.value}</td>
            </tr>
        }
    });
    view! {
        <table class="sum">
            <caption class="visually-hidden">{t!("The capacity units of the last page, line by line")}</caption>
            <tbody>{rows.collect_view()}</tbody>
        </table>
    }
}
