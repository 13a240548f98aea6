//! The content of the palette: a field, and the list of what it finds; or the keys of the page. Late code.
//!
//! Must not know how matches are found (`state/palette`), nor how a place is opened. Its elements are one string and their
//! events have one place, because each attribute and each handler of a view costs code.

use std::cell::RefCell;
use std::rc::Rc;

use leptos::ev::{KeyboardEvent, MouseEvent};
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;
use web_sys::{Element, ScrollIntoViewOptions, ScrollLogicalPosition};

use super::handle::Palette;
use super::way::Way;
use crate::beside::beside;
use crate::effect::effect;
use crate::lessons::download::file;
use crate::state::palette::{Found, Index};

/// The elements: the field and its list, and the note below.
const FINDER: &str = "<input class='field' role='combobox' aria-label='Find anything' aria-expanded='true' \
                      aria-controls='palette-list' aria-activedescendant='' autocomplete='off' maxlength='100' \
                      placeholder='hot partition, TTL, undo, a table…'>\
                      <div id='palette-list' class='palette-list' role='listbox' aria-label='Found'></div>\
                      <p class='part-note' role='status'></p>";
/// The elements of the list of keys.
const KEYS: &str = "<div id='palette-list' class='palette-list palette-keys' role='region' aria-label='Keys' tabindex='0'>\
                    </div><p class='part-note' role='status'></p>";
/// What the palette says when it finds nothing.
const NOTHING: &str = "Nothing found. Write the name of a lesson, a table, an index, a view, a setting, a sample, a workspace or \
                       a command, or words of an error message.";
/// What the palette says about its keys.
const HINT: &str = "↑ ↓ choose, Enter opens, > finds only commands";

hashrange_late::late!(page:
    /// The content of the dialog.
    pub fn palette_panel(palette: Palette) -> AnyView {
        finder_view(palette)
    }
);

fn finder_view(palette: Palette) -> AnyView {
    download(palette);
    let keys = palette.keys.get_untracked();
    let finder = Rc::new(RefCell::new(Finder {
        way: Way::from_here(palette),
        keys,
        index: Index::default(),
        query: String::new(),
        found: Vec::new(),
        active: 0,
    }));
    let (filled, written, pressed) = (Rc::clone(&finder), Rc::clone(&finder), Rc::clone(&finder));
    effect(move || filled.borrow_mut().fill(&palette.text.get()));
    view! {
        <div
            class="palette dialog-first"
            inner_html=if keys { KEYS } else { FINDER }
            on:input=move |event| written.borrow_mut().find(event_target_value(&event))
            on:keydown=move |event| pressed.borrow_mut().press(&event)
            on:click=move |event| finder.borrow().click(&event)
        ></div>
    }
    .into_any()
}

/// Downloads the palette's file, unless it is here.
fn download(palette: Palette) {
    if palette.text.with_untracked(String::is_empty) {
        spawn_local(async move {
            match file(&beside("vendor/palette.txt")).await {
                Ok(text) => palette.text.set(text),
                Err(words) => say(&words),
            }
        });
    }
}

/// The element of the palette that a selector names.
fn part(selector: &str) -> Option<Element> {
    document()
        .query_selector(&format!(".palette {selector}"))
        .ok()
        .flatten()
}

/// Replaces the rows.
fn put(html: &str) {
    if let Some(list) = part("#palette-list") {
        list.set_inner_html(html);
    }
}

/// Replaces the note.
fn say(words: &str) {
    if let Some(note) = part("[role=status]") {
        note.set_text_content(Some(words));
    }
}

/// What is shown.
struct Finder {
    way: Way,
    /// Whether it lists the keys.
    keys: bool,
    index: Index,
    query: String,
    found: Vec<Found>,
    /// The position of the active row.
    active: usize,
}

impl Finder {
    /// Takes up the palette's file. Until it is here, only what needs no file is found.
    fn fill(&mut self, text: &str) {
        self.index = self.way.index(text);
        if self.keys {
            put(&self.index.rows(&self.index.keys(), "", None));
        } else {
            let (query, found, active) = (std::mem::take(&mut self.query), self.found.clone(), self.active);
            self.find(query);
            // A new item or workspace does not take the choice from the reader.
            if self.found == found {
                self.activate(active);
            }
            if text.is_empty() {
                say(HINT);
            }
        }
    }

    fn find(&mut self, query: String) {
        self.found = self.index.find(&query);
        self.query = query;
        self.activate(0);
        say(if self.found.is_empty() { NOTHING } else { HINT });
    }

    /// Draws the rows, with the one at this position active.
    fn activate(&mut self, at: usize) {
        self.active = at;
        put(&self.index.rows(&self.found, &self.query, Some(at)));
        let row = part("[aria-selected=true]");
        if let Some(row) = &row {
            let options = ScrollIntoViewOptions::new();
            options.set_block(ScrollLogicalPosition::Nearest);
            row.scroll_into_view_with_scroll_into_view_options(&options);
        }
        if let Some(field) = part("input") {
            let id = row.map(|row| row.id()).unwrap_or_default();
            // Cannot fail: the name is valid.
            let _ = field.set_attribute("aria-activedescendant", &id);
        }
    }

    fn press(&mut self, event: &KeyboardEvent) {
        let last = self.found.len().saturating_sub(1);
        let at = match event.key().as_str() {
            // They scroll the list of keys.
            _ if self.keys => return,
            "ArrowDown" if self.active < last => self.active + 1,
            "ArrowUp" if self.active == 0 => last,
            "ArrowUp" => self.active - 1,
            "ArrowDown" | "Home" => 0,
            "End" => last,
            "Enter" if !event.is_composing() => {
                event.prevent_default();
                return self.choose(self.active);
            }
            _ => return,
        };
        event.prevent_default();
        self.activate(at);
    }

    fn click(&self, event: &MouseEvent) {
        let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
        let row = target.and_then(|target| target.closest("[role=option]").ok().flatten());
        if let Some(at) = row.and_then(|row| row.id().strip_prefix("found-")?.parse().ok()) {
            self.choose(at);
        }
    }

    /// Goes to the place of a row.
    fn choose(&self, at: usize) {
        if let Some(found) = self.found.get(at) {
            self.way.obey(found.place.clone());
        }
    }
}
