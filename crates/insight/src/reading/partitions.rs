//! The splits and the busiest keys of a table or global index, which the stage does not show.

use hashrange_engine::{Engine, IndexKind, Split, Throttling, Units};
use hashrange_values::{Item, Text};

use super::question::{Question, Service};
use super::questions::PartitionsQuestion;
use crate::Insight;

/// Maximum number of keys in each ranking.
const KEYS: usize = 5;
/// Maximum number of listed splits.
const SPLITS: usize = 12;

/// Splits and busiest keys.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Partitions {
    /// The attributes of the partition key.
    pub keys: Vec<Text>,
    /// The size in bytes at which a partition is split.
    pub bytes_limit: u64,
    /// The latest splits, latest first.
    pub splits: Vec<Split>,
    /// Number of older splits that are not listed.
    pub older_splits: usize,
    /// The keys that consumed most, with their units.
    pub accessed: Vec<Ranked<Units>>,
    /// The most throttled keys, with how often they were throttled.
    pub throttled: Vec<Ranked<u64>>,
    /// Whether the current physics watches traffic.
    pub watched: bool,
}

/// A key of a ranking.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Ranked<F> {
    /// The key.
    pub key: Item,
    /// The figure that it is ranked by.
    pub figure: F,
    /// The partitions that hold it.
    pub partitions: Vec<u32>,
}

impl Question for PartitionsQuestion {
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
    insight
        .key_location(engine, table, index, key)
        .map(|key_location| key_location.partitions)
        .unwrap_or_default()
}

fn ranked<F>(keys: Vec<(Item, F)>, partitions: impl Fn(&Item) -> Vec<u32>) -> Vec<Ranked<F>> {
    let one = |(key, figure): (Item, F)| Ranked {
        partitions: partitions(&key),
        key,
        figure,
    };
    keys.into_iter().take(KEYS).map(one).collect()
}
