//! What the Stale read card shows, read at one moment, and the pair of reads it makes.

use std::sync::Arc;

use hashrange_engine::{Engine, Span};
use hashrange_insight::{Answered, DiffLine, Insight, ReplicaView, ReportKind, image_diff};
use hashrange_time::{Duration, Timestamp};
use hashrange_values::Item;
use hashrange_wire::{GetItemRequest, Request, Response, ReturnConsumedCapacity};
use leptos::prelude::*;

use super::words;
use crate::session::Session;
use crate::views::key_name::key_text;
use crate::views::refusal::Refused;

/// One reading.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Reading {
    pub(super) sentence: String,
    /// The item, as text and as key.
    pub(super) text: String,
    pub(super) key: Item,
    /// Whether followers lag at all in the physics in force.
    pub(super) lags: bool,
    pub(super) replicas: Vec<Replica>,
    /// Writes of the whole table that have not reached both followers of their partition.
    pub(super) behind: usize,
}

/// What one replica has of the item.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Replica {
    pub(super) missing: u64,
    /// Milliseconds from now to the first write it lacks (in the past), and to the moment it has all.
    pub(super) stale_since: Option<f64>,
    pub(super) complete: Option<f64>,
    /// What it has, in short.
    pub(super) has: String,
}

/// Two reads of the same item, one after the other.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Pair {
    pub(super) table: String,
    pub(super) key: Item,
    pub(super) strong: Read,
    pub(super) eventual: Read,
    pub(super) diff: Arc<Vec<DiffLine>>,
}

/// One of the two.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Read {
    pub(super) at: Timestamp,
    pub(super) item: Option<Arc<Item>>,
    pub(super) units: f64,
    pub(super) answered: Answered,
}

impl Read {
    /// How old the answer is: how long ago the first write was made that it lacks.
    pub(super) fn behind(&self) -> Option<Duration> {
        self.answered.stale_since.map(|since| self.at - since)
    }
}

/// Reads how the replicas of an item stand; without a key, of the item written last.
pub(super) fn read(insight: &Insight, engine: &Engine, table: &str, key: Option<Item>) -> Option<Reading> {
    let view = engine.table(table)?;
    let key = key.or_else(|| insight.fan_out(engine, table).map(|write| write.key))?;
    let now = engine.now();
    let replicas = view.replicas(&key, now)?;
    let millis = |at: Timestamp| (at.micros() as f64 - now.micros() as f64) / 1_000.0;
    let newest = replicas.first().and_then(|leader| leader.item.clone());
    let of = |replica: &ReplicaView| Replica {
        missing: replica.missing,
        stale_since: replica.stale_since.map(millis),
        complete: replica.complete.map(millis),
        has: words::has(replica, newest.as_deref()),
    };
    let lags = engine.options().physics.replication != Span::exactly(Duration::ZERO);
    let replicas: Vec<Replica> = replicas.iter().map(of).collect();
    Some(Reading {
        sentence: words::sentence(&replicas, lags),
        text: key_text(view.keys(), &key),
        key,
        lags,
        behind: view.behind(now),
        replicas,
    })
}

/// Reads the item twice through the session, strongly consistent first.
pub(super) fn read_both(session: Session, table: &str, key: &Item) -> Result<Pair, Refused> {
    let strong = get(session, table, key, true)?;
    let eventual = get(session, table, key, false)?;
    let diff = Arc::new(image_diff(strong.item.as_deref(), eventual.item.as_deref()));
    Ok(Pair { table: table.to_owned(), key: key.clone(), strong, eventual, diff })
}

fn get(session: Session, table: &str, key: &Item, strong: bool) -> Result<Read, Refused> {
    let request = GetItemRequest {
        table_name: table.to_owned(),
        key: key.clone(),
        consistent_read: Some(strong),
        return_consumed_capacity: Some(ReturnConsumedCapacity::Total),
        ..GetItemRequest::default()
    };
    let answer = session.submit(Request::GetItem(request)).map_err(|error| Refused::from(&error))?;
    let (item, units) = match answer {
        Response::GetItem(answer) => {
            let units = answer.consumed_capacity.map_or(0.0, |cost| cost.capacity_units);
            (answer.item, units)
        }
        _ => (None, 0.0),
    };
    let report = session.last_report().get_untracked();
    let answered = report.as_ref().and_then(|report| match &report.kind {
        ReportKind::Read(read) => read.trace.answered,
        _ => None,
    });
    let at = report.map_or_else(|| session.now().get_untracked(), |report| report.at);
    Ok(Read { at, item, units, answered: answered.unwrap_or_default() })
}
