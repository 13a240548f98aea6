//! The form of a pattern: its name, rate, expected number of items, budget and request.
//!
//! Must not know how a pattern runs.

use hashrange_protocol::pattern::{DailyCurve, KeySource, Pattern, Per, Rate, Units};
use leptos::prelude::*;

use super::keeper::Patterns;
use crate::components::{Button, ButtonKind};
use crate::derived::Signal;
use crate::selection::{Tab, use_selection};
use crate::views::fields::{Choice, TextField, options};
use crate::views::request::editor::RequestEditor;

/// The form of the pattern at this place. Every change is kept at once.
#[component]
pub fn PatternForm(
    /// The patterns.
    patterns: Patterns,
    /// The place of the pattern, from 0.
    place: usize,
) -> impl IntoView {
    let read = move |read: fn(&Pattern) -> String| {
        Signal::derive(move || patterns.kept.with(|kept| kept.get(place).map(read).unwrap_or_default()))
    };
    let number = |number: Option<u64>| number.map(|number| number.to_string()).unwrap_or_default();
    let body = read(|pattern| pattern.body.clone());
    view! {
        <div class="pattern-form">
            <TextField
                label="Name"
                value=read(|pattern| pattern.name.clone())
                on_input=move |name: String| patterns.change(place, |pattern| pattern.name = name)
            />
            <TextField
                label="Calls"
                value=read(|pattern| pattern.rate.map(|rate| rate.calls.to_string()).unwrap_or_default())
                on_input=move |typed: String| patterns.change(place, |pattern| set_calls(pattern, &typed))
            />
            <Choice
                label="per"
                options=options(Per::ALL.map(|(_, word)| word))
                value=read(|pattern| per_word(pattern.rate).to_owned())
                on_change=move |word: String| patterns.change(place, |pattern| set_per(pattern, &word))
            />
            <TextField
                label="Must return (items)"
                value=Signal::derive(move || number(patterns.kept.with(|kept| kept.get(place)?.returns)))
                on_input=move |typed: String| patterns.change(place, |pattern| pattern.returns = typed.trim().parse().ok())
            />
            <TextField
                label="Budget of a call (units)"
                value=read(|pattern| pattern.budget.map(|budget| budget.to_string()).unwrap_or_default())
                on_input=move |typed: String| patterns.change(place, |pattern| pattern.budget = units_of(&typed))
            />
            <Choice
                label="Over the day"
                options=options(DailyCurve::ALL.map(|(_, word)| word).into_iter().chain([EVEN, OWN]))
                value=read(|pattern| daily_word(pattern).to_owned())
                on_change=move |word: String| patterns.change(place, |pattern| set_daily(pattern, &word))
            />
            <TextField
                label="Percent of each hour (0 to 23 h UTC)"
                value=read(hours_text)
                on_input=move |typed: String| patterns.change(place, |pattern| set_hours(pattern, &typed))
            />
            <Choice
                label="Keys when played"
                options=options(KEYS.map(|(_, word)| word))
                value=read(|pattern| keys_word(pattern.keys).to_owned())
                on_change=move |word: String| patterns.change(place, |pattern| set_keys(pattern, &word))
            />
        </div>
        <pre class="pattern-body" tabindex="0" role="region" aria-label="Request">{move || body.get()}</pre>
        <Actions patterns place />
    }
}

#[component]
fn Actions(patterns: Patterns, place: usize) -> impl IntoView {
    let (selection, request) = (use_selection(), RequestEditor::in_context());
    let open = move |()| {
        if let Some(pattern) = patterns.kept.with_untracked(|kept| kept.get(place).cloned()) {
            request.turn_to(pattern.operation);
            request.type_body(pattern.body);
            selection.tab.set(Tab::Request);
        }
    };
    view! {
        <p class="pattern-actions">
            <Button on_press=open>"Open in Request"</Button>
            <Button kind=ButtonKind::Danger on_press=move |()| patterns.delete(place)>"Delete pattern"</Button>
        </p>
    }
}

/// The rate is the same all day.
const EVEN: &str = "even";
/// Other percentages.
const OWN: &str = "your own hours";

fn daily_word(pattern: &Pattern) -> &'static str {
    let Some(daily) = &pattern.daily else { return EVEN };
    let known = DailyCurve::ALL.iter().find(|(curve, _)| curve == daily);
    known.map_or(OWN, |(_, word)| word)
}

fn set_daily(pattern: &mut Pattern, word: &str) {
    let known = DailyCurve::ALL.iter().find(|(_, known)| *known == word);
    match known {
        Some((curve, _)) => pattern.daily = Some(curve.clone()),
        None if word == EVEN => pattern.daily = None,
        None => {}
    }
}

/// The percentages, one for each hour; all of them 100 for an even day.
fn hours_text(pattern: &Pattern) -> String {
    let hours: Vec<String> = (0..24).map(|hour| pattern.percent(hour).to_string()).collect();
    hours.join(" ")
}

/// Takes 24 numbers. Fewer or more change nothing.
fn set_hours(pattern: &mut Pattern, typed: &str) {
    let numbers: Vec<u32> = typed
        .split_whitespace()
        .filter_map(|number| number.parse().ok())
        .collect();
    if let Ok(hours) = numbers.try_into() {
        pattern.daily = Some(DailyCurve { hours });
    }
}

/// Where key values come from, with its words.
const KEYS: [(KeySource, &str); 4] = [
    (KeySource::Written, "as written"),
    (KeySource::Each, "each existing key in turn"),
    (KeySource::Random, "existing keys at random"),
    (KeySource::Hot, "90 % of calls to 10 % of keys"),
];

fn keys_word(keys: KeySource) -> &'static str {
    KEYS.iter()
        .find(|(known, _)| *known == keys)
        .map_or("", |(_, word)| word)
}

fn set_keys(pattern: &mut Pattern, word: &str) {
    if let Some((keys, _)) = KEYS.iter().find(|(_, known)| *known == word) {
        pattern.keys = *keys;
    }
}

fn per_word(rate: Option<Rate>) -> &'static str {
    let per = rate.map_or(Per::Second, |rate| rate.per);
    Per::ALL
        .iter()
        .find(|(known, _)| *known == per)
        .map_or("", |(_, word)| word)
}

/// No number means no rate.
fn set_calls(pattern: &mut Pattern, typed: &str) {
    let per = pattern.rate.map_or(Per::Second, |rate| rate.per);
    pattern.rate = typed.trim().parse().ok().map(|calls| Rate { calls, per });
}

fn set_per(pattern: &mut Pattern, word: &str) {
    let per = Per::ALL.iter().find(|(_, known)| *known == word).map(|(per, _)| *per);
    if let (Some(rate), Some(per)) = (&mut pattern.rate, per) {
        rate.per = per;
    }
}

/// Units in steps of one half.
fn units_of(typed: &str) -> Option<Units> {
    let halves = typed.trim().parse::<f64>().ok()? * 2.0;
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the cast saturates"
    )]
    (halves >= 0.0).then(|| Units::halves(halves.round() as u64))
}
