//! The Capacity card: consumed read and write units a second on the virtual clock, of the selected table and its indexes,
//! against what may be used and what was saved; what was throttled; the requests behind a second; and how the units of the
//! last request come about.

mod chart;
pub mod curve;
pub mod reading;
pub mod requests;

use hashrange_insight::{Direction, ScalingStep, Second};
use leptos::context::Provider;
use leptos::html;
use leptos::prelude::*;

use self::chart::SECONDS;
use self::curve::Curve;
use self::reading::{Reading, Row, read};
use self::requests::Requests;
use super::calm::{Calm, LooksDue};
use super::figures;
use super::live_shell::source;
use crate::components::{Card, ExportButtons};
use crate::preferences::{LiveCard, Preferences};
use crate::session::{use_selection, use_session};

/// The card.
#[component]
pub fn CapacityCard() -> impl IntoView {
    let due = LooksDue::default();
    view! {
        <Provider value=due>
            <Watched busy=due.any() />
        </Provider>
    }
}

/// The card as it is while its looks are counted.
#[component]
fn Watched(busy: Signal<bool>) -> impl IntoView {
    let session = use_session();
    let selection = use_selection();
    let open = Preferences::open(LiveCard::Capacity);
    let calm = Calm::time(session);
    let reading = Memo::new(move |_| {
        if !open.get() {
            return None;
        }
        calm.track();
        let table = selection.table.get()?;
        let index = selection.index.get();
        let now = session.now().get_untracked();
        calm.measure(|| session.with_insight(|insight, engine| read(insight, engine, &table, index.as_deref(), now)))
    });
    let second = Memo::new(move |_| {
        let last = reading.with(|reading| Some(reading.as_ref()?.window.last()?.second));
        last.unwrap_or_else(|| session.now().get_untracked().seconds())
    });
    let subject =
        move || reading.with(|reading| reading.as_ref().map(|reading| reading.subject.clone()).unwrap_or_default());
    let sentence = move || {
        reading.with(|reading| match reading {
            None => "Choose a table to see what its requests consume.".to_owned(),
            Some(reading) => reading.sentence.clone(),
        })
    };
    let pictures = NodeRef::<html::Div>::new();
    let chosen = RwSignal::new(None::<u64>);
    view! {
        <Card id=LiveCard::Capacity.name() title="Capacity" subject=Signal::derive(subject) sentence=Signal::derive(sentence) source=source(LiveCard::Capacity) busy open>
            <Show when=move || reading.with(Option::is_some)>
                <div node_ref=pictures>
                    <Curve title="read" writes=false reading chosen />
                    <Curve title="write" writes=true reading chosen />
                </div>
                <p class="capacity-axis">
                    <span>{move || figures::time_of_day((second.get() + 1).saturating_sub(SECONDS))}</span>
                    <span>{move || figures::time_of_day(second.get())}</span>
                </p>
                {move || chosen.get().map(|second| view! { <Requests second /> })}
                <Steps reading />
                <Resources reading />
                <Seconds reading pictures />
            </Show>
            <Show when=move || open.get()>
                <LastRequest />
            </Show>
        </Card>
    }
}

/// What auto scaling did, if it did anything.
#[component]
fn Steps(reading: Memo<Option<Reading>>) -> impl IntoView {
    let line = |step: ScalingStep| {
        let unit = if step.direction == Direction::Read { "RCU" } else { "WCU" };
        let at = figures::time_of_day(step.at.seconds());
        let (from, to) = (figures::count(step.from), figures::count(step.to));
        view! { <li>{format!("{at} auto scaling: {from} → {to} {unit}")}</li> }
    };
    let lines = move || {
        let steps = reading.with(|reading| reading.as_ref().map(|reading| reading.steps.clone()).unwrap_or_default());
        (!steps.is_empty())
            .then(|| view! { <ul class="capacity-steps">{steps.into_iter().map(line).collect_view()}</ul> })
    };
    view! { {lines} }
}

