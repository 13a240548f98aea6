//! Replicas for observers: which one served a read, and which version of an item each of them has.
//!
//! Must not know who reads, or how a stale response is handled.

use std::sync::Arc;

use hashrange_capacity::Consistency;
use hashrange_store::{RowKey, Space};
use hashrange_time::Timestamp;
use hashrange_values::Item;

use crate::state::followers::{Followers, Sight};

/// The replica that served a read of one item, and the writes that it lacked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Answered {
    /// 0 for the leader, 1 and 2 for its followers; `None` without lag, because all are equal.
    pub replica: Option<usize>,
    /// Number of writes of the item that the replica did not have.
    pub missing: u64,
    /// The time of the first of these writes. Since then the response is stale.
    pub stale_since: Option<Timestamp>,
}

hashrange_checkpoint::by_serde!(Answered);

/// The state of an item at one replica.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct ReplicaView {
    /// The item at this replica.
    pub item: Option<Arc<Item>>,
    /// Number of writes of the item that it does not have yet.
    pub missing: u64,
    /// The time of the first of these writes.
    pub stale_since: Option<Timestamp>,
    /// When it will have all of them.
    pub complete: Option<Timestamp>,
}

impl Followers {
    /// The replica that serves a read of one row. Without a sight it is the leader for a consistent read, and
    /// unspecified otherwise.
    pub(crate) fn answered(
        &self,
        rows: &Space<Arc<Item>>,
        key: &RowKey,
        consistency: Consistency,
        sight: Option<Sight>,
    ) -> Answered {
        let Some(sight) = sight else {
            let replica = (consistency != Consistency::Eventual).then_some(0);
            return Answered {
                replica,
                ..Answered::default()
            };
        };
        let follower = rows.owner(key).and_then(|partition| sight.follower(partition.number()));
        let Some(follower) = follower else {
            return Answered {
                replica: Some(0),
                ..Answered::default()
            };
        };
        let view = self.replica(rows, key, follower, sight.at);
        Answered {
            replica: Some(follower + 1),
            missing: view.missing,
            stale_since: view.stale_since,
        }
    }

    /// The state of a row at each replica.
    pub(crate) fn replicas(&self, rows: &Space<Arc<Item>>, key: &RowKey, now: Timestamp) -> [ReplicaView; 3] {
        let leader = ReplicaView {
            item: rows.get(key).map(|row| Arc::clone(&row.value)),
            ..ReplicaView::default()
        };
        [leader, self.replica(rows, key, 0, now), self.replica(rows, key, 1, now)]
    }

    fn replica(&self, rows: &Space<Arc<Item>>, key: &RowKey, follower: usize, now: Timestamp) -> ReplicaView {
        let arrival = |arrivals: &[Timestamp; 2]| arrivals.get(follower).copied().unwrap_or_default();
        let mut lacking = self
            .versions(key)
            .filter(|version| arrival(&version.arrival) > now)
            .peekable();
        let Some(first) = lacking.peek() else {
            return ReplicaView {
                item: rows.get(key).map(|row| Arc::clone(&row.value)),
                ..ReplicaView::default()
            };
        };
        let item = first.row.as_ref().map(|row| Arc::clone(&row.value));
        let stale_since = Some(first.at);
        let (missing, complete) = lacking.fold((0, None), |(missing, _), version| {
            (missing + 1, Some(arrival(&version.arrival)))
        });
        ReplicaView {
            item,
            missing,
            stale_since,
            complete,
        }
    }
}
