//! One curve of the Capacity card: its figures, its picture, and the choice of a second.

use hashrange_words::t;
use leptos::ev::{KeyboardEvent, MouseEvent};
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use super::chart::{Chart, Data, Pool, SECONDS, SIZE, chart, columns};
use super::reading::CapacityReading;
use crate::memo::Memo;
use crate::signal::RwSignal;
use crate::state::figures;

/// One curve with its figures.
#[component]
pub fn Curve(
    /// The consumed units.
    title: &'static str,
    /// Whether they are write units.
    writes: bool,
    /// The shown reading.
    reading: Memo<Option<CapacityReading>>,
    /// The chosen second, for both curves.
    chosen: RwSignal<Option<u64>>,
) -> impl IntoView {
    let data = Memo::new(move |_| {
        reading.with(|reading| {
            reading
                .as_ref()
                .map(|reading| reading.data(writes).clone())
                .unwrap_or_default()
        })
    });
    let drawn = Memo::new(move |_| data.with(chart));
    let peak = move || data.with(Data::peak);
    let current = move || data.with(Data::current);
    let beside = move || data.with(|data| rate_words(data, drawn.with(|drawn| drawn.rate.is_none())));
    view! {
        <div class="capacity-curve">
            <p class="capacity-figures">
                <span class="capacity-title">{title}</span>
                <b class="capacity-now">{move || figures::units(current())}</b>
                <span>{if writes { "WCU/s" } else { "RCU/s" }}</span>
                <span class="capacity-peak">{t!("peak")} " " {move || figures::units(peak())}</span>
                <span class="capacity-rate">{beside}</span>
            </p>
            <Plot title reading data drawn chosen />
            <p class="capacity-pool" hidden=move || data.with(|data| data.pool.is_none())>
                {move || data.with(|data| data.pool.map(pool_words))}
            </p>
        </div>
    }
}

/// The picture of a curve. A click or the arrow keys choose one of its seconds.
#[component]
fn Plot(
    title: &'static str,
    reading: Memo<Option<CapacityReading>>,
    data: Memo<Data>,
    drawn: Memo<Chart>,
    chosen: RwSignal<Option<u64>>,
) -> impl IntoView {
    let reported = move || data.with(|data| summary(title, data));
    let first = move || reading.with_untracked(|reading| Some(reading.as_ref()?.window.first()?.second));
    let press = move |event: KeyboardEvent| {
        let Some(first) = first() else { return };
        if let Some(wanted) = moved(chosen.get_untracked(), &event.key(), (first, first + SECONDS - 1)) {
            event.prevent_default();
            chosen.set(wanted);
        }
    };
    let click = move |event: MouseEvent| {
        let frame = event
            .current_target()
            .and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        let Some((frame, first)) = frame.map(|frame| frame.get_bounding_client_rect()).zip(first()) else {
            return;
        };
        let x = (f64::from(event.client_x()) - frame.left()) * SIZE.0 / frame.width().max(1.0);
        if let Some(column) = data.with_untracked(columns).index_at(x) {
            let second = first + column as u64;
            chosen.update(|chosen| *chosen = (*chosen != Some(second)).then_some(second));
        }
    };
    let cursor = move || {
        let first = reading.with(|reading| Some(reading.as_ref()?.window.first()?.second))?;
        let column = usize::try_from(chosen.get()?.checked_sub(first)?).ok()?;
        let band = data.with(columns).band(column)?;
        Some(view! { <rect class="capacity-cursor" x=band.start y="1" width=band.width height=SIZE.1 - 5.0></rect> })
    };
    view! {
        <div
            class="capacity-pick"
            tabindex="0"
            role="group"
            aria-label=t!("{title}s: choose a second with a click or the arrow keys to see its requests", title)
            on:click=click
            on:keydown=press
        >
            <svg class="capacity-chart" viewBox=format!("0 0 {} {}", SIZE.0, SIZE.1) role="img" aria-label=reported>
                {move || drawn.with(picture)}
                {cursor}
            </svg>
        </div>
    }
}

/// The second that a key selects, or an inner `None` with Escape. An outer `None` for other keys.
fn moved(chosen: Option<u64>, key: &str, (first, last): (u64, u64)) -> Option<Option<u64>> {
    match key {
        "ArrowLeft" => Some(Some(chosen.map_or(last, |second| second.saturating_sub(1).max(first)))),
        "ArrowRight" => Some(Some(chosen.map_or(last, |second| (second + 1).min(last)))),
        "Escape" => Some(None),
        _ => None,
    }
}

