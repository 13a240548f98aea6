//! The partitions of a table or global index: their slices of the hash range, what they hold, serve and refuse, and which
//! became which.

use hashrange_engine::{Direction, Engine, IndexKind, PartitionView, Split};
use hashrange_time::Duration;

use crate::throttles::{Throttled, Throttles};

/// Splits listed, the newest ones.
const SPLITS_LISTED: usize = 256;

/// All partitions, in hash order.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct PartitionMap {
    /// The partitions.
    pub partitions: Vec<PartitionCard>,
    /// Bytes a partition holds before it is split.
    pub bytes_limit: u64,
    /// Units a second each partition can serve.
    pub ceilings: Ceilings,
    /// The newest splits, oldest first.
    pub splits: Vec<Split>,
    /// Older splits that are not listed.
    pub older_splits: usize,
    /// The two followers of every partition; `None` for a global index, which is behind by its queue alone.
    pub followers: Option<Followers>,
}

/// One partition.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct PartitionCard {
    /// Tells it from every other one there is or was.
    pub number: u32,
    /// The partition it was a half of.
    pub parent: Option<u32>,
    /// Where its slice of the 128-bit hash range begins.
    pub from: u128,
    /// The last hash of its slice.
    pub to: u128,
    /// Items or entries.
    pub items: usize,
    /// Their bytes.
    pub bytes: u64,
    /// Requests throttled because of it or its table, so far.
    pub throttled: Throttled,
}

/// What a partition can serve in a second (documented: 3,000 read units, 1,000 write units).
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Ceilings {
    /// Read units.
    pub reads: u64,
    /// Write units.
    pub writes: u64,
}

/// The followers of a table's partitions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Followers {
    /// Writes that have not reached both of them.
    pub behind: usize,
    /// How long until each has every write made so far.
    pub lag: [Duration; 2],
}

impl PartitionMap {
    /// The partitions of a table, or of one of its indexes: a local index has its table's. `None` when there is none.
    #[must_use]
    pub(crate) fn of(engine: &Engine, throttles: &Throttles, table: &str, index: Option<&str>) -> Option<Self> {
        let (view, now) = (engine.table(table)?, engine.now());
        let index = match index {
            None => None,
            Some(name) => Some(view.indexes().find(|index| index.definition().name == name)?),
        };
        let index = index.filter(|index| index.definition().kind == IndexKind::Global);
        let name = index.map(|index| index.definition().name.as_str());
        let views: Vec<PartitionView> =
            index.map_or_else(|| view.partitions().collect(), |index| index.partitions().collect());
        let ceiling = |direction| Some(engine.reserve(table, name, direction)?.ceiling);
        let splits = index.map_or(view.splits(), |index| index.splits());
        let older_splits = splits.len().saturating_sub(SPLITS_LISTED);
        let ends = views.iter().skip(1).map(|next| next.from.saturating_sub(1)).chain([u128::MAX]);
        let card = |(partition, to): (&PartitionView, u128)| PartitionCard {
            number: partition.number,
            parent: partition.parent,
            from: partition.from,
            // Two halves of one collection begin at the same hash.
            to: to.max(partition.from),
            items: partition.items,
            bytes: partition.bytes,
            throttled: throttles.of_partition(table, name, partition.number),
        };
        Some(Self {
            partitions: views.iter().zip(ends).map(card).collect(),
            bytes_limit: engine.options().limits.partition_bytes,
            ceilings: Ceilings { reads: ceiling(Direction::Read)?, writes: ceiling(Direction::Write)? },
            splits: splits.iter().skip(older_splits).copied().collect(),
            older_splits,
            followers: index.is_none().then(|| Followers { behind: view.behind(now), lag: view.lag(now) }),
        })
    }
}

impl PartitionCard {
    /// Its share of the hash range, from 0 to 1.
    #[must_use]
    pub fn share(&self) -> f64 {
        self.to.saturating_sub(self.from) as f64 / u128::MAX as f64
    }
}
