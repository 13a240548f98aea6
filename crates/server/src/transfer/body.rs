//! A request in a file, stored as its body, which has a specification.
//!
//! Must not know the file.

use hashrange_wire::{
    ExportTableToPointInTimeRequest, ImportTableRequest, StartBulkPutItemsRequest, TransferOperation, TransferRequest,
    decode_transfer,
};
use serde::de::Error as _;
use serde::{Deserialize as _, Deserializer, Serializer};

/// A request that is stored in a file.
pub(super) trait Stored: Clone + Into<TransferRequest> {
    const OPERATION: TransferOperation;

    fn of(request: TransferRequest) -> Option<Self>;
}

impl Stored for ExportTableToPointInTimeRequest {
    const OPERATION: TransferOperation = TransferOperation::ExportTableToPointInTime;

    fn of(request: TransferRequest) -> Option<Self> {
        if let TransferRequest::ExportTableToPointInTime(request) = request {
            Some(request)
        } else {
            None
        }
    }
}

impl Stored for ImportTableRequest {
    const OPERATION: TransferOperation = TransferOperation::ImportTable;

    fn of(request: TransferRequest) -> Option<Self> {
        if let TransferRequest::ImportTable(request) = request {
            Some(request)
        } else {
            None
        }
    }
}

impl Stored for StartBulkPutItemsRequest {
    const OPERATION: TransferOperation = TransferOperation::StartBulkPutItems;

    fn of(request: TransferRequest) -> Option<Self> {
        if let TransferRequest::StartBulkPutItems(request) = request {
            Some(request)
        } else {
            None
        }
    }
}

pub(super) fn serialize<K: Stored, S: Serializer>(request: &K, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&request.clone().into().body())
}

pub(super) fn deserialize<'de, K: Stored, D: Deserializer<'de>>(deserializer: D) -> Result<K, D::Error> {
    let body = String::deserialize(deserializer)?;
    let request = decode_transfer(K::OPERATION, body.as_bytes()).map_err(D::Error::custom)?;
    K::of(request).ok_or_else(|| D::Error::custom("another request"))
}
