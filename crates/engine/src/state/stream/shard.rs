//! A shard: records in the order of the writes, from a first sequence number until it is closed.

use std::fmt;
use std::ops::Bound;
use std::sync::Arc;

use hashrange_store::{ByteKey, Pages, Remains};
use hashrange_time::{Duration, Timestamp};
use hashrange_values::Item;
use hashrange_wire::{OperationType, StreamError};

use crate::state::stream::meter::ShardMeter;
use crate::state::stream::name::RETENTION;

/// Maximum number of records that one step trims.
const MOST_TRIMMED: usize = 10_000;
/// Minimum time between two steps of trimming. The service trims at any time after a day (documented: streams-guide).
const TRIM_PERIOD: Duration = Duration::from_minutes(1);

/// A shard's name: `shardId-`, the millisecond it was opened in twenty digits, and eight hexadecimal digits
/// (observed: stream-shard-names form). It sorts like its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ShardId {
    pub(crate) opened: u64,
    pub(crate) mark: u32,
}

hashrange_checkpoint::fields!(ShardId { opened, mark });

/// A record's position in its stream, which only increases. Its text has 21 digits, the minimum
/// (documented: streams-api; the digits are a model).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct SequenceNumber(pub(crate) u64);

hashrange_checkpoint::fields!(SequenceNumber(inner));

impl ByteKey for SequenceNumber {
    fn common(&self, other: &Self) -> usize {
        self.0.common(&other.0)
    }

    fn head(&self, skip: usize) -> u32 {
        self.0.head(skip)
    }
}

/// A change of one item, as the stream's view stores it.
#[derive(Clone, Debug)]
pub(crate) struct Change {
    pub(crate) sequence: SequenceNumber,
    /// The number of the write.
    pub(crate) write: u64,
    pub(crate) at: Timestamp,
    pub(crate) name: OperationType,
    pub(crate) keys: Item,
    pub(crate) new: Option<Arc<Item>>,
    pub(crate) old: Option<Arc<Item>>,
    /// Bytes of keys and images (documented: streams-record-sizes, by examples).
    pub(crate) bytes: u64,
    /// Whether the service made the change, not a client.
    pub(crate) by_service: bool,
}

hashrange_checkpoint::fields!(Change {
    sequence,
    write,
    at,
    name,
    keys,
    new,
    old,
    bytes,
    by_service
});

/// A shard of a stream.
#[derive(Clone, Debug)]
pub(crate) struct Shard {
    pub(crate) parent: Option<ShardId>,
    pub(crate) starting: SequenceNumber,
    /// Its last sequence number and when it was closed; `None` while it is open.
    pub(crate) ending: Option<(SequenceNumber, Timestamp)>,
    /// The remaining read capacity; `None` before the first read.
    pub(crate) meter: Option<ShardMeter>,
    changes: Pages<SequenceNumber, Arc<Change>>,
    /// The latest trimmed record.
    trimmed: Option<SequenceNumber>,
    trim_planned: bool,
}

hashrange_checkpoint::fields!(Shard {
    parent,
    starting,
    ending,
    meter,
    changes,
    trimmed,
    trim_planned
});

/// The result of trimming.
pub(crate) enum Trimmed {
    /// The next trim is due at this time.
    Next(Timestamp),
    /// Nothing to trim before the next record.
    Idle,
    /// A closed shard without records, after its retention time.
    Spent,
}

impl fmt::Display for ShardId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "shardId-{:020}-{:08x}", self.opened, self.mark)
    }
}

impl ShardId {
    /// The name in a request; `None` for a text that is not a shard id.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (opened, mark) = text.strip_prefix("shardId-")?.split_once('-')?;
        let id = Self {
            opened: opened.parse().ok()?,
            mark: u32::from_str_radix(mark, 16).ok()?,
        };
        (id.to_string() == text).then_some(id)
    }
}

impl fmt::Display for SequenceNumber {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "1{:020}", self.0)
    }
}

