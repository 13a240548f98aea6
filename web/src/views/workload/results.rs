//! Two runs side by side: successful and throttled requests, in total and second by second, and what would change the
//! result.
//!
//! Must not know how a load runs.

use hashrange_protocol::trial::Happened;
use hashrange_protocol::{LoadSecond, LoadTally};
use hashrange_words::t;
use leptos::html;
use leptos::prelude::*;

use crate::components::{Csv, ExportButtons, When};
use crate::derived::Signal;
use crate::memo::Memo;
use crate::state::figures;
use crate::state::load_form::words;
use crate::state::load_result::{Row, rows, sentence};
use crate::state::trial::About;
use crate::views::second_bars::{bars, busiest};
use crate::views::trial::{Tested, WhatIfButton, Why};

/// The number of drawn seconds. Of a longer run, the last ones are drawn.
const DRAWN: usize = 60;
/// Minimum number of shown seconds.
const FEWEST: usize = 10;

/// The latest run and the one before it.
#[component]
pub fn Results(
    /// The latest run.
    newest: Memo<Option<LoadTally>>,
    /// The one before.
    before: Memo<Option<LoadTally>>,
    /// Whether a requested load has not started. Then the engine's latest load is the previous one.
    awaits: Memo<bool>,
) -> impl IntoView {
    let first = Memo::new(|_| 0);
    let second = Memo::new(move |_| u32::from(!awaits.get()));
    view! {
        <When holds=move || newest.with(Option::is_some)>
            <div class="workload-results">
                <OneRun title=t!("Latest run") run=newest back=first />
                <When holds=move || before.with(Option::is_some)>
                    <OneRun title=t!("Previous run") run=before back=second />
                </When>
            </div>
        </When>
    }
}

#[component]
fn OneRun(
    /// The title of the run.
    title: &'static str,
    /// The run.
    run: Memo<Option<LoadTally>>,
    /// The number of loads that have started since.
    back: Memo<u32>,
) -> impl IntoView {
    let row = move |(words, part, is_part): Row| {
        let number = move || run.with(|run| run.as_ref().map(part));
        view! {
            <tr class:workload-part=is_part hidden=move || is_part && number().is_none_or(|number| number == 0)>
                <th scope="row">{words}</th>
                <td>{move || number().map(figures::count)}</td>
            </tr>
        }
    };
    let picture = NodeRef::<html::Div>::new();
    let most = move || run.with(|run| figures::count(u64::from(busiest(drawn(run)))));
    let seconds = Memo::new(move |_| run.with(|run| run.as_ref().map_or(0, |run| run.seconds.len())));
    let last = move || figures::count(seconds.get().max(FEWEST) as u64);
    let first = move || figures::count(seconds.get().saturating_sub(DRAWN) as u64);
    let words_of_run = move || run.with(|run| run.as_ref().map(sentence).unwrap_or_default());
    view! {
        <section class="workload-run" aria-label=title>
            <h3>{title}</h3>
            <p class="workload-words">{move || run.with(|run| run.as_ref().map(|run| words(&run.plan)))}</p>
            <p role="status">{words_of_run}</p>
            <table>
                <tbody>{rows().map(row).collect_view()}</tbody>
            </table>
            <p class="workload-scale">{t!("up to")} " " {most} " " {t!("requests a second")}</p>
            <div node_ref=picture>
                <svg class="workload-chart" viewBox="0 0 240 48" preserveAspectRatio="none" role="img" aria-label=t!("Succeeded and throttled requests, second by second")>
                    {move || run.with(|run| bars(drawn(run), busiest(drawn(run)), FEWEST))}
                </svg>
            </div>
            <p class="live-axis"><span>{first} " s"</span><span>{t!("filled: succeeded; outlined: throttled")}</span><span>{last} " s"</span></p>
            <ExportButtons name=t!("workload run") picture csv=move |()| run.with_untracked(csv) />
            <Why of=throttled(run, back) />
            <WhatIfButton tested=tested(run, back) />
        </section>
    }
}

/// The run, if some of its requests were throttled.
fn throttled(run: Memo<Option<LoadTally>>, back: Memo<u32>) -> Signal<Option<Happened>> {
    let throttled = Memo::new(move |_| run.with(|run| run.as_ref().is_some_and(|run| run.throttled > 0)));
    Signal::derive(move || throttled.get().then(|| Happened::Load(back.get())))
}

/// The run as the subject of a trial. Its counts change, and its plan does not.
fn tested(run: Memo<Option<LoadTally>>, back: Memo<u32>) -> Signal<Option<Tested>> {
    let tested = Memo::new(move |_| {
        let plan = run.with(|run| run.as_ref().map(|run| run.plan.clone()))?;
        Some(Tested {
            of: Happened::Load(back.get()),
            about: About::Load(Box::new(plan)),
        })
    });
    tested.into()
}

/// The seconds that are drawn.
fn drawn(run: &Option<LoadTally>) -> &[LoadSecond] {
    let seconds = run.as_ref().map(|run| run.seconds.as_slice()).unwrap_or_default();
    seconds.get(seconds.len().saturating_sub(DRAWN)..).unwrap_or_default()
}

/// Every second of a run, as CSV.
fn csv(run: &Option<LoadTally>) -> String {
    let mut csv = Csv::new(&["second", "answered", "throttled"]);
    let seconds = run.as_ref().map(|run| run.seconds.as_slice()).unwrap_or_default();
    for (number, second) in seconds.iter().enumerate() {
        csv.line(&[
            number.to_string(),
            second.answered.to_string(),
            second.throttled.to_string(),
        ]);
    }
    csv.into_text()
}
