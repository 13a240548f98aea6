//! An item in the three replicas of its partition. Compares a strongly and an eventually consistent read, and shows the
//! item's entries in the indexes and its expiry.

use std::sync::Arc;

use hashrange_protocol::{
    AnsweredBy, ItemReplicas, ItemStatus, ItemStatusQuestion, ReplicaImage, ReplicasQuestion, ReportKind, Span,
    image_diff,
};
use hashrange_time::{Duration, Timestamp};
use hashrange_values::{AttributeValue, Item, Text};
use hashrange_wire::{GetItemRequest, Request, ReturnConsumedCapacity};
use hashrange_words::t;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::block::{Block, blocks};
use crate::components::{Button, ButtonKind};
use crate::memo::Memo;
use crate::selection::use_selection;
use crate::session::{Session, use_reading, use_session};
use crate::signal::{ReadSignal, RwSignal};
use crate::state::figures::{count, moment, span};
use crate::state::item_rows::cell_text;
use crate::state::item_status;
use crate::views::pending_request::PendingRequest;
use crate::views::refusal::{Refusal, Refused};

/// The increased lag of followers: long enough to press a button in that time.
const SEEN_LAG: Span = Span::millis(2_000, 10_000);

/// A read of the item.
#[derive(Clone, Debug, PartialEq)]
struct Read {
    at: Timestamp,
    item: Option<Arc<Item>>,
    units: f64,
    answered: AnsweredBy,
}

/// The page of the item with this primary key.
pub(super) fn page(key: Item) -> AnyView {
    let selection = use_selection();
    let (asked, status) = (key.clone(), key.clone());
    let status = use_reading(move || {
        Some(ItemStatusQuestion {
            table: selection.table.get()?,
            key: status.clone(),
        })
    });
    let item = use_reading(move || {
        Some(ReplicasQuestion {
            table: selection.table.get()?,
            key: asked.clone(),
        })
    });
    // The strongly consistent read, then the eventually consistent one.
    let pair = RwSignal::new(None::<[Read; 2]>);
    let reported = move || {
        let mut reported = item.with(|item| {
            item.as_ref()
                .and_then(Option::as_ref)
                .map(blocks_of)
                .unwrap_or_default()
        });
        pair.with(|pair| reported.extend(pair.as_ref().map(pair_block)));
        status.with(|status| reported.extend(status.iter().flatten().flat_map(status_blocks)));
        reported
    };
    view! { {twice(key, pair)} <div aria-live="polite">{blocks(reported)}</div> {lag(item)} }.into_any()
}

/// The button that sends both reads.
fn twice(key: Item, pair: RwSignal<Option<[Read; 2]>>) -> impl IntoView {
    let (session, selection) = (use_session(), use_selection());
    let refused = RwSignal::new(None::<Refused>);
    // A press while both reads are pending would be charged again. The button stays enabled, because it has the focus.
    let pending = PendingRequest::new();
    let press = move |()| {
        let Some(table) = selection.table.get_untracked().filter(|_| !pending.waits()) else {
            return;
        };
        let (key, number) = (key.clone(), pending.begin());
        spawn_local(async move {
            let both = read_both(session, &table, &key).await;
            if pending.end(number) {
                match both {
                    Ok(both) => pair.set(Some(both)),
                    Err(error) => return refused.set(Some(error)),
                }
                refused.set(None);
            }
        });
    };
    view! {
        <Button on_press=press>{t!("Read with both consistencies")}</Button>
        <span class="live-note">" " {t!("sends two GetItem requests")}</span>
        <Refusal refused />
    }
}

async fn read_both(session: Session, table: &str, key: &Item) -> Result<[Read; 2], Refused> {
    Ok([
        get(session, table, key, true).await?,
        get(session, table, key, false).await?,
    ])
}

async fn get(session: Session, table: &str, key: &Item, strong: bool) -> Result<Read, Refused> {
    let request = GetItemRequest {
        table_name: table.to_owned(),
        key: key.clone(),
        consistent_read: Some(strong),
        return_consumed_capacity: Some(ReturnConsumedCapacity::Total),
        ..GetItemRequest::default()
    };
    let answer = session.send(Request::GetItem(request)).await?;
    let answered = answer.report.as_ref().and_then(|report| match &report.kind {
        ReportKind::Read(read) => read.trace.answered,
        _ => None,
    });
    let units = answer.units().unwrap_or_default();
    Ok(Read {
        at: answer.at,
        item: answer.item(),
        units,
        answered: answered.unwrap_or_default(),
    })
}

