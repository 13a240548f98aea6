//! The bar of ranges: every partition's slice of the hash range, filled as far as it is loaded, with its bytes below.

use leptos::prelude::*;

use super::picture::{BAR_HEIGHT, Range, WIDTH, place, ranges};
use super::reading::{RECENT, Reading};
use super::words::HOT;

/// The bar, with a mark where a key lands.
#[component]
pub fn Ranges(
    /// What is shown.
    reading: Memo<Option<Reading>>,
    /// The hash to be marked.
    marked: RwSignal<Option<u128>>,
) -> impl IntoView {
    let drawn = Memo::new(move |_| reading.with(|reading| reading.as_ref().map(ranges).unwrap_or_default()));
    let told =
        move || drawn.with(|ranges| ranges.iter().map(|range| range.told.as_str()).collect::<Vec<_>>().join("; "));
    let mark = move || {
        let hash = marked.get()?;
        let at = reading.with(|reading| reading.as_ref().and_then(|reading| place(&reading.rows, hash)))?;
        let path = format!("M{at:.1} 20l-5 -8h10z M{at:.1} 20v58");
        Some(view! { <path class="range-mark" d=path></path> })
    };
    let legend = format!(
        "Fill: load over the last {RECENT} seconds against the partition's limit, red from {:.0} %. Line below: bytes against its size limit.",
        HOT * 100.0
    );
    view! {
        <svg class="ranges" viewBox=format!("0 0 {WIDTH} {BAR_HEIGHT}") role="img" aria-label=told>
            {move || drawn.with(|ranges| ranges.iter().map(slice).collect_view())}
            {mark}
        </svg>
        <p class="live-axis"><span>"hash 00…"</span><span>"ff…"</span></p>
        <p class="ranges-legend">{legend}</p>
    }
}

fn slice(range: &Range) -> impl IntoView + use<> {
    let Range { slice, heat, bytes, .. } = *range;
    let words = range.words.iter().map(|(text, height)| {
        view! { <text class="range-words" x=slice.x + 5.0 y=*height>{text.clone()}</text> }
    });
    let throttled = range.throttled.clone().map(|words| {
        // Words of the last slices would leave the picture.
        let late = slice.x > WIDTH * 0.7 && words.len() > 4;
        let (x, anchor) = if late { (slice.right(), "end") } else { (slice.x, "start") };
        view! { <text class="range-throttled" x=x y=9.0 text-anchor=anchor>{words}</text> }
    });
    view! {
        <rect class="range" x=slice.x y=slice.y width=slice.width height=slice.height rx="4">
            <title>{range.told.clone()}</title>
        </rect>
        <rect class="range-heat" class:range-hot=range.hot x=heat.x y=heat.y width=heat.width height=heat.height rx="3"></rect>
        <rect class="range-room" x=slice.x y=bytes.y width=slice.width height=bytes.height></rect>
        <rect class="range-bytes" x=bytes.x y=bytes.y width=bytes.width height=bytes.height></rect>
        {words.collect_view()}
        {throttled}
    }
}