/// The curve as text.
fn summary(title: &str, data: &Data) -> String {
    t!(
        "{title} units per second over the last minute: {current} now, {peak} at most{data}",
        title,
        current = figures::units(data.current()),
        peak = figures::units(data.peak()),
        data = throttled_words(data)
    )
}

/// The limit as text. `off` means that it has no line.
fn rate_words(data: &Data, off: bool) -> String {
    let rate = data.rates.as_ref().and_then(|rates| rates.last().copied());
    match (rate, data.provisioned) {
        (Some(rate), true) if off => t!("{rate, number} provisioned, off the chart", rate),
        (Some(rate), true) => format!("{} provisioned", figures::count(rate)),
        (Some(rate), false) => t!("on-demand, up to {rate, number}", rate),
        (None, _) => t!("on demand").to_owned(),
    }
}

fn throttled_words(data: &Data) -> String {
    match data.throttled.iter().map(|count| u64::from(*count)).sum() {
        0 => String::new(),
        count => t!(", {number, number} throttled", number = count),
    }
}

/// The saved units as text.
fn pool_words(pool: Pool) -> String {
    let left = t!(
        "burst: {left} of {most} units saved",
        left = figures::units(pool.left),
        most = figures::units(pool.most)
    );
    match pool.seconds {
        _ if pool.left.is_zero() => t!("burst: used up; DynamoDB throttles what exceeds the rate").to_owned(),
        Some(seconds) => t!("{left}, {seconds, number} s left", left, seconds),
        None if pool.left == pool.most => t!("{left}, full", left),
        None => left,
    }
}

fn picture(chart: &Chart) -> impl IntoView + use<> {
    let (left, right) = chart.span;
    let ticks = chart.ticks.iter().map(|(height, words)| {
        view! { <text class="capacity-tick" x=left - 6.0 y=height + 3.5>{words.clone()}</text> }
    });
    let rate = chart
        .rate
        .clone()
        .map(|path| view! { <path class="capacity-provisioned" d=path></path> });
    let reservoir = chart.reservoir.map(|(whole, full)| {
        view! {
            <rect class="capacity-reservoir" x=whole.x y=whole.y width=whole.width height=whole.height rx="3"></rect>
            <rect class="capacity-saved" x=full.x y=full.y width=full.width height=full.height rx="3"></rect>
        }
    });
    view! {
        <path class="capacity-area" d=chart.area.clone()></path>
        <line class="capacity-ground" x1=left x2=right y1=chart.ground y2=chart.ground></line>
        {rate}
        <path class="capacity-line" d=chart.line.clone()></path>
        <path class="capacity-throttled" d=chart.throttled.clone()></path>
        {reservoir}
        {ticks.collect_view()}
    }
}

#[cfg(test)]
mod tests {
    use hashrange_protocol::Units;

    use super::*;

    #[test]
    fn keys_lead_from_second_to_second_and_not_beyond() {
        let window = (100, 159);
        assert_eq!(moved(None, "ArrowLeft", window), Some(Some(159)));
        assert_eq!(moved(Some(159), "ArrowLeft", window), Some(Some(158)));
        assert_eq!(moved(Some(100), "ArrowLeft", window), Some(Some(100)));
        assert_eq!(moved(Some(159), "ArrowRight", window), Some(Some(159)));
        assert_eq!(moved(Some(120), "Escape", window), Some(None));
        assert_eq!(moved(Some(120), "x", window), None);
    }

    #[test]
    fn the_reservoir_is_reported_with_the_time_it_lasts() {
        let pool = |left, seconds| Pool {
            left: Units::whole(left),
            most: Units::whole(3_000),
            seconds,
        };
        assert_eq!(
            pool_words(pool(750, Some(66))),
            "burst: 750 of 3,000 units saved, 66 s left"
        );
        assert_eq!(pool_words(pool(3_000, None)), "burst: 3,000 of 3,000 units saved, full");
        assert_eq!(
            pool_words(pool(0, Some(0))),
            "burst: used up; DynamoDB throttles what exceeds the rate"
        );
    }
}
