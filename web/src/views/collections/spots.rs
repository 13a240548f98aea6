//! Rows as the page knows them: how one is marked, found again, walked to and focused.

use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

use crate::state::collection_layout::{Move, Side, Spot};

/// The row an event happened in.
pub(super) fn spot_of(event: &KeyboardEvent) -> Option<Spot> {
    if event.alt_key() || event.ctrl_key() || event.meta_key() || event.shift_key() {
        return None;
    }
    spot_at(event.target()?.dyn_ref::<Element>()?)
}

/// The row that an element of the page stands for.
pub(super) fn spot_at(element: &Element) -> Option<Spot> {
    let word = element.get_attribute("data-spot")?;
    let (side, place) = word.split_once('-')?;
    let side = if side == "table" { Side::Table } else { Side::Index };
    Some(Spot { side, place: place.parse().ok()? })
}

/// What marks the row of a spot in the page.
pub(super) fn spot_word(spot: Spot) -> String {
    let side = if spot.side == Side::Table { "table" } else { "index" };
    format!("{side}-{}", spot.place)
}

/// Where a key leads.
pub(super) fn step_of(event: &KeyboardEvent) -> Option<Move> {
    match event.key().as_str() {
        "ArrowUp" => Some(Move::Up),
        "ArrowDown" => Some(Move::Down),
        "ArrowLeft" | "ArrowRight" => Some(Move::Across),
        "Home" => Some(Move::First),
        "End" => Some(Move::Last),
        _ => None,
    }
}

/// Gives a row the focus.
pub(super) fn focus(spot: Spot) {
    let found = document().query_selector(&format!("[data-spot=\"{}\"]", spot_word(spot))).ok().flatten();
    if let Some(row) = found.and_then(|row| row.dyn_into::<HtmlElement>().ok()) {
        // An element that cannot be focused leaves the focus where it is.
        let _ = row.focus();
    }
}
