//! What the Stream card shows, read at one moment.

use std::sync::Arc;

use hashrange_engine::Engine;
use hashrange_insight::{DiffLine, Insight, RecordView, ShardView, StreamReads, StreamView, image_diff};
use hashrange_time::Timestamp;
use hashrange_values::Item;
use hashrange_wire::{OperationType, StreamStatus, StreamViewType};

use super::layout::Life;
use super::words;
use crate::views::key_name::key_text;

/// Shards drawn, the newest ones.
const SHARDS: usize = 12;
/// Records listed with their images.
const RECORDS: usize = 12;

/// One reading.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Reading {
    pub(super) table: String,
    /// What is being seen.
    pub(super) sentence: String,
    pub(super) now: Timestamp,
    pub(super) label: String,
    pub(super) status: StreamStatus,
    pub(super) view: StreamViewType,
    /// The shards drawn, oldest first.
    pub(super) shards: Vec<ShardView>,
    /// Shards that are not drawn.
    pub(super) older: usize,
    /// Records kept in all.
    pub(super) records: usize,
    /// The newest of them, newest first.
    pub(super) newest: Vec<Record>,
    pub(super) reads: StreamReads,
}

/// A record as it is listed.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Record {
    pub(super) key: String,
    pub(super) keys: Item,
    pub(super) name: OperationType,
    pub(super) at: Timestamp,
    pub(super) shard: String,
    pub(super) sequence: String,
    pub(super) bytes: u64,
    pub(super) by_service: bool,
    pub(super) has_old: bool,
    pub(super) has_new: bool,
    pub(super) diff: Arc<Vec<DiffLine>>,
}

/// Reads the newest stream of a table; `None` where it never had one.
pub(super) fn read(insight: &Insight, engine: &Engine, table: &str) -> Option<Reading> {
    let keys = engine.table(table)?.keys();
    let board = insight.streams(engine, table);
    let sentence = words::sentence(&board, engine.now());
    let stream: StreamView = board.streams.last()?.clone();
    let older = stream.shards.len().saturating_sub(SHARDS);
    let record = |record: RecordView| Record {
        key: key_text(keys, &record.keys),
        name: record.name,
        at: record.at,
        shard: record.shard,
        sequence: record.sequence,
        bytes: record.bytes,
        by_service: record.by_service,
        has_old: record.old.is_some(),
        has_new: record.new.is_some(),
        diff: Arc::new(image_diff(record.old.as_deref(), record.new.as_deref())),
        keys: record.keys,
    };
    Some(Reading {
        table: table.to_owned(),
        sentence,
        now: engine.now(),
        label: stream.label,
        status: stream.status,
        view: stream.view,
        shards: stream.shards.into_iter().skip(older).collect(),
        older,
        records: board.records,
        newest: board.newest.into_iter().take(RECORDS).map(record).collect(),
        reads: board.reads,
    })
}

impl Reading {
    /// The lives of the shards drawn.
    pub(super) fn lives(&self) -> Vec<Life> {
        let row = |id: &String| self.shards.iter().position(|shard| shard.id == *id);
        let life = |shard: &ShardView| Life {
            opened: shard.opened.micros() as f64,
            closed: shard.ending.as_ref().map(|(_, at)| at.micros() as f64),
            parent: shard.parent.as_ref().and_then(row),
        };
        self.shards.iter().map(life).collect()
    }

    /// Names of the shards drawn, newest first, the open ones before the others.
    pub(super) fn shard_names(&self) -> Vec<(String, String)> {
        let name = |shard: &ShardView| (shard.id.clone(), words::shard_choice(shard));
        let (open, closed): (Vec<&ShardView>, Vec<&ShardView>) = self.shards.iter().rev().partition(|shard| shard.open);
        open.into_iter().chain(closed).map(name).collect()
    }
}
