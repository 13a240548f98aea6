//! The Index build card: how a global index comes to be beside a table in use, what it leaves out, what may be asked
//! meanwhile, and how far every index is behind.

mod contest;
mod lane;
mod layout;
mod picture;
mod reading;
mod words;

use hashrange_protocol::{BuildCell, BuildRule, IndexBuildAsk, IndexLag};
use leptos::prelude::*;

use self::picture::{contest_bar, grid, lanes};
use self::reading::{Reading, Violation, read};
use super::live_shell::Face;
use super::live_table::{Figures, FiguresTable};
use crate::components::ModelTag;
use crate::selection::use_selection;
use crate::session::use_reading;

/// The body of the card.
pub fn body(face: Face) -> AnyView {
    let selection = use_selection();
    let answer =
        use_reading(move || Some(IndexBuildAsk { table: selection.table.get()?, index: selection.index.get() }));
    let reading = Memo::new(move |_| answer.with(|answer| answer.as_ref()?.as_ref().map(read)));
    // Until the first answer has come nobody knows whether there is an index.
    let waits = Memo::new(move |_| selection.table.with(Option::is_some) && answer.with(Option::is_none));
    face.follow(move || {
        reading.with(|reading| match reading {
            None if waits.get() => (String::new(), String::new()),
            None => (String::new(), "Choose a table with a global secondary index, or add one in Settings.".to_owned()),
            Some(it) => (format!("{}, {}", it.index, words::phase(it.phase)), it.sentence.clone()),
        })
    });
    let picture = NodeRef::new();
    view! {
        <Show when=move || reading.with(Option::is_some)>
            <div node_ref=picture>{lanes(reading)} {grid(reading)} {contest_bar(reading)}</div>
            <Tray reading />
            <Rules reading />
            <Metrics reading />
            <Lags reading />
            <FiguresTable title="Backfill, as a table" figures=Signal::derive(move || of_cells(reading)) name="index build" picture />
        </Show>
    }
    .into_any()
}

/// The cells in words.
fn of_cells(reading: Memo<Option<Reading>>) -> Figures {
    reading.with(|reading| {
        let Some(reading) = reading else { return Figures::default() };
        let row = |(at, cell): (usize, &BuildCell)| {
            let name = reading.keys.get(at).cloned().unwrap_or_else(|| format!("slice {}", at + 1));
            let live = if cell.live { "yes" } else { "" };
            vec![name, words::cell(cell).1, live.to_owned()]
        };
        Figures {
            heads: vec!["item", "state", "live write"],
            rows: reading.cells.cells.iter().enumerate().map(row).collect(),
        }
    })
}

/// Items that are left out.
#[component]
fn Tray(reading: Memo<Option<Reading>>) -> impl IntoView {
    let selection = use_selection();
    let tray = Memo::new(move |_| {
        reading.with(|it| it.as_ref().map(|it| (it.tray.clone(), it.violations)).unwrap_or_default())
    });
    let line = move |found: &Violation| {
        let key = found.key.clone();
        let Violation { text, reason, fix, .. } = found.clone();
        view! {
            <li>
                <button type="button" class="build-found" on:click=move |_| selection.item.set(Some(key.clone()))>
                    {text}
                </button>
                <span class="build-reason">{reason}</span>
                <span class="build-fix">{fix}</span>
            </li>
        }
    };
    let content = move || {
        tray.with(|(tray, count)| {
            (*count > 0).then(|| {
                let more = count.saturating_sub(tray.len() as u64);
                let more = (more > 0).then(|| view! { <li>{format!("and {more} more")}</li> });
                view! {
                    <h3 class="live-heading">{format!("Violations: {count}")}</h3>
                    <ul class="build-tray">{tray.iter().map(line).collect_view()}{more}</ul>
                }
            })
        })
    };
    view! { <div aria-live="polite">{content}</div> }
}

/// What may be asked now.
#[component]
fn Rules(reading: Memo<Option<Reading>>) -> impl IntoView {
    let rules = Memo::new(move |_| reading.with(|it| it.as_ref().map(|it| it.rules.clone()).unwrap_or_default()));
    let line = |rule: BuildRule| {
        let (class, word) = if rule.refusal.is_none() { ("build-yes", "✓ yes") } else { ("build-no", "✕ no") };
        view! {
            <tr>
                <th scope="row">
                    {rule.what}
                    {rule.refusal.map(|words| view! { <small class="build-refusal">{words}</small> })}
                </th>
                <td class=class>{word}</td>
            </tr>
        }
    };
    view! {
        <table class="live-table build-rules">
            <thead>
                <tr>
                    <th scope="col">"Allowed now"</th>
                    <th scope="col">
                        <span class="visually-hidden">"allowed"</span>
                    </th>
                </tr>
            </thead>
            <tbody>{move || rules.get().into_iter().map(line).collect_view()}</tbody>
        </table>
    }
}

/// The three metrics of online indexing.
#[component]
fn Metrics(reading: Memo<Option<Reading>>) -> impl IntoView {
    let metrics = Memo::new(move |_| reading.with(|it| it.as_ref().map(|it| it.metrics.clone()).unwrap_or_default()));
    let line = |(name, value): (String, String)| view! { <tr><th scope="row">{name}</th><td>{value}</td></tr> };
    view! {
        <table class="live-table">
            <thead>
                <tr>
                    <th scope="col">"CloudWatch, last 5 minutes"</th>
                    <th scope="col">"value"</th>
                </tr>
            </thead>
            <tbody>{move || metrics.get().into_iter().map(line).collect_view()}</tbody>
        </table>
    }
}

/// How far every global index is behind.
#[component]
fn Lags(reading: Memo<Option<Reading>>) -> impl IntoView {
    let lags = Memo::new(move |_| reading.with(|it| it.as_ref().map(|it| it.lags.clone()).unwrap_or_default()));
    let line = |(name, lag): (String, IndexLag)| {
        let cells = words::lag(&lag).map(|cell| view! { <td>{cell}</td> });
        view! { <tr><th scope="row">{name}</th>{cells.into_iter().collect_view()}</tr> }
    };
    view! {
        <table class="live-table">
            <caption>
                "Changes waiting for each index "
                <ModelTag reason="AWS publishes neither the length nor the age of these queues; we show those of our model" />
            </caption>
            <thead>
                <tr>
                    <th scope="col">"index"</th>
                    <th scope="col">"queued"</th>
                    <th scope="col">"oldest"</th>
                    <th scope="col">"arrived"</th>
                    <th scope="col">"slowest"</th>
                </tr>
            </thead>
            <tbody>{move || lags.get().into_iter().map(line).collect_view()}</tbody>
        </table>
    }
}
