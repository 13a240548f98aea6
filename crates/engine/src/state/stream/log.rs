//! The log of one stream: its shards, one open shard for each partition of the table while the stream is enabled.
//!
//! It is a model that shards follow partitions, and how long they stay open (the service only says that shards open and
//! close automatically, documented: streams-guide). All records of one item are in one lineage of shards, parents
//! before children.

use std::sync::Arc;

use hashrange_index::KeySchema;
use hashrange_store::{Placement, Remains};
use hashrange_time::Timestamp;
use hashrange_values::Item;
use hashrange_wire::{OperationType, StreamStatus, StreamViewType};
use litemap::LiteMap;

use crate::state::images::Images;
use crate::state::policy_slot::PolicySlot;
use crate::state::settings::Tags;
use crate::state::span::Span;
use crate::state::stream::name::{RETENTION, StreamName};
use crate::state::stream::rolls::Rolls;
use crate::state::stream::shard::{Change, SequenceNumber, Shard, ShardId, Trimmed};

/// Maximum number of rolls whose closed shards without records are kept: far more than a day has of them, unless a
/// setting makes shards short (a model: it bounds memory).
const MOST_ROLLS: u64 = 1_000;

/// The log of one stream.
#[derive(Clone, Debug)]
pub(crate) struct StreamLog {
    pub(crate) keys: KeySchema,
    pub(crate) view: StreamViewType,
    pub(crate) status: StreamStatus,
    pub(crate) created: Timestamp,
    pub(crate) policy: PolicySlot,
    pub(crate) tags: Tags,
    shards: LiteMap<ShardId, Shard>,
    /// The open shard of each partition.
    open: Vec<ShardId>,
    /// The latest sequence number.
    last: SequenceNumber,
    /// When the open shards are continued in new ones; `None` while they stay open.
    rolls: Option<Rolls>,
}

