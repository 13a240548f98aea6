//! The pictures of the Index build card: its lanes, the table in hash order with the cursor, and the contest for write
//! units. Must not know how a reading is made.

use hashrange_protocol::{BuildCell, CellState};
use hashrange_values::Item;
use leptos::prelude::*;

use super::contest;
use super::lane::Lane;
use super::layout::{BAR, WIDTH, cell, height, shares};
use super::reading::Reading;
use super::words;
use crate::components::ModelTag;
use crate::selection::use_selection;
use crate::views::figures;

/// Resource allocation, backfilling, active.
pub(super) fn lanes(reading: Memo<Option<Reading>>) -> impl IntoView {
    let lanes =
        Memo::new(move |_| reading.with(|it| it.as_ref().map(|it| (it.lanes.clone(), it.percent)).unwrap_or_default()));
    let line = |lane: &Lane, percent: u64| {
        let (class, sign) = lane.state.drawn();
        let percent = (lane.name == "backfilling").then(|| format!(" {percent} %"));
        view! {
            <li class=class>
                <b>{sign} " " {lane.name}{percent}</b>
                <span>{lane.detail.clone()}</span>
            </li>
        }
    };
    view! {
        <ol class="build-lanes">
            {move || lanes.with(|(lanes, percent)| lanes.iter().map(|lane| line(lane, *percent)).collect_view())}
        </ol>
    }
}

/// The table in hash order.
pub(super) fn grid(reading: Memo<Option<Reading>>) -> impl IntoView {
    let selection = use_selection();
    let label = move || {
        reading.with(|it| {
            it.as_ref().map_or_else(String::new, |it| {
                format!(
                    "The table in hash order: {} of {} items passed, {} entries in the index, {} violations",
                    figures::count(it.passed),
                    figures::count(it.items),
                    figures::count(it.entries),
                    figures::count(it.violations)
                )
            })
        })
    };
    let cells = Memo::new(move |_| {
        reading.with(|it| it.as_ref().map(|it| (it.cells.clone(), it.keys.clone())).unwrap_or_default())
    });
    let draw = move || {
        let selected = selection.item.get();
        cells.with(|(cells, keys)| {
            let one = |(at, one): (usize, &BuildCell)| {
                mark(at, one, keys.get(at), cells.cursor == Some(at), is_selected(one, selected.as_ref()))
            };
            cells.cells.iter().enumerate().map(one).collect_view()
        })
    };
    let tall = move || cells.with(|(cells, _)| height(cells.cells.len()));
    let title = move || {
        let each = cells.with(|(cells, _)| cells.each_is_an_item);
        if each { "Items in hash order" } else { "Slices of the hash range" }
    };
    let entries = move || reading.with(|it| it.as_ref().map(|it| it.entries).unwrap_or_default());
    let has_cells = Memo::new(move |_| cells.with(|(cells, _)| !cells.cells.is_empty()));
    view! {
        <Show when=move || has_cells.get()>
            <h3 class="live-heading">
                {title}
                <ModelTag reason="AWS documents that backfilling reads every item, not in which order; we read in hash order, spread over the time it takes" />
            </h3>
            <svg class="live-svg" viewBox=move || format!("0 0 {WIDTH} {}", tall()) role="img" aria-label=label>
                {draw}
            </svg>
            <p class="live-legend">
                {key("build-copied", "entry copied")}
                {key("build-sparse", "lacks the key")}
                {key("build-violation", "violation ✕")}
                {key("build-live-key", "new write")}
                {key("build-ahead", "ahead")}
            </p>
        </Show>
        <p class="build-entries">{move || figures::count(entries())} " entries in the index"</p>
    }
}

/// A sign of the legend and its word, which stay together.
fn key(class: &str, word: &'static str) -> impl IntoView + use<> {
    view! { <span class="build-sign"><span class=format!("build-key {class}")></span>{word}</span> }
}

fn is_selected(cell: &BuildCell, selected: Option<&Item>) -> bool {
    selected.is_some() && cell.key.as_ref() == selected
}

/// One cell, with the marks that tell its state without colour.
fn mark(at: usize, one: &BuildCell, key: Option<&String>, cursor: bool, selected: bool) -> impl IntoView + use<> {
    let place = cell(at);
    let (class, word) = words::cell(one);
    let without = place.height * words::without_entry(one);
    let live = if one.live { ", written while the index was being filled" } else { "" };
    let title = key.map_or_else(|| format!("{word}{live}"), |key| format!("{key}: {word}{live}"));
    let (middle_x, middle_y) = (place.x + place.width / 2.0, place.y + place.height / 2.0);
    let cross = (one.state == CellState::Violation).then(|| {
        let (left, top, right, bottom) = (middle_x - 4.0, middle_y - 4.0, middle_x + 4.0, middle_y + 4.0);
        view! { <path class="build-cross" d=format!("M{left} {top}L{right} {bottom}M{right} {top}L{left} {bottom}")></path> }
    });
    let dot = one.live.then(|| view! { <circle class="build-live" cx=middle_x cy=middle_y r="4"></circle> });
    view! {
        <g class=class class:build-cursor=cursor class:build-selected=selected>
            <title>{title}</title>
            <rect x=place.x y=place.y width=place.width height=place.height rx="3"></rect>
            {(without > 0.0).then(|| view! { <rect class="build-without" x=place.x y=place.y width=place.width height=without rx="3"></rect> })}
            {cross}
            {dot}
        </g>
    }
}

/// Who uses the index's write units.
pub(super) fn contest_bar(reading: Memo<Option<Reading>>) -> impl IntoView {
    let contest = Memo::new(move |_| reading.with(|it| it.as_ref().map(|it| it.contest).unwrap_or_default()));
    let draw = move || {
        contest.with(|contest| {
            let parts = shares(contest.filling.as_f64(), contest.live.as_f64(), contest.rate.map(|rate| rate as f64));
            let classes = ["build-share-filling", "build-share-live", "build-share-left"];
            let part = |(class, (start, width)): (&'static str, (f64, f64))| {
                view! { <rect class=class x=start y="0" width=width height=BAR></rect> }
            };
            classes.into_iter().zip(parts).map(part).collect_view()
        })
    };
    let told = move || contest.with(contest::sentence);
    view! {
        <h3 class="live-heading">"Write capacity of the index"</h3>
        <svg class="live-svg" viewBox=format!("0 0 {WIDTH} {BAR}") role="img" aria-label=told>
            {draw}
        </svg>
        <p class="live-legend">
            {key("build-share-filling", "filling")}
            {key("build-share-live", "other writes")}
            {key("build-share-left", "free")}
        </p>
        <p class="live-note">{told}</p>
    }
}
