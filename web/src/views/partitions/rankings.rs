//! The keys that take most and that are throttled most, and the copies of every partition with their lag.

use leptos::prelude::*;

use super::reading::Reading;
use super::words;
use crate::views::figures;

/// The rankings, as Contributor Insights has them.
#[component]
pub fn Rankings(
    /// What is shown.
    reading: Memo<Option<Reading>>,
) -> impl IntoView {
    let accessed =
        move || reading.with(|reading| reading.as_ref().map(|reading| reading.accessed.clone()).unwrap_or_default());
    let throttled = move || {
        let rows =
            reading.with(|reading| reading.as_ref().map(|reading| reading.throttled.clone()).unwrap_or_default());
        rows.into_iter().map(|(key, count, place)| (key, figures::count(count), place)).collect()
    };
    view! {
        <div class="partitions-rankings">
            <Ranking title="Most accessed keys" figure="units, at least" hint="A lower bound, from a count of 100 keys. A write unit counts three times, as in Contributor Insights." rows=Signal::derive(accessed) />
            <Ranking title="Most throttled keys" figure="times" hint="Throttled requests by key." rows=Signal::derive(throttled) />
        </div>
    }
}

#[component]
fn Ranking(
    title: &'static str,
    figure: &'static str,
    hint: &'static str,
    #[prop(into)] rows: Signal<Vec<(String, String, String)>>,
) -> impl IntoView {
    let lines = move || {
        let rows = rows.get();
        if rows.is_empty() {
            return view! { <tr><td colspan="3">"none so far"</td></tr> }.into_any();
        }
        let line = |(key, figure, place): (String, String, String)| {
            let whole = key.clone();
            view! { <tr><td class="ranking-key" title=whole>{key}</td><td>{figure}</td><td>{place}</td></tr> }
        };
        rows.into_iter().map(line).collect_view().into_any()
    };
    view! {
        <table class="live-table">
            <caption title=hint>{title}</caption>
            <thead>
                <tr>
                    <th scope="col">"key"</th>
                    <th scope="col">{figure}</th>
                    <th scope="col">"in"</th>
                </tr>
            </thead>
            <tbody>{lines}</tbody>
        </table>
    }
}

/// The copies of every partition, and how far each is behind.
#[component]
pub fn Copies(
    /// What is shown.
    reading: Memo<Option<Reading>>,
) -> impl IntoView {
    let lines = move || {
        let lines = reading.with(|reading| reading.as_ref().map(words::followers).unwrap_or_default());
        let line = |(name, words): (String, String)| view! { <dt>{name}</dt><dd>{words}</dd> };
        lines.into_iter().map(line).collect_view()
    };
    view! {
        <h3 class="live-heading">"Copies"</h3>
        <dl class="live-facts">{lines}</dl>
    }
}
