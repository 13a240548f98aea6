//! What is known of the partitions of a table or global index beyond the stage: which became which, and the busiest keys.

use hashrange_engine::{Engine, IndexKind, Split, Throttling, Units};
use hashrange_values::{Item, Text};

use super::asks::PartitionsAsk;
use super::question::{Question, Service};
use crate::Insight;

/// Keys of each ranking.
const KEYS: usize = 5;
/// Splits told, the newest ones.
const SPLITS: usize = 12;

/// Splits and busiest keys.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Partitions {
    /// The attributes of the partition key.
    pub keys: Vec<Text>,
    /// Bytes a partition holds before it is split.
    pub bytes_limit: u64,
    /// The newest splits, newest first.
    pub splits: Vec<Split>,
    /// Older splits that are not told.
    pub older_splits: usize,
    /// The keys that took most, with their units.
    pub accessed: Vec<Ranked<Units>>,
    /// The keys that were throttled most, with how often.
    pub throttled: Vec<Ranked<u64>>,
    /// Whether the physics in force watches traffic.
    pub watched: bool,
}

/// A key of a ranking.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Ranked<F> {
    /// The key.
    pub key: Item,
    /// What it is ranked by.
    pub figure: F,
    /// The partitions that hold it.
    pub partitions: Vec<u32>,
}

impl Question for PartitionsAsk {
    type Reading = Partitions;

    fn read(&self, Service { insight, engine, .. }: Service<'_>) -> Option<Partitions> {
        let table = self.table.as_str();
        let view = engine.table(table)?;
        let global = view.indexes().find(|index| {
            Some(index.definition().name.as_str()) == self.index.as_deref()
                && index.definition().kind == IndexKind::Global
        });
        let of = global.map(|index| index.definition().name.as_str());
        let keys = global.map_or(view.keys(), |index| &index.definition().keys);
        let splits = global.map_or(view.splits(), |index| index.splits());
        let hot = insight.hot_keys(engine, table, of).unwrap_or_default();
        let physics = engine.options().physics;
        Some(Partitions {
            keys: keys.partition.iter().map(|key| key.name.clone()).collect(),
            bytes_limit: engine.options().limits.partition_bytes,
            splits: splits.iter().rev().take(SPLITS).copied().collect(),
            older_splits: splits.len().saturating_sub(SPLITS),
            accessed: ranked(hot.accessed, |key| partitions_of(insight, engine, (table, of), key)),
            throttled: ranked(hot.throttled, |key| partitions_of(insight, engine, (table, of), key)),
            watched: !physics.partitions.heat.is_zero() || physics.throttling.mode != Throttling::Off,
        })
    }
}

fn partitions_of(insight: &Insight, engine: &Engine, (table, index): (&str, Option<&str>), key: &Item) -> Vec<u32> {
    insight.landing(engine, table, index, key).map(|landing| landing.partitions).unwrap_or_default()
}

fn ranked<F>(keys: Vec<(Item, F)>, partitions: impl Fn(&Item) -> Vec<u32>) -> Vec<Ranked<F>> {
    let one = |(key, figure): (Item, F)| Ranked { partitions: partitions(&key), key, figure };
    keys.into_iter().take(KEYS).map(one).collect()
}
