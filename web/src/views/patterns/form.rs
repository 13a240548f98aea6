//! The form of a pattern: its name, rate, expected number of items, budget and request.
//!
//! Must not know how a pattern runs.

use hashrange_protocol::pattern::{DailyCurve, KeySource, Pattern, Per, Rate, Units};
use hashrange_values::real;
use hashrange_wire::Operation;
use hashrange_words::t;
use leptos::prelude::*;

use super::keeper::Patterns;
use crate::components::{Button, ButtonKind};
use crate::derived::{MaybeProp, Signal};
use crate::selection::{Tab, use_selection};
use crate::signal::RwSignal;
use crate::state::patterns::hours_path;
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
    view! {
        <div class="pattern-form">
            <TextField
                label=t!("Name")
                value=read(|pattern| pattern.name.clone())
                on_input=move |name: String| patterns.change(place, |pattern| pattern.name = name)
            />
            <Entry
                patterns
                place
                label=t!("Calls (100 %)")
                value=read(|pattern| pattern.rate.map(|rate| rate.calls.to_string()).unwrap_or_default())
                set=set_calls
                wanted=t!("Enter a whole number up to 4,294,967,295.")
            />
            <Choice
                label=t!("Per")
                options=options(Per::ALL.map(|(_, word)| word))
                value=read(|pattern| per_word(pattern.rate).to_owned())
                on_change=move |word: String| patterns.change(place, |pattern| set_per(pattern, &word))
            />
            <Entry
                patterns
                place
                label=t!("Must return (items)")
                value=read(|pattern| pattern.returns.map(|items| items.to_string()).unwrap_or_default())
                set=|pattern, typed| put(&mut pattern.returns, typed.parse().ok(), typed)
                wanted=t!("Enter a whole number.")
            />
            <Entry
                patterns
                place
                label=t!("Budget of a call (units)")
                value=read(|pattern| pattern.budget.map(|budget| budget.to_string()).unwrap_or_default())
                set=|pattern, typed| put(&mut pattern.budget, units_of(typed), typed)
                wanted=t!("Enter a number of units, such as 0.5.")
            />
            <Entry
                patterns
                place
                label=t!("Time of a call (ms, model)")
                value=read(|pattern| pattern.milliseconds.map(|most| most.to_string()).unwrap_or_default())
                set=|pattern, typed| put(&mut pattern.milliseconds, typed.parse().ok(), typed)
                wanted=t!("Enter a whole number of milliseconds.")
            />
            <Choice
                label=t!("Keys when played")
                options=options(key_choices().map(|(_, word)| word))
                value=read(|pattern| keys_word(pattern.keys).to_owned())
                on_change=move |word: String| patterns.change(place, |pattern| set_keys(pattern, &word))
            />
        </div>
        <Hours patterns place />
        <RequestFields patterns place />
        <Actions patterns place />
    }
}

/// The percentages of a day, as a known curve, as numbers and as a picture.
#[component]
fn Hours(patterns: Patterns, place: usize) -> impl IntoView {
    let read = move |read: fn(&Pattern) -> String| {
        Signal::derive(move || patterns.kept.with(|kept| kept.get(place).map(read).unwrap_or_default()))
    };
    let hours = read(hours_path);
    view! {
        <div class="pattern-form pattern-day">
            <Choice
                label=t!("Over the day")
                options=options(DailyCurve::ALL.map(|(_, word)| word).into_iter().chain([even(), own_hours()]))
                value=read(|pattern| daily_word(pattern).to_owned())
                on_change=move |word: String| patterns.change(place, |pattern| set_daily(pattern, &word))
            />
            <Entry
                patterns
                place
                label=t!("Percent of the calls in each hour, 0 to 23 h UTC")
                value=read(hours_text)
                set=set_hours
                wanted=t!("Enter 24 whole numbers, up to 10,000 each.")
            />
        </div>
        <svg class="pattern-hours" viewBox="0 0 24 10" preserveAspectRatio="none" aria-hidden="true">
            <path d=move || hours.get() />
        </svg>
    }
}

/// The operation and the body.
#[component]
fn RequestFields(patterns: Patterns, place: usize) -> impl IntoView {
    let read = move |read: fn(&Pattern) -> String| {
        Signal::derive(move || patterns.kept.with(|kept| kept.get(place).map(read).unwrap_or_default()))
    };
    let body = read(|pattern| pattern.body.clone());
    view! {
        <Choice
            label=t!("Operation")
            options=options(Operation::ALL.iter().map(|operation| operation.name()))
            value=read(|pattern| pattern.operation.name().to_owned())
            on_change=move |name: String| {
                if let Some(operation) = Operation::from_name(&name) {
                    patterns.change(place, |pattern| pattern.operation = operation);
                }
            }
        />
        <textarea
            class="input input-text pattern-body"
            rows="8"
            spellcheck="false"
            aria-label=t!("Request body")
            prop:value=move || body.get()
            on:change=move |event| patterns.change(place, |pattern| pattern.body = event_target_value(&event))
        ></textarea>
    }
}

