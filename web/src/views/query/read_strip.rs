//! The entries that a read accessed, and its cost.
//!
//! Four states, each with a sign besides its colour: returned (filled), filtered out (hatched), fetched from the base
//! table (a bar on top), not reached (dashed).

use hashrange_protocol::{Fate, ReadReport, ReportKind};
use hashrange_values::{AttributeValue, Item};
use hashrange_words::t;
use leptos::prelude::*;

use crate::derived::Signal;
use crate::selection::use_selection;
use crate::state::item_rows::cell_text;
use crate::state::strip_labels::strip_labels;
use crate::state::table_schema::TableSchema;
use crate::views::cost_sum::CostReport;
use crate::views::reader::Reader;

/// Maximum number of drawn entries. A longer read shows its count.
const MAX_DRAWN: usize = 240;

/// The strip of the last page read.
#[component]
pub fn ReadStrip(
    /// The table.
    #[prop(into)]
    schema: Signal<TableSchema>,
    /// The read.
    reader: Reader,
) -> impl IntoView {
    move || {
        let report = read_report(reader)?;
        Some(schema.with(|schema| view! { <Explained schema=schema.clone() report /> }))
    }
}

/// The sum of its cost, line by line.
#[component]
pub fn CostSum(
    /// The read.
    reader: Reader,
) -> impl IntoView {
    move || match reader.report.get() {
        Some(report) => view! {
            <section class="explain" aria-label=t!("What the last page cost")>
                <CostReport report />
            </section>
        }
        .into_any(),
        None => {
            view! { <p class="no-rows">{t!("Run the request to see the sum of its capacity units, line by line.")}</p> }
                .into_any()
        }
    }
}

fn read_report(reader: Reader) -> Option<ReadReport> {
    match reader.report.get()?.kind {
        ReportKind::Read(report) => Some(*report),
        _ => None,
    }
}

#[component]
fn Explained(schema: TableSchema, report: ReadReport) -> impl IntoView {
    let caption = caption(&schema, &report);
    let fetched = report.trace.walked.iter().any(|walked| walked.fetched.is_some());
    let neighbours = !report.trace.not_reached_before.is_empty() || !report.trace.not_reached_after.is_empty();
    let filtered = report
        .trace
        .walked
        .iter()
        .any(|walked| walked.fate == Fate::FilteredOut);
    view! {
        <section class="explain" aria-label=t!("What the last page read")>
            <Strip schema report />
            <div class="legend">
                <span><i class="swatch returned" aria-hidden="true"></i>{t!("returned")}</span>
                {filtered.then(|| view! { <span><i class="swatch filtered" aria-hidden="true"></i>{t!("read, filtered out")}</span> })}
                {fetched.then(|| view! { <span><i class="swatch fetched" aria-hidden="true"></i>{t!("fetched from the base table")}</span> })}
                {neighbours.then(|| view! { <span><i class="swatch unreached" aria-hidden="true"></i>{t!("not reached")}</span> })}
                <span class="legend-caption">{caption}</span>
            </div>
        </section>
    }
}

/// One drawn entry.
struct StripEntry {
    key: Item,
    class: &'static str,
    words: String,
    size: Option<u32>,
    fetched: bool,
}

fn entries(report: &ReadReport) -> Vec<StripEntry> {
    let unreached = |key: &Item| StripEntry {
        key: key.clone(),
        class: "entry unreached",
        words: "not reached".into(),
        size: None,
        fetched: false,
    };
    let trace = &report.trace;
    let mut list: Vec<StripEntry> = trace.not_reached_before.iter().map(unreached).collect();
    list.extend(trace.walked.iter().take(MAX_DRAWN).map(|walked| {
        let (class, fate) = match walked.fate {
            Fate::Returned => (t!("entry returned"), "returned"),
            Fate::FilteredOut => (t!("entry filtered"), t!("read, filtered out")),
        };
        let base = walked
            .fetched
            .map_or_else(String::new, |bytes| t!(", base item of {bytes} bytes fetched", bytes));
        StripEntry {
            key: walked.key.clone(),
            class,
            words: format!("{} bytes, {fate}{base}", walked.size),
            size: Some(walked.size),
            fetched: walked.fetched.is_some(),
        }
    }));
    if trace.walked.len() <= MAX_DRAWN && trace.unlisted == 0 {
        list.extend(trace.not_reached_after.iter().map(unreached));
    }
    list
}

#[component]
fn Strip(schema: TableSchema, report: ReadReport) -> impl IntoView {
    let selection = use_selection();
    let index = report.trace.index.as_ref().map(ToString::to_string);
    let list = entries(&report);
    let labels = strip_labels(&schema, index.as_deref(), list.iter().map(|entry| &entry.key));
    let hidden = report
        .read
        .saturating_sub(report.trace.walked.len().min(MAX_DRAWN) as u64);
    let boxes = list.into_iter().zip(labels).map(|(entry, label)| {
        let primary = schema.primary_key(&entry.key);
        let chosen = primary.clone();
        let is_selected = move || chosen.is_some() && selection.item.with(|item| *item == chosen);
        let spoken = format!("{}: {}", key_words(&entry.key), entry.words);
        view! {
            <li>
                <button
                    type="button"
                    class=entry.class
                    class:fetched=entry.fetched
                    class:selected=is_selected
                    title=spoken
                    on:click=move |_| selection.item.set(primary.clone())
                >
                    <span>{label}</span>
                    <span class="entry-size">{entry.size.map(|size| format!("{size} B"))}</span>
                </button>
            </li>
        }
    });
    let rest = (hidden > 0).then(|| view! { <li class="strip-rest">{t!("and {hidden} more", hidden)}</li> });
    view! { <ol class="strip" tabindex="0" aria-label=t!("Entries in the order they were read")>{boxes.collect_view()}{rest}</ol> }
}

fn key_words(key: &Item) -> String {
    let pairs = key
        .iter()
        .map(|(name, value): (_, &AttributeValue)| format!("{name} {}", cell_text(value)));
    pairs.collect::<Vec<_>>().join(", ")
}

/// A summary of the read.
fn caption(schema: &TableSchema, report: &ReadReport) -> String {
    let trace = &report.trace;
    let index = trace.index.as_ref().map(ToString::to_string);
    let place = index
        .as_ref()
        .map_or_else(|| trace.table.to_string(), ToString::to_string);
    let sort = schema
        .keys_of(index.as_deref())
        .sort
        .as_ref()
        .map(|key| key.name.to_string());
    let direction = if trace.forward { "ascending" } else { "descending" };
    match sort {
        Some(sort) => format!("{place}, by {sort}, {direction}"),
        None => place,
    }
}
