//! The view as a whole: which part of the table is shown, what is pointed at, and the ways of the focus.

use hashrange_engine::Engine;
use hashrange_values::Item;
use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

use super::super::calm::Calm;
use super::group::GroupTable;
use super::links::Links;
use super::overview::Overview;
use super::reading::{Ask, COLLECTIONS_SHOWN, Page, Scope, collections_before, read_page, read_picture};
use super::tools::Tools;
use super::words;
use crate::components::EmptyState;
use crate::selection::{Selection, use_selection};
use crate::session::{Session, use_session};
use crate::state::collection_layout::picture::Picture;
use crate::state::collection_layout::{MEASURES, Move, Placed, Side, Spot, follow, place};
use crate::state::table_schema::TableSchema;

/// How much of the table is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Collection after collection.
    Whole,
    /// One collection with every index.
    One,
}

/// What the parts of the view share.
#[derive(Clone, Copy)]
pub struct Looking {
    session: Session,
    selection: Selection,
    /// The table.
    pub(super) schema: Signal<TableSchema>,
    pub(super) mode: RwSignal<Mode>,
    /// Collections left out at the start.
    pub(super) skip: RwSignal<usize>,
    /// When the table is looked at again.
    calm: Calm,
    /// The index beside the table.
    pub(super) index: Memo<Option<String>>,
    /// The index chosen here; until then it is the tree's, or the first.
    pub(super) own_index: RwSignal<Option<Option<String>>>,
    pub(super) picture: Memo<Option<Picture>>,
    /// Number of the item under the pointer or the focus.
    pub(super) pointed: RwSignal<Option<usize>>,
    /// Number of the item emphasised: the one pointed at, else the selected one.
    pub(super) active: Memo<Option<usize>>,
    /// Number of the selected item.
    pub(super) chosen: Memo<Option<usize>>,
    /// For each side the row that the Tab key leads to.
    pub(super) stops: (RwSignal<usize>, RwSignal<usize>),
}

impl Looking {
    fn new(schema: Signal<TableSchema>) -> Self {
        let (session, selection) = (use_session(), use_selection());
        let mode = RwSignal::new(Mode::Whole);
        let skip = RwSignal::new(0);
        let own_index = RwSignal::new(None::<Option<String>>);
        let index = Memo::new(move |_| {
            let wanted = own_index.get().unwrap_or_else(|| selection.index.get());
            let own = own_index.with(Option::is_some);
            schema.with(|schema| match wanted.filter(|name| schema.index(name).is_some()) {
                None if !own => schema.indexes.first().map(|index| index.name.clone()),
                found => found,
            })
        });
        let ask = Memo::new(move |_| {
            let scope = match mode.get() {
                Mode::Whole => Scope::Whole { index: index.get() },
                Mode::One => Scope::One { key: selection.item.get() },
            };
            Ask { schema: schema.get(), scope, selected: selection.item.get() }
        });
        let calm = Calm::state(session);
        let page = Memo::new(move |_| {
            calm.track();
            let skip = if mode.get() == Mode::Whole { skip.get() } else { 0 };
            let read = || session.with_insight(|_, engine| schema.with(|it| read_page(engine, &it.name, skip)));
            calm.measure(read)
        });
        let picture = Memo::new(move |_| {
            calm.track();
            let read = |page: &Page| session.with_insight(|_, engine| ask.with(|ask| read_picture(engine, ask, page)));
            page.with(|page| calm.measure(|| read(page)))
        });
        let pointed = RwSignal::new(None);
        let chosen = Memo::new(move |_| {
            let key = selection.item.get()?;
            picture.with(|picture| picture.as_ref()?.number_of(&key))
        });
        let active = Memo::new(move |_| pointed.get().or_else(|| chosen.get()));
        let stops = (RwSignal::new(0), RwSignal::new(0));
        Self { session, selection, schema, mode, skip, calm, index, own_index, picture, pointed, active, chosen, stops }
    }

    /// The tree's choice of an index, and pages that no longer exist, take effect here too.
    fn follow_changes(self) {
        Effect::new(move |before: Option<Option<String>>| {
            let now = self.selection.index.get();
            if before.is_some_and(|before| before != now) {
                self.own_index.set(None);
            }
            now
        });
        Effect::new(move || {
            self.picture.with(|picture| {
                let Some(picture) = picture else { return };
                if self.mode.get_untracked() == Mode::Whole && self.skip.get_untracked() >= picture.collections.max(1) {
                    self.skip.set(picture.collections.saturating_sub(1) / COLLECTIONS_SHOWN * COLLECTIONS_SHOWN);
                }
                for side in [Side::Table, Side::Index] {
                    let last = picture.members(side).count().saturating_sub(1);
                    let stop = self.stop(side);
                    if stop.get_untracked() > last {
                        stop.set(last);
                    }
                }
            });
        });
    }

    /// The row of a side that the Tab key leads to.
    pub(super) fn stop(self, side: Side) -> RwSignal<usize> {
        match side {
            Side::Table => self.stops.0,
            Side::Index => self.stops.1,
        }
    }

    /// Looks at the table.
    pub(super) fn with_table<R>(self, look: impl FnOnce(&Engine, &str) -> R) -> R {
        self.session.with_insight(|_, engine| self.schema.with(|schema| look(engine, &schema.name)))
    }

    /// Shows one collection alone.
    pub(super) fn show_alone(self, key: Item) {
        self.selection.item.set(Some(key));
        self.mode.set(Mode::One);
    }

    /// Turns to the page that has the item.
    pub(super) fn turn_to(self, key: &Item) {
        let before = self
            .session
            .with_insight(|_, engine| self.schema.with_untracked(|schema| collections_before(engine, schema, key)));
        self.skip.set(before / COLLECTIONS_SHOWN * COLLECTIONS_SHOWN);
    }
}

