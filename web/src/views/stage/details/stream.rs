//! The stream: its shards, what was read from them, and a reader with a shard iterator. Also one record with its
//! images.

use hashrange_protocol::{DiffLine, Records, ShardView, StreamQuestion, StreamReads, TableStream, image_diff};
use hashrange_time::{Duration, Timestamp};
use hashrange_values::{AttributeValue, Text};
use hashrange_wire::{GetRecordsRequest, GetShardIteratorRequest, Request, ShardIteratorType};
use hashrange_words::t;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::super::context::StageContext;
use super::block::{Block, blocks};
use crate::components::{Button, ButtonKind};
use crate::derived::Signal;
use crate::memo::Memo;
use crate::session::{Selection, Session, use_reading, use_selection, use_session};
use crate::signal::{ReadSignal, RwSignal};
use crate::state::figures::{bytes, count, moment, span};
use crate::state::item_rows::cell_text;
use crate::views::fields::Select;
use crate::views::pending_request::PendingRequest;
use crate::views::refusal::{Refusal, Refused};

/// The maximum number of records per press.
const LIMIT: u32 = 5;
/// The lifetime of an iterator (documented: streams-api).
const LIFE: Duration = Duration::from_minutes(15);

type StreamReading = ReadSignal<Option<Option<TableStream>>>;

fn with<T: Default>(stream: StreamReading, look: impl Fn(&TableStream) -> T) -> T {
    stream.with(|stream| stream.as_ref().and_then(Option::as_ref).map(look).unwrap_or_default())
}

/// The page of the stream.
pub(super) fn page() -> AnyView {
    let selection = use_selection();
    let stream = use_reading(move || {
        Some(StreamQuestion {
            table: selection.table.get()?,
            write: None,
        })
    });
    view! { {reader(stream)} {blocks(move || with(stream, blocks_of))} }.into_any()
}

/// The page of a record. It has the images while the stream stores the record.
pub(super) fn record(context: StageContext, sequence: Text) -> AnyView {
    let selection = use_selection();
    // The stage shows only the latest records, so the number of the write is stored here.
    let write = Memo::new(move |before: Option<&Option<u64>>| {
        let found = context.with(|stage| {
            let mut records = stage.stream.iter().flat_map(|stream| stream.shards.iter().flatten());
            records
                .find(|record| record.sequence == sequence)
                .map(|record| record.write)
        });
        found.flatten().or(before.copied().flatten())
    });
    let stream = use_reading(move || {
        Some(StreamQuestion {
            table: selection.table.get()?,
            write: Some(write.get()?),
        })
    });
    let reported = move || {
        with(stream, |stream| {
            let Some(record) = &stream.record else {
                return vec![Block::note(t!("The stream no longer has the record."))];
            };
            let images = match (record.old.is_some(), record.new.is_some()) {
                (true, true) => t!("old and new image"),
                (true, false) => t!("old image"),
                (false, true) => t!("new image"),
                (false, false) => t!("keys only"),
            };
            let place = format!("{}, {}, {images}.", short_shard(&record.shard), bytes(record.bytes));
            let rows = image_diff(record.old.as_deref(), record.new.as_deref())
                .iter()
                .map(diff_row)
                .collect();
            let none = t!("This view type stores no image.");
            vec![
                Block::note(place),
                Block::table(
                    t!("Images"),
                    none,
                    &[t!("attribute"), t!("old image"), t!("new image")],
                    rows,
                ),
            ]
        })
    };
    blocks(reported)
}

/// An attribute in two images, with a mark if they differ.
pub(super) fn diff_row(line: &DiffLine) -> Vec<String> {
    let text = |value: &Option<AttributeValue>| value.as_ref().map_or_else(|| "–".to_owned(), cell_text);
    let mark = if line.is_same() { "" } else { "≠ " };
    vec![format!("{mark}{}", line.name), text(&line.old), text(&line.new)]
}

/// A position in a shard, and what was read before it.
#[derive(Clone, Debug, PartialEq)]
struct ShardPosition {
    shard: String,
    /// The iterator; `None` at the end of a closed shard.
    token: Option<String>,
    /// When the service returned it.
    issued: Timestamp,
    /// Sequence number of the last record read.
    last: Option<String>,
    read: usize,
    /// Whether the last response was empty.
    empty: bool,
}

