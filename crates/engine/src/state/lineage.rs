//! The lineage of a table's or index's partitions: which was split into which, when and why. Partitions are split and
//! never merged (documented: partitions-never-merge), so it only grows.
//!
//! Owns planned splits, and splits that were not useful. Must not know rows or where to split.

use hashrange_store::Division;
use hashrange_time::Timestamp;
use litemap::LiteMap;

/// Maximum number of partitions of a table or index (a model; the service documents no number).
pub(crate) const MOST_PARTITIONS: usize = 4_096;

/// Why a partition was split (reasons documented: partitions-never-merge).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub enum SplitReason {
    /// It reached the maximum size of a partition.
    Size,
    /// The table or index must serve more than its partitions can.
    Throughput,
    /// Its traffic stayed close to a partition's limit.
    Heat,
}

hashrange_checkpoint::variants!(SplitReason { Size, Throughput, Heat });

impl SplitReason {
    /// The reason as one word.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Size => "size",
            Self::Throughput => "throughput",
            Self::Heat => "heat",
        }
    }
}

/// A split of a partition in two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Split {
    /// When.
    pub at: Timestamp,
    /// The partition that was split.
    pub parent: u32,
    /// Its lower and its upper half.
    pub children: (u32, u32),
    /// Why.
    pub reason: SplitReason,
}

hashrange_checkpoint::fields!(Split {
    at,
    parent,
    children,
    reason
});

/// The history of the partitions of one table or global index.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lineage {
    splits: Vec<Split>,
    /// The partitions with a planned split, in ascending order.
    planned: Vec<u32>,
    /// Partitions that could not be split for size, with their bytes at that time.
    whole: LiteMap<u32, u64>,
}

hashrange_checkpoint::fields!(Lineage { splits, planned, whole });

impl Lineage {
    /// Every split, oldest first.
    pub(crate) fn splits(&self) -> &[Split] {
        &self.splits
    }

    /// Whether to plan a split of a partition that is too large. A partition that could not be split is checked again
    /// when it is an eighth larger.
    pub(crate) fn plan_for_size(&mut self, partition: u32, bytes: u64) -> bool {
        let worth = self.whole.get(&partition).is_none_or(|then| bytes - bytes / 8 >= *then);
        worth && self.plan(partition)
    }

    /// Whether to plan a split: at most one per partition.
    pub(crate) fn plan(&mut self, partition: u32) -> bool {
        match self.planned.binary_search(&partition) {
            Ok(_) => false,
            Err(place) => {
                self.planned.insert(place, partition);
                true
            }
        }
    }

    /// Removes a planned split that starts now.
    pub(crate) fn begin(&mut self, partition: u32) {
        self.planned.retain(|planned| *planned != partition);
    }

    /// Records that a partition of the given number of bytes cannot be split for its size.
    pub(crate) fn leave_whole(&mut self, partition: u32, bytes: u64) {
        self.whole.insert(partition, bytes);
    }

    /// Records a split.
    pub(crate) fn record(&mut self, at: Timestamp, division: Division, reason: SplitReason) {
        let Division { parent, children, .. } = division;
        self.begin(parent);
        self.whole.remove(&parent);
        self.splits.push(Split {
            at,
            parent,
            children,
            reason,
        });
    }

    /// The partition from which this one was split; `None` for an initial one.
    pub(crate) fn parent_of(&self, partition: u32) -> Option<u32> {
        let of = |split: &&Split| split.children.0 == partition || split.children.1 == partition;
        self.splits.iter().rev().find(of).map(|split| split.parent)
    }
}
