//! What a reader hands over at a time: items to be put, and items at fault, each with its place.
//!
//! Must not know how either is found.

use std::sync::Arc;

/// Items and faults.
#[derive(Debug, Default)]
pub(super) struct Parcel {
    pub(super) items: Vec<Sourced>,
    pub(super) faults: Vec<Fault>,
    /// Bytes read for it, unpacked.
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

/// Where an item is.
#[derive(Clone, Debug)]
pub(super) struct Place {
    /// The object's key.
    pub(super) key: Arc<str>,
    /// Which item of the object, from 0.
    pub(super) item: u64,
    /// Its line, from 1.
    pub(super) line: u64,
}
