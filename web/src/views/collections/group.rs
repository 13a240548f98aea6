//! The collections of one table or index, as a table: one body a collection, one row an item or entry.

use leptos::prelude::*;

use super::looking::{Looking, Mode};
use super::spots::spot_word;
use super::words;
use crate::components::{Button, ButtonKind, KeyGlyph, KeyName};
use crate::selection::use_selection;
use crate::state::collection_layout::picture::{Column, Entry, Group, Lane, Member, Row};
use crate::state::collection_layout::{Side, Spot, note};
use crate::state::item_rows::cell_text;
use crate::state::table_schema::{IndexKind, Part};
use crate::views::figures;
use crate::views::key_name::glyph;

/// Share of a row that its columns take; the size has the rest.
const COLUMNS_PERCENT: f64 = 80.0;

/// What every row of a group needs to know.
#[derive(Clone, Copy)]
struct Frame {
    looking: Looking,
    side: Side,
    columns: StoredValue<Vec<Column>>,
    /// Names of the indexes on the right, for the table's rows.
    indexes: StoredValue<Vec<String>>,
    /// Bytes of the largest member: a full bar.
    largest: u32,
}

/// One group.
#[component]
pub fn GroupTable(
    /// What is looked at.
    looking: Looking,
    /// The group.
    group: Group,
    /// Its side.
    side: Side,
    /// Place of its first row among the rows of its side.
    start: usize,
    /// Bytes of the largest member of the picture.
    largest: u32,
    /// Names of the indexes on the right; none for a group that stands there itself.
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
    let heads = group.columns.iter().zip(shares).map(|(column, share)| column_head(column, share)).collect_view();
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
    let empty = lanes.is_empty().then(|| view! { <p class="collection-none">"No entries for these items."</p> });
    view! {
        <section class="collection-group">
            <header class="collection-caption">{caption}</header>
            <table class="collection-table" aria-label=label>
                <thead>
                    <tr>
                        {heads}
                        <th scope="col" class="lane-size" style:inline-size=format!("{}%", 100.0 - COLUMNS_PERCENT)>"size"</th>
                        {has_entries.then(|| view! {
                            <th scope="col" class="lane-entry"><span class="visually-hidden">"in the index"</span></th>
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
fn caption(group: &Group) -> impl IntoView + use<> {
    let kind = match group.kind {
        None => "Table",
        Some(IndexKind::Local) => "LSI",
        Some(IndexKind::Global) => "GSI",
    };
    let queued = (group.queued > 0).then(|| {
        let changes = if group.queued == 1 { "change" } else { "changes" };
        view! { <span class="collection-queued">{figures::count(group.queued as u64)} " " {changes} " on the way"</span> }
    });
    view! {
        <h3 class="collection-name"><small>{kind}</small> " " {group.name.clone()}</h3>
        <span class="collection-keys">
            "by " <KeyName name=group.partition_key.to_string() role=Some(glyph(group.part)) />
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
            title=absent.then_some("The index does not project this attribute")
        >
            <KeyName name role=column.part.map(glyph) />
        </th>
    }
}

/// One collection.
fn lane_body(frame: Frame, lane: Lane, (part, tall): (Part, bool), first: usize) -> impl IntoView {
    let of_table = frame.side == Side::Table;
    let columns = frame.columns.with_value(Vec::len) + 1 + usize::from(frame.indexes.with_value(|it| !it.is_empty()));
    let attribute = lane.partition_key.iter().next().map(|(name, _)| name.to_string()).unwrap_or_default();
    let total = words::lane_total(&lane, of_table);
    let limit = words::lane_limit(&lane);
    let key = lane.listed().next().map(|member| member.key.clone());
    let alone = key.filter(|_| of_table).map(|key| {
        let looking = frame.looking;
        let label = format!("focus on the collection {}, with every index", lane.title);
        view! {
            <Show when=move || looking.mode.get() == Mode::Whole>
                <Button
                    kind=ButtonKind::Quiet
                    label=label.clone()
                    on_press={
                        let key = key.clone();
                        move |()| looking.show_alone(key.clone())
                    }
                >
                    "focus"
                </Button>
            </Show>
        }
    });
    let title = lane.title.clone();
    let mut place = first;
    let rows: Vec<_> = lane
        .rows
        .into_iter()
        .map(|row| match row {
            Row::Gap(members) => {
                view! { <tr class="lane-gap"><td colspan=columns.to_string()>{words::gap(members, of_table)}</td></tr> }
                    .into_any()
            }
            Row::Member(member) => {
                let spot = Spot { side: frame.side, place };
                place += 1;
                member_row(frame, &member, spot).into_any()
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

/// One item or entry. The whole row can be clicked; its first cell is the button for those who use keys.
fn member_row(frame: Frame, member: &Member, spot: Spot) -> impl IntoView {
    let Frame { looking, side, columns, indexes, largest } = frame;
    let selection = use_selection();
    let number = member.number;
    let is_active = move || looking.active.get() == Some(number);
    let is_chosen = Memo::new(move |_| looking.chosen.get() == Some(number));
    let stop = looking.stop(side);
    let key = StoredValue::new(member.key.clone());
    let select = move |_| selection.item.set(Some(key.get_value()));
    let point = move || looking.pointed.set(Some(number));
    let leave = move || {
        // Another row may have been entered before this one was left.
        looking.pointed.update(|pointed| *pointed = pointed.filter(|it| *it != number));
    };
    let mut cells = columns.with_value(|columns| {
        let named = member.cells.iter().zip(columns);
        named.map(|(cell, column)| (words::cell(cell, &column.name), column)).map(cell_words).collect::<Vec<_>>()
    });
    let first = if cells.is_empty() { None } else { Some(cells.remove(0)) };
    let spoken = spoken(member, columns);
    let first = first.map(|(words, class, role, name)| {
        view! {
            <td class=class data-name=name>
                <button
                    type="button"
                    class=format!("lane-button {role}")
                    data-spot=spot_word(spot)
                    tabindex=move || if stop.get() == spot.place { "0" } else { "-1" }
                    aria-pressed=move || is_chosen.get().to_string()
                    aria-label=spoken
                    on:focus=move |_| {
                        stop.set(spot.place);
                        point();
                    }
                    on:blur=move |_| leave()
                >
                    {words}
                </button>
            </td>
        }
    });
    let rest = cells.into_iter().map(plain_cell);
    let share = f64::from(member.size) / f64::from(largest.max(1)) * 100.0;
    let entries = indexes.with_value(|names| (!names.is_empty()).then(|| entry_notes(&member.entries, names)));
    view! {
        <tr
            class="lane-row"
            class:lane-on=is_active
            class:lane-chosen=move || is_chosen.get()
            on:click=select
            on:pointerenter=move |_| point()
            on:pointerleave=move |_| leave()
        >
            {first}
            {rest.collect_view()}
            <td class="lane-size">
                <span class="lane-bar" aria-hidden="true"><span style:inline-size=format!("{share:.1}%")></span></span>
                <span class="lane-bytes">{figures::bytes(u64::from(member.size))}</span>
            </td>
            {entries.map(|notes| view! { <td class="lane-entry">{notes}</td> })}
        </tr>
    }
}

/// A cell beside the first.
fn plain_cell((words, class, role, name): CellWords) -> impl IntoView {
    let title = words.clone();
    let absent = (class == "lane-absent").then_some("not projected");
    view! {
        <td class=class data-name=name title=absent.map_or(title, str::to_owned)>
            <span class=role>{words}</span>
            {absent.map(|words| view! { <span class="lane-absent-words">{words}</span> })}
        </td>
    }
}

/// What a row is called where its first cell is no key: by its primary key.
fn spoken(member: &Member, columns: StoredValue<Vec<Column>>) -> Option<String> {
    let keyed = columns.with_value(|columns| columns.first().is_some_and(|first| first.part.is_some()));
    let values = || member.key.iter().map(|(name, value)| format!("{name} {}", cell_text(value))).collect::<Vec<_>>();
    (!keyed).then(|| values().join(", "))
}

/// Words, class of the cell, class of the key hue, and name of the attribute.
type CellWords = (String, &'static str, &'static str, String);

fn cell_words(((words, class), column): ((std::borrow::Cow<'_, str>, &'static str), &Column)) -> CellWords {
    let hue = match column.part {
        Some(part) if class == "lane-value" => glyph(part).class(),
        _ => "",
    };
    (words.into_owned(), class, hue, column.name.to_string())
}

/// How an item stands in each index: where lines are drawn only what they do not say is seen, the rest is heard.
fn entry_notes(entries: &[Entry], names: &[String]) -> impl IntoView + use<> {
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
