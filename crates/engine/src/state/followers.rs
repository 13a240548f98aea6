//! The two followers of every partition: the writes they have not received, and the versions that reads from them
//! return.
//!
//! A partition has a leader and two followers. A write is acknowledged once two of the three have it, and any of them
//! serves eventually consistent reads (according to the service's makers). The lag of followers, and the common order
//! of arrival in all partitions of a table, are a model. Only references to replaced rows are stored, until both
//! followers have the write. Must not know who reads.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use hashrange_capacity::Consistency;
use hashrange_store::{KeyRange, Remains, Row, RowKey, Space};
use hashrange_time::{Duration, Random, Timestamp};
use hashrange_values::Item;

use crate::state::context::Context;
use crate::state::span::Span;

type Rows = Space<Arc<Item>>;

/// When a write reaches each of the two followers.
pub(crate) type Arrival = [Timestamp; 2];

/// The writes that followers of a table, or of a local index, have not received.
#[derive(Clone, Debug, Default)]
pub(crate) struct Followers {
    /// The rows before pending writes, by key, oldest first.
    replaced: BTreeMap<RowKey, VecDeque<Replaced>>,
    /// The same writes in order, with the time at which both followers have them.
    order: VecDeque<(Timestamp, RowKey)>,
    last: Arrival,
}

hashrange_checkpoint::fields!(Followers { replaced, order, last });

#[derive(Clone, Debug)]
pub(crate) struct Replaced {
    pub(crate) row: Option<Row<Arc<Item>>>,
    pub(crate) arrival: Arrival,
    /// When it was replaced.
    pub(crate) at: Timestamp,
}

hashrange_checkpoint::fields!(Replaced { row, arrival, at });

/// An eventually consistent read: the time and the replica of each partition that it sees.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sight {
    pub(crate) at: Timestamp,
    /// The seed, mixed with the number of charged requests.
    mark: u64,
}

/// A row that differs from the leader's: its key, the position of its partition, and the older row.
pub(crate) type Stale<'a> = (&'a RowKey, usize, Option<&'a Row<Arc<Item>>>);

impl Followers {
    /// When a write of this time reaches the followers: never before an earlier write.
    pub(crate) fn arrival(&mut self, now: Timestamp, lag: Span, random: &mut Random) -> Arrival {
        self.last = self.last.map(|last| (now + lag.draw(random)).max(last));
        self.last
    }

    /// Stores a row that is about to be replaced or removed, or its absence. Drops rows whose replacement both
    /// followers have received.
    pub(crate) fn keep(&mut self, key: RowKey, row: Option<Row<Arc<Item>>>, arrival: Arrival, now: Timestamp) {
        self.forget(now);
        let [one, other] = arrival;
        self.order.push_back((one.max(other), key.clone()));
        self.replaced
            .entry(key)
            .or_default()
            .push_back(Replaced { row, arrival, at: now });
    }

    /// Leaves the stored versions to be freed.
    pub(crate) fn discard(self, remains: &mut Remains) {
        remains.add(self.replaced);
        remains.add(self.order);
    }

    fn forget(&mut self, now: Timestamp) {
        while let Some((_, key)) = self.order.pop_front_if(|(due, _)| *due <= now) {
            if let Some(versions) = self.replaced.get_mut(&key) {
                versions.pop_front();
                if versions.is_empty() {
                    self.replaced.remove(&key);
                }
            }
        }
    }

    /// The stored versions of a row, oldest first.
    pub(crate) fn versions(&self, key: &RowKey) -> impl Iterator<Item = &Replaced> {
        self.replaced.get(key).into_iter().flatten()
    }

    /// How long it takes until each follower has every write so far.
    pub(crate) fn lag(&self, now: Timestamp) -> [Duration; 2] {
        self.last.map(|last| last.max(now) - now)
    }

    /// Number of writes that have not reached both followers yet.
    pub(crate) fn behind(&self, now: Timestamp) -> usize {
        self.order.len() - self.order.partition_point(|(due, _)| *due <= now)
    }

    /// The row of a key as the read sees it.
    pub(crate) fn row<'a>(&'a self, rows: &'a Rows, key: &RowKey, sight: Option<Sight>) -> Option<&'a Row<Arc<Item>>> {
        let versions = sight.zip(self.replaced.get(key));
        let seen = versions.and_then(|(sight, versions)| sight.of(versions, rows.owner(key)?.number()));
        match seen {
            Some(version) => version.row.as_ref(),
            None => rows.get(key),
        }
    }