impl SequenceNumber {
    /// The number in a request.
    pub(crate) fn parse(text: &str) -> Result<Self, StreamError> {
        let digits = text.strip_prefix('1').filter(|digits| digits.len() == 20);
        digits
            .and_then(|digits| digits.parse().ok())
            .map(Self)
            .ok_or(StreamError::SequenceNumber)
    }

    /// The next number.
    pub(crate) fn next(self) -> Self {
        Self(self.0.saturating_add(1))
    }
}

impl Shard {
    pub(crate) fn new(parent: Option<ShardId>, starting: SequenceNumber) -> Self {
        let changes = Pages::default();
        Self {
            parent,
            starting,
            ending: None,
            meter: None,
            changes,
            trimmed: None,
            trim_planned: false,
        }
    }

    /// Leaves the records to be freed.
    pub(crate) fn discard(self, remains: &mut Remains) {
        remains.add(self.changes);
    }

    /// Adds a record. Returns when to trim, unless that is planned.
    pub(crate) fn push(&mut self, change: Change) -> Option<Timestamp> {
        let due = change.at + RETENTION;
        self.changes.insert(change.sequence, Arc::new(change));
        self.plan_trim(due)
    }

    /// Closes the shard. Returns when to trim, unless that is planned.
    pub(crate) fn close(&mut self, last: SequenceNumber, now: Timestamp) -> Option<Timestamp> {
        self.ending = Some((last, now));
        self.plan_trim(now + RETENTION)
    }

    /// Closes the shard when it is continued in a new one. Its records are trimmed as planned. Without records it has
    /// nothing to trim, and [`Self::is_spent`] says when it is dropped.
    pub(crate) fn end(&mut self, last: SequenceNumber, now: Timestamp) {
        self.ending = Some((last, now));
    }

    /// Whether it was closed up to this time, without records to trim.
    pub(crate) fn is_spent(&self, by: Timestamp) -> bool {
        !self.trim_planned && self.ending.is_some_and(|(_, closed)| closed <= by)
    }

    fn plan_trim(&mut self, due: Timestamp) -> Option<Timestamp> {
        let planned = std::mem::replace(&mut self.trim_planned, true);
        (!planned).then_some(due)
    }

    /// Drops records older than a day, a bounded number at a time.
    pub(crate) fn trim(&mut self, now: Timestamp) -> Trimmed {
        for _ in 0..MOST_TRIMMED {
            let Some(sequence) = self
                .oldest()
                .filter(|change| change.at + RETENTION <= now)
                .map(|change| change.sequence)
            else {
                break;
            };
            self.changes.remove(&sequence);
            self.trimmed = Some(sequence);
        }
        let closed = self.ending.map(|(_, closed)| closed + RETENTION);
        match (self.oldest(), closed) {
            (Some(change), _) if change.at + RETENTION <= now => Trimmed::Next(now),
            (Some(change), _) => Trimmed::Next((change.at + RETENTION).max(now + TRIM_PERIOD)),
            (None, Some(spent)) if spent > now => Trimmed::Next(spent),
            (None, Some(_)) => Trimmed::Spent,
            (None, None) => {
                self.trim_planned = false;
                Trimmed::Idle
            }
        }
    }

    fn oldest(&self) -> Option<&Change> {
        self.changes.iter().next().map(|(_, change)| &**change)
    }

    /// Whether a record at this position is no longer stored.
    pub(crate) fn has_trimmed(&self, place: SequenceNumber) -> bool {
        self.trimmed.is_some_and(|trimmed| place <= trimmed)
    }

    /// The position of the oldest stored record, or of the first future record.
    pub(crate) fn horizon(&self) -> SequenceNumber {
        let oldest = self.oldest().map(|change| change.sequence);
        oldest
            .or(self.trimmed.map(SequenceNumber::next))
            .unwrap_or(self.starting)
    }

