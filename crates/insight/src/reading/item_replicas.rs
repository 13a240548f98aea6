//! One item in the three replicas of its partition. Must not know how an item or a replica is worded.

use hashrange_engine::{ReplicaView, Span};
use hashrange_time::{Duration, Timestamp};
use hashrange_values::{AttributeValue, Item, Text};

use super::asks::ReplicasAsk;
use super::question::{Question, Service};
use crate::image_diff;

/// Attributes told of an older image.
const MOST_ATTRIBUTES: usize = 2;

/// The item in its replicas.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct ItemReplicas {
    /// When it was read.
    pub now: Timestamp,
    /// Whether followers lag at all in the physics in force.
    pub lags: bool,
    /// Writes of the whole table that have not reached both followers of their partition.
    pub behind: usize,
    /// The leader, then its two followers.
    pub replicas: Vec<ReplicaImage>,
}

/// What one replica has of the item.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct ReplicaImage {
    /// Whether it has the item.
    pub there: bool,
    /// Writes of the item it does not have yet.
    pub missing: u64,
    /// When the first of these was made.
    pub stale_since: Option<Timestamp>,
    /// When it will have all of them.
    pub complete: Option<Timestamp>,
    /// Attributes in which its image differs from the leader's, some at most, with the values it has.
    pub differs: Vec<(Text, Option<AttributeValue>)>,
}

impl Question for ReplicasAsk {
    /// `None` for what is no key of the table.
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
    let ReplicaView { item, missing, stale_since, complete } = replica;
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
