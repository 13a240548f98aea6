//! The partitions of a table or global index: their slices of the hash range, what they hold, serve and refuse, and which
//! became which.

use hashrange_engine::{Direction, Engine, IndexKind, PartitionView, Reserve, Split, Units};
use hashrange_time::Duration;

use crate::throttles::{Throttled, Throttles};

/// All partitions, in hash order.
#[derive(Clone, Debug, PartialEq)]
pub struct PartitionMap {
    /// The partitions.
    pub partitions: Vec<PartitionCard>,
    /// Bytes a partition holds before it is split.
    pub bytes_limit: u64,
    /// Every split, oldest first.
    pub splits: Vec<Split>,
    /// The two followers of every partition; `None` for a global index, which is behind by its queue alone.
    pub followers: Option<Followers>,
}

/// One partition.
#[derive(Clone, Debug, PartialEq)]
pub struct PartitionCard {
    /// Tells it from every other one there is or was.
    pub number: u32,
    /// The partition it was a half of.
    pub parent: Option<u32>,
    /// Where its slice of the 128-bit hash range begins.
    pub from: u128,
    /// The last hash of its slice.
    pub to: u128,
    /// Its share of the hash range, from 0 to 1.
    pub share: f64,
    /// Items or entries.
    pub items: usize,
    /// Their bytes.
    pub bytes: u64,
    /// Reads.
    pub reads: Load,
    /// Writes.
    pub writes: Load,
    /// Requests throttled because of it or its table, so far.
    pub throttled: Throttled,
}

/// What a partition serves in one direction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Load {
    /// Units a second, as a mean over about a minute; zero where traffic is not watched.
    pub units: f64,
    /// Units a second it can serve (documented: 3,000 reads, 1,000 writes).
    pub ceiling: u64,
    /// Units left of that this second; all of it where nothing is throttled.
    pub left: Units,
}

/// The followers of a table's partitions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
        let reserve = |direction| engine.reserve(table, name, direction);
        let (reads, writes) = (reserve(Direction::Read)?, reserve(Direction::Write)?);
        let ends = views.iter().skip(1).map(|next| next.from.saturating_sub(1)).chain([u128::MAX]);
        let card = |(partition, to): (&PartitionView, u128)| {
            let load =
                index.map_or_else(|| view.load(partition.number, now), |index| index.load(partition.number, now));
            PartitionCard {
                number: partition.number,
                parent: partition.parent,
                from: partition.from,
                to,
                share: (to - partition.from) as f64 / u128::MAX as f64,
                items: partition.items,
                bytes: partition.bytes,
                reads: Load::of(load.0, &reads, partition.number),
                writes: Load::of(load.1, &writes, partition.number),
                throttled: throttles.of_partition(table, name, partition.number),
            }
        };
        Some(Self {
            partitions: views.iter().zip(ends).map(card).collect(),
            bytes_limit: engine.options().limits.partition_bytes,
            splits: index.map_or(view.splits(), |index| index.splits()).to_vec(),
            followers: index.is_none().then(|| Followers { behind: view.behind(now), lag: view.lag(now) }),
        })
    }
}

impl Load {
    fn of(units: f64, reserve: &Reserve, partition: u32) -> Self {
        let used = reserve.partitions.iter().find(|(number, _)| *number == partition);
        let left = used.map_or_else(|| Units::whole(reserve.ceiling), |(_, left)| *left);
        Self { units, ceiling: reserve.ceiling, left }
    }
}
