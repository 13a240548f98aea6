//! The Capacity card: consumed read and write units per second of virtual time, of the selected table and its indexes,
//! against the limit and the saved units. Also throttled requests, the requests of a second, and the cost calculation
//! of the last request.

mod chart;
pub mod curve;
pub mod reading;
pub mod requests;

use hashrange_protocol::{CapacityQuestion, Direction, LastRequestQuestion, Report, ScalingStep, Second};
use hashrange_words::t;
use leptos::html;
use leptos::prelude::*;

use self::chart::SECONDS;
use self::curve::Curve;
use self::reading::{CapacityReading, ResourceRow, read};
use self::requests::Requests;
use super::live_shell::CardTexts;
use super::physics::throttling::ThrottlingButton;
use crate::components::{ExportButtons, When};
use crate::memo::Memo;
use crate::session::{use_reading, use_selection, use_session};
use crate::signal::RwSignal;
use crate::state::figures;

hashrange_late::late!(page:
    /// The body of the card.
    pub fn body(texts: CardTexts) -> AnyView { drawn(texts) }
);

fn drawn(texts: CardTexts) -> AnyView {
    let selection = use_selection();
    let capacity = use_reading(move || {
        Some(CapacityQuestion {
            table: selection.table.get()?,
            index: selection.index.get(),
            seconds: SECONDS,
        })
    });
    let reading = Memo::new(move |_| capacity.with(|capacity| capacity.as_ref().map(read)));
    let session = use_session();
    // Before the tables are known, assume that there is one.
    let awaited = Memo::new(move |_| {
        selection.table.with(Option::is_some) || session.known_tables().is_none_or(|tables| !tables.is_empty())
    });
    texts.follow(move || {
        reading.with(|reading| match reading {
            // The reading has not arrived.
            None if selection.table.with(Option::is_some) || session.known_tables().is_none() => {
                <(String, String)>::default()
            }
            None => (
                String::new(),
                t!("Choose a table to see what its requests consume.").to_owned(),
            ),
            Some(reading) => (reading.subject.clone(), reading.sentence.clone()),
        })
    });
    let pictures = NodeRef::<html::Div>::new();
    let chosen = RwSignal::new(None::<u64>);
    view! {
        <When holds=move || reading.with(Option::is_some) fallback=move || awaited.get().then(Skeleton)>
            <div node_ref=pictures>
                <Curve title=t!("read") writes=false reading chosen />
                <Curve title=t!("write") writes=true reading chosen />
            </div>
            <Axis reading />
            <When holds=move || reading.with(|reading| reading.as_ref().is_some_and(|reading| reading.is_free))>
                <ThrottlingButton />
            </When>
            {move || chosen.get().map(|second| view! { <Requests second /> })}
            <Steps reading />
            <Resources reading />
            <Seconds reading pictures />
        </When>
        <div class="capacity-newest" class:capacity-awaited=move || awaited.get()><LastRequest /></div>
    }
    .into_any()
}

/// The first and the last second of the curves.
#[component]
fn Axis(reading: Memo<Option<CapacityReading>>) -> impl IntoView {
    let end = move |pick: fn(&[Second]) -> Option<&Second>| {
        let second = reading.with(|reading| Some(pick(&reading.as_ref()?.window)?.second));
        second.map(figures::time_of_day)
    };
    view! {
        <p class="capacity-axis">
            <span>{move || end(<[Second]>::first)}</span>
            <span>{move || end(<[Second]>::last)}</span>
        </p>
    }
}

/// A placeholder with the card's size, so that nothing below moves when its first reading arrives.
#[component]
fn Skeleton() -> impl IntoView {
    view! { <div class="capacity-skeleton" aria-hidden="true"></div> }
}

/// The steps of auto scaling, if any.
#[component]
fn Steps(reading: Memo<Option<CapacityReading>>) -> impl IntoView {
    let line = |step: ScalingStep| {
        let unit = if step.direction == Direction::Read {
            "RCU"
        } else {
            "WCU"
        };
        let at = figures::time_of_day(step.at.seconds());
        let (from, to) = (figures::count(step.from), figures::count(step.to));
        view! { <li>{t!("{at} auto scaling: {from} → {to} {unit}", at, from, to, unit)}</li> }
    };
    let lines = move || {
        let steps = reading.with(|reading| {
            reading
                .as_ref()
                .map(|reading| reading.steps.clone())
                .unwrap_or_default()
        });
        (!steps.is_empty())
            .then(|| view! { <ul class="capacity-steps">{steps.into_iter().map(line).collect_view()}</ul> })
    };
    view! { {lines} }
}

