//! The pictures of the Expiry card: items on an axis of time around now, and the histogram of what is to come.

use hashrange_plot::NearScale;
use hashrange_protocol::{ExpiryBar, ExpiryStage};
use leptos::prelude::*;

use super::layout::{AXIS, BARS, ROWS, WIDTH, bars, heights, row, ticks};
use super::reading::{Dot, Reading};
use super::words;
use crate::selection::{Selection, use_selection};
use crate::views::figures;

/// Items on their way.
pub(super) fn journey(reading: Memo<Option<Reading>>) -> impl IntoView {
    let selection = use_selection();
    let label = move || {
        reading.with(|it| {
            it.as_ref().map_or_else(String::new, |it| {
                let [live, readable, deleted, _] = it.counts.map(figures::count);
                format!("Items around now: {live} live, {readable} expired and readable, {deleted} deleted so far")
            })
        })
    };
    let tall = move || reading.with(|it| heights(it.as_ref().map_or(0, |it| it.dots.len())).2);
    let draw = move || reading.with(|it| it.as_ref().map(|it| drawn(it, selection)));
    view! {
        <svg class="live-svg" viewBox=move || format!("0 0 {WIDTH} {}", tall()) role="img" aria-label=label>
            {draw}
        </svg>
        <p class="live-legend">"● live · ○ expired, readable · ◎ found by a scanner · ✕ deleted · ◆ rescued"</p>
    }
}

fn drawn(reading: &Reading, selection: Selection) -> impl IntoView + use<> {
    let axis = reading.axis();
    let (top, bottom, _) = heights(reading.dots.len());
    let now = axis.middle();
    let ticks = ticks(&axis, reading.reach.0, reading.reach.1).into_iter().map(|(place, text)| {
        view! {
            <line class="expiry-tick" x1=place x2=place y1=top y2=bottom></line>
            <text class="expiry-tick-text" x=place y=bottom + 13.0>{text}</text>
        }
    });
    let selected = selection.item.get();
    let dots =
        reading.dots.iter().enumerate().map(|(at, dot)| mark(at, dot, &axis, selected.as_ref() == Some(&dot.key)));
    view! {
        <rect class="expiry-past" x=AXIS y=top width=now - AXIS height=bottom - top></rect>
        <text class="expiry-region" x=AXIS y="11">"expired"</text>
        <text class="expiry-region expiry-region-end" x=WIDTH - 8.0 y="11">"live"</text>
        {ticks.collect_view()}
        <line class="expiry-now" x1=now x2=now y1=top - 4.0 y2=bottom></line>
        {dots.collect_view()}
    }
}

/// One item: its key, how long it could be read after its moment, and its mark.
fn mark(at: usize, dot: &Dot, axis: &NearScale, selected: bool) -> impl IntoView + use<> {
    let y = row(at);
    let (moment, place) = (axis.at(dot.distance), axis.at(dot.mark));
    let end = match dot.stage {
        ExpiryStage::Live => None,
        ExpiryStage::Expired | ExpiryStage::Found(_) => Some(axis.middle()),
        ExpiryStage::Deleted(_) | ExpiryStage::Rescued(_) => Some(place),
    };
    let stay = end.map(|end| view! { <line class="expiry-stay" x1=moment x2=end y1=y y2=y></line> });
    let shape = match dot.stage {
        ExpiryStage::Deleted(_) => cross(place, y).into_any(),
        ExpiryStage::Rescued(_) => {
            let (top, bottom) = (y - 5.0, y + 5.0);
            let (left, right) = (place - 5.0, place + 5.0);
            view! { <path d=format!("M{place} {top}L{right} {y}L{place} {bottom}L{left} {y}Z")></path> }.into_any()
        }
        ExpiryStage::Found(_) => view! {
            <circle cx=place cy=y r="4.5"></circle>
            <circle class="expiry-core" cx=place cy=y r="1.6"></circle>
        }
        .into_any(),
        ExpiryStage::Live | ExpiryStage::Expired => view! { <circle cx=place cy=y r="4.5"></circle> }.into_any(),
    };
    let key = (at < ROWS).then(|| view! { <text class="expiry-key" x="0" y=y + 3.5>{short(&dot.text)}</text> });
    let title = format!("{}: {}, {}", dot.text, figures::moment(dot.expires, 0), words::stage(dot.stage));
    view! {
        <g class=words::class(dot.stage) class:expiry-selected=selected>
            <title>{title}</title>
            {key}
            {stay}
            {shape}
        </g>
    }
}

fn cross(x: f64, y: f64) -> impl IntoView {
    let (left, right, top, bottom) = (x - 4.0, x + 4.0, y - 4.0, y + 4.0);
    view! { <path d=format!("M{left} {top}L{right} {bottom}M{right} {top}L{left} {bottom}")></path> }
}

/// As much of a key as has room before the axis.
fn short(text: &str) -> String {
    const ROOM: usize = 14;
    match text.char_indices().nth(ROOM) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

/// Expiries to come.
pub(super) fn histogram(reading: Memo<Option<Reading>>) -> impl IntoView {
    let coming = Memo::new(move |_| reading.with(|it| it.as_ref().map(|it| it.coming.clone()).unwrap_or_default()));
    let draw = move || {
        coming.with(|coming| {
            let counts: Vec<u64> = coming.iter().map(|bar| bar.items).collect();
            let one = |((left, width, height), bar): ((f64, f64, f64), &ExpiryBar)| {
                let title = format!("{} from {}", figures::count(bar.items), figures::moment(bar.from, 0));
                view! {
                    <rect class="expiry-bar" x=left y=BARS - height width=width height=height>
                        <title>{title}</title>
                    </rect>
                }
            };
            bars(&counts).into_iter().zip(coming).map(one).collect_view()
        })
    };
    let each = move || {
        coming.with(|coming| {
            coming.first().map_or_else(
                || "No item of this table will expire.".to_owned(),
                |bar| format!("One bar is {}.", figures::span(bar.span)),
            )
        })
    };
    let label = move || {
        let items: u64 = coming.with(|coming| coming.iter().map(|bar| bar.items).sum());
        format!("Expiries to come: {} items", figures::count(items))
    };
    view! {
        <h3 class="live-heading">"Upcoming expiries"</h3>
        <svg class="live-svg" viewBox=format!("0 0 {WIDTH} {BARS}") role="img" aria-label=label>
            <line class="expiry-tick" x1="0" x2=WIDTH y1=BARS y2=BARS></line>
            {draw}
        </svg>
        <p class="live-note">{each}</p>
    }
}
