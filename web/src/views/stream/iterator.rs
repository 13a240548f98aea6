//! A reader of the stream: an iterator in one shard, read on by hand.

use hashrange_protocol::Records;
use hashrange_protocol::WorkspaceId;
use hashrange_time::{Duration, Timestamp};
use hashrange_wire::{GetRecordsRequest, GetShardIteratorRequest, Request, ShardIteratorType};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::reading::Reading;
use super::words::short_shard;
use crate::components::{Button, ButtonKind};
use crate::session::{Session, use_selection, use_session};
use crate::views::fields::Select;
use crate::views::figures;
use crate::views::refusal::{Refusal, Refused};

/// Records one press reads at most.
const LIMIT: u32 = 5;
/// How long an iterator is good (documented).
const LIFE: Duration = Duration::from_minutes(15);

/// A place in a shard, and what was read up to it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Place {
    pub(super) shard: String,
    /// The iterator; `None` at the end of a closed shard.
    token: Option<String>,
    /// When it was given out.
    issued: Timestamp,
    /// Sequence number of the last record read.
    pub(super) last: Option<String>,
    /// When that record was written, in whole seconds as it tells.
    pub(super) written: Option<u64>,
    read: usize,
    /// Whether the last answer brought nothing.
    empty: bool,
}

/// The reader. The place is the card's, so that the picture can show it.
pub(super) fn reader(reading: Memo<Option<Reading>>, place: RwSignal<Option<Place>>) -> impl IntoView {
    let session = use_session();
    let refused = RwSignal::new(None::<Refused>);
    let chosen = RwSignal::new(String::new());
    let shards = Memo::new(move |_| reading.with(|it| it.as_ref().map(Reading::shard_names).unwrap_or_default()));
    // A shard that is gone gives way to the first there is.
    let shard = Memo::new(move |_| {
        let wanted = chosen.get();
        shards.with(|shards| {
            let there = shards.iter().find(|(id, _)| *id == wanted).or(shards.first());
            there.map(|(id, _)| id.clone()).unwrap_or_default()
        })
    });
    let asking = Asking { session, table: use_selection().table, place, refused, pending: StoredValue::new(false) };
    let begin = move |kind: ShardIteratorType| {
        let table = reading.with_untracked(|it| it.as_ref().map(|it| it.table.clone()));
        let arn = table.and_then(|table| untrack(|| session.table(&table))).and_then(|table| table.latest_stream_arn);
        if let Some(arn) = arn {
            asking.settle(get_iterator(session, arn, shard.get_untracked(), kind));
        }
    };
    let go_on = move |()| {
        if let Some(from) = place.get_untracked() {
            asking.settle(read_on(session, from));
        }
    };
    let no_token = Signal::derive(move || place.with(|place| place.as_ref().is_none_or(|place| place.token.is_none())));
    let told = move || place.with(|place| place.as_ref().map(|place| sentence(place, session.now().get())));
    view! {
        <h3 class="live-heading">"Read with an iterator"</h3>
        <div class="stream-reader">
            <Select label="Shard to read" options=shards value=shard on_change=move |id| chosen.set(id) />
            <Button kind=ButtonKind::Quiet on_press=move |()| begin(ShardIteratorType::TrimHorizon)>"TRIM_HORIZON"</Button>
            <Button kind=ButtonKind::Quiet on_press=move |()| begin(ShardIteratorType::Latest)>"LATEST"</Button>
            <Button disabled=no_token on_press=go_on>{format!("GetRecords, {LIMIT} at most")}</Button>
        </div>
        <p class="live-note" aria-live="polite">{told}</p>
        <Refusal refused />
    }
}

/// What the answers to the reader's requests change.
#[derive(Clone, Copy)]
struct Asking {
    session: Session,
    table: RwSignal<Option<String>>,
    place: RwSignal<Option<Place>>,
    refused: RwSignal<Option<Refused>>,
    /// Whether a request is on its way.
    pending: StoredValue<bool>,
}

impl Asking {
    /// The table and the workspace the answer to a request of now is about.
    fn about(self) -> (Option<String>, WorkspaceId) {
        (self.table.get_untracked(), self.session.workspace().get_untracked())
    }

    /// Waits for an answer, and goes where it leads. While one is waited for, others are not asked for: a second press
    /// would read the same records again. Buttons stay enabled, for one of them has the focus.
    fn settle(self, answer: impl Future<Output = Result<Place, Refused>> + 'static) {
        if self.pending.get_value() {
            return;
        }
        self.pending.set_value(true);
        let about = self.about();
        spawn_local(async move {
            let answer = answer.await;
            self.pending.try_set_value(false);
            if self.about() != about {
                return;
            }
            match answer {
                Ok(next) => {
                    self.refused.try_set(None);
                    self.place.try_set(Some(next));
                }
                Err(error) => {
                    self.refused.try_set(Some(error));
                }
            }
        });
    }
}

async fn get_iterator(session: Session, arn: String, shard: String, kind: ShardIteratorType) -> Result<Place, Refused> {
    let request = GetShardIteratorRequest {
        stream_arn: arn,
        shard_id: shard.clone(),
        shard_iterator_type: kind,
        sequence_number: None,
    };
    let answer = session.send(Request::GetShardIterator(request)).await?;
    let token = answer.shard_iterator();
    Ok(Place { shard, token, issued: answer.at, last: None, written: None, read: 0, empty: false })
}

async fn read_on(session: Session, from: Place) -> Result<Place, Refused> {
    let Some(token) = from.token.clone() else { return Ok(from) };
    let request = GetRecordsRequest { shard_iterator: token, limit: Some(LIMIT) };
    let answer = session.send(Request::GetRecords(request)).await?;
    let Some(Records { records, next }) = answer.records() else { return Ok(from) };
    let (read, empty) = (from.read + records.len(), records.is_empty());
    let (last, written) = records.into_iter().next_back().unzip();
    Ok(Place {
        token: next,
        issued: answer.at,
        last: last.or(from.last),
        written: written.or(from.written),
        read,
        empty,
        shard: from.shard,
    })
}

/// Where the iterator is.
fn sentence(place: &Place, now: Timestamp) -> String {
    let shard = short_shard(&place.shard);
    let read = match place.read {
        0 => "has returned no records yet".to_owned(),
        1 => "has returned 1 record".to_owned(),
        count => format!("has returned {} records", figures::count(count as u64)),
    };
    let after = place.last.as_ref().map_or_else(String::new, |last| format!(", the last of them {last}"));
    let up_to_date = if place.empty { "; the last response was empty" } else { "" };
    let life = match (&place.token, now - place.issued) {
        (None, _) => " The shard is closed and read to its end: NextShardIterator is null.".to_owned(),
        (Some(_), age) if age > LIFE => " It has expired (15 minutes).".to_owned(),
        (Some(_), age) => format!(" It expires in {}.", figures::span(LIFE - age)),
    };
    format!("The iterator in {shard} {read}{after}{up_to_date}.{life}")
}