/// The consumption of each resource.
#[component]
fn Resources(reading: Memo<Option<CapacityReading>>) -> impl IntoView {
    let rows = move || reading.with(|reading| reading.as_ref().map(|reading| reading.rows.clone()).unwrap_or_default());
    let line = |row: ResourceRow| {
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
                    <th scope="col">{t!("units")}</th>
                    <th scope="col"><abbr title=t!("Read units in the last minute")>"R/min"</abbr></th>
                    <th scope="col"><abbr title=t!("Write units in the last minute")>"W/min"</abbr></th>
                    <th scope="col"><abbr title=t!("Read units in total")>{t!("R all")}</abbr></th>
                    <th scope="col"><abbr title=t!("Write units in total")>{t!("W all")}</abbr></th>
                </tr>
            </thead>
            <tbody>{move || rows().into_iter().map(line).collect_view()}</tbody>
        </table>
    }
}

/// The throttled requests of the last minute, as a mark beside a name.
fn throttled(minute: &Second) -> Option<impl IntoView + use<>> {
    let count = u64::from(minute.throttled_reads) + u64::from(minute.throttled_writes);
    let words = format!(" {}", t!("✕ {number, number} throttled", number = count));
    (count > 0).then(|| view! { <span class="capacity-refused">{words}</span> })
}

/// The chart as a table: the seconds in which anything was consumed or throttled. Both can be saved as files.
#[component]
fn Seconds(reading: Memo<Option<CapacityReading>>, pictures: NodeRef<html::Div>) -> impl IntoView {
    let open = RwSignal::new(false);
    let csv = move |()| reading.with_untracked(|reading| reading.as_ref().map(requests::csv).unwrap_or_default());
    let rows = move || {
        let busy = reading.with(|reading| {
            let window = reading
                .as_ref()
                .map(|reading| reading.window.as_slice())
                .unwrap_or_default();
            let busy = window.iter().rev().filter(|second| {
                let units = !second.read.is_zero() || !second.write.is_zero();
                units || second.throttled_reads + second.throttled_writes > 0
            });
            busy.copied().collect::<Vec<_>>()
        });
        if busy.is_empty() {
            return view! { <tr><td colspan="4">{t!("No requests in the last minute.")}</td></tr> }.into_any();
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
            <summary>{t!("Second by second, as a table")}</summary>
            <table class="capacity-table">
                <thead>
                    <tr>
                        <th scope="col">{t!("second")}</th>
                        <th scope="col">{t!("read units")}</th>
                        <th scope="col">{t!("write units")}</th>
                        <th scope="col">{t!("throttled")}</th>
                    </tr>
                </thead>
                <tbody>{move || open.get().then(rows)}</tbody>
            </table>
            {move || open.get().then(|| view! { <ExportButtons name="capacity" picture=pictures csv /> })}
        </details>
    }
}

/// The units of the latest request in one line.
#[component]
fn LastRequest() -> impl IntoView {
    let last = use_reading(|| Some(LastRequestQuestion));
    let line = move || {
        let (title, sum) = last.with(|report| report.as_ref().map(summed_up))?;
        Some(view! {
            <p class="capacity-last">
                <span class="capacity-title">{t!("last request:")} " " {title}</span>
                <span class="capacity-sum">{sum}</span>
            </p>
        })
    };
    view! { <div aria-live="polite">{line}</div> }
}

/// The operation with its tables, and how its units are calculated.
fn summed_up(report: &Report) -> (String, String) {
    let place = if report.tables.is_empty() {
        String::new()
    } else {
        format!(" on {}", report.tables.join(", "))
    };
    let sum = match (&report.error, report.in_one_line()) {
        (Some(error), None) => error.exception().to_owned(),
        (_, Some(sum)) => sum,
        (None, None) => t!("no capacity units").to_owned(),
    };
    (format!("{}{place}", report.operation.name()), sum)
}