/// A reader: an iterator in one shard, which the learner advances by hand.
#[derive(Clone, Copy)]
struct ShardReader {
    session: Session,
    selection: Selection,
    shard: Memo<String>,
    place: RwSignal<Option<ShardPosition>>,
    refused: RwSignal<Option<Refused>>,
    pending: PendingRequest,
}

impl ShardReader {
    /// Requests an iterator at the start of the shard, or at its end.
    fn begin(self, shard_iterator_type: ShardIteratorType) {
        let table = self
            .selection
            .table
            .get_untracked()
            .and_then(|table| untrack(|| self.session.table(&table)));
        let Some(stream_arn) = table.and_then(|table| table.latest_stream_arn) else {
            return;
        };
        let shard_id = self.shard.get_untracked();
        let from = ShardPosition {
            shard: shard_id.clone(),
            token: None,
            issued: self.session.now().get_untracked(),
            last: None,
            read: 0,
            empty: false,
        };
        let request = GetShardIteratorRequest {
            stream_arn,
            shard_id,
            shard_iterator_type,
            sequence_number: None,
            timestamp: None,
        };
        self.send(Request::GetShardIterator(request), from);
    }

    /// Reads the next records.
    fn go_on(self) {
        let Some(from) = self.place.get_untracked() else { return };
        let Some(shard_iterator) = from.token.clone() else {
            return;
        };
        let request = GetRecordsRequest {
            shard_iterator,
            limit: Some(LIMIT),
        };
        self.send(Request::GetRecords(request), from);
    }

    /// Waits for a response, and moves to the new position. Buttons stay enabled, because one of them has the focus. A
    /// second press is ignored, because it would read the same records again.
    fn send(self, request: Request, from: ShardPosition) {
        if self.pending.waits() {
            return;
        }
        let number = self.pending.begin();
        spawn_local(async move {
            let answer = read_on(self.session, request, from).await;
            if self.pending.end(number) {
                match answer {
                    Ok(next) => self.place.set(Some(next)),
                    Err(error) => return self.refused.set(Some(error)),
                }
                self.refused.set(None);
            }
        });
    }
}

/// The reader's controls, and its state as text.
fn reader(stream: StreamReading) -> impl IntoView {
    let session = use_session();
    let chosen = RwSignal::new(String::new());
    let shards = Memo::new(move |_| with(stream, choices));
    // Replaces a deleted shard with the first existing one.
    let shard = Memo::new(move |_| {
        let wanted = chosen.get();
        shards.with(|shards| {
            let there = shards.iter().find(|(id, _)| *id == wanted).or(shards.first());
            there.map(|(id, _)| id.clone()).unwrap_or_default()
        })
    });
    let reader = ShardReader {
        session,
        selection: use_selection(),
        shard,
        place: RwSignal::new(None),
        refused: RwSignal::new(None),
        pending: PendingRequest::new(),
    };
    let ShardReader { place, refused, .. } = reader;
    let no_token = Signal::derive(move || place.with(|place| place.as_ref().is_none_or(|place| place.token.is_none())));
    let reported = move || place.with(|place| place.as_ref().map(|place| position(place, session.now().get())));
    view! {
        <div class="stage-reader">
            <Select label=t!("Shard to read") options=shards value=shard on_change=move |id| chosen.set(id) />
            <Button kind=ButtonKind::Quiet on_press=move |()| reader.begin(ShardIteratorType::TrimHorizon)>
                "TRIM_HORIZON"
            </Button>
            <Button kind=ButtonKind::Quiet on_press=move |()| reader.begin(ShardIteratorType::Latest)>"LATEST"</Button>
            <Button disabled=no_token on_press=move |()| reader.go_on()>{t!("GetRecords, {limit} at most", limit = LIMIT)}</Button>
        </div>
        <p class="live-note" aria-live="polite">{reported}</p>
        <Refusal refused />
    }
}

/// The position after a request for an iterator or for records.
async fn read_on(session: Session, request: Request, from: ShardPosition) -> Result<ShardPosition, Refused> {
    let answer = session.send(request).await?;
    let issued = answer.at;
    let Some(Records { records, next }) = answer.records() else {
        return Ok(ShardPosition {
            token: answer.shard_iterator(),
            issued,
            ..from
        });
    };
    let (read, empty) = (from.read + records.len(), records.is_empty());
    let last = records.into_iter().next_back().or(from.last);
    Ok(ShardPosition {
        token: next,
        issued,
        last,
        read,
        empty,
        shard: from.shard,
    })
}

