//! The Capacity card: consumed read and write units a second on the virtual clock, of the selected table and its indexes,
//! and how the units of the last request come about.

mod chart;
mod reading;

use leptos::prelude::*;

use self::chart::{Chart, SECONDS, SIZE, chart};
use self::reading::{Reading, Row, read};
use super::figures;
use crate::components::Card;
use crate::preferences::{LiveCard, Preferences};
use crate::session::{use_selection, use_session};

/// The card.
#[component]
pub fn CapacityCard() -> impl IntoView {
    let session = use_session();
    let selection = use_selection();
    let open = Preferences::open(LiveCard::Capacity);
    let second = Memo::new(move |_| session.now().get().seconds());
    let reading = Memo::new(move |_| {
        session.revision().track();
        second.track();
        let table = selection.table.get()?;
        let index = selection.index.get();
        let now = session.now().get_untracked();
        session.with_insight(|insight, engine| read(insight, engine, &table, index.as_deref(), now))
    });
    let subject =
        move || reading.with(|reading| reading.as_ref().map(|reading| reading.subject.clone()).unwrap_or_default());
    let sentence = move || {
        reading.with(|reading| match reading {
            None => "Choose a table to see what its requests consume.".to_owned(),
            Some(reading) => reading.sentence.clone(),
        })
    };
    view! {
        <Card title="Capacity" subject=Signal::derive(subject) sentence=Signal::derive(sentence) open>
            <Show when=move || reading.with(Option::is_some)>
                <Curve title="read" writes=false reading />
                <Curve title="write" writes=true reading />
                <p class="capacity-axis">
                    <span>{move || figures::time_of_day((second.get() + 1).saturating_sub(SECONDS))}</span>
                    <span>{move || figures::time_of_day(second.get())}</span>
                </p>
                <Resources reading />
                <Seconds reading />
            </Show>
            <LastRequest />
        </Card>
    }
}

#[component]
fn Curve(title: &'static str, writes: bool, reading: Memo<Option<Reading>>) -> impl IntoView {
    let values = Memo::new(move |_| {
        reading
            .with(|reading| reading.as_ref().map(|reading| chart::values(&reading.window, writes)).unwrap_or_default())
    });
    let rate = Memo::new(move |_| {
        reading.with(|reading| {
            reading.as_ref().and_then(|reading| reading.provisioned).map(|(r, w)| if writes { w } else { r })
        })
    });
    let drawn = Memo::new(move |_| values.with(|values| chart(values, rate.get())));
    let peak = move || values.with(|values| values.iter().copied().max().unwrap_or_default());
    let current = move || values.with(|values| values.last().copied().unwrap_or_default());
    let told = move || {
        format!(
            "{title} units a second over the last minute: now {}, at most {}",
            figures::units(current()),
            figures::units(peak())
        )
    };
    let beside = move || match rate.get() {
        None => "on demand".to_owned(),
        Some(rate) if drawn.with(|drawn| drawn.provisioned.is_none()) => {
            format!("{} provisioned, off the chart", figures::count(rate))
        }
        Some(rate) => format!("{} provisioned", figures::count(rate)),
    };
    view! {
        <div class="capacity-curve">
            <p class="capacity-figures">
                <span class="capacity-title">{title}</span>
                <b class="capacity-now">{move || figures::units(current())}</b>
                <span>{if writes { "WCU/s" } else { "RCU/s" }}</span>
                <span class="capacity-peak">"peak " {move || figures::units(peak())}</span>
                <span class="capacity-rate">{beside}</span>
            </p>
            <svg class="capacity-chart" viewBox=format!("0 0 {} {}", SIZE.0, SIZE.1) role="img" aria-label=told>
                {move || drawn.with(picture)}
            </svg>
        </div>
    }
}

fn picture(chart: &Chart) -> impl IntoView + use<> {
    let (left, right) = chart.span;
    let ticks = chart.ticks.iter().map(|(height, words)| {
        view! { <text class="capacity-tick" x=left - 6.0 y=height + 3.5>{words.clone()}</text> }
    });
    let rate = chart.provisioned.map(|height| {
        view! { <line class="capacity-provisioned" x1=left x2=right y1=height y2=height></line> }
    });
    view! {
        <path class="capacity-area" d=chart.area.clone()></path>
        <line class="capacity-ground" x1=left x2=right y1=chart.ground y2=chart.ground></line>
        {rate}
        <path class="capacity-line" d=chart.line.clone()></path>
        {ticks.collect_view()}
    }
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

/// The chart as a table: the seconds in which anything was consumed.
#[component]
fn Seconds(reading: Memo<Option<Reading>>) -> impl IntoView {
    let open = RwSignal::new(false);
    let rows = move || {
        let busy = reading.with(|reading| {
            let window = reading.as_ref().map(|reading| reading.window.as_slice()).unwrap_or_default();
            let busy = window.iter().rev().filter(|second| !second.read.is_zero() || !second.write.is_zero());
            busy.copied().collect::<Vec<_>>()
        });
        if busy.is_empty() {
            return view! { <tr><td colspan="3">"Nothing in the last minute."</td></tr> }.into_any();
        }
        let lines = busy.into_iter().map(|second| {
            view! {
                <tr>
                    <th scope="row">{figures::time_of_day(second.second)}</th>
                    <td>{figures::units(second.read)}</td>
                    <td>{figures::units(second.write)}</td>
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
                    </tr>
                </thead>
                <tbody>{move || open.get().then(rows)}</tbody>
            </table>
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
