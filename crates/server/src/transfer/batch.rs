//! One batch from a reader: items to put, and invalid items, each with its place.
//!
//! Must not know how either is found.

use std::sync::Arc;

/// Items and faults.
#[derive(Debug, Default)]
pub(super) struct Batch {
    pub(super) items: Vec<Sourced>,
    pub(super) faults: Vec<Fault>,
    /// Decompressed bytes read for this batch.
    pub(super) bytes: u64,
}

/// An item to be put.
#[derive(Clone, Debug)]
pub(super) struct Sourced {
    /// DynamoDB JSON.
    pub(super) item: String,
    pub(super) place: Place,
}

/// An item that cannot be put.
#[derive(Clone, Debug)]
pub(super) struct Fault {
    pub(super) place: Place,
    pub(super) message: String,
}

/// The position of an item.
#[derive(Clone, Debug)]
pub(super) struct Place {
    /// The object's key.
    pub(super) key: Arc<str>,
    /// The number of the item in the object, from 0.
    pub(super) item: u64,
    /// Its line, from 1.
    pub(super) line: u64,
}
