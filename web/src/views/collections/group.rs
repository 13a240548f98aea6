//! The collections of one table or index, as a table: one body for each collection, one row for each item or entry.

use hashrange_protocol::EntrySeen;
use hashrange_words::t;
use leptos::prelude::*;

use super::looking::{Looking, Mode};
use super::spots::spot_word;
use super::words;
use crate::components::{Button, ButtonKind, KeyGlyph, KeyName, When};
use crate::memo::Memo;
use crate::selection::use_selection;
use crate::state::collection_layout::picture::{CollectionGroup, Column, Lane, Member, Row};
use crate::state::collection_layout::{Side, Spot, note};
use crate::state::figures;
use crate::state::item_rows::cell_text;
use crate::state::table_schema::{IndexKind, Part};
use crate::views::key_name::glyph;

/// The share of a row's width for its columns. The rest is for the size.
const COLUMNS_PERCENT: f64 = 80.0;

/// What every row of a group needs.
#[derive(Clone, Copy)]
struct Frame {
    looking: Looking,
    side: Side,
    columns: StoredValue<Vec<Column>>,
    /// Names of the indexes on the right, for the table's rows.
    indexes: StoredValue<Vec<String>>,
    /// Bytes of the largest member, which has a full bar.
    largest: u32,
}

/// One group.
#[component]
pub fn GroupTable(
    /// The current part of the table.
    looking: Looking,
    /// The group.
    group: CollectionGroup,
    /// Its side.
    side: Side,
    /// The position of its first row among the rows of its side.
    start: usize,
    /// Bytes of the largest member of the picture.
    largest: u32,
    /// Names of the indexes on the right; empty for a group on the right.
    indexes: Vec<String>,
) -> impl IntoView {
    let label = words::group_label(&group);
    let has_entries = !indexes.is_empty();
    let frame = Frame {
        looking,
        side,
        columns: StoredValue::new(group.columns.clone()),
        indexes: StoredValue::new(indexes),
        largest,
    };
    let shares = group.column_shares();
    let heads = group
        .columns
        .iter()
        .zip(shares)
        .map(|(column, share)| column_head(column, share))
        .collect_view();
    let caption = caption(&group);
    let part = group.part;
    let tall = group.has_tall_heads();
    let mut place = start;
    let lanes: Vec<_> = group
        .lanes
        .into_iter()
        .map(|lane| {
            let first = place;
            place += lane.listed().count();
            lane_body(frame, lane, (part, tall), first)
        })
        .collect();
    let empty = lanes
        .is_empty()
        .then(|| view! { <p class="collection-none">{t!("No entries for these items.")}</p> });
    view! {
        <section class="collection-group">
            <header class="collection-caption">{caption}</header>
            <table class="collection-table" aria-label=label>
                <thead>
                    <tr>
                        {heads}
                        <th scope="col" class="lane-size" style:inline-size=format!("{}%", 100.0 - COLUMNS_PERCENT)>{t!("size")}</th>
                        {has_entries.then(|| view! {
                            <th scope="col" class="lane-entry"><span class="visually-hidden">{t!("in the index")}</span></th>
                        })}
                    </tr>
                </thead>
                {lanes}
            </table>
            {empty}
        </section>
    }
}

/// Name, keys and projection of a group.
fn caption(group: &CollectionGroup) -> impl IntoView + use<> {
    let kind = match group.kind {
        None => t!("Table"),
        Some(IndexKind::Local) => "LSI",
        Some(IndexKind::Global) => "GSI",
    };
    let queued = (group.queued > 0).then(|| {
        let changes = t!(
            "{number, plural, one {# change} other {# changes}}",
            number = group.queued
        );
        view! { <span class="collection-queued">{changes} " " {t!("behind")}</span> }
    });
    view! {
        <h3 class="collection-name"><small>{kind}</small> " " {group.name.clone()}</h3>
        <span class="collection-keys">
            {t!("by")} " " <KeyName name=group.partition_key.to_string() role=Some(glyph(group.part)) />
        </span>
        {queued}
        <span class="collection-projection">{group.projection}</span>
    }
}

