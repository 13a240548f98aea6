//! The partitions of a table or global index: what they hold, what they did of late, their busiest keys and their copies.
//! Must not know how partitions share rows of a picture, nor how rates are worded.

use hashrange_engine::{Engine, IndexKind, Throttling, Units};
use hashrange_values::{Item, Text};

use super::{Question, Service};
use crate::{HeatSecond, IndexLag, Insight, PartitionMap};

/// Seconds of the window.
pub const HEAT_SECONDS: u64 = 60;
/// Keys of each ranking.
const KEYS: usize = 5;

/// Asks for the partitions of a table, or of its global index. A local index has its table's.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct PartitionsAsk {
    /// The table.
    pub table: String,
    /// The selected index, if one is.
    pub index: Option<String>,
}

/// How the partitions stand.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Partitions {
    /// The table.
    pub table: String,
    /// The global index, when it is the subject.
    pub index: Option<String>,
    /// The attributes of the partition key.
    pub keys: Vec<Text>,
    /// Partitions, splits and followers.
    pub map: PartitionMap,
    /// What the partitions did in each of the last [`HEAT_SECONDS`] seconds, oldest first.
    pub window: Vec<HeatSecond>,
    /// The keys that took most, with their units.
    pub accessed: Vec<Ranked<Units>>,
    /// The keys that were throttled most, with how often.
    pub throttled: Vec<Ranked<u64>>,
    /// How far the index is behind.
    pub lag: Option<IndexLag>,
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
        let named = |name: &str| view.indexes().find(|index| index.definition().name == name);
        let index = self.index.as_deref().and_then(named).map(|index| index.definition());
        let global = index.filter(|index| index.kind == IndexKind::Global);
        let of = global.map(|index| index.name.as_str());
        let keys = global.map_or(view.keys(), |index| &index.keys);
        let map = insight.partition_map(engine, table, of)?;
        let hot = insight.hot_keys(engine, table, of).unwrap_or_default();
        let physics = engine.options().physics;
        Some(Partitions {
            keys: keys.partition.iter().map(|key| key.name.clone()).collect(),
            map,
            window: insight.partition_heat(engine, table, of, HEAT_SECONDS),
            accessed: ranked(hot.accessed, |key| partitions_of(insight, engine, (table, of), key)),
            throttled: ranked(hot.throttled, |key| partitions_of(insight, engine, (table, of), key)),
            lag: of.and_then(|index| insight.index_lag(engine, table, index)),
            watched: !physics.partitions.heat.is_zero() || physics.throttling.mode != Throttling::Off,
            table: table.to_owned(),
            index: of.map(str::to_owned),
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
