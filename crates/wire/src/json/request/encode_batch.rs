//! The batches' typed requests as bodies.

use crate::json::batch_parts::{keys_by_table, write_requests};
use crate::json::writer::Writer;
use crate::shape::{BatchGetItemRequest, BatchWriteItemRequest};

pub(super) fn batch_get_item(out: &mut Writer, request: &BatchGetItemRequest) {
    out.key("RequestItems");
    keys_by_table(out, &request.request_items);
    out.optional_text("ReturnConsumedCapacity", request.return_consumed_capacity.map(|word| word.as_str()));
}

pub(super) fn batch_write_item(out: &mut Writer, request: &BatchWriteItemRequest) {
    out.key("RequestItems");
    write_requests(out, &request.request_items);
    out.optional_text("ReturnConsumedCapacity", request.return_consumed_capacity.map(|word| word.as_str()));
    out.optional_text("ReturnItemCollectionMetrics", request.return_item_collection_metrics.map(|word| word.as_str()));
}
