//! The last step: the result of every row.

use hashrange_words::t;
use leptos::prelude::*;

use super::context::ImportContext;
use super::counts::units;
use crate::components::offer_download;
use crate::components::{Button, ButtonKind, Progress};
use crate::derived::Signal;
use crate::selection::Tab;
use crate::state::csv_import::{Ending, Import, Summary, in_words};
use crate::state::figures;

/// The number of failed rows listed in the dialog. The download has all of them.
const LISTED: usize = 100;

/// The result of the file.
#[component]
pub fn SummaryPart(
    /// The dialog.
    context: ImportContext,
) -> impl IntoView {
    let summary = context.state.with_untracked(|state| match state {
        Import::Finished(summary) => Some(summary.clone()),
        _ => None,
    });
    summary.map(|summary| view! { <SummaryOf context summary /> })
}

#[component]
fn SummaryOf(context: ImportContext, summary: Summary) -> impl IntoView {
    let run = summary.run.clone();
    let table = run.table.clone();
    let label = match summary.ending {
        Ending::Complete => t!("{source} was read to its end", source = run.source),
        Ending::Cancelled => t!("{source} was cancelled", source = run.source),
        Ending::Stopped { .. } => t!("{source} was stopped", source = run.source),
    };
    let reason = match &summary.ending {
        Ending::Stopped { reason } => Some(reason.clone()),
        Ending::Complete | Ending::Cancelled => None,
    };
    let share = run.share();
    let status = summary.bulk_status().map(|status| {
        let words = format!("{} ", t!("Bulk put: {status}", status = in_words(status)));
        view! { <p>{words}<span class="view-note mono">{status.as_str()}</span></p> }
    });
    let replaced = (run.replaced > 0).then(|| {
        view! { <Figure name=t!("of them replaced an item with the same key") value=figures::count(run.replaced) /> }
    });
    let (name, is_new, written) = (run.table.clone(), run.is_new, run.written);
    let is_early = summary.ending != Ending::Complete;
    let became = move || match (is_new, context.session.table(&name).is_some(), written) {
        (_, true, 1..) if is_early => t!(
            "The import ended early: it wrote {written, plural, one {# item} other {# items}} to {name}. The rest of the file was not imported.",
            written,
            name
        ),
        (true, true, _) => t!("Table {name} was created and contains the items written.", name),
        (true, false, _) => t!("Table {name} was not created, and no item was written.", name),
        (false, _, 0) => t!("No item was written. Table {name} did not change.", name),
        (false, ..) => String::new(),
    };
    let show = move |()| {
        context.selection.choose(&table, None);
        context.selection.tab.set(Tab::Items);
        context.open.set(false);
        context.start_over();
    };
    view! {
        <div class="import-summary">
            <Progress label share=Signal::stored(Some(share)) />
            {status}
            {reason.map(|reason| view! { <p class="field-error" role="alert">{reason}</p> })}
            <p>{became}</p>
            <dl class="import-figures" role="status">
                <Figure name=t!("items written") value=figures::count(run.written) />
                {replaced}
                <Figure name=t!("rows failed") value=figures::count(run.failures.count()) />
                <Figure name=t!("write units (WCU)") value=units(run.units) />
                <Figure name=t!("real time") value=seconds(summary.millis) />
            </dl>
            <FailedRows summary />
            <div class="dialog-actions import-actions">
                <Button on_press=move |()| context.start_over()>{t!("Import another file")}</Button>
                {(run.written > 0).then(|| view! { <Button kind=ButtonKind::Primary on_press=show>{t!("Show {table}", table = run.table)}</Button> })}
            </div>
        </div>
    }
}

#[component]
fn Figure(name: &'static str, value: String) -> impl IntoView {
    view! {
        <div>
            <dt>{name}</dt>
            <dd class="figure">{value}</dd>
        </div>
    }
}

/// The rows that failed, with lines and reasons.
#[component]
fn FailedRows(summary: Summary) -> impl IntoView {
    let failures = summary.run.failures;
    let count = failures.count();
    (count > 0).then(|| {
        let rows = failures.listed().iter().take(LISTED).map(|(line, reason)| {
            view! { <tr><th scope="row">{line.to_string()}</th><td>{reason.clone()}</td></tr> }
        });
        let rows = rows.collect_view();
        let more = count.saturating_sub(LISTED as u64);
        let more = (more > 0).then(|| {
            view! { <p class="view-note">{t!("… and {more, number} more, in the download.", more)}</p> }
        });
        let stem = summary
            .run
            .source
            .rsplit_once('.')
            .map_or(summary.run.source.as_str(), |(stem, _)| stem);
        let name = format!("{}-failed-rows.csv", stem.replace(['/', '\\'], "_"));
        let download = move |()| offer_download(&name, "text/csv", failures.to_csv().as_bytes());
        view! {
            <div class="import-failed-head">
                <h3 class="import-title">{t!("Rows that failed")}</h3>
                <Button on_press=download>{t!("Download the list")}</Button>
            </div>
            <div class="import-failed" tabindex="0" role="region" aria-label=t!("Rows that failed")>
                <table>
                    <thead>
                        <tr>
                            <th scope="col">{t!("line")}</th>
                            <th scope="col">{t!("reason")}</th>
                        </tr>
                    </thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
            {more}
        }
    })
}

fn seconds(millis: f64) -> String {
    if millis < 1_000.0 {
        format!("{millis:.0} ms")
    } else {
        format!("{:.1} s", millis / 1_000.0)
    }
}
