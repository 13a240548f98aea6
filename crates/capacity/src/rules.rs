//! The rules that turn bytes into units. Source: AWS's page on read and write operations (documented: capacity-units).
//!
//! Must not know how many items were read together, nor the operation.

use crate::Units;

/// Bytes that one read unit covers.
pub const READ_BLOCK_BYTES: u64 = 4_096;

/// Bytes that one write unit covers.
pub const WRITE_BLOCK_BYTES: u64 = 1_024;

/// The kind of capacity that a cost uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub enum CapacityKind {
    /// Read capacity (RCU when provisioned, RRU on demand).
    Read,
    /// Write capacity (WCU when provisioned, WRU on demand).
    Write,
}

impl CapacityKind {
    /// The bytes one unit of this kind covers.
    pub const fn block_bytes(self) -> u64 {
        match self {
            Self::Read => READ_BLOCK_BYTES,
            Self::Write => WRITE_BLOCK_BYTES,
        }
    }

    /// The number of blocks for `bytes`, at least one: every charge is at least one block.
    pub const fn blocks(self, bytes: u64) -> u64 {
        let blocks = bytes.div_ceil(self.block_bytes());
        if blocks == 0 { 1 } else { blocks }
    }
}

/// The consistency of a read, which decides its price.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub enum Consistency {
    /// May miss the latest writes; half a unit per block.
    Eventual,
    /// Sees every acknowledged write; one unit per block.
    Strong,
    /// Part of a transaction; two units per block.
    Transactional,
}

hashrange_checkpoint::by_serde!(Consistency);

/// The 4 KB blocks that `bytes` fill, at least one.
pub const fn read_blocks(bytes: u64) -> u64 {
    CapacityKind::Read.blocks(bytes)
}

/// The 1 KB blocks that `bytes` fill, at least one.
pub const fn write_blocks(bytes: u64) -> u64 {
    CapacityKind::Write.blocks(bytes)
}

/// The read units for `bytes` that are rounded together. A read that finds nothing is charged as one block.
///
/// ```
/// use hashrange_capacity::{Consistency, Units, read_units};
///
/// // A page of 6,500 bytes fills two blocks of 4 KB.
/// assert_eq!(read_units(6_500, Consistency::Strong), Units::whole(2));
/// assert_eq!(read_units(6_500, Consistency::Eventual), Units::whole(1));
/// assert_eq!(read_units(0, Consistency::Eventual).as_f64(), 0.5);
/// ```
pub fn read_units(bytes: u64, consistency: Consistency) -> Units {
    let halves_per_block = match consistency {
        Consistency::Eventual => 1,
        Consistency::Strong => 2,
        Consistency::Transactional => 4,
    };
    Units::halves(halves_per_block) * read_blocks(bytes)
}

/// The write units for `bytes` that are rounded as one.
pub const fn write_units(bytes: u64) -> Units {
    Units::whole(write_blocks(bytes))
}

/// The write units for `bytes` within a transaction: once to prepare, once to commit.
pub fn transactional_write_units(bytes: u64) -> Units {
    write_units(bytes) * 2
}

/// The write units of replacing `before` bytes by `after` bytes. The larger of the two is charged, so shrinking or
/// deleting costs the old size. An absent item that stays absent costs one unit.
pub fn write_units_of_change(before: Option<u64>, after: Option<u64>) -> Units {
    write_units(before.max(after).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use Consistency::{Eventual, Strong, Transactional};
    use proptest::prelude::*;

    #[test]
    fn reads_round_up_to_4_kb() {
        for (bytes, blocks) in [
            (0, 1),
            (1, 1),
            (4_096, 1),
            (4_097, 2),
            (8_192, 2),
            (409_600, 100),
            (1_048_576, 256),
        ] {
            assert_eq!(read_blocks(bytes), blocks);
            assert_eq!(read_units(bytes, Strong), Units::whole(blocks));
            assert_eq!(read_units(bytes, Eventual), Units::halves(blocks));
            assert_eq!(read_units(bytes, Transactional), Units::whole(2 * blocks));
        }
    }

    /// The examples of the AWS page: 10 items of 40.8 KB together, 1,500 items of 64 bytes, a batch of 1.5 KB and 6.5
    /// KB, eight index entries of 2,000 bytes.
    #[test]
    fn the_documented_reads_come_out() {
        assert_eq!(read_blocks(41_779) * 4, 44);
        assert_eq!(read_blocks(1_500 * 64) * 4, 96);
        assert_eq!((read_blocks(1_536) + read_blocks(6_656)) * 4, 12);
        assert_eq!(read_units(8 * 2_000, Eventual), Units::whole(2));
    }

    #[test]
    fn writes_round_up_to_1_kb() {
        for (bytes, units) in [(0, 1), (1, 1), (1_024, 1), (1_025, 2), (3_584, 4), (409_600, 400)] {
            assert_eq!(write_units(bytes), Units::whole(units));
            assert_eq!(transactional_write_units(bytes), Units::whole(2 * units));
        }
        assert_eq!(write_units(500) + write_units(3_584), Units::whole(5));
        assert_eq!(transactional_write_units(500) * 3, Units::whole(6));
    }

    #[test]
    fn a_change_costs_its_larger_image() {
        let kilobytes = |count: u64| Some(count * 1_024);
        assert_eq!(write_units_of_change(kilobytes(300), kilobytes(310)), Units::whole(310));
        assert_eq!(write_units_of_change(kilobytes(5), Some(100)), Units::whole(5));
        assert_eq!(write_units_of_change(None, kilobytes(2)), Units::whole(2));
        assert_eq!(write_units_of_change(kilobytes(2), None), Units::whole(2));
        assert_eq!(write_units_of_change(None, None), Units::whole(1));
    }

    proptest! {
        #[test]
        fn more_bytes_never_cost_less(bytes: u64, more: u64) {
            let (bytes, more) = (bytes.min(more), bytes.max(more));
            prop_assert!(read_units(bytes, Strong) <= read_units(more, Strong));
            prop_assert!(write_units(bytes) <= write_units(more));
            prop_assert_eq!(write_units_of_change(Some(bytes), Some(more)), write_units(more));
        }
    }
}
