//! What the Stream card shows, taken out of what the service said of one moment.

use std::sync::Arc;

use hashrange_protocol::{DiffLine, RecordView, ShardView, StreamReads, TableStream, image_diff};
use hashrange_time::Timestamp;
use hashrange_values::Item;
use hashrange_wire::{OperationType, StreamStatus, StreamViewType};

use super::layout::Life;
use super::words;
use crate::views::key_name::key_text;

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

/// Takes the words and the differences out of what the service said.
pub(super) fn read(stream: &TableStream) -> Reading {
    let record = |record: &RecordView| Record {
        key: key_text(&stream.keys, &record.keys),
        name: record.name,
        at: record.at,
        shard: record.shard.clone(),
        sequence: record.sequence.clone(),
        bytes: record.bytes,
        by_service: record.by_service,
        has_old: record.old.is_some(),
        has_new: record.new.is_some(),
        diff: Arc::new(image_diff(record.old.as_deref(), record.new.as_deref())),
        keys: record.keys.clone(),
    };
    Reading {
        table: stream.table.clone(),
        sentence: words::sentence(stream),
        now: stream.now,
        label: stream.label.clone(),
        status: stream.status,
        view: stream.view,
        shards: stream.shards.clone(),
        older: stream.older,
        records: stream.records,
        newest: stream.newest.iter().map(record).collect(),
        reads: stream.reads,
    }
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
