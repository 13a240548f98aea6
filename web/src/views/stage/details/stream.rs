//! The stream: its shards, what was read of them, and a reader with a shard iterator; and one record with its images.

use hashrange_protocol::{DiffLine, Records, ShardView, StreamAsk, StreamReads, TableStream, image_diff};
use hashrange_time::{Duration, Timestamp};
use hashrange_values::{AttributeValue, Text};
use hashrange_wire::{GetRecordsRequest, GetShardIteratorRequest, Request, ShardIteratorType};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::super::desk::StageDesk;
use super::block::{Block, blocks};
use crate::components::{Button, ButtonKind};
use crate::session::{Session, use_reading, use_selection, use_session};
use crate::state::item_rows::cell_text;
use crate::views::fields::Select;
use crate::views::figures::{bytes, count, counted, moment, span};
use crate::views::refusal::{Refusal, Refused};
use crate::views::under_way::UnderWay;

/// Records one press reads at most.
const LIMIT: u32 = 5;
/// How long an iterator is good (documented).
const LIFE: Duration = Duration::from_minutes(15);

type Reading = ReadSignal<Option<Option<TableStream>>>;

fn with<T: Default>(stream: Reading, look: impl Fn(&TableStream) -> T) -> T {
    stream.with(|stream| stream.as_ref().and_then(Option::as_ref).map(look).unwrap_or_default())
}

/// The page of the stream.
pub(super) fn page() -> AnyView {
    let selection = use_selection();
    let stream = use_reading(move || Some(StreamAsk { table: selection.table.get()?, write: None }));
    view! { {reader(stream)} {blocks(move || with(stream, tell))} }.into_any()
}

/// The page of a record. It has its images as long as the stream keeps it.
pub(super) fn record(desk: StageDesk, sequence: Text) -> AnyView {
    let selection = use_selection();
    // The stage shows the newest records only: the write is remembered.
    let write = Memo::new(move |before: Option<&Option<u64>>| {
        let found = desk.with(|stage| {
            let mut records = stage.stream.iter().flat_map(|stream| stream.shards.iter().flatten());
            records.find(|record| record.sequence == sequence).map(|record| record.write)
        });
        found.flatten().or(before.copied().flatten())
    });
    let stream = use_reading(move || Some(StreamAsk { table: selection.table.get()?, write: Some(write.get()?) }));
    let told = move || {
        with(stream, |stream| {
            let Some(record) = &stream.record else { return vec![Block::note("The stream no longer has the record.")] };
            let images = match (record.old.is_some(), record.new.is_some()) {
                (true, true) => "old and new image",
                (true, false) => "old image",
                (false, true) => "new image",
                (false, false) => "keys only",
            };
            let place = format!("{}, {}, {images}.", short_shard(&record.shard), bytes(record.bytes));
            let rows = image_diff(record.old.as_deref(), record.new.as_deref()).iter().map(diff_row).collect();
            let none = "This view type keeps no image.";
            vec![Block::note(place), Block::table("Images", none, &["attribute", "old image", "new image"], rows)]
        })
    };
    blocks(told)
}

/// An attribute in two images, marked where they differ.
pub(super) fn diff_row(line: &DiffLine) -> Vec<String> {
    let text = |value: &Option<AttributeValue>| value.as_ref().map_or_else(|| "–".to_owned(), cell_text);
    let mark = if line.is_same() { "" } else { "≠ " };
    vec![format!("{mark}{}", line.name), text(&line.old), text(&line.new)]
}

/// A place in a shard, and what was read up to it.
#[derive(Clone, Debug, PartialEq)]
struct Place {
    shard: String,
    /// The iterator; `None` at the end of a closed shard.
    token: Option<String>,
    /// When it was given out.
    issued: Timestamp,
    /// Sequence number of the last record read.
    last: Option<String>,
    read: usize,
    /// Whether the last answer brought nothing.
    empty: bool,
}

/// A reader: an iterator in one shard, read on by hand.
fn reader(stream: Reading) -> impl IntoView {
    let (session, selection) = (use_session(), use_selection());
    let (chosen, place) = (RwSignal::new(String::new()), RwSignal::new(None::<Place>));
    let refused = RwSignal::new(None::<Refused>);
    let under_way = UnderWay::new();
    let shards = Memo::new(move |_| with(stream, choices));
    // A shard that is gone gives way to the first there is.
    let shard = Memo::new(move |_| {
        let wanted = chosen.get();
        shards.with(|shards| {
            let there = shards.iter().find(|(id, _)| *id == wanted).or(shards.first());
            there.map(|(id, _)| id.clone()).unwrap_or_default()
        })
    });
    // Waits for an answer, and goes where it leads. Buttons stay enabled, for one of them has the focus; a second press
    // would read the same records again.
    let settle = move |request: Request, from: Place| {
        if under_way.waits() {
            return;
        }
        let number = under_way.begin();
        spawn_local(async move {
            let answer = read_on(session, request, from).await;
            if under_way.end(number) {
                match answer {
                    Ok(next) => place.set(Some(next)),
                    Err(error) => return refused.set(Some(error)),
                }
                refused.set(None);
            }
        });
    };
    let begin = move |shard_iterator_type: ShardIteratorType| {
        let table = selection.table.get_untracked().and_then(|table| untrack(|| session.table(&table)));
        let Some(stream_arn) = table.and_then(|table| table.latest_stream_arn) else { return };
        let (shard_id, issued) = (shard.get_untracked(), session.now().get_untracked());
        let from = Place { shard: shard_id.clone(), token: None, issued, last: None, read: 0, empty: false };
        let request = GetShardIteratorRequest { stream_arn, shard_id, shard_iterator_type, sequence_number: None };
        settle(Request::GetShardIterator(request), from);
    };
    let go_on = move |()| {
        let Some(from) = place.get_untracked() else { return };
        let Some(shard_iterator) = from.token.clone() else { return };
        settle(Request::GetRecords(GetRecordsRequest { shard_iterator, limit: Some(LIMIT) }), from);
    };
    let no_token = Signal::derive(move || place.with(|place| place.as_ref().is_none_or(|place| place.token.is_none())));
    let told = move || place.with(|place| place.as_ref().map(|place| stands(place, session.now().get())));
    view! {
        <div class="stage-reader">
            <Select label="Shard to read" options=shards value=shard on_change=move |id| chosen.set(id) />
            <Button kind=ButtonKind::Quiet on_press=move |()| begin(ShardIteratorType::TrimHorizon)>"TRIM_HORIZON"</Button>
            <Button kind=ButtonKind::Quiet on_press=move |()| begin(ShardIteratorType::Latest)>"LATEST"</Button>
            <Button disabled=no_token on_press=go_on>{format!("GetRecords, {LIMIT} at most")}</Button>
        </div>
        <p class="live-note" aria-live="polite">{told}</p>
        <Refusal refused />
    }
}