/// The position of the iterator, as text.
fn position(place: &ShardPosition, now: Timestamp) -> String {
    let shard = short_shard(&place.shard);
    let read = match place.read {
        0 => t!("has returned no records yet").to_owned(),
        read => t!("has returned {read, plural, one {# record} other {# records}}", read),
    };
    let after = place
        .last
        .as_ref()
        .map_or_else(String::new, |last| t!(", the last of them {last}", last));
    let up_to_date = if place.empty {
        t!("; the last response was empty")
    } else {
        ""
    };
    let life = match (&place.token, now - place.issued) {
        (None, _) => format!(
            " {}",
            t!("The shard is closed and read to its end: NextShardIterator is null.")
        ),
        (Some(_), age) if age > LIFE => format!(" {}", t!("It has expired (15 minutes).")),
        (Some(_), age) => format!(" {}", t!("It expires in {age}.", age = span(LIFE - age))),
    };
    t!(
        "The iterator in {shard} {read}{after}{up_to_date}.{life}",
        shard,
        read,
        after,
        up_to_date,
        life
    )
}

fn blocks_of(stream: &TableStream) -> Vec<Block> {
    let row = |shard: &ShardView| {
        let parent = shard.parent.as_deref().map_or_else(|| "–".to_owned(), short_shard);
        let closed = shard
            .ending
            .as_ref()
            .map_or_else(|| "open".to_owned(), |(_, at)| moment(*at, 0));
        vec![
            short_shard(&shard.id),
            parent,
            moment(shard.opened, 0),
            closed,
            count(shard.records as u64),
        ]
    };
    let heads = &[t!("shard"), t!("parent"), t!("opened"), t!("closed"), t!("records")];
    vec![
        Block::note(sentence(stream)),
        Block::note(reads(&stream.reads)),
        Block::note(t!("Choose a record on the stage to see its images.")),
        Block::table(t!("Shards"), "", heads, stream.shards.iter().map(row).collect()).modelled(
            t!("AWS documents that shards split and close automatically; we open one per partition, for the time set in Physics"),
        ),
    ]
}

/// The shards to read, open ones first.
fn choices(stream: &TableStream) -> Vec<(String, String)> {
    let choice = |shard: &ShardView| {
        let (name, state) = (short_shard(&shard.id), if shard.open { "open" } else { "closed" });
        (
            shard.id.clone(),
            format!(
                "{name} {state}, {}",
                t!(
                    "{number, plural, one {# record} other {# records}}",
                    number = shard.records
                )
            ),
        )
    };
    let (open, closed): (Vec<&ShardView>, Vec<&ShardView>) = stream.shards.iter().partition(|shard| shard.open);
    open.into_iter().chain(closed).map(choice).collect()
}

/// A summary of the stream.
fn sentence(stream: &TableStream) -> String {
    let oldest = stream
        .oldest
        .map(|at| t!(", the oldest for {at} of its 24 hours", at = span(stream.now - at)));
    let (open, closed) = stream.open_and_closed;
    t!(
        "{view}, {status}: {records, plural, one {# record} other {# records}}{oldest}; {open, plural, one {# shard} other {# shards}} open, {closed} closed.",
        view = stream.view.as_str(),
        status = stream.status.as_str(),
        records = stream.records,
        oldest = oldest.unwrap_or_default(),
        open,
        closed
    )
}

/// A summary of the reads so far.
fn reads(reads: &StreamReads) -> String {
    match reads.last {
        None => t!("No GetRecords calls yet.").to_owned(),
        Some(last) => t!(
            "GetRecords was called {calls, plural, one {# time} other {# times}} and returned {records, plural, one {# record} other {# records}} ({reads}); the last response, at {last}, was {age} behind (IteratorAge).",
            calls = reads.calls,
            records = reads.records,
            reads = bytes(reads.bytes),
            last = moment(last, 0),
            age = span(reads.age)
        ),
    }
}

/// The part of a shard's name that distinguishes it.
fn short_shard(id: &str) -> String {
    format!("…{}", id.rsplit('-').next().unwrap_or(id))
}