    /// The rows of a range that the read sees in an older version, in ascending order.
    pub(crate) fn stale<'a>(&'a self, rows: &'a Rows, range: &KeyRange, sight: Sight) -> Vec<Stale<'a>> {
        if range.is_empty() || self.replaced.is_empty() {
            return Vec::new();
        }
        let of = |(key, versions): (&'a RowKey, &'a VecDeque<Replaced>)| {
            let position = rows.partition_of(key);
            let seen = sight.of(versions, rows.partitions().get(position)?.number())?;
            Some((key, position, seen.row.as_ref()))
        };
        self.replaced.range(range.bounds()).filter_map(of).collect()
    }
}

impl Sight {
    /// The sight of a read; `None` if it sees every write, as all reads do without lag.
    pub(crate) fn of_read(context: Context<'_>, consistency: Consistency) -> Option<Self> {
        let behind = context.options.physics.replication != Span::exactly(Duration::ZERO);
        let mark = context.options.seed ^ context.paid.rotate_left(32);
        (behind && consistency == Consistency::Eventual).then_some(Self { at: context.now, mark })
    }

    /// The follower of a partition that is read; `None` for the leader. All replicas are equally likely, and the same
    /// read always uses the same one.
    pub(crate) fn follower(self, partition: u32) -> Option<usize> {
        let seed = self.mark ^ self.at.micros().wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ u64::from(partition);
        usize::try_from(Random::new(seed).below(3)).ok()?.checked_sub(1)
    }

    /// The stored version that a lagging follower has; `None` if it has every write.
    fn of(self, versions: &VecDeque<Replaced>, partition: u32) -> Option<&Replaced> {
        let follower = self.follower(partition)?;
        let lacks = |version: &&Replaced| version.arrival.get(follower).is_some_and(|arrival| *arrival > self.at);
        versions.iter().find(lacks)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hashrange_store::RowKeyBuilder;

    fn at(millis: u64) -> Timestamp {
        Timestamp::from_millis(millis)
    }

    fn row(size: u32) -> Row<Arc<Item>> {
        Row {
            value: Arc::new(Item::new()),
            size,
        }
    }

    fn seen(followers: &Followers, rows: &Rows, key: &RowKey, millis: u64) -> Vec<u32> {
        let mut sizes: Vec<u32> = (0..64)
            .map(|mark| {
                followers
                    .row(rows, key, Some(Sight { at: at(millis), mark }))
                    .map_or(0, |row| row.size)
            })
            .collect();
        hashrange_values::sort(&mut sizes);
        sizes.dedup();
        sizes
    }

    #[test]
    fn followers_see_a_write_when_it_arrives_and_the_leader_at_once() {
        let (mut followers, mut rows) = (Followers::default(), Rows::new(1));
        let key = RowKeyBuilder::new(&[b"a"]).finish();
        for (size, millis) in [(1, 0), (2, 10)] {
            let before = rows.get(&key).cloned();
            followers.keep(key.clone(), before, [at(millis + 20), at(millis + 40)], at(millis));
            rows.insert(key.clone(), row(size));
        }
        assert_eq!(seen(&followers, &rows, &key, 10), [0, 2]);
        assert_eq!(seen(&followers, &rows, &key, 25), [0, 1, 2]);
        assert_eq!(seen(&followers, &rows, &key, 45), [1, 2]);
        assert_eq!(seen(&followers, &rows, &key, 50), [2]);
        assert_eq!(followers.row(&rows, &key, None).map(|row| row.size), Some(2));
        assert_eq!((followers.behind(at(45)), followers.behind(at(50))), (1, 0));
    }

    #[test]
    fn no_write_overtakes_another_and_none_is_kept_for_long() {
        let (mut followers, mut random) = (Followers::default(), Random::new(5));
        let lag = Span::millis(1, 50);
        let mut last = [at(0); 2];
        for millis in 0..1_000 {
            let arrival = followers.arrival(at(millis), lag, &mut random);
            assert!(arrival[0] >= last[0] && arrival[1] >= last[1]);
            assert!(
                arrival
                    .iter()
                    .all(|moment| *moment <= at(millis) + Duration::from_millis(50))
            );
            last = arrival;
            let key = RowKeyBuilder::new(&[&millis.to_be_bytes()]).finish();
            followers.keep(key, None, arrival, at(millis));
            assert!(followers.order.len() <= 51 && followers.replaced.len() <= 51);
        }
    }

    #[test]
    fn every_replica_is_asked_equally_often() {
        let mut counts = [0; 3];
        for mark in 0..30_000 {
            let follower = Sight { at: at(7), mark }.follower(2);
            counts[follower.map_or(0, |follower| follower + 1)] += 1;
        }
        assert!(
            counts.iter().all(|count| (9_700..=10_300).contains(count)),
            "{counts:?}"
        );
    }
}
