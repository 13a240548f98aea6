//! The lineage of a table's or index's partitions: which became which, when and why. Partitions are split and never
//! merged (documented), so it only grows.
//!
//! Owns which splits are on their way and which were found to be of no use. Must not know rows or where to split.

use std::collections::BTreeSet;

use hashrange_store::Division;
use hashrange_time::Timestamp;
use litemap::LiteMap;

/// Partitions a table or index has at most here (a model; the service names no number).
pub(crate) const MOST_PARTITIONS: usize = 4_096;

/// Why a partition was split (documented reasons).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub enum SplitReason {
    /// It held as much as a partition can.
    Size,
    /// The table or index must serve more than its partitions can.
    Throughput,
    /// Its traffic stayed near what a partition serves.
    Heat,
}

hashrange_checkpoint::variants!(SplitReason { Size, Throughput, Heat });

impl SplitReason {
    /// The reason in one word.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Size => "size",
            Self::Throughput => "throughput",
            Self::Heat => "heat",
        }
    }
}

/// A partition that became two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Split {
    /// When.
    pub at: Timestamp,
    /// The partition that is no more.
    pub parent: u32,
    /// Its lower and its upper half.
    pub children: (u32, u32),
    /// Why.
    pub reason: SplitReason,
}

hashrange_checkpoint::fields!(Split { at, parent, children, reason });

/// The history of the partitions of one table or global index.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lineage {
    splits: Vec<Split>,
    planned: BTreeSet<u32>,
    /// Partitions that could not be split for size, with their bytes then.
    whole: LiteMap<u32, u64>,
}

hashrange_checkpoint::fields!(Lineage { splits, planned, whole });

impl Lineage {
    /// Every split, oldest first.
    pub(crate) fn splits(&self) -> &[Split] {
        &self.splits
    }

    /// Whether a split of a partition that is too large should be planned now. One that could not be split is looked at
    /// again when it is an eighth larger.
    pub(crate) fn plan_for_size(&mut self, partition: u32, bytes: u64) -> bool {
        let worth = self.whole.get(&partition).is_none_or(|then| bytes - bytes / 8 >= *then);
        worth && self.plan(partition)
    }

    /// Whether a split should be planned: not twice for one partition.
    pub(crate) fn plan(&mut self, partition: u32) -> bool {
        self.planned.insert(partition)
    }

    /// A planned split happens now.
    pub(crate) fn begin(&mut self, partition: u32) {
        self.planned.remove(&partition);
    }

    /// A partition of so many bytes cannot be split for its size.
    pub(crate) fn leave_whole(&mut self, partition: u32, bytes: u64) {
        self.whole.insert(partition, bytes);
    }

    /// Notes a split.
    pub(crate) fn record(&mut self, at: Timestamp, division: Division, reason: SplitReason) {
        let Division { parent, children, .. } = division;
        self.planned.remove(&parent);
        self.whole.remove(&parent);
        self.splits.push(Split { at, parent, children, reason });
    }

    /// The partition this one was a half of; `None` for one of the first.
    pub(crate) fn parent_of(&self, partition: u32) -> Option<u32> {
        let of = |split: &&Split| split.children.0 == partition || split.children.1 == partition;
        self.splits.iter().rev().find(of).map(|split| split.parent)
    }
}