/// Where a request for an iterator or for records leads.
async fn read_on(session: Session, request: Request, from: Place) -> Result<Place, Refused> {
    let answer = session.send(request).await?;
    let issued = answer.at;
    let Some(Records { records, next }) = answer.records() else {
        return Ok(Place { token: answer.shard_iterator(), issued, ..from });
    };
    let (read, empty) = (from.read + records.len(), records.is_empty());
    let last = records.into_iter().next_back().or(from.last);
    Ok(Place { token: next, issued, last, read, empty, shard: from.shard })
}

/// Where the iterator is.
fn stands(place: &Place, now: Timestamp) -> String {
    let shard = short_shard(&place.shard);
    let read = match place.read {
        0 => "has returned no records yet".to_owned(),
        read => format!("has returned {}", counted(read as u64, "record")),
    };
    let after = place.last.as_ref().map_or_else(String::new, |last| format!(", the last of them {last}"));
    let up_to_date = if place.empty { "; the last response was empty" } else { "" };
    let life = match (&place.token, now - place.issued) {
        (None, _) => " The shard is closed and read to its end: NextShardIterator is null.".to_owned(),
        (Some(_), age) if age > LIFE => " It has expired (15 minutes).".to_owned(),
        (Some(_), age) => format!(" It expires in {}.", span(LIFE - age)),
    };
    format!("The iterator in {shard} {read}{after}{up_to_date}.{life}")
}

fn tell(stream: &TableStream) -> Vec<Block> {
    let row = |shard: &ShardView| {
        let parent = shard.parent.as_deref().map_or_else(|| "–".to_owned(), short_shard);
        let closed = shard.ending.as_ref().map_or_else(|| "open".to_owned(), |(_, at)| moment(*at, 0));
        vec![short_shard(&shard.id), parent, moment(shard.opened, 0), closed, count(shard.records as u64)]
    };
    let heads = &["shard", "parent", "opened", "closed", "records"];
    vec![
        Block::note(sentence(stream)),
        Block::note(reads(&stream.reads)),
        Block::note("Choose a record on the stage to see its images."),
        Block::table("Shards", "", heads, stream.shards.iter().map(row).collect()).modelled(
            "AWS documents that shards split and close on their own; we open one per partition, for the time set in Physics",
        ),
    ]
}

/// The shards to read, the open ones before the others.
fn choices(stream: &TableStream) -> Vec<(String, String)> {
    let choice = |shard: &ShardView| {
        let (name, state) = (short_shard(&shard.id), if shard.open { "open" } else { "closed" });
        (shard.id.clone(), format!("{name} {state}, {}", counted(shard.records as u64, "record")))
    };
    let (open, closed): (Vec<&ShardView>, Vec<&ShardView>) = stream.shards.iter().partition(|shard| shard.open);
    open.into_iter().chain(closed).map(choice).collect()
}

/// What is being seen.
fn sentence(stream: &TableStream) -> String {
    let oldest = stream.oldest.map(|at| format!(", the oldest for {} of its 24 hours", span(stream.now - at)));
    let (open, closed) = stream.open_and_closed;
    format!(
        "{}, {}: {}{}; {} open, {closed} closed.",
        stream.view.as_str(),
        stream.status.as_str(),
        counted(stream.records as u64, "record"),
        oldest.unwrap_or_default(),
        counted(open as u64, "shard")
    )
}

/// What was read so far.
fn reads(reads: &StreamReads) -> String {
    match reads.last {
        None => "No GetRecords calls yet.".to_owned(),
        Some(last) => format!(
            "GetRecords was called {} and returned {} ({}); the last response, at {}, was {} behind (IteratorAge).",
            counted(reads.calls, "time"),
            counted(reads.records, "record"),
            bytes(reads.bytes),
            moment(last, 0),
            span(reads.age)
        ),
    }
}

/// A shard by the part of its name that tells it from others.
fn short_shard(id: &str) -> String {
    format!("…{}", id.rsplit('-').next().unwrap_or(id))
}
