//! The calculation behind a cost, as data: lines with the charged bytes and their rounding, then one factor.
//!
//! Must not know how it is worded, nor its operation. The units of a line exclude the factor: one for each 4 KB read or
//! 1 KB written.

use crate::{CapacityKind, Consistency, Units, read_units};

/// What the bytes of a line belong to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub enum What {
    /// Items of the table that a Query or Scan walked.
    Items,
    /// Entries of an index that a Query or Scan walked.
    IndexEntries,
    /// Items fetched from the table because a local index does not project all requested attributes.
    BaseItemsFetched,
    /// One item of the table, read by its key or written.
    TableItem,
    /// One item of the table that a transaction's condition check read.
    ConditionCheckedItem,
    /// A new entry of an index.
    IndexEntryPut,
    /// An entry of an index whose projected content changes in place.
    IndexEntryReplaced,
    /// A deleted entry of an index.
    IndexEntryDeleted,
    /// The items of a transaction with a repeated token: read again, not written again.
    RepeatedTransactionItems,
}

/// How the bytes of a line were rounded up to blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum Rounding {
    /// All sizes were added, and the sum was rounded once.
    Together,
    /// Each size was rounded separately, and the results were added.
    EachAlone,
    /// The larger of the sizes before and after a write was rounded; an absent image counts as zero.
    LargerOf {
        /// Bytes before the write.
        before: Option<u64>,
        /// Bytes after the write.
        after: Option<u64>,
    },
}

/// One line of the sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub struct Line {
    /// What was charged.
    pub what: What,
    /// How many of them. Zero if a read found nothing and the minimum was charged.
    pub count: u64,
    /// The bytes that were rounded: of all of them together, or of the larger image of a write.
    pub bytes: u64,
    /// The size of each in bytes, if all are equal.
    pub each_bytes: Option<u64>,
    /// How they were rounded.
    pub rounding: Rounding,
    /// The bytes after rounding to complete blocks.
    pub rounded_to_bytes: u64,
    /// The units of this line before the factor: one per block.
    pub units: Units,
}

hashrange_checkpoint::by_serde!(Line);

impl Line {
    /// One item or entry of `bytes`, rounded separately. A missing item has zero bytes.
    pub fn single(kind: CapacityKind, what: What, bytes: u64) -> Self {
        let mut tally = Tally::new(kind);
        tally.add(bytes);
        tally.together(what)
    }

    /// One write, charged by the larger of its images.
    pub fn change(what: What, before: Option<u64>, after: Option<u64>) -> Self {
        let bytes = before.max(after).unwrap_or(0);
        Self {
            rounding: Rounding::LargerOf { before, after },
            ..Self::single(CapacityKind::Write, what, bytes)
        }
    }

    /// For equal sizes that were rounded separately: the bytes that each was rounded to.
    pub fn each_rounded_to_bytes(&self) -> Option<u64> {
        self.each_bytes
            .and_then(|_| self.rounded_to_bytes.checked_div(self.count))
    }
}

/// Collects sizes for one line. It is cheap enough for every read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Tally {
    kind: CapacityKind,
    count: u64,
    bytes: u64,
    blocks_alone: u64,
    smallest: u64,
    largest: u64,
}

impl Tally {
    /// Nothing collected yet.
    pub const fn new(kind: CapacityKind) -> Self {
        Self {
            kind,
            count: 0,
            bytes: 0,
            blocks_alone: 0,
            smallest: u64::MAX,
            largest: 0,
        }
    }

    /// Adds one item or entry of `bytes`.
    pub fn add(&mut self, bytes: u64) {
        self.count = self.count.saturating_add(1);
        self.bytes = self.bytes.saturating_add(bytes);
        self.blocks_alone = self.blocks_alone.saturating_add(self.kind.blocks(bytes));
        self.smallest = self.smallest.min(bytes);
        self.largest = self.largest.max(bytes);
    }

    /// Number of sizes added so far.
    pub const fn count(&self) -> u64 {
        self.count
    }

    /// Their bytes, unrounded.
    pub const fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The line of a read: one rounding over the total, at least one block even if nothing was found.
    pub fn together(&self, what: What) -> Line {
        self.line(what, Rounding::Together, self.kind.blocks(self.bytes))
    }

    /// The line of separately rounded sizes. It costs nothing without any size.
    pub fn each_alone(&self, what: What) -> Line {
        self.line(what, Rounding::EachAlone, self.blocks_alone)
    }

    fn line(&self, what: What, rounding: Rounding, blocks: u64) -> Line {
        Line {
            what,
            count: self.count,
            bytes: self.bytes,
            each_bytes: (self.smallest == self.largest).then_some(self.largest),
            rounding,
            rounded_to_bytes: blocks.saturating_mul(self.kind.block_bytes()),
            units: Units::whole(blocks),
        }
    }
}

/// The factor of the sum of the lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub enum Factor {
    /// A read of this consistency: one half, one, or two.
    Read(Consistency),
    /// A write outside a transaction, or any write to an index: one.
    Write,
    /// A write to a table within a transaction: two. Index entries of the same transaction are charged once
    /// (observed: transaction-index-units).
    TransactionalWrite,
}

hashrange_checkpoint::by_serde!(Factor);

impl Factor {
    /// The kind of capacity that the cost uses.
    pub const fn kind(self) -> CapacityKind {
        match self {
            Self::Read(_) => CapacityKind::Read,
            Self::Write | Self::TransactionalWrite => CapacityKind::Write,
        }
    }

    /// The factor itself, one for a strongly consistent read.
    pub fn per_block(self) -> Units {
        match self {
            Self::Read(consistency) => read_units(0, consistency),
            Self::Write => Units::whole(1),
            Self::TransactionalWrite => Units::whole(2),
        }
    }

    /// The cost of lines with `units` in total, which must be an integer.
    pub fn applied_to(self, units: Units) -> Units {
        Units::halves((units * self.per_block().as_halves()).as_halves() / 2)
    }
}

/// A cost with its reason: lines and one factor.
#[derive(Clone, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub struct Arithmetic {
    /// What was charged, in order.
    pub lines: Vec<Line>,
    /// The factor of the sum of the lines.
    pub factor: Factor,
}

impl Arithmetic {
    /// A cost without lines, which is zero.
    pub const fn new(factor: Factor) -> Self {
        Self {
            lines: Vec::new(),
            factor,
        }
    }

    /// The same cost with one more line.
    #[must_use]
    pub fn with(mut self, line: Line) -> Self {
        self.lines.push(line);
        self
    }

    /// The units of all lines before the factor.
    pub fn before_factor(&self) -> Units {
        self.lines.iter().map(|line| line.units).sum()
    }

    /// The total charge.
    pub fn total(&self) -> Units {
        self.factor.applied_to(self.before_factor())
    }

    /// The charge for lines of these kinds, such as the arm of an index or of the table.
    pub fn total_of(&self, belongs: impl Fn(What) -> bool) -> Units {
        let units = self
            .lines
            .iter()
            .filter(|line| belongs(line.what))
            .map(|line| line.units)
            .sum();
        self.factor.applied_to(units)
    }
}

#[cfg(test)]
mod tests;