hashrange_checkpoint::fields!(StreamLog {
    keys,
    view,
    status,
    created,
    policy,
    shards,
    open,
    last,
    rolls since 2,
    tags since 2
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
            tags: Tags::default(),
            shards,
            open: Vec::new(),
            last: SequenceNumber(0),
            rolls: None,
        }
    }

    /// Leaves the records to be freed.
    pub(crate) fn discard(self, remains: &mut Remains) {
        for (_, shard) in self.shards {
            shard.discard(remains);
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

    /// Enables the stream, and opens a shard for each partition. Shards live this long.
    pub(crate) fn enable(&mut self, name: &StreamName, partitions: usize, now: Timestamp, life: Span) {
        self.status = StreamStatus::Enabled;
        self.open = (0..partitions).map(|_| self.open_shard(name, None, now)).collect();
        self.rolls = Rolls::starting(now, life);
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
        self.rolls = None;
        let open = std::mem::take(&mut self.open);
        open.into_iter().filter_map(|id| self.close_shard(id, now)).collect()
    }

    fn close_shard(&mut self, id: ShardId, now: Timestamp) -> Option<TrimDue> {
        let last = self.draw();
        self.shards.get_mut(&id)?.close(last, now).map(|due| (id, due))
    }

    /// Rolls the shards of an enabled stream that has no timetable, and starts one. New shards live this long.
    pub(crate) fn start_rolls(&mut self, name: &StreamName, now: Timestamp, life: Span) {
        if self.status == StreamStatus::Enabled && self.rolls.is_none() {
            self.roll(name, now);
            self.rolls = Rolls::starting(now, life);
        }
    }

    /// When the open shards are next continued in new ones.
    pub(crate) fn next_roll(&self) -> Option<Timestamp> {
        self.rolls.map(|rolls| rolls.due())
    }

    /// Rolls the shards up to this time, and drops closed shards without records after their retention time. Shards that
    /// would be opened, closed and dropped meanwhile are never made. New shards live this long. Returns whether shards
    /// were dropped.
    pub(crate) fn catch_up(&mut self, name: &StreamName, now: Timestamp, life: Span) -> bool {
        while let Some(rolls) = self.rolls.filter(|rolls| rolls.due() <= now) {
            self.roll(name, rolls.due());
            self.rolls = rolls.after(life).map(|next| self.skipped(next, now));
        }
        self.drop_spent(now)
    }

    /// The timetable after the rolls that leave nothing at this time. The open shards have no records.
    fn skipped(&mut self, rolls: Rolls, now: Timestamp) -> Rolls {
        let spent = spent_by(&rolls, rolls.last_by(now), now);
        let Some(last) = rolls.last_by(spent).checked_sub(1) else {
            return rolls;
        };
        if last <= rolls.number {
            return rolls;
        }
        // The last two rolls are made: the shards of one are the parents of the other's.
        let numbers = (last - rolls.number).saturating_mul(2 * self.open.len() as u64);
        self.last = SequenceNumber(self.last.0.saturating_add(numbers));
        rolls.at(last)
    }

    /// Closes the open shards, and continues each in a new one.
    fn roll(&mut self, name: &StreamName, now: Timestamp) {
        for place in 0..self.open.len() {
            let Some(parent) = self.open.get(place).copied() else {
                continue;
            };
            let last = self.draw();
            if let Some(shard) = self.shards.get_mut(&parent) {
                shard.end(last, now);
            }
            let child = self.open_shard(name, Some(parent), now);
            if let Some(open) = self.open.get_mut(place) {
                *open = child;
            }
        }
    }

    /// Drops closed shards without records after their retention time.
    fn drop_spent(&mut self, now: Timestamp) -> bool {
        let by = self
            .rolls
            .map_or(now - RETENTION, |rolls| spent_by(&rolls, rolls.number - 1, now));
        // Shards are in the order of their opening, and a shard is closed after that.
        let oldest = self.shards.keys().next().is_some_and(|id| id.opened <= by.millis());
        let before = self.shards.len();
        if oldest {
            self.shards.retain(|_, shard| !shard.is_spent(by));
        }
        self.shards.len() < before
    }

    /// Closes the open shard of the partition at this position, and opens one for each of its halves. Returns when to
    /// trim the closed shard, unless that is planned.
    pub(crate) fn divide(&mut self, name: &StreamName, position: usize, now: Timestamp) -> Option<TrimDue> {
        let parent = *self.open.get(position)?;
        let trim = self.close_shard(parent, now);
        let children = [(), ()].map(|()| self.open_shard(name, Some(parent), now));
        self.open.splice(position..=position, children);
        trim
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

/// The time up to which a shard must have been closed so that it is dropped now, if it has no records. The last roll has
/// this number.
fn spent_by(rolls: &Rolls, last: u64, now: Timestamp) -> Timestamp {
    match last.saturating_sub(MOST_ROLLS) {
        0 => now - RETENTION,
        number => (now - RETENTION).max(rolls.time_of(number)),
    }
}

#[cfg(test)]
mod tests {
    use hashrange_time::Duration;

    use super::*;

    const START: Timestamp = Timestamp::from_seconds(1_700_000_000);

    fn opened(life: Span) -> (StreamName, StreamLog) {
        let name = StreamName::at(&"Thread".into(), START);
        let keys = KeySchema {
            partition: Vec::new(),
            sort: Vec::new(),
        };
        let mut log = StreamLog::new(keys, StreamViewType::KeysOnly, START);
        log.enable(&name, 3, START, life);
        (name, log)
    }

    #[test]
    fn a_long_idle_time_at_once_is_the_same_as_hour_by_hour() {
        let hours = |hours: u64| START + Duration::from_hours(hours);
        for life in [
            Span::millis(3_600_000, 3_600_000),
            Span::millis(13_800_000, 15_000_000),
            Span::millis(20_000, 90_000),
        ] {
            let ((name, mut at_once), (_, mut by_hours)) = (opened(life), opened(life));
            for hour in 1..=24 * 40 {
                by_hours.catch_up(&name, hours(hour), life);
            }
            at_once.catch_up(&name, hours(24 * 40), life);
            assert_eq!(format!("{at_once:?}"), format!("{by_hours:?}"));
            assert!(at_once.shards().count() as u64 <= 3 * (MOST_ROLLS + 3));
        }
    }

    #[test]
    fn ten_thousand_years_leave_the_shards_of_a_day() {
        let life = Span::millis(3_600_000, 3_600_000);
        let (name, mut log) = opened(life);
        log.catch_up(&name, START + Duration::from_hours(24 * 365 * 10_000), life);
        assert_eq!(
            log.shards().count(),
            3 * (24 + 1),
            "the open ones, and those that were closed in the last day"
        );
        let (last, shard) = log.shards().last().expect("a shard");
        assert_eq!(shard.parent.map(|parent| last.opened - parent.opened), Some(3_600_000));
    }
}
