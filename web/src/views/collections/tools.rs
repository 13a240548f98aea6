//! The controls above the picture: how much is shown, which index is beside it, and the paging.

use hashrange_words::t;
use leptos::prelude::*;

use super::looking::{Looking, Mode};
use super::reading::COLLECTIONS_SHOWN;
use super::words;
use crate::components::{Button, ButtonKind, ModelTag, Segmented, When};
use crate::derived::Signal;
use crate::memo::Memo;
use crate::state::table_schema::IndexKind;
use crate::views::fields::{Chip, ChipWord, Options, Select};

/// The controls.
#[component]
pub fn Tools(
    /// The current part of the table.
    looking: Looking,
) -> impl IntoView {
    let whole = move || looking.mode.get() == Mode::Whole;
    let has_indexes = Memo::new(move |_| looking.schema.with(|schema| !schema.indexes.is_empty()));
    view! {
        <div class="tools collection-tools" role="toolbar" aria-label=t!("Collections")>
            <Segmented
                label=t!("Level of detail")
                options=vec![(Mode::Whole, t!("Whole table")), (Mode::One, t!("One collection"))]
                chosen=looking.mode
                on_choose=move |mode| looking.mode.set(mode)
            />
            <When holds=move || whole() && has_indexes.get()>
                <IndexChip looking />
            </When>
            <span class="spacer"></span>
            <When holds=whole>
                <Pager looking />
            </When>
        </div>
    }
}

/// Which index is beside the table.
#[component]
fn IndexChip(looking: Looking) -> impl IntoView {
    let options = Signal::derive(move || {
        let mut options: Options = vec![(String::new(), "nothing".to_owned())];
        looking.schema.with(|schema| {
            options.extend(schema.indexes.iter().map(|index| {
                let kind = if index.kind == IndexKind::Local { "LSI" } else { "GSI" };
                (index.name.clone(), format!("{kind} {}", index.name))
            }));
        });
        options
    });
    let value = Signal::derive(move || looking.index.get().unwrap_or_default());
    view! {
        <Chip>
            <ChipWord>{t!("beside it")}</ChipWord>
            <Select
                label=t!("Index next to the table")
                options
                value
                on_change=move |name: String| looking.own_index.set(Some(Some(name).filter(|name| !name.is_empty())))
            />
        </Chip>
    }
}

/// The paging through the collections.
#[component]
fn Pager(looking: Looking) -> impl IntoView {
    let total = Memo::new(move |_| {
        looking
            .picture
            .with(|picture| picture.as_ref().map_or(0, |it| it.collections))
    });
    let shown = Memo::new(move |_| {
        looking
            .picture
            .with(|picture| picture.as_ref().map_or(0, |it| it.left.lanes.len()))
    });
    let at_start = Signal::derive(move || looking.skip.get() == 0);
    let from = Memo::new(move |_| looking.picture.with(|picture| picture.as_ref().map_or(0, |it| it.from)));
    let at_end = Signal::derive(move || looking.skip.get() + COLLECTIONS_SHOWN >= total.get());
    let elsewhere = move || looking.selected_at.get().is_some() && looking.chosen.get().is_none();
    let turn = move |()| looking.turn_to_selected();
    let back = move |()| {
        looking
            .skip
            .update(|skip| *skip = skip.saturating_sub(COLLECTIONS_SHOWN));
    };
    let on = move |()| looking.skip.update(|skip| *skip += COLLECTIONS_SHOWN);
    view! {
        <When holds=elsewhere>
            <Button kind=ButtonKind::Quiet on_press=turn>{t!("Go to the selected item")}</Button>
        </When>
        <span class="collection-pager">
        <span class="collection-pages">
            <span class="collection-count" role="status">{move || words::pages(from.get(), shown.get(), total.get())}</span>
            " " {t!("in hash order")} " "
            <ModelTag reason=t!("AWS does not document the hash function; we use one that gives the Scan order observed on the real service") />
        </span>
        <When holds=move || { total.get() > COLLECTIONS_SHOWN }>
            <Button label=t!("Previous collections") disabled=at_start on_press=back>{t!("‹ Previous")}</Button>
            <Button label=t!("Next collections") disabled=at_end on_press=on>{t!("Next ›")}</Button>
        </When>
        </span>
    }
}
