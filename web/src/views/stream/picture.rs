//! The picture of a stream: a row for each shard, from its opening to its closing, children after their parents.

use hashrange_protocol::ShardView;
use hashrange_time::Timestamp;
use leptos::prelude::*;

use super::iterator::Place;
use super::layout::{BAR, Bar, Rows, WIDTH, rows};
use super::reading::Reading;
use super::words;
use crate::views::figures;

/// The shards, and where the reader's iterator is.
pub(super) fn shards(reading: Memo<Option<Reading>>, place: RwSignal<Option<Place>>) -> impl IntoView {
    let laid = move |it: &Reading| rows(&it.lives(), it.now.micros() as f64);
    let label = move || {
        reading.with(|it| {
            it.as_ref().map_or_else(String::new, |it| {
                let open = it.shards.iter().filter(|shard| shard.open).count();
                format!("Shards of the stream {}: {} drawn, {open} of them open", it.label, it.shards.len())
            })
        })
    };
    let tall = move || reading.with(|it| it.as_ref().map_or(0.0, |it| laid(it).height));
    let draw = move || {
        let place = place.get();
        reading.with(|it| it.as_ref().map(|it| drawn(it, &laid(it), place.as_ref())))
    };
    let older = move || {
        let older = reading.with(|it| it.as_ref().map_or(0, |it| it.older));
        (older > 0)
            .then(|| view! { <p class="live-note">{format!("and {} older shards", figures::count(older as u64))}</p> })
    };
    view! {
        <svg class="live-svg" viewBox=move || format!("0 0 {WIDTH} {}", tall()) role="img" aria-label=label>
            {draw}
        </svg>
        <p class="live-legend">"filled: open · hollow: closed · ▼ the iterator below · line: parent to child"</p>
        {older}
    }
}

fn drawn(reading: &Reading, rows: &Rows, place: Option<&Place>) -> impl IntoView + use<> {
    let ticks = rows.ticks.at.iter().map(|at| {
        let x = rows.scale.at(*at);
        view! {
            <line class="stream-tick" x1=x x2=x y1="0" y2=rows.bottom></line>
            <text class="stream-tick-text" x=x y=rows.bottom + 12.0>{tick(*at, rows.ticks.step)}</text>
        }
    });
    let bars = reading.shards.iter().zip(&rows.bars).map(|(shard, bar)| {
        let here = place.filter(|place| place.shard == shard.id);
        bar_of(shard, bar, here.map(|place| iterator_at(place, shard, bar, rows)))
    });
    view! {
        {ticks.collect_view()}
        {bars.collect_view()}
    }
}

/// Where an iterator stands on its shard's bar: at its last record, or at the beginning.
fn iterator_at(place: &Place, shard: &ShardView, bar: &Bar, rows: &Rows) -> f64 {
    let at = place.written.map_or(shard.opened, Timestamp::from_seconds);
    rows.scale.at(at.micros() as f64).clamp(bar.x, bar.x + bar.width)
}

fn bar_of(shard: &ShardView, bar: &Bar, iterator: Option<f64>) -> impl IntoView + use<> {
    let link = bar.link.clone().map(|path| view! { <path class="stream-link" d=path></path> });
    let sign = iterator.map(|x| {
        let (top, left, right) = (bar.y - 4.0, x - 4.0, x + 4.0);
        view! { <path class="stream-iterator" d=format!("M{left} {top}H{right}L{x} {}Z", bar.y + 4.0)></path> }
    });
    let count = figures::count(shard.records as u64);
    view! {
        <g class="stream-shard" class:stream-open=shard.open>
            <title>{words::shard(shard)}</title>
            {link}
            <text x="0" y=bar.y + 10.0>{words::short_shard(&shard.id)}</text>
            <rect x=bar.x y=bar.y width=bar.width height=BAR rx="2"></rect>
            <text class="stream-count" x=bar.x + bar.width - 4.0 y=bar.y + 10.0>{count}</text>
            {sign}
        </g>
    }
}

/// A tick as time of day, or as a date where a day passes between two.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // moments are whole and positive
fn tick(micros: f64, step: f64) -> String {
    const DAY: f64 = 86_400.0 * 1e6;
    const MINUTE: f64 = 60.0 * 1e6;
    let second = (micros.max(0.0) / 1e6) as u64;
    let text = if step >= DAY {
        figures::moment(Timestamp::from_seconds(second), 0).get(5..10).unwrap_or_default().to_owned()
    } else {
        figures::time_of_day(second)
    };
    if (MINUTE..DAY).contains(&step) { text.get(..5).unwrap_or_default().to_owned() } else { text }
}
