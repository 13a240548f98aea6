//! Capacity arithmetic: read and write units in exact half units, their calculation as data, and the buckets that store
//! them.
//!
//! Sizes are inputs in bytes, units are outputs. This crate must not know what an item is, how its size was found, or
//! how the calculation is worded.

mod arithmetic;
mod bucket;
mod peak;
mod rules;
mod units;

pub use arithmetic::{Arithmetic, Factor, Line, Rounding, Tally, What};
pub use bucket::{Bucket, Refill};
pub use peak::Peak;
pub use rules::{
    CapacityKind, Consistency, READ_BLOCK_BYTES, WRITE_BLOCK_BYTES, read_blocks, read_units, transactional_write_units,
    write_blocks, write_units, write_units_of_change,
};
pub use units::Units;
