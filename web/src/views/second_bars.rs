//! Requests second by second as bars: successful below, throttled above. Must not know their load.

use hashrange_protocol::LoadSecond;
use hashrange_words::t;
use leptos::prelude::*;

/// Width and height of the picture.
const SIZE: (f64, f64) = (240.0, 48.0);
/// The space above the highest bar.
const ABOVE: f64 = 2.0;

/// A bar per second, with a minimum number of seconds. The maximum of the scale is `most`. Throttled requests have a
/// line at their top, so that colour is not the only sign.
pub fn bars(shown: &[LoadSecond], most: u32, fewest: usize) -> impl IntoView + use<> {
    let (all, full) = SIZE;
    let width = all / shown.len().max(fewest).max(1) as f64;
    let height = |count: u32| f64::from(count) * (full - ABOVE) / f64::from(most.max(1));
    let bar = |(at, second): (usize, &LoadSecond)| {
        let LoadSecond { answered, throttled } = *second;
        let (left, good, bad) = (at as f64 * width, height(answered), height(throttled));
        let wide = (width - 1.0).max(1.0);
        let title = t!("{answered} succeeded, {throttled} throttled", answered, throttled);
        view! {
            <g>
                <title>{title}</title>
                <rect class="workload-good" x=left y={full - good} width=wide height=good></rect>
                <rect class="workload-bad" x=left y={full - good - bad} width=wide height=bad></rect>
            </g>
        }
    };
    shown.iter().enumerate().map(bar).collect_view()
}

/// Requests of the busiest second.
#[must_use]
pub fn busiest(seconds: &[LoadSecond]) -> u32 {
    seconds
        .iter()
        .map(|second| second.answered + second.throttled)
        .max()
        .unwrap_or(0)
}