fn column_head(column: &Column, share: f64) -> impl IntoView + use<> {
    let absent = !column.projected;
    let name = column.name.to_string();
    view! {
        <th
            scope="col"
            class:lane-absent=absent
            style:inline-size=format!("{:.1}%", share * COLUMNS_PERCENT)
            title=absent.then_some(t!("The index does not project this attribute"))
        >
            <KeyName name role=column.part.map(glyph) />
        </th>
    }
}

/// One collection.
fn lane_body(frame: Frame, lane: Lane, (part, tall): (Part, bool), first: usize) -> impl IntoView {
    let of_table = frame.side == Side::Table;
    let columns = frame.columns.with_value(Vec::len) + 1 + usize::from(frame.indexes.with_value(|it| !it.is_empty()));
    let attribute = lane
        .partition_key
        .iter()
        .next()
        .map(|(name, _)| name.to_string())
        .unwrap_or_default();
    let total = words::lane_total(&lane, of_table);
    let limit = words::lane_limit(&lane);
    let key = lane.listed().next().map(|member| member.key.clone());
    let alone = key.filter(|_| of_table).map(|key| {
        let looking = frame.looking;
        let label = t!("focus on the collection {title}, with every index", title = lane.title);
        view! {
            <When holds=move || looking.mode.get() == Mode::Whole>
                <Button
                    kind=ButtonKind::Quiet
                    label=label.clone()
                    on_press={
                        let key = key.clone();
                        move |()| looking.show_alone(key.clone())
                    }
                >
                    {t!("focus")}
                </Button>
            </When>
        }
    });
    let title = lane.title.clone();
    let mut place = first;
    let rows: Vec<_> =
        lane.rows
            .into_iter()
            .map(|row| {
                match row {
            Row::Gap(members) => {
                view! { <tr class="lane-gap"><td colspan=columns.to_string()>{words::gap(members, of_table)}</td></tr> }
                    .into_any()
            }
            Row::Member(member) => {
                let spot = Spot { side: frame.side, place };
                place += 1;
                member_row(frame, &member, spot).into_any()
            }
        }
            })
            .collect();
    view! {
        <tbody class="lane">
            <tr class="lane-head" class:lane-tall=tall>
                <th scope="rowgroup" colspan=columns.to_string()>
                    <span class="lane-title">
                        <KeyGlyph role=glyph(part) named=true />
                        <span class="visually-hidden">{attribute} " = "</span>
                        <b class=glyph(part).class()>{title}</b>
                        <span class="lane-total">{total}</span>
                        {alone}
                    </span>
                    {limit.map(|limit| view! { <span class="lane-limit">{limit}</span> })}
                </th>
            </tr>
            {rows}
        </tbody>
    }
}

/// One item or entry. The complete row can be clicked. Its first cell is the button for keyboard users.
fn member_row(frame: Frame, member: &Member, spot: Spot) -> impl IntoView + use<> {
    let looking = frame.looking;
    let selection = use_selection();
    let number = member.number;
    let is_active = move || looking.active.get() == Some(number);
    let is_chosen = Memo::new(move |_| looking.chosen.get() == Some(number));
    let key = StoredValue::new(member.key.clone());
    let select = move |_| selection.item.set(Some(key.get_value()));
    let mut cells = frame.columns.with_value(|columns| {
        let named = member.cells.iter().zip(columns);
        named
            .map(|(cell, column)| (words::cell(cell, &column.name), column))
            .map(cell_words)
            .collect::<Vec<_>>()
    });
    let first = if cells.is_empty() { None } else { Some(cells.remove(0)) };
    let first = first.map(|cell| first_cell(frame, member, spot, is_chosen, cell));
    let rest = cells.into_iter().map(plain_cell);
    let entries = frame
        .indexes
        .with_value(|names| (!names.is_empty()).then(|| entry_notes(&member.entries, names)));
    view! {
        <tr
            class="lane-row"
            class:lane-on=is_active
            class:lane-chosen=move || is_chosen.get()
            on:click=select
            on:pointerenter=move |_| looking.point_at(number)
            on:pointerleave=move |_| looking.leave(number)
        >
            {first}
            {rest.collect_view()}
            {size_cell(member.size, frame.largest)}
            {entries.map(|notes| view! { <td class="lane-entry">{notes}</td> })}
        </tr>
    }
}

