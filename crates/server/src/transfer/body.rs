//! A request within a file: as its body, which has a specification.
//!
//! Must not know which file.

use hashrange_wire::{
    ExportTableToPointInTimeRequest, ImportTableRequest, TransferOperation, TransferRequest, decode_transfer,
};
use serde::de::Error as _;
use serde::{Deserialize as _, Deserializer, Serializer};

/// A request that stands in a file.
pub(super) trait Kept: Clone + Into<TransferRequest> {
    const OPERATION: TransferOperation;

    fn of(request: TransferRequest) -> Option<Self>;
}

impl Kept for ExportTableToPointInTimeRequest {
    const OPERATION: TransferOperation = TransferOperation::ExportTableToPointInTime;

    fn of(request: TransferRequest) -> Option<Self> {
        if let TransferRequest::ExportTableToPointInTime(request) = request { Some(request) } else { None }
    }
}

impl Kept for ImportTableRequest {
    const OPERATION: TransferOperation = TransferOperation::ImportTable;

    fn of(request: TransferRequest) -> Option<Self> {
        if let TransferRequest::ImportTable(request) = request { Some(request) } else { None }
    }
}

pub(super) fn serialize<K: Kept, S: Serializer>(request: &K, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&request.clone().into().body())
}

pub(super) fn deserialize<'de, K: Kept, D: Deserializer<'de>>(deserializer: D) -> Result<K, D::Error> {
    let body = String::deserialize(deserializer)?;
    let request = decode_transfer(K::OPERATION, body.as_bytes()).map_err(D::Error::custom)?;
    K::of(request).ok_or_else(|| D::Error::custom("another request"))
}
