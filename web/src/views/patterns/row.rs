//! A pattern as a row: whether it passes, what served it, its units, how often, and its month. Opened, it shows why it
//! fails, and its form.
//!
//! Must not know how a pattern runs.

use hashrange_protocol::pattern::{Change, Consistency, Pattern, PatternRow};
use hashrange_words::t;
use leptos::prelude::*;

use super::form::PatternForm;
use super::keeper::Patterns;
use crate::memo::Memo;
use crate::signal::RwSignal;
use crate::state::figures;
use crate::state::named_request::name_of;
use crate::state::patterns::{call_words, change_words, failure_words, rate_words, served_name, units_words};

/// The row of the pattern at this place.
#[component]
pub fn PatternLine(
    /// The patterns.
    patterns: Patterns,
    /// The place of the pattern, from 0.
    place: usize,
) -> impl IntoView {
    let pattern = Memo::new(move |_| patterns.kept.with(|kept| kept.get(place).cloned()));
    let row = Memo::new(move |_| {
        let board = patterns.board.get()?;
        // A board that is older than the list has other rows.
        (board.rows.len() == patterns.kept.with(Vec::len)).then(|| board.rows.get(place).cloned())?
    });
    let open = RwSignal::new(false);
    let name = move || pattern.with(|pattern| pattern.as_ref().map(|pattern| pattern.name.clone()));
    // A name of the reader's own does not say what the request is.
    let target = move || {
        let target = pattern.with(|pattern| pattern.as_ref().map(|it| name_of(it.operation, &it.body)))?;
        let is_new = name().is_some_and(|name| !name.starts_with(&target));
        is_new.then_some(target)
    };
    let month = move || {
        let is_sent = pattern.with(|pattern| pattern.as_ref().is_some_and(|it| it.rate.is_some()));
        row.with(|row| {
            let row = row.as_ref()?;
            let by_hour =
                || (is_sent && row.run.passes() && !row.run.served.is_empty()).then(|| t!("by the hour").to_owned());
            row.month.clone().or_else(by_hour)
        })
    };
    let state = move || row.with(|row| row.as_ref().map(|row| row.run.passes()));
    view! {
        <tr class="pattern" class:pattern-fails=move || state() == Some(false)>
            <th scope="row">
                <button
                    type="button"
                    class="pattern-name"
                    aria-expanded=move || open.get().to_string()
                    on:click=move |_| open.update(|open| *open = !*open)
                >
                    <span class="pattern-sign" aria-hidden="true">{move || sign(state())}</span>
                    <span class="visually-hidden">{move || state_word(state())}</span>
                    <span>{name}</span>
                </button>
                <span class="pattern-target">{target}</span>
                <span class="pattern-changes">{move || changes(patterns, place, row.get())}</span>
            </th>
            {move || row.get().map(|row| cells(&row).into_any())}
            <td class="num">{move || pattern.with(|it| it.as_ref().and_then(|it| it.rate).map(rate_words))}</td>
            <td class="num">{month}</td>
        </tr>
        <tr class="pattern-detail" hidden=move || !open.get()>
            <td colspan="6">
                <p class="view-note">{move || row.with(|row| row.as_ref().and_then(|row| call_words(&row.run)))}</p>
                <ul class="pattern-reasons">{move || row.get().map(|row| reasons(&row))}</ul>
                {move || open.get().then(|| view! { <PatternForm patterns place /> })}
            </td>
        </tr>
    }
}

fn sign(passes: Option<bool>) -> &'static str {
    match passes {
        Some(true) => "✓",
        Some(false) => "✕",
        None => "…",
    }
}

fn state_word(passes: Option<bool>) -> &'static str {
    match passes {
        Some(true) => "Passes: ",
        Some(false) => "Fails: ",
        None => "Runs: ",
    }
}

/// What served the run, the units of a call, and what was read and returned.
fn cells(row: &PatternRow) -> impl IntoView + use<> {
    let run = &row.run;
    let scan = run.scans.then(|| view! { <span class="pattern-scan">"Scan"</span> });
    let is_strong = run.consistency == Some(Consistency::Strong);
    let strong = is_strong.then(|| view! { <span class="pattern-served">{t!("strong")}</span> });
    let served: Vec<_> = run
        .served
        .iter()
        .map(|served| view! { <span class="pattern-served">{served_name(served)}</span> })
        .collect();
    let read = (run.read > 0).then(|| format!("{} → {}", figures::count(run.read), figures::count(run.returned)));
    view! {
        <td>{scan} {served} {strong}</td>
        <td class="num">{units_words(run)}</td>
        <td class="num">{read}</td>
    }
}

fn reasons(row: &PatternRow) -> impl IntoView + use<> {
    let reasons = row.run.failures.iter().map(|failure| {
        view! { <li>{failure_words(failure, &row.run)}</li> }
    });
    reasons.collect_view()
}

/// What the last change of the design did to the pattern.
fn changes(patterns: Patterns, place: usize, row: Option<PatternRow>) -> Option<String> {
    let name = patterns
        .kept
        .with(|kept| kept.get(place).map(|pattern: &Pattern| pattern.name.clone()))?;
    let before = patterns.before.get()?;
    let (_, old) = before.runs.into_iter().find(|(known, _)| *known == name)?;
    let words: Vec<String> = Change::between(&old, &row?.run).into_iter().map(change_words).collect();
    (!words.is_empty()).then(|| words.join(", "))
}
