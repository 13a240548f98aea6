//! An item in the three replicas of its partition, the same read strongly and eventually consistent side by side, and where it
//! stands in the indexes and in time.

use std::sync::Arc;

use hashrange_protocol::{
    AnsweredBy, ItemReplicas, ReplicaImage, ReplicasAsk, ReportKind, Span, Standing, StandingAsk, image_diff,
};
use hashrange_time::{Duration, Timestamp};
use hashrange_values::{AttributeValue, Item, Text};
use hashrange_wire::{GetItemRequest, Request, ReturnConsumedCapacity};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::block::{Block, blocks};
use crate::components::{Button, ButtonKind};
use crate::selection::use_selection;
use crate::session::{Session, use_reading, use_session};
use crate::state::item_rows::cell_text;
use crate::state::standing;
use crate::views::figures::{count, moment, span};
use crate::views::refusal::{Refusal, Refused};
use crate::views::under_way::UnderWay;

/// How long followers lag when they are let: long enough to press a button meanwhile.
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
    let (asked, stands) = (key.clone(), key.clone());
    let stands = use_reading(move || Some(StandingAsk { table: selection.table.get()?, key: stands.clone() }));
    let item = use_reading(move || Some(ReplicasAsk { table: selection.table.get()?, key: asked.clone() }));
    // Strongly consistent, then eventually.
    let pair = RwSignal::new(None::<[Read; 2]>);
    let told = move || {
        let mut told = item.with(|item| item.as_ref().and_then(Option::as_ref).map(tell).unwrap_or_default());
        pair.with(|pair| told.extend(pair.as_ref().map(tell_pair)));
        stands.with(|stands| told.extend(stands.iter().flatten().flat_map(tell_standing)));
        told
    };
    view! { {twice(key, pair)} <div aria-live="polite">{blocks(told)}</div> {lag(item)} }.into_any()
}

/// The button that reads twice.
fn twice(key: Item, pair: RwSignal<Option<[Read; 2]>>) -> impl IntoView {
    let (session, selection) = (use_session(), use_selection());
    let refused = RwSignal::new(None::<Refused>);
    // A press while both reads are on their way would be charged again. The button stays enabled, for it has the focus.
    let under_way = UnderWay::new();
    let press = move |()| {
        let Some(table) = selection.table.get_untracked().filter(|_| !under_way.waits()) else { return };
        let (key, number) = (key.clone(), under_way.begin());
        spawn_local(async move {
            let both = read_both(session, &table, &key).await;
            if under_way.end(number) {
                match both {
                    Ok(both) => pair.set(Some(both)),
                    Err(error) => return refused.set(Some(error)),
                }
                refused.set(None);
            }
        });
    };
    view! {
        <Button on_press=press>"Read with both consistencies"</Button>
        <span class="live-note">" sends two GetItem requests"</span>
        <Refusal refused />
    }
}

async fn read_both(session: Session, table: &str, key: &Item) -> Result<[Read; 2], Refused> {
    Ok([get(session, table, key, true).await?, get(session, table, key, false).await?])
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
    Ok(Read { at: answer.at, item: answer.item(), units, answered: answered.unwrap_or_default() })
}

/// What decides how far followers lag, and a way to change it.
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
            true => ("Remove the lag", Span::exactly(Duration::ZERO)),
            false => ("Set a replication lag of 2 to 10 s", SEEN_LAG),
        };
        Some(view! { <Button kind=ButtonKind::Quiet on_press=move |()| change(span)>{words}</Button> })
    }
}

/// The item in each index, and when it goes.
fn tell_standing(item: &Standing) -> Vec<Block> {
    let rows = standing::indexes(item).into_iter().map(|line| vec![line]).collect();
    vec![
        Block::table("In the indexes", "", &["why it is there, or not"], rows),
        Block::note(format!("When will it go? {}", standing::expiry(item))),
    ]
}

fn tell(item: &ItemReplicas) -> Vec<Block> {
    let row = |(at, replica): (usize, &ReplicaImage)| {
        let until = replica.complete.map_or_else(|| "–".to_owned(), |at| format!("in {}", span(at - item.now)));
        vec![name(at).to_owned(), count(replica.missing), has(replica), until]
    };
    let rows = item.replicas.iter().enumerate().map(row).collect();
    vec![
        Block::note(standing::replicas(item)),
        Block::table("Three replicas of its partition", "", &["replica", "writes missing", "has", "up to date"], rows)
            .modelled("AWS documents that replicas agree usually within a second; we draw the lag and the replica that a read asks"),
    ]
}

/// A replica's name, by its number.
fn name(number: usize) -> &'static str {
    match number {
        0 => "leader",
        1 => "follower 1",
        _ => "follower 2",
    }
}

/// What a replica has where it differs from the newest image; otherwise that it has it.
fn has(replica: &ReplicaImage) -> String {
    match (replica.there, replica.missing) {
        (false, _) => return "no item".to_owned(),
        (true, 0) => return "up to date".to_owned(),
        (true, _) => {}
    }
    let attribute = |(name, value): &(Text, Option<AttributeValue>)| {
        format!("{name} {}", value.as_ref().map_or_else(|| "missing".to_owned(), cell_text))
    };
    let other: Vec<String> = replica.differs.iter().map(attribute).collect();
    if other.is_empty() { "an older image".to_owned() } else { other.join(", ") }
}

/// Both answers side by side, with what differs marked.
fn tell_pair(pair: &[Read; 2]) -> Block {
    let row = |head: &str, of: fn(&Read) -> String| {
        let [strong, eventual] = pair.each_ref().map(of);
        vec![head.to_owned(), strong, eventual]
    };
    let mut rows = vec![
        row("responded", |read| match read.answered.replica {
            Some(number) => format!("the {}", name(number)),
            None => "any replica: none is behind".to_owned(),
        }),
        row("state", behind),
        row("cost", |read| format!("{} RCU", read.units)),
        row("when", |read| moment(read.at, 3)),
        row("item", |read| if read.item.is_some() { "found".to_owned() } else { "no item".to_owned() }),
    ];
    let [strong, eventual] = pair.each_ref().map(|read| read.item.as_deref());
    rows.extend(image_diff(strong, eventual).iter().map(super::stream::diff_row));
    Block::table("Both reads", "", &["", "strongly consistent", "eventually consistent"], rows)
}

/// How far an answer is behind.
fn behind(read: &Read) -> String {
    let writes = if read.answered.missing == 1 { "write" } else { "writes" };
    match read.answered.stale_since {
        Some(since) => format!("stale: {} {writes} and {} behind", read.answered.missing, span(read.at - since)),
        None => "up to date".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_older_image_is_told_by_what_differs() {
        let image = |there, missing, differs: &[(&str, Option<&str>)]| ReplicaImage {
            there,
            missing,
            stale_since: None,
            complete: None,
            differs: differs.iter().map(|(name, value)| ((*name).into(), value.map(AttributeValue::string))).collect(),
        };
        assert_eq!(has(&image(false, 1, &[])), "no item");
        assert_eq!(has(&image(true, 0, &[])), "up to date");
        assert_eq!(has(&image(true, 1, &[])), "an older image");
        assert_eq!(has(&image(true, 2, &[("a", Some("1")), ("b", None)])), "a 1, b missing");
    }
}