/// The whole view.
#[component]
pub fn Desk(
    /// The table.
    schema: Signal<TableSchema>,
) -> impl IntoView {
    let looking = Looking::new(schema);
    looking.follow_changes();
    let placed = Memo::new(move |_| {
        looking.picture.with(|picture| picture.as_ref().map(|it| place(it, &MEASURES)).unwrap_or_default())
    });
    let empty =
        Memo::new(move |_| looking.picture.with(|picture| picture.as_ref().is_none_or(|it| it.collections == 0)));
    let sentence = move || looking.picture.with(|picture| picture.as_ref().map(words::sentence));
    view! {
        <div class="collections">
            <header class="view-head">
                <h2>"Collections"</h2>
                <p class="view-note">{sentence} " Looking is free: no request is made."</p>
            </header>
            <Tools looking />
            <Show when=move || looking.mode.get() == Mode::Whole>
                <Overview looking calm=looking.calm />
            </Show>
            <Show when=move || !empty.get() fallback=|| view! { <NoItems /> }>
                <Sides looking placed />
            </Show>
        </div>
    }
}

#[component]
fn NoItems() -> impl IntoView {
    view! { <EmptyState title="No items yet" text="Write an item on the Items tab, and its collection appears here." /> }
}

/// Table, lines and indexes. Drawn anew when what they show has changed.
#[component]
fn Sides(looking: Looking, placed: Memo<Placed>) -> impl IntoView {
    let node = NodeRef::<leptos::html::Div>::new();
    let keys = move |event: KeyboardEvent| {
        let Some((from, step)) = spot_of(&event).zip(step_of(&event)) else { return };
        let to = looking.picture.with_untracked(|picture| picture.as_ref().map(|picture| follow(picture, from, step)));
        if let Some(to) = to {
            event.prevent_default();
            focus(to);
        }
    };
    // A redraw takes the focused row away; the focus returns to the row that stands where it was.
    let had_focus = StoredValue::new(None::<Spot>);
    Effect::new(move |drawn: Option<()>| {
        looking.picture.track();
        if drawn.is_some()
            && let Some(spot) = had_focus.get_value()
        {
            request_animation_frame(move || {
                let lost = document().active_element().is_none_or(|element| element.tag_name() == "BODY");
                if lost {
                    focus(spot);
                }
            });
        }
    });
    let note_focus = move |event: leptos::ev::FocusEvent| {
        had_focus.set_value(event.target().and_then(|it| it.dyn_into::<Element>().ok()).as_ref().and_then(spot_at));
    };
    let drop_focus = move |event: leptos::ev::FocusEvent| {
        if event.related_target().is_some() {
            had_focus.set_value(None);
        }
    };
    let absences = move || {
        let lines = looking.picture.with(|picture| picture.as_ref().map(words::absences).unwrap_or_default());
        lines.into_iter().map(|line| view! { <p>{line}</p> }).collect_view()
    };
    let sides = move || {
        looking.picture.get().map(|picture| {
            let largest = picture.largest();
            let names: Vec<String> = picture.right.iter().map(|group| group.name.clone()).collect();
            let alone = picture.right.is_empty();
            let mut first = 0;
            let right: Vec<_> = picture
                .right
                .into_iter()
                .map(|group| {
                    let start = first;
                    first += group.lanes.iter().map(|lane| lane.listed().count()).sum::<usize>();
                    view! { <GroupTable looking group side=Side::Index start largest indexes=Vec::new() /> }
                })
                .collect();
            view! {
                <div class="collection-sides" class:collection-alone=alone>
                    <GroupTable looking group=picture.left side=Side::Table start=0 largest indexes=names />
                    <Links looking placed />
                    <div class="collection-right">{right}</div>
                </div>
            }
        })
    };
    view! {
        <div
            class="collection-picture"
            node_ref=node
            role="group"
            aria-label="Collections. Up and Down walk the rows, Left and Right follow an item to its entry and back."
            class:has-active=move || looking.active.get().is_some()
            style:--group-head=px(MEASURES.group_head)
            style:--group-gap=px(MEASURES.group_gap)
            style:--lane-head=px(MEASURES.lane_head)
            style:--lane-limit=px(MEASURES.lane_limit)
            style:--lane-gap=px(MEASURES.lane_gap)
            style:--lane-row=px(MEASURES.row)
            on:keydown=keys
            on:focusin=note_focus
            on:focusout=drop_focus
        >
            {sides}
        </div>
        <div class="collection-absences">{absences}</div>
    }
}

fn px(length: f64) -> String {
    format!("{length}px")
}

/// The row an event happened in.
fn spot_of(event: &KeyboardEvent) -> Option<Spot> {
    if event.alt_key() || event.ctrl_key() || event.meta_key() || event.shift_key() {
        return None;
    }
    spot_at(event.target()?.dyn_ref::<Element>()?)
}

fn spot_at(element: &Element) -> Option<Spot> {
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

fn step_of(event: &KeyboardEvent) -> Option<Move> {
    match event.key().as_str() {
        "ArrowUp" => Some(Move::Up),
        "ArrowDown" => Some(Move::Down),
        "ArrowLeft" | "ArrowRight" => Some(Move::Across),
        "Home" => Some(Move::First),
        "End" => Some(Move::Last),
        _ => None,
    }
}

fn focus(spot: Spot) {
    let found = document().query_selector(&format!("[data-spot=\"{}\"]", spot_word(spot))).ok().flatten();
    if let Some(row) = found.and_then(|row| row.dyn_into::<HtmlElement>().ok()) {
        // An element that cannot be focused leaves the focus where it is.
        let _ = row.focus();
    }
}
