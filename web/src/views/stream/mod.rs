//! The Stream card: shards that follow partitions, the newest records with their images, how long they are kept, and a
//! reader with an iterator.

mod iterator;
mod layout;
mod picture;
mod reading;
mod words;

use hashrange_protocol::{DiffLine, ShardView, StreamAsk};
use leptos::prelude::*;

use self::iterator::{Place, reader};
use self::picture::shards;
use self::reading::{Reading, Record, read};
use super::figures;
use super::live_shell::Face;
use super::live_table::{Figures, FiguresTable};
use crate::components::ModelTag;
use crate::selection::use_selection;
use crate::session::{use_reading, use_session};
use crate::state::item_rows::cell_text;

/// The body of the card.
pub fn body(face: Face) -> AnyView {
    let (session, selection) = (use_session(), use_selection());
    let data = use_reading(move || Some(StreamAsk { table: selection.table.get()? }));
    let reading = Memo::new(move |_| data.with(|data| data.as_ref().and_then(Option::as_ref).map(read)));
    let unknown = move || data.with(Option::is_none) && selection.table.with(Option::is_some);
    let place = RwSignal::new(None::<Place>);
    // A place in another table's stream, or in another workspace's, means nothing here.
    Effect::new(move || {
        selection.table.track();
        session.workspace().track();
        place.try_set(None);
    });
    face.follow(move || {
        reading.with(|reading| match reading {
            None if unknown() => Default::default(),
            None => {
                (String::new(), "This table has no stream. Turn it on in Settings to see its changes here.".to_owned())
            }
            Some(it) => (format!("{}, {}, {}", it.table, it.view.as_str(), it.status.as_str()), it.sentence.clone()),
        })
    });
    let picture = NodeRef::new();
    view! {
        <Show when=move || reading.with(Option::is_some)>
            <h3 class="live-heading">
                "Shards"
                <ModelTag reason="AWS documents that shards split and close on their own; we open one per partition, for the time set in Physics" />
            </h3>
            <div node_ref=picture>{shards(reading, place)}</div>
            <p class="live-note">{move || reading.with(|it| it.as_ref().map(|it| words::reads(&it.reads)))}</p>
            {reader(reading, place)}
            <Records reading />
            <FiguresTable title="Shards, as a table" figures=Signal::derive(move || of_shards(reading)) name="stream" picture />
        </Show>
    }
    .into_any()
}

fn of_shards(reading: Memo<Option<Reading>>) -> Figures {
    let time = |at: Option<hashrange_time::Timestamp>| at.map_or_else(|| "–".to_owned(), |at| figures::moment(at, 0));
    reading.with(|reading| {
        let row = |shard: &ShardView| {
            let parent = shard.parent.as_deref().map_or_else(|| "–".to_owned(), words::short_shard);
            let closed = shard.ending.as_ref().map_or_else(|| "open".to_owned(), |(_, at)| time(Some(*at)));
            let records = figures::count(shard.records as u64);
            vec![shard.id.clone(), parent, time(Some(shard.opened)), closed, records, time(shard.oldest)]
        };
        let shards = reading.as_ref().map(|it| it.shards.as_slice()).unwrap_or_default();
        Figures {
            heads: vec!["shard", "parent", "opened", "closed", "records", "oldest"],
            rows: shards.iter().map(row).collect(),
        }
    })
}

/// The newest records, each with its images as a difference.
#[component]
fn Records(reading: Memo<Option<Reading>>) -> impl IntoView {
    let newest = Memo::new(move |_| reading.with(|it| it.as_ref().map(|it| it.newest.clone()).unwrap_or_default()));
    let more = move || {
        let more = reading.with(|it| it.as_ref().map_or(0, |it| it.records.saturating_sub(it.newest.len())));
        (more > 0).then(|| format!("and {} more", figures::count(more as u64)))
    };
    let list = move || {
        newest.with(|newest| match newest.is_empty() {
            true => {
                view! { <p class="live-note">"The stream has no records. Write an item to see one."</p> }.into_any()
            }
            false => {
                view! { <ol class="stream-records">{newest.iter().map(record_line).collect_view()}</ol> }.into_any()
            }
        })
    };
    view! {
        <h3 class="live-heading">"Newest records"</h3>
        {list}
        <p class="live-note">{more}</p>
    }
}

fn record_line(record: &Record) -> impl IntoView + use<> {
    let selection = use_selection();
    let (word, class) = words::name(record.name);
    let key = record.keys.clone();
    let service = record.by_service.then(|| {
        view! { <span class="stream-service">"by TTL: userIdentity dynamodb.amazonaws.com"</span> }
    });
    let place =
        format!("{} in {}, {}", record.sequence, words::short_shard(&record.shard), figures::bytes(record.bytes));
    let images = match (record.has_old, record.has_new) {
        (true, true) => "old and new image",
        (true, false) => "old image",
        (false, true) => "new image",
        (false, false) => "keys only",
    };
    let diff = record.diff.iter().map(|line| diff_line(line, record.has_old && record.has_new)).collect_view();
    let has_diff = !record.diff.is_empty();
    view! {
        <li>
            <p class="stream-head">
                <span class=class>{word}</span>
                <button type="button" class="stream-key" on:click=move |_| selection.item.set(Some(key.clone()))>
                    {record.key.clone()}
                </button>
                <time>{figures::moment(record.at, 3)}</time>
            </p>
            <p class="stream-place">{place} ", " {images}</p>
            {service}
            {has_diff.then(|| view! { <ul class="stream-diff">{diff}</ul> })}
        </li>
    }
}

/// An attribute as it was and as it became. With one image only there is nothing to compare.
fn diff_line(line: &DiffLine, compared: bool) -> impl IntoView + use<> {
    let name = line.name.to_string();
    let text = |value: &Option<hashrange_values::AttributeValue>| value.as_ref().map(cell_text).unwrap_or_default();
    let (old, new) = (text(&line.old), text(&line.new));
    if compared && line.is_same() {
        return view! { <li class="stream-same">{name} ": " {new}</li> }.into_any();
    }
    let was = line.old.is_some().then(|| {
        view! { <del><span aria-hidden="true">"− "</span>{name.clone()} ": " {old}</del> }
    });
    let is = line.new.is_some().then(|| {
        view! { <ins><span aria-hidden="true">"+ "</span>{name.clone()} ": " {new}</ins> }
    });
    view! { <li>{was}{is}</li> }.into_any()
}
