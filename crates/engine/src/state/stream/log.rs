//! The log of one stream: its shards, one open shard for each partition of the table while the stream is enabled.
//!
//! It is a model that shards follow partitions, and how long they stay open (the service only says that shards open and
//! close automatically, documented: streams-guide). All records of one item are in one lineage of shards, parents
//! before children.

use std::sync::Arc;

use hashrange_index::KeySchema;
use hashrange_store::Placement;
use hashrange_time::Timestamp;
use hashrange_values::Item;
use hashrange_wire::{OperationType, StreamStatus, StreamViewType};
use litemap::LiteMap;

use crate::state::images::Images;
use crate::state::policy_slot::PolicySlot;
use crate::state::stream::name::StreamName;
use crate::state::stream::shard::{Change, SequenceNumber, Shard, ShardId, Trimmed};

/// The log of one stream.
#[derive(Clone, Debug)]
pub(crate) struct StreamLog {
    pub(crate) keys: KeySchema,
    pub(crate) view: StreamViewType,
    pub(crate) status: StreamStatus,
    pub(crate) created: Timestamp,
    pub(crate) policy: PolicySlot,
    shards: LiteMap<ShardId, Shard>,
    /// The open shard of each partition.
    open: Vec<ShardId>,
    /// The latest sequence number.
    last: SequenceNumber,
}

hashrange_checkpoint::fields!(StreamLog {
    keys,
    view,
    status,
    created,
    policy,
    shards,
    open,
    last
});

/// A shard, and when its next trimming is due.
pub(crate) type TrimDue = (ShardId, Timestamp);

impl StreamLog {
    pub(crate) fn new(keys: KeySchema, view: StreamViewType, now: Timestamp) -> Self {
        let status = StreamStatus::Enabling;
        let (policy, shards) = (PolicySlot::default(), LiteMap::new());
        Self {
            keys,
            view,
            status,
            created: now,
            policy,
            shards,
            open: Vec::new(),
            last: SequenceNumber(0),
        }
    }

    /// The shards, oldest first.
    pub(crate) fn shards(&self) -> impl Iterator<Item = (ShardId, &Shard)> {
        self.shards.iter().map(|(id, shard)| (*id, shard))
    }

    /// The open shard of each partition.
    pub(crate) fn open(&self) -> &[ShardId] {
        &self.open
    }

    /// The shard of this name.
    pub(crate) fn shard(&self, id: ShardId) -> Option<&Shard> {
        self.shards.get(&id)
    }

    /// The shard of this name, to read it.
    pub(crate) fn shard_mut(&mut self, id: ShardId) -> Option<&mut Shard> {
        self.shards.get_mut(&id)
    }

    /// The latest sequence number.
    pub(crate) fn last(&self) -> SequenceNumber {
        self.last
    }

    /// Enables the stream, and opens a shard for each partition.
    pub(crate) fn enable(&mut self, name: &StreamName, partitions: usize, now: Timestamp) -> Vec<ShardId> {
        self.status = StreamStatus::Enabled;
        let opened: Vec<ShardId> = (0..partitions).map(|_| self.open_shard(name, None, now)).collect();
        self.open.clone_from(&opened);
        opened
    }

    fn open_shard(&mut self, name: &StreamName, parent: Option<ShardId>, now: Timestamp) -> ShardId {
        let starting = self.draw();
        let parts = [name.table.as_bytes(), name.label.as_bytes(), &starting.0.to_be_bytes()];
        let mut id = ShardId {
            opened: now.millis(),
            mark: (Placement::of(parts).as_u128() >> 96) as u32,
        };
        while self.shards.contains_key(&id) {
            id.mark = id.mark.wrapping_add(1);
        }
        self.shards.insert(id, Shard::new(parent, starting));
        id
    }

    fn draw(&mut self) -> SequenceNumber {
        self.last = self.last.next();
        self.last
    }

    /// Closes every shard: nothing more is recorded.
    pub(crate) fn close(&mut self, now: Timestamp) -> Vec<TrimDue> {
        self.status = StreamStatus::Disabling;
        let open = std::mem::take(&mut self.open);
        open.into_iter().filter_map(|id| self.close_shard(id, now)).collect()
    }

    fn close_shard(&mut self, id: ShardId, now: Timestamp) -> Option<TrimDue> {
        let last = self.draw();
        self.shards.get_mut(&id)?.close(last, now).map(|due| (id, due))
    }

    /// Closes an open shard and continues in a new one.
    pub(crate) fn roll(
        &mut self,
        name: &StreamName,
        id: ShardId,
        now: Timestamp,
    ) -> Option<(ShardId, Option<TrimDue>)> {
        let partition = self.open.iter().position(|open| *open == id)?;
        let trim = self.close_shard(id, now);
        let child = self.open_shard(name, Some(id), now);
        if let Some(open) = self.open.get_mut(partition) {
            *open = child;
        }
        Some((child, trim))
    }

    /// Closes the open shard of the partition at this position, and opens one for each of its halves.
    pub(crate) fn divide(
        &mut self,
        name: &StreamName,
        position: usize,
        now: Timestamp,
    ) -> Option<([ShardId; 2], Option<TrimDue>)> {
        let parent = *self.open.get(position)?;
        let trim = self.close_shard(parent, now);
        let children = [(), ()].map(|()| self.open_shard(name, Some(parent), now));
        self.open.splice(position..=position, children);
        Some((children, trim))
    }

    /// Records a change of an item. A write that leaves the item unchanged has no record
    /// (observed: no-record-unchanged, no record then). Returns when to trim, unless that is planned.
    pub(crate) fn record(
        &mut self,
        partition: usize,
        images: Images<'_>,
        write: u64,
        now: Timestamp,
        by_service: bool,
    ) -> Option<TrimDue> {
        let (before, after) = images.items();
        let name = match (before, after) {
            (None, Some(_)) => OperationType::Insert,
            (Some(_), None) => OperationType::Remove,
            (Some(old), Some(new)) if !Arc::ptr_eq(old, new) && old != new => OperationType::Modify,
            _ => return None,
        };
        let id = *self.open.get(partition).or(self.open.last())?;
        let (new_kept, old_kept) = match self.view {
            StreamViewType::KeysOnly => (false, false),
            StreamViewType::NewImage => (true, false),
            StreamViewType::OldImage => (false, true),
            StreamViewType::NewAndOldImages => (true, true),
        };
        let keys = self.keys.key_of(after.or(before)?);
        let (new, old) = (
            after.filter(|_| new_kept).cloned(),
            before.filter(|_| old_kept).cloned(),
        );
        let size = |image: &Option<Arc<Item>>| image.as_ref().map_or(0, |image| image.item_size());
        let bytes = (keys.item_size() + size(&new) + size(&old)) as u64;
        let change = Change {
            sequence: self.draw(),
            write,
            at: now,
            name,
            keys,
            new,
            old,
            bytes,
            by_service,
        };
        self.shards.get_mut(&id)?.push(change).map(|due| (id, due))
    }

    /// Drops expired records of a shard, and the shard itself after its retention time. Returns when to trim next.
    pub(crate) fn trim(&mut self, id: ShardId, now: Timestamp) -> Option<Timestamp> {
        match self.shards.get_mut(&id)?.trim(now) {
            Trimmed::Next(due) => Some(due),
            Trimmed::Idle => None,
            Trimmed::Spent => {
                self.shards.remove(&id);
                None
            }
        }
    }
}