/// What determines the lag of followers, and how to change it.
fn lag(item: ReadSignal<Option<Option<ItemReplicas>>>) -> impl IntoView {
    let session = use_session();
    let lags = Memo::new(move |_| item.with(|item| item.as_ref()?.as_ref().map(|item| item.lags)));
    let change = move |span: Span| {
        let mut settings = untrack(|| session.settings());
        settings.physics.replication = span;
        session.change_settings(&settings);
    };
    move || {
        let (words, span) = match lags.get()? {
            true => (t!("Remove the lag"), Span::exactly(Duration::ZERO)),
            false => (t!("Set a replication lag of 2 to 10 s"), SEEN_LAG),
        };
        Some(view! { <Button kind=ButtonKind::Quiet on_press=move |()| change(span)>{words}</Button> })
    }
}

/// The item in each index, and its expiry time.
fn status_blocks(item: &ItemStatus) -> Vec<Block> {
    let rows = item_status::indexes(item).into_iter().map(|line| vec![line]).collect();
    vec![
        Block::table(t!("In the indexes"), "", &[t!("why it is there, or why not")], rows),
        Block::note(t!("When will it be deleted? {item}", item = item_status::expiry(item))),
    ]
}

fn blocks_of(item: &ItemReplicas) -> Vec<Block> {
    let row = |(at, replica): (usize, &ReplicaImage)| {
        let until = replica
            .complete
            .map_or_else(|| "–".to_owned(), |at| format!("in {}", span(at - item.now)));
        vec![name(at).to_owned(), count(replica.missing), has(replica), until]
    };
    let rows = item.replicas.iter().enumerate().map(row).collect();
    vec![
        Block::note(item_status::replicas(item)),
        Block::table(t!("Three replicas of its partition"), "", &[t!("replica"), t!("writes missing"), t!("has"), t!("up to date")], rows)
            .modelled(t!("AWS documents that replicas usually agree within a second; we choose the lag, and the replica that serves a read, at random")),
    ]
}

/// A replica's name, by its number.
fn name(number: usize) -> &'static str {
    match number {
        0 => "leader",
        1 => t!("follower 1"),
        _ => t!("follower 2"),
    }
}

/// How a replica differs from the latest image, or that it is up to date.
fn has(replica: &ReplicaImage) -> String {
    match (replica.there, replica.missing) {
        (false, _) => return t!("no item").to_owned(),
        (true, 0) => return t!("up to date").to_owned(),
        (true, _) => {}
    }
    let attribute = |(name, value): &(Text, Option<AttributeValue>)| {
        format!(
            "{name} {}",
            value.as_ref().map_or_else(|| "missing".to_owned(), cell_text)
        )
    };
    let other: Vec<String> = replica.differs.iter().map(attribute).collect();
    if other.is_empty() {
        t!("an older image").to_owned()
    } else {
        other.join(", ")
    }
}

/// Both responses in columns, with the differences marked.
fn pair_block(pair: &[Read; 2]) -> Block {
    let row = |head: &str, of: fn(&Read) -> String| {
        let [strong, eventual] = pair.each_ref().map(of);
        vec![head.to_owned(), strong, eventual]
    };
    let mut rows = vec![
        row("responded", |read| match read.answered.replica {
            Some(number) => format!("the {}", name(number)),
            None => t!("any replica: none is behind").to_owned(),
        }),
        row("state", behind),
        row("cost", |read| format!("{} RCU", read.units)),
        row("when", |read| moment(read.at, 3)),
        row("item", |read| {
            if read.item.is_some() {
                "found".to_owned()
            } else {
                t!("no item").to_owned()
            }
        }),
    ];
    let [strong, eventual] = pair.each_ref().map(|read| read.item.as_deref());
    rows.extend(image_diff(strong, eventual).iter().map(super::stream::diff_row));
    Block::table(
        t!("Both reads"),
        "",
        &["", t!("strongly consistent"), t!("eventually consistent")],
        rows,
    )
}

/// The lag of a response.
fn behind(read: &Read) -> String {
    match read.answered.stale_since {
        Some(since) => t!(
            "stale: {missing} {missing, plural, one {write} other {writes}} and {since} behind",
            missing = read.answered.missing,
            since = span(read.at - since)
        ),
        None => t!("up to date").to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_older_image_is_reported_by_what_differs() {
        let image = |there, missing, differs: &[(&str, Option<&str>)]| ReplicaImage {
            there,
            missing,
            stale_since: None,
            complete: None,
            differs: differs
                .iter()
                .map(|(name, value)| ((*name).into(), value.map(AttributeValue::string)))
                .collect(),
        };
        assert_eq!(has(&image(false, 1, &[])), "no item");
        assert_eq!(has(&image(true, 0, &[])), "up to date");
        assert_eq!(has(&image(true, 1, &[])), "an older image");
        assert_eq!(has(&image(true, 2, &[("a", Some("1")), ("b", None)])), "a 1, b missing");
    }
}