    /// The position of the first stored record written at this time or later, to the millisecond. Writes are in the
    /// order of their times (documented: stream-iterator-timestamp).
    pub(crate) fn first_since(&self, from: Timestamp) -> Option<SequenceNumber> {
        // The first is at `low` or later, and before `high` or nowhere.
        let mut low = self.horizon();
        let mut high = self.newest(1).next()?.sequence.next();
        while low < high {
            let middle = SequenceNumber(low.0.midpoint(high.0));
            match self.from(middle).next() {
                Some(change) if change.at.millis() < from.millis() => low = change.sequence.next(),
                _ => high = middle,
            }
        }
        self.from(low).next().map(|change| change.sequence)
    }

    /// Number of stored records, and when the oldest and the latest were written.
    pub(crate) fn kept(&self) -> (usize, Option<Timestamp>, Option<Timestamp>) {
        let at = |change: Option<&Change>| change.map(|change| change.at);
        (self.changes.len(), at(self.oldest()), at(self.newest(1).next()))
    }

    /// The latest records, latest first.
    pub(crate) fn newest(&self, most: usize) -> impl Iterator<Item = &Change> {
        self.changes.iter().rev().take(most).map(|(_, change)| &**change)
    }

    /// The records at this position and later.
    pub(crate) fn from(&self, place: SequenceNumber) -> impl Iterator<Item = &Change> {
        self.changes
            .range((Bound::Included(place), Bound::Unbounded))
            .map(|(_, change)| &**change)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(number: u64, at: Timestamp) -> Change {
        let (keys, name) = (Item::new(), OperationType::Insert);
        let (sequence, write) = (SequenceNumber(number), number);
        Change {
            sequence,
            write,
            at,
            name,
            keys,
            new: None,
            old: None,
            bytes: 1,
            by_service: false,
        }
    }

    #[test]
    fn names_and_numbers_are_read_back() {
        let id = ShardId {
            opened: 1_446_500_994_480,
            mark: 0xa694_21f6,
        };
        assert_eq!(id.to_string(), "shardId-00000001446500994480-a69421f6");
        assert_eq!(ShardId::parse(&id.to_string()), Some(id));
        assert_eq!(ShardId::parse("shardId-1446500994480-a69421f6"), None);
        assert_eq!(SequenceNumber(499_659).to_string(), "100000000000000499659");
        assert_eq!(
            SequenceNumber::parse("100000000000000499659"),
            Ok(SequenceNumber(499_659))
        );
        assert_eq!(
            SequenceNumber::parse("200000000000000499659"),
            Err(StreamError::SequenceNumber)
        );
    }

    #[test]
    fn the_first_record_since_a_time_is_found_among_many() {
        let mut shard = Shard::new(None, SequenceNumber(1));
        assert_eq!(shard.first_since(Timestamp::from_seconds(0)), None);
        // Numbers have gaps, because other shards of the stream have the ones between.
        for number in 1..=100 {
            let _ = shard.push(change(number * 7, Timestamp::from_seconds(number / 3)));
        }
        for second in 0..=34 {
            let first = (1..=100).find(|number| number / 3 >= second);
            let expected = first.map(|number: u64| SequenceNumber(number * 7));
            assert_eq!(shard.first_since(Timestamp::from_seconds(second)), expected, "{second}");
        }
    }

    #[test]
    fn records_go_after_a_day_and_the_closed_shard_with_the_last() {
        let start = Timestamp::from_seconds(1_000);
        let later = start + Duration::from_hours(1);
        let mut shard = Shard::new(None, SequenceNumber(1));
        assert_eq!(shard.push(change(2, start)), Some(start + RETENTION));
        assert_eq!(shard.push(change(3, later)), None, "planned already");
        assert!(matches!(shard.trim(start + RETENTION), Trimmed::Next(due) if due == later + RETENTION));
        assert!(shard.has_trimmed(SequenceNumber(2)) && !shard.has_trimmed(SequenceNumber(3)));
        assert_eq!(shard.horizon(), SequenceNumber(3));
        assert!(matches!(shard.trim(later + RETENTION), Trimmed::Idle));
        assert_eq!(shard.horizon(), SequenceNumber(4));
        let closed = later + RETENTION;
        assert_eq!(shard.close(SequenceNumber(9), closed), Some(closed + RETENTION));
        assert!(matches!(shard.trim(closed + RETENTION), Trimmed::Spent));
    }
}
