//! What the Stale read card shows, taken out of what the service said of one moment, and the pair of reads it makes.

use std::sync::Arc;

use hashrange_protocol::{AnsweredBy, DiffLine, ItemReplicas, ReplicaImage, ReportKind, image_diff};
use hashrange_time::{Duration, Timestamp};
use hashrange_values::Item;
use hashrange_wire::{GetItemRequest, Request, ReturnConsumedCapacity};

use super::words;
use crate::session::Session;
use crate::views::key_name::key_text;
use crate::views::refusal::Refused;

/// One reading.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Reading {
    pub(super) sentence: String,
    pub(super) table: String,
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
    pub(super) answered: AnsweredBy,
}

impl Read {
    /// How old the answer is: how long ago the first write was made that it lacks.
    pub(super) fn behind(&self) -> Option<Duration> {
        self.answered.stale_since.map(|since| self.at - since)
    }
}

/// Takes the lanes and the words out of what the service said.
pub(super) fn read(data: &ItemReplicas) -> Reading {
    let ItemReplicas { table, keys, key, now, lags, behind, replicas } = data;
    let millis = |at: Timestamp| (at.micros() as f64 - now.micros() as f64) / 1_000.0;
    let of = |replica: &ReplicaImage| Replica {
        missing: replica.missing,
        stale_since: replica.stale_since.map(millis),
        complete: replica.complete.map(millis),
        has: words::has(replica),
    };
    let replicas: Vec<Replica> = replicas.iter().map(of).collect();
    Reading {
        sentence: words::sentence(&replicas, *lags),
        table: table.clone(),
        text: key_text(keys, key),
        key: key.clone(),
        lags: *lags,
        behind: *behind,
        replicas,
    }
}

/// Reads the item twice through the session, strongly consistent first.
pub(super) async fn read_both(session: Session, table: String, key: Item) -> Result<Pair, Refused> {
    let strong = get(session, &table, &key, true).await?;
    let eventual = get(session, &table, &key, false).await?;
    let diff = Arc::new(image_diff(strong.item.as_deref(), eventual.item.as_deref()));
    Ok(Pair { table, key, strong, eventual, diff })
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
    Ok(Read {
        at: answer.at,
        item: answer.item(),
        units: answer.units().unwrap_or_default(),
        answered: answered.unwrap_or_default(),
    })
}