/// The first cell of a row: the button that presses the row.
fn first_cell(
    frame: Frame,
    member: &Member,
    spot: Spot,
    is_chosen: Memo<bool>,
    (words, class, role, name): CellWords,
) -> impl IntoView + use<> {
    let (looking, number) = (frame.looking, member.number);
    let stop = looking.stop(frame.side);
    view! {
        <td class=class data-name=name>
            <button
                type="button"
                class=format!("lane-button {role}")
                data-spot=spot_word(spot)
                tabindex=move || if stop.get() == spot.place { "0" } else { "-1" }
                aria-pressed=move || is_chosen.get().to_string()
                aria-label=spoken(member, frame.columns)
                on:focus=move |_| {
                    stop.set(spot.place);
                    looking.point_at(number);
                }
                on:blur=move |_| looking.leave(number)
            >
                {words}
            </button>
        </td>
    }
}

/// The bytes of a member, with a bar that is full for the largest.
fn size_cell(size: u32, largest: u32) -> impl IntoView {
    let share = f64::from(size) / f64::from(largest.max(1)) * 100.0;
    view! {
        <td class="lane-size">
            <span class="lane-bar" aria-hidden="true"><span style:inline-size=format!("{share:.1}%")></span></span>
            <span class="lane-bytes">{figures::bytes(u64::from(size))}</span>
        </td>
    }
}

/// A cell after the first one.
fn plain_cell((words, class, role, name): CellWords) -> impl IntoView {
    let title = words.clone();
    let absent = (class == "lane-absent").then_some(t!("not projected"));
    view! {
        <td class=class data-name=name title=absent.map_or(title, str::to_owned)>
            <span class=role>{words}</span>
            {absent.map(|words| view! { <span class="lane-absent-words">{words}</span> })}
        </td>
    }
}

/// The accessible name of a row whose first cell is not a key: its primary key.
fn spoken(member: &Member, columns: StoredValue<Vec<Column>>) -> Option<String> {
    let keyed = columns.with_value(|columns| columns.first().is_some_and(|first| first.part.is_some()));
    let values = || {
        member
            .key
            .iter()
            .map(|(name, value)| format!("{name} {}", cell_text(value)))
            .collect::<Vec<_>>()
    };
    (!keyed).then(|| values().join(", "))
}

/// Text, class of the cell, class of the key hue, and name of the attribute.
type CellWords = (String, &'static str, &'static str, String);

fn cell_words(((words, class), column): ((std::borrow::Cow<'_, str>, &'static str), &Column)) -> CellWords {
    let hue = match column.part {
        Some(part) if class == "lane-value" => glyph(part).class(),
        _ => "",
    };
    (words.into_owned(), class, hue, column.name.to_string())
}

/// The state of an item in each index. If lines are drawn, only additional facts are visible. The rest is for assistive
/// technology.
fn entry_notes(entries: &[EntrySeen], names: &[String]) -> impl IntoView + use<> {
    let alone = names.len() == 1;
    let lines = entries.iter().zip(names).map(|(entry, name)| {
        let special = note(entry, (!alone).then_some(name.as_str()));
        let position = words::entry_position(entry, name);
        view! {
            {position.map(|position| view! { <span class="entry-position">{position}</span> })}
            {special.map(|special| view! { <span class="entry-note">{special}</span> })}
        }
    });
    let lines = lines.collect_view();
    view! { <span class="entry-notes">{lines}</span> }
}