/// A field whose text sets something of the pattern. What cannot be read changes nothing, and is said.
#[component]
fn Entry(
    patterns: Patterns,
    place: usize,
    label: &'static str,
    value: Signal<String>,
    /// Sets it, and returns whether the text can be read.
    set: fn(&mut Pattern, &str) -> bool,
    /// What must be entered.
    wanted: &'static str,
) -> impl IntoView {
    let wrong = RwSignal::new(false);
    let error = move || wrong.get().then(|| wanted.to_owned());
    view! {
        <TextField
            label
            value
            error=MaybeProp::derive(error)
            on_input=move |typed: String| {
                // What cannot be read stays in the field.
                let tried = patterns.kept.with_untracked(|kept| kept.get(place).cloned());
                let Some(mut tried) = tried else { return };
                let is_read = set(&mut tried, typed.trim());
                wrong.set(!is_read);
                if is_read {
                    patterns.change(place, |pattern| *pattern = tried);
                }
            }
        />
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
            <Button on_press=open>{t!("Open in Request")}</Button>
            <Button kind=ButtonKind::Danger on_press=move |()| patterns.delete(place)>{t!("Delete pattern")}</Button>
        </p>
    }
}

/// The rate is the same all day.
fn even() -> &'static str {
    t!("even")
}
/// Other percentages.
fn own_hours() -> &'static str {
    t!("your own hours")
}

fn daily_word(pattern: &Pattern) -> &'static str {
    if pattern.daily.is_empty() {
        return even();
    }
    let known = DailyCurve::ALL.iter().find(|(curve, _)| curve.hours == *pattern.daily);
    known.map_or(own_hours(), |(_, word)| word)
}

fn set_daily(pattern: &mut Pattern, word: &str) {
    let known = DailyCurve::ALL.iter().find(|(_, known)| *known == word);
    match known {
        Some((curve, _)) => pattern.daily = curve.hours.to_vec(),
        None if word == even() => pattern.daily = Vec::new(),
        None => {}
    }
}

/// The percentages, one for each hour; all of them 100 for an even day.
fn hours_text(pattern: &Pattern) -> String {
    let hours: Vec<String> = (0..24).map(|hour| pattern.percent(hour).to_string()).collect();
    hours.join(" ")
}

/// Takes 24 numbers.
fn set_hours(pattern: &mut Pattern, typed: &str) -> bool {
    let numbers: Option<Vec<u32>> = typed.split_whitespace().map(|number| number.parse().ok()).collect();
    let hours = numbers.filter(|hours| hours.len() == 24 && hours.iter().all(|percent| *percent <= 10_000));
    hours.map(|hours| pattern.daily = hours).is_some()
}

/// Where key values come from, with its words.
fn key_choices() -> [(KeySource, &'static str); 4] {
    [
        (KeySource::Written, t!("as written")),
        (KeySource::Each, t!("each existing key in turn")),
        (KeySource::Random, t!("existing keys at random")),
        (KeySource::Hot, t!("90 % of calls to 10 % of keys")),
    ]
}

fn keys_word(keys: KeySource) -> &'static str {
    key_choices()
        .iter()
        .find(|(known, _)| *known == keys)
        .map_or("", |(_, word)| word)
}

fn set_keys(pattern: &mut Pattern, word: &str) {
    if let Some((keys, _)) = key_choices().iter().find(|(_, known)| *known == word) {
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

/// Nothing means no rate.
fn set_calls(pattern: &mut Pattern, typed: &str) -> bool {
    let per = pattern.rate.map_or(Per::Second, |rate| rate.per);
    let rate = typed.parse().ok().map(|calls| Rate { calls, per });
    put(&mut pattern.rate, rate, typed)
}

/// Sets what was read; an empty text means nothing. Returns whether the text could be read.
fn put<T>(own: &mut Option<T>, read: Option<T>, typed: &str) -> bool {
    let is_read = read.is_some() || typed.is_empty();
    if is_read {
        *own = read;
    }
    is_read
}

fn set_per(pattern: &mut Pattern, word: &str) {
    let per = Per::ALL.iter().find(|(_, known)| *known == word).map(|(per, _)| *per);
    if let (Some(rate), Some(per)) = (&mut pattern.rate, per) {
        rate.per = per;
    }
}

/// Units in steps of one half.
fn units_of(typed: &str) -> Option<Units> {
    let halves = real(typed)? * 2.0;
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the cast saturates"
    )]
    (halves >= 0.0).then(|| Units::halves(halves.round() as u64))
}