/// What each resource has consumed.
#[component]
fn Resources(reading: Memo<Option<Reading>>) -> impl IntoView {
    let rows = move || reading.with(|reading| reading.as_ref().map(|reading| reading.rows.clone()).unwrap_or_default());
    let line = |row: Row| {
        view! {
            <tr>
                <th scope="row">
                    {row.kind.map(|kind| view! { <abbr class="tree-kind" title=kind.1>{kind.0}" "</abbr> })}
                    {row.name}
                    {throttled(&row.minute)}
                </th>
                <td>{figures::units(row.minute.read)}</td>
                <td>{figures::units(row.minute.write)}</td>
                <td>{figures::units(row.total.read)}</td>
                <td>{figures::units(row.total.write)}</td>
            </tr>
        }
    };
    view! {
        <table class="capacity-table">
            <thead>
                <tr>
                    <th scope="col">"units"</th>
                    <th scope="col"><abbr title="Read units in the last minute">"R/min"</abbr></th>
                    <th scope="col"><abbr title="Write units in the last minute">"W/min"</abbr></th>
                    <th scope="col"><abbr title="Read units in all">"R all"</abbr></th>
                    <th scope="col"><abbr title="Write units in all">"W all"</abbr></th>
                </tr>
            </thead>
            <tbody>{move || rows().into_iter().map(line).collect_view()}</tbody>
        </table>
    }
}

/// What was throttled in the last minute, as a mark beside a name.
fn throttled(minute: &Second) -> Option<impl IntoView + use<>> {
    let count = u64::from(minute.throttled_reads) + u64::from(minute.throttled_writes);
    let words = format!(" ✕ {} throttled", figures::count(count));
    (count > 0).then(|| view! { <span class="capacity-refused">{words}</span> })
}

/// The chart as a table: the seconds in which anything was consumed or throttled. Both can be taken along as files.
#[component]
fn Seconds(reading: Memo<Option<Reading>>, pictures: NodeRef<html::Div>) -> impl IntoView {
    let open = RwSignal::new(false);
    let csv = move |()| reading.with_untracked(|reading| reading.as_ref().map(requests::csv).unwrap_or_default());
    let rows = move || {
        let busy = reading.with(|reading| {
            let window = reading.as_ref().map(|reading| reading.window.as_slice()).unwrap_or_default();
            let busy = window.iter().rev().filter(|second| {
                let units = !second.read.is_zero() || !second.write.is_zero();
                units || second.throttled_reads + second.throttled_writes > 0
            });
            busy.copied().collect::<Vec<_>>()
        });
        if busy.is_empty() {
            return view! { <tr><td colspan="4">"Nothing in the last minute."</td></tr> }.into_any();
        }
        let lines = busy.into_iter().map(|second| {
            view! {
                <tr>
                    <th scope="row">{figures::time_of_day(second.second)}</th>
                    <td>{figures::units(second.read)}</td>
                    <td>{figures::units(second.write)}</td>
                    <td>{figures::count(u64::from(second.throttled_reads) + u64::from(second.throttled_writes))}</td>
                </tr>
            }
        });
        lines.collect_view().into_any()
    };
    view! {
        <details class="capacity-seconds" on:toggle=move |_| {
            open.try_update(|open| *open = !*open);
        }>
            <summary>"Second by second, as a table"</summary>
            <table class="capacity-table">
                <thead>
                    <tr>
                        <th scope="col">"second"</th>
                        <th scope="col">"read units"</th>
                        <th scope="col">"write units"</th>
                        <th scope="col">"throttled"</th>
                    </tr>
                </thead>
                <tbody>{move || open.get().then(rows)}</tbody>
            </table>
            {move || open.get().then(|| view! { <ExportButtons name="capacity" picture=pictures csv /> })}
        </details>
    }
}

/// The units of the newest request in one line.
#[component]
fn LastRequest() -> impl IntoView {
    let session = use_session();
    let line = move || {
        session.last_report().with(|report| {
            let report = report.as_ref()?;
            let place =
                if report.tables.is_empty() { String::new() } else { format!(" on {}", report.tables.join(", ")) };
            let title = format!("{}{place}", report.operation.name());
            let sum = match (&report.error, report.in_one_line()) {
                (Some(error), None) => error.exception().to_owned(),
                (_, Some(sum)) => sum,
                (None, None) => "no capacity units".to_owned(),
            };
            Some(view! {
                <p class="capacity-last">
                    <span class="capacity-title">"last request: " {title}</span>
                    <span class="capacity-sum">{sum}</span>
                </p>
            })
        })
    };
    view! { <div aria-live="polite">{line}</div> }
}
