//! One item in the three replicas of its partition. Must not know how an item or a replica is worded.

use hashrange_engine::{ReplicaView, Span};
use hashrange_time::{Duration, Timestamp};
use hashrange_values::{AttributeValue, Item, Text};

use super::question::{Question, Service};
use super::questions::ReplicasQuestion;
use crate::image_diff;

/// Maximum number of listed attributes of an older image.
const MOST_ATTRIBUTES: usize = 2;

/// The item in its replicas.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct ItemReplicas {
    /// Virtual time of the reading.
    pub now: Timestamp,
    /// Whether followers lag in the current physics.
    pub lags: bool,
    /// Writes of the whole table that have not reached both followers of their partition.
    pub behind: usize,
    /// The leader, then its two followers.
    pub replicas: Vec<ReplicaImage>,
}

/// The image of the item in one replica.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct ReplicaImage {
    /// Whether it has the item.
    pub there: bool,
    /// Number of writes of the item that it lacks.
    pub missing: u64,
    /// When the first of these was made.
    pub stale_since: Option<Timestamp>,
    /// When it will have all writes.
    pub complete: Option<Timestamp>,
    /// Attributes that differ from the leader's image, a limited number, with this replica's values.
    pub differs: Vec<(Text, Option<AttributeValue>)>,
}

impl Question for ReplicasQuestion {
    /// `None` for an invalid key of the table.
    type Reading = Option<ItemReplicas>;

    fn read(&self, Service { engine, .. }: Service<'_>) -> Option<Option<ItemReplicas>> {
        let (view, now) = (engine.table(&self.table)?, engine.now());
        Some(view.replicas(&self.key, now).map(|replicas| {
            let newest = replicas.first().and_then(|leader| leader.item.as_deref());
            ItemReplicas {
                now,
                lags: engine.options().physics.replication != Span::exactly(Duration::ZERO),
                behind: view.behind(now),
                replicas: replicas.iter().map(|replica| image(replica, newest)).collect(),
            }
        }))
    }
}

fn image(replica: &ReplicaView, newest: Option<&Item>) -> ReplicaImage {
    let ReplicaView {
        item,
        missing,
        stale_since,
        complete,
    } = replica;
    let lines = match item {
        Some(item) if *missing > 0 => image_diff(Some(item), newest),
        _ => Vec::new(),
    };
    let other = lines.into_iter().filter(|line| !line.is_same()).take(MOST_ATTRIBUTES);
    ReplicaImage {
        there: item.is_some(),
        missing: *missing,
        stale_since: *stale_since,
        complete: *complete,
        differs: other.map(|line| (line.name, line.old)).collect(),
    }
}
