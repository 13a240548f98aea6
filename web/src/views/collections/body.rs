//! The complete view: the table, its indexes, and the movement of the focus between them.

use hashrange_words::t;
use leptos::ev::{FocusEvent, KeyboardEvent};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::Element;

use super::group::GroupTable;
use super::links::Links;
use super::looking::{Looking, Mode};
use super::overview::Overview;
use super::spots::{focus, spot_at, spot_of, step_of};
use super::tools::Tools;
use super::words;
use crate::components::focus::focused;
use crate::components::{EmptyState, When};
use crate::derived::Signal;
use crate::effect::effect_again;
use crate::memo::Memo;
use crate::session::use_session;
use crate::state::collection_layout::picture::CollectionPicture;
use crate::state::collection_layout::{MEASURES, Placed, Side, Spot, follow, place};
use crate::state::table_schema::TableSchema;
use crate::views::items::cost;

/// The complete view.
#[component]
pub fn CollectionsBody(
    /// The table.
    schema: Signal<TableSchema>,
) -> impl IntoView {
    let session = use_session();
    let looking = Looking::new(schema);
    looking.follow_changes();
    let placed = Memo::new(move |_| {
        looking
            .picture
            .with(|picture| picture.as_ref().map(|it| place(it, &MEASURES)).unwrap_or_default())
    });
    let empty = Memo::new(move |_| {
        looking
            .picture
            .with(|picture| picture.as_ref().is_some_and(|it| it.collections == 0))
    });
    let sentence = move || looking.picture.with(|picture| picture.as_ref().map(words::sentence));
    view! {
        <div class="collections">
            <header class="view-head">
                <h2>{t!("Collections")}</h2>
                <p class="view-note">{sentence} {move || cost(session)}</p>
            </header>
            <Tools looking />
            <When holds=move || looking.mode.get() == Mode::Whole>
                <Overview looking />
            </When>
            <When holds=move || !empty.get() fallback=|| view! { <NoItems /> }>
                <Sides looking placed />
            </When>
        </div>
    }
}

#[component]
fn NoItems() -> impl IntoView {
    view! { <EmptyState title=t!("No items yet") text=t!("Add an item on the Items tab. Its item collection appears here.") /> }
}

/// Table, lines and indexes. Drawn again when their content changes.
#[component]
fn Sides(looking: Looking, placed: Memo<Placed>) -> impl IntoView {
    let had_focus = RowFocus(StoredValue::new(None));
    had_focus.follow_redraws(looking);
    let absences = move || {
        let lines = looking
            .picture
            .with(|picture| picture.as_ref().map(words::absences).unwrap_or_default());
        lines.into_iter().map(|line| view! { <p>{line}</p> }).collect_view()
    };
    view! {
        <div
            class="collection-picture"
            role="group"
            aria-label=t!("Collections. Up and Down walk the rows, Left and Right follow an item to its entry and back.")
            class:has-active=move || looking.active.get().is_some()
            style:--group-head=px(MEASURES.group_head)
            style:--group-gap=px(MEASURES.group_gap)
            style:--lane-head=px(MEASURES.lane_head)
            style:--lane-limit=px(MEASURES.lane_limit)
            style:--lane-gap=px(MEASURES.lane_gap)
            style:--lane-row=px(MEASURES.row)
            on:keydown=move |event| walk(looking, &event)
            on:focusin=move |event| had_focus.note(&event)
            on:focusout=move |event| had_focus.forget(&event)
        >
            {move || looking.picture.get().map(|picture| groups(looking, placed, picture))}
        </div>
        <div class="collection-absences">{absences}</div>
    }
}

/// The table on the left and its indexes on the right, with the lines between them.
fn groups(looking: Looking, placed: Memo<Placed>, picture: CollectionPicture) -> impl IntoView {
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
}

/// Moves the focus by a key: along the rows, or to an entry and back.
fn walk(looking: Looking, event: &KeyboardEvent) {
    let Some((from, step)) = spot_of(event).zip(step_of(event)) else {
        return;
    };
    let to = looking
        .picture
        .with_untracked(|picture| picture.as_ref().map(|picture| follow(picture, from, step)));
    if let Some(to) = to {
        event.prevent_default();
        focus(to);
    }
}

/// The row that has the focus. A redraw removes it. Then the row at its position gets the focus.
#[derive(Clone, Copy)]
struct RowFocus(StoredValue<Option<Spot>>);

impl RowFocus {
    fn follow_redraws(self, looking: Looking) {
        effect_again(move |drawn| {
            looking.picture.track();
            if drawn && let Some(spot) = self.0.get_value() {
                request_animation_frame(move || {
                    if focused().is_none() {
                        focus(spot);
                    }
                });
            }
        });
    }

    fn note(self, event: &FocusEvent) {
        self.0.set_value(
            event
                .target()
                .and_then(|it| it.dyn_into::<Element>().ok())
                .as_ref()
                .and_then(spot_at),
        );
    }

    /// Drops the row when the focus goes elsewhere.
    fn forget(self, event: &FocusEvent) {
        if event.related_target().is_some() {
            self.0.set_value(None);
        }
    }
}

fn px(length: f64) -> String {
    format!("{length}px")
}
