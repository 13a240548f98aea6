//! Rows in the page: how to mark, find, navigate to and focus one.

use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

use crate::state::collection_layout::{Move, Side, Spot};

/// The row of an event.
pub(super) fn spot_of(event: &KeyboardEvent) -> Option<Spot> {
    if event.alt_key() || event.ctrl_key() || event.meta_key() || event.shift_key() {
        return None;
    }
    spot_at(event.target()?.dyn_ref::<Element>()?)
}

/// The row of an element of the page.
pub(super) fn spot_at(element: &Element) -> Option<Spot> {
    let word = element.get_attribute("data-spot")?;
    let (side, place) = word.split_once('-')?;
    let side = if side == "table" { Side::Table } else { Side::Index };
    Some(Spot {
        side,
        place: place.parse().ok()?,
    })
}

/// The mark of a row in the page.
pub(super) fn spot_word(spot: Spot) -> String {
    let side = if spot.side == Side::Table { "table" } else { "index" };
    format!("{side}-{}", spot.place)
}

/// The move for a key.
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

/// Focuses a row.
pub(super) fn focus(spot: Spot) {
    let found = document()
        .query_selector(&format!("[data-spot=\"{}\"]", spot_word(spot)))
        .ok()
        .flatten();
    if let Some(row) = found.and_then(|row| row.dyn_into::<HtmlElement>().ok()) {
        // An element that cannot be focused leaves the focus unchanged.
        let _ = row.focus();
    }
}
